// The base class of everything that owns memory of the module: shapes, lists of them, scenes, masks,
// characters and movers.

import { ClearanceError, wrongType } from "./errors.js";

/** An object of the module. */
export interface Freeable {
  free(): void;
}

/** Its name in errors. */
export type Owned = "shape" | "shapes" | "scene" | "mask" | "character" | "movers";

/**
 * Checks that this is an object of the module, not a caller's substitute: some classes are not made by `new`.
 */
export function made<R extends Freeable>(raw: R, rawClass: unknown, name: string, instead: string): R {
  if (typeof rawClass === "function" && raw instanceof rawClass) return raw;
  throw new ClearanceError("invalid_type", `new ${name}() makes none; ${instead} does`);
}

/**
 * The object of the module behind an argument, or behind the receiver of a method. It throws a ClearanceError
 * unless the owner was made by its class, whatever its prototype says, and has not been freed.
 */
export let rawOf: <R extends Freeable>(owner: Owner<R>, name: Owned, field?: string) => R;

/** Holds an object of the module until it is freed; any later use throws an error that says so. */
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

  /**
   * Frees the memory now; scenes and compounds that hold a shape keep it. Memory that is not freed is
   * garbage-collected at some time.
   */
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
