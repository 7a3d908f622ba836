// Starts the WebAssembly modules, one for each dimension, with their exchange arrays: a few numbers in the
// memory of each module that both halves read and write.

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
   * A list for the caller's arguments, with the layout of the exchange array, for one call until its `send`.
   * Arguments may have getters that ask questions of their own; such a call takes another list.
   */
  take(): Float64Array;
  /**
   * Writes the caller's arguments to the exchange array, all of them or the first `count`. From here until
   * the answer is read, no code of the caller may run.
   */
  send(given: Float64Array, count?: number): void;
  /** The exchange array. Do not keep it over a call: memory that grows moves it. */
  exchange(): Float64Array;
  /**
   * Numbers of the list that the last call has left in the module's memory, from number `first` on: copied,
   * or as a view, which the next call may change or take away.
   */
  kept(isView: boolean, count: number, first?: number): Float64Array;
  /** The same of the labels beside them; by default all. */
  keptLabels(isView: boolean, count?: number, first?: number): Uint32Array;
  /** The handles of that list, as an array. */
  keptList(count: number): number[];
  /** The answer of a call that fails with -1; then the error is thrown. */
  checked(answer: number): number;
}

/**
 * Places in the exchange array, as in the Rust half: the poses of A and B, what else a question needs,
 * answers.
 */
export const PLACE = { a: 0, b: 8, more: 16, moreB: 24, answer: 32 } as const;

async function fetched(address: URL): Promise<WebAssembly.Module> {
  if (address.protocol === "file:") {
    // Node's fetch does not read files. The name is in a variable, so that bundlers for browsers leave the
    // import alone.
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
  /** All of the module's memory. */
  let all = new Float64Array(memory.buffer);
  /** The list that no call uses; a call that fails before its `send` keeps the one it took. */
  let spare: Float64Array | undefined;
  return {
    take() {
      const list = spare ?? new Float64Array(PLACE.answer);
      spare = undefined;
      return list;
    },
    send(given, count) {
      const to = exchange();
      // For a few numbers a loop takes a fifth of the time of `set`.
      if (count === undefined) to.set(given);
      else for (let i = 0; i < count; i++) to[i] = given[i] as number;
      spare = given;
    },
    exchange,
    kept(isView, count, first = 0) {
      const list = new Float64Array(memory.buffer, (exchange()[PLACE.answer] as number) + 8 * first, count);
      return isView ? list : list.slice();
    },
    keptLabels(isView, count = exchange()[PLACE.answer + 2] as number, first = 0) {
      const list = new Uint32Array(memory.buffer, (exchange()[PLACE.answer + 1] as number) + 4 * first, count);
      return isView ? list : list.slice();
    },
    keptList(count) {
      if (count === 0) return [];
      if (all.length === 0) all = new Float64Array(memory.buffer);
      const first = (exchange()[PLACE.answer] as number) / 8;
      // One by one: `Array.from` and `slice` ask an iterator or a getter for each, which takes some thirty
      // times as long.
      const list = new Array<number>(count);
      for (let i = 0; i < count; i++) list[i] = all[first + i] as number;
      return list;
    },
    checked(answer) {
      if (answer < 0) throw glue.lastProblem() as Error;
      return answer;
    },
  };
}
