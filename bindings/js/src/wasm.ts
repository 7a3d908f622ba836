// Loads the WebAssembly module, and the desk: a few numbers in its memory that both halves see.

import { desk as deskAddress, deskSize, initSync, lastProblem } from "./wasm/clearance.js";

/** A module with one instruction of simd128 (i8x16.splat), to ask whether it is understood here. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether the build for simd128 is in use, or the plain one, whose answers are the same bits. */
export const simd: boolean = WebAssembly.validate(SIMD_PROBE);

const address = simd
  ? new URL("./wasm/clearance_simd.wasm", import.meta.url)
  : new URL("./wasm/clearance_plain.wasm", import.meta.url);

async function compile(): Promise<WebAssembly.Module> {
  if (address.protocol === "file:") {
    // Node: its fetch reads no files. A variable, so that bundlers for browsers leave the import alone.
    const files = "node:fs/promises";
    const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)) as {
      readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
    };
    return WebAssembly.compile(await readFile(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`clearance: ${address.href} answers ${response.status}`);
  // Not compileStreaming: many servers do not say that it is WebAssembly.
  return WebAssembly.compile(await response.arrayBuffer());
}

const { memory } = initSync({ module: await compile() });
const start = deskAddress();
const size = deskSize();
let view = new Float64Array(memory.buffer, start, size);

/** The desk; not to be kept over a call, since memory that grows moves it. */
export function desk(): Float64Array {
  if (view.length === 0) view = new Float64Array(memory.buffer, start, size);
  return view;
}

/** Places on the desk, as in the Rust half: the poses of A and B, what else a question needs, answers. */
export const PLACE = { a: 0, b: 8, more: 16, moreB: 24, answer: 32 } as const;

/** The answer of a call that fails with -1; what went wrong is thrown. */
export function checked(answer: number): number {
  if (answer < 0) throw lastProblem() as Error;
  return answer;
}
