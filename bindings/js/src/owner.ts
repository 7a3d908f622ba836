// What owns memory of the module: shapes, lists of them, scenes, masks, characters and what moves them.

import { ClearanceError, wrongType } from "./errors.js";

/** An object of the module. */
export interface Freeable {
  free(): void;
}

/** What it is called in errors. */
export type Owned = "shape" | "shapes" | "scene" | "mask" | "character" | "movers";

/** An object of the module, not what a caller put in its place: some classes are not made by `new`. */
export function made<R extends Freeable>(raw: R, rawClass: unknown, name: string, instead: string): R {
  if (typeof rawClass === "function" && raw instanceof rawClass) return raw;
  throw new ClearanceError("invalid_type", `new ${name}() makes none; ${instead} does`);
}

/**
 * The object of the module that something owns, be it an argument or what a method was called on. Whatever its prototype says, it
 * was made by its class, and has not been freed; else a ClearanceError.
 */
export let rawOf: <R extends Freeable>(owner: Owner<R>, name: Owned, field?: string) => R;

/** Holds an object of the module until it is freed; whoever asks it for something afterwards is told so. */
export abstract class Owner<R extends Freeable> {
  #raw: R | undefined;
  readonly #name: Owned;
  readonly #others: readonly Freeable[];

  /** `others` are freed with it. */
  protected constructor(raw: R, name: Owned, ...others: Freeable[]) {
    this.#raw = raw;
    this.#name = name;
    this.#others = others;
  }

  static {
    rawOf = (owner, name, field) => {
      const isOne = typeof owner === "object" && owner !== null && #raw in owner && owner.#name === name;
      if (!isOne) throw wrongType(`a ${name} made by its class`, owner, field ?? "this");
      if (owner.#raw === undefined) throw new ClearanceError("freed", "has been freed", field ?? name);
      return owner.#raw;
    };
  }

  /** Gives the memory back now; scenes and compounds that hold a shape keep it. What is not freed is collected some day. */
  free(): void {
    const isOne = typeof this === "object" && this !== null && #raw in this;
    if (!isOne) throw wrongType("what was made by its class", this, "this");
    const raw = this.#raw;
    if (raw === undefined) return;
    this.#raw = undefined;
    for (const owned of [raw, ...this.#others]) owned.free();
  }
  [Symbol.dispose](): void {
    Owner.prototype.free.call(this);
  }
}
