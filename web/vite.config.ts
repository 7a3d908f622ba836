import { defineConfig } from "vite";

export default defineConfig({
  // Relative addresses, so that the built page works from any folder and from `clearance demo`.
  base: "./",
  build: {
    // The folder that the command line includes.
    outDir: "../crates/clearance-cli/page",
    emptyOutDir: true,
    // For top-level await, which the package uses to wait for its wasm.
    target: "es2022",
  },
  // The package finds its wasm beside its own file; pre-bundling would separate the two.
  optimizeDeps: { exclude: ["clearance"] },
  server: { fs: { allow: [".."] } },
});
