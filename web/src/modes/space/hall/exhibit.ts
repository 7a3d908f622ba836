import type * as THREE from "three";
import type { Context } from "../../../shell/mode";
import type { Pair, Picked } from "./body";
import type { Held } from "./grab";
import type { View } from "./view";

/** What an exhibit gets: the view, the shell, and a function to call when something has changed. */
export interface Hall { view: View; context: Context; root: THREE.Group; held(): Held; changed(): void }

/** One of the two exhibits of the mode. */
export interface Exhibit {
  readonly pair: Pair;
  /** Its part of the panel. */
  readonly controls: HTMLElement[];
  /** Called after a body has moved, or the colours or the language have changed. */
  update(): void;
  /** Called before each frame. */
  beforeFrame?(): void;
  pointed(picked: Picked | undefined): void;
  /** The parameters for the address. */
  state(): Record<string, string>;
  unmount(): void;
}
