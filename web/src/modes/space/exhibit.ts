import type * as THREE from "three";
import type { Context } from "../../shell/mode";
import type { Pair, Picked } from "./body";
import type { Held } from "./grab";
import type { View } from "./view";

/** What an exhibit is given: the window, the shell, and how to say that something has changed. */
export interface Hall { view: View; context: Context; root: THREE.Group; held(): Held; changed(): void }

/** One of the two things the mode shows. */
export interface Exhibit {
  readonly pair: Pair;
  /** Its part of the panel. */
  readonly controls: HTMLElement[];
  /** After a body has moved, or the colours or the language have changed. */
  update(): void;
  /** Before each frame. */
  beforeFrame?(): void;
  pointed(picked: Picked | undefined): void;
  /** What goes into the address. */
  state(): Record<string, string>;
  unmount(): void;
}
