// The WebAssembly module of 3D, fetched from beside this file. `entries.mjs` replaces this file by another
// one where nothing can be awaited.

import { compile } from "./base/wasm.js";

export const compiled: WebAssembly.Module = await compile({
  simd: new URL("./wasm/space_simd.wasm", import.meta.url),
  plain: new URL("./wasm/space_plain.wasm", import.meta.url),
});
