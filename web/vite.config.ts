import { defineConfig } from "vite";

export default defineConfig({
  // Relative addresses: the built page works from any folder and from `clearance demo`.
  base: "./",
  build: {
    // Where the command line takes it from.
    outDir: "../crates/clearance-cli/page",
    emptyOutDir: true,
    // Top-level await, which the package uses to wait for its wasm.
    target: "es2022",
  },
  // The package finds its wasm beside itself; bundling it in advance would part the two.
  optimizeDeps: { exclude: ["clearance"] },
  server: { fs: { allow: [".."] } },
});
