// The module of the plane, fetched from beside this file. `entries.mjs` puts another file in its place where none can be awaited.

import { compile } from "./wasm.js";

export const compiled: WebAssembly.Module = await compile({
  simd: new URL("./wasm/plane_simd.wasm", import.meta.url),
  plain: new URL("./wasm/plane_plain.wasm", import.meta.url),
});
