// What owns memory of the module: shapes, lists of them, scenes, masks and characters.

import { ClearanceError } from "./errors.js";

/** An object of the module. */
export interface Freeable {
  free(): void;
}

/** An object of the module, not what a caller put in its place: some classes are not made by `new`. */
export function made<R extends Freeable>(raw: R, rawClass: unknown, name: string, instead: string): R {
  if (typeof rawClass === "function" && raw instanceof rawClass) return raw;
  throw new ClearanceError("invalid_type", `new ${name}() makes none; ${instead} does`);
}

/** Holds an object of the module until it is freed; whoever asks it for something afterwards is told so. */
export abstract class Owner<R extends Freeable> {
  #raw: R | undefined;
  readonly #name: string;
  readonly #others: readonly Freeable[];

  /** `name` is what an error calls it; `others` are freed with it. */
  protected constructor(raw: R, name: string, ...others: Freeable[]) {
    this.#raw = raw;
    this.#name = name;
    this.#others = others;
  }

  /** @internal */
  raw(field?: string): R {
    if (!(#raw in this)) throw new ClearanceError("invalid_type", "was not made by its class", field);
    if (this.#raw === undefined) throw new ClearanceError("freed", "has been freed", field ?? this.#name);
    return this.#raw;
  }

  /** Gives the memory back now; scenes and compounds that hold a shape keep it. What is not freed is collected some day. */
  free(): void {
    if (!(#raw in this) || this.#raw === undefined) return;
    for (const owned of [this.#raw, ...this.#others]) owned.free();
    this.#raw = undefined;
  }
  [Symbol.dispose](): void {
    this.free();
  }
}
