// What the package answers about two shapes as the address has them. A room of its own, because it needs the
// package's module.

import { d2 } from "clearance/d2";
import { shapeOf } from "../modes/two/pair";
import type { Answered, Placing } from "./programs";

export function ask(a: Placing, b: Placing): Answered {
  const [shapeA, shapeB] = [shapeOf(a.form), shapeOf(b.form)];
  try {
    const [placedA, placedB] = [shapeA.at(a), shapeB.at(b)];
    return { relation: d2.relation(placedA, placedB), distance: d2.clearance(placedA, placedB).distance };
  } finally {
    shapeA.free();
    shapeB.free();
  }
}
