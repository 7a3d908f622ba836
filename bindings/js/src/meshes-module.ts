// The WebAssembly module of meshes by themselves, fetched from beside this file when it is asked for.
// `entries.mjs` replaces this file by another one where nothing can be fetched.

import { compile } from "./base/wasm.js";

export function compiled(): Promise<WebAssembly.Module> {
  const address = new URL("./wasm/meshes.wasm", import.meta.url);
  return compile({ simd: address, plain: address });
}
