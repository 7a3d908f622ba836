// Starts the WebAssembly modules, one for each dimension, with their exchange arrays: a few numbers in the memory of each module that both halves read and write.

/** A module with one instruction of simd128 (i8x16.splat), to ask whether it is understood here. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether the build for simd128 is in use, or the plain one, whose answers have the same bits. */
export const simd: boolean = WebAssembly.validate(SIMD_PROBE);

/** The exports of the JavaScript that belongs to a module. */
export interface Glue {
  initSync(from: { module: WebAssembly.Module }): { readonly memory: WebAssembly.Memory };
  exchange(): number;
  exchangeSize(): number;
  lastProblem(): unknown;
}

/** A module that is loaded. */
export interface Module {
  /**
   * A list for the caller's arguments, with the layout of the exchange array, for one call until its `send`. Arguments may have
   * getters that ask questions of their own; such a call takes another list.
   */
  take(): Float64Array;
  /** Writes the caller's arguments to the exchange array. From here until the answer is read, no code of the caller may run. */
  send(given: Float64Array): void;
  /** The exchange array. Do not keep it over a call: memory that grows moves it. */
  exchange(): Float64Array;
  /** The answer of a call that fails with -1; then the error is thrown. */
  checked(answer: number): number;
}

/** Places in the exchange array, as in the Rust half: the poses of A and B, what else a question needs, answers. */
export const PLACE = { a: 0, b: 8, more: 16, moreB: 24, answer: 32 } as const;

async function fetched(address: URL): Promise<WebAssembly.Module> {
  if (address.protocol === "file:") {
    // Node's fetch does not read files. The name is in a variable, so that bundlers for browsers leave the import alone.
    const files = "node:fs/promises";
    const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)) as {
      readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
    };
    return WebAssembly.compile(await readFile(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`clearance: ${address.href} answers ${response.status}`);
  // Not compileStreaming: many servers do not send the content type of WebAssembly.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Compiles a module: the build for simd128 if it is supported, else the plain one. */
export function compile(addresses: { simd: URL; plain: URL }): Promise<WebAssembly.Module> {
  return fetched(simd ? addresses.simd : addresses.plain);
}

/** Starts a module. */
export function start(glue: Glue, module: WebAssembly.Module): Module {
  const { memory } = glue.initSync({ module });
  const first = glue.exchange();
  const size = glue.exchangeSize();
  let view = new Float64Array(memory.buffer, first, size);
  const exchange = (): Float64Array => {
    if (view.length === 0) view = new Float64Array(memory.buffer, first, size);
    return view;
  };
  /** The list that no call uses; a call that fails before its `send` keeps the one it took. */
  let spare: Float64Array | undefined;
  return {
    take() {
      const list = spare ?? new Float64Array(PLACE.answer);
      spare = undefined;
      return list;
    },
    send(given) {
      exchange().set(given);
      spare = given;
    },
    exchange,
    checked(answer) {
      if (answer < 0) throw glue.lastProblem() as Error;
      return answer;
    },
  };
}
