// One axis drawn in 3D: a ruler beside the boxes in its direction, the projections of both boxes on it, and
// the gap or overlap.

import * as THREE from "three";
import { type Axis, type Box, support } from "../../../explain/fifteen-axes";
import type { Theme } from "../../../shell/theme";
import { Arrow, Label, Strokes } from "../hall/draw";
import { figure } from "../hall/figures";
import type { View } from "../hall/view";
import { axisName } from "./axis-list";

/**
 * The distance of the ruler from the boxes' centers, in units of the world; the second shadow is a little
 * further.
 */
const BESIDE = 1.75;
const BETWEEN_SHADOWS = 0.14;
const RULER_BEYOND = 0.45;

export class Shadows {
  readonly object = new THREE.Group();
  private readonly ruler = new Strokes(1.5, { onTop: true });
  private readonly rays = { a: new Strokes(1.5, { dashed: true }), b: new Strokes(1.5, { dashed: true }) };
  private readonly bars = { a: new Strokes(8, { onTop: true }), b: new Strokes(8, { onTop: true }) };
  private readonly between = new Strokes(14, { onTop: true });
  private readonly arrow = new Arrow(0.5);
  private readonly name = new Label();
  private readonly size = new Label();

  constructor() {
    this.object.add(this.ruler.object, this.between.object, this.arrow.object, this.name.object, this.size.object);
    for (const name of ["a", "b"] as const) this.object.add(this.rays[name].object, this.bars[name].object);
  }

  /** Puts the ruler where the user sees it beside the boxes: across the line of sight. */
  draw(axis: Axis, boxes: { a: Box; b: Box }, view: View, theme: Theme): void {
    const along = new THREE.Vector3(...axis.direction);
    const middle = new THREE.Vector3(...boxes.a.position).add(new THREE.Vector3(...boxes.b.position)).multiplyScalar(0.5);
    const aside = sideways(along, view);
    const base = middle.addScaledVector(aside, BESIDE).addScaledVector(along, -middle.dot(along));
    const at = (along_: number, out: number) => base.clone().addScaledVector(along, along_).addScaledVector(aside, out * BETWEEN_SHADOWS);

    const least = Math.min(axis.a.least, axis.b.least) - RULER_BEYOND;
    const most = Math.max(axis.a.most, axis.b.most) + RULER_BEYOND;
    this.ruler.set([at(least, 0), at(most, 0)], theme.muted);
    this.arrow.set(at(most - 0.5, 0), along, theme.muted);
    this.bars.a.set([at(axis.a.least, -1), at(axis.a.most, -1)], theme.first);
    this.bars.b.set([at(axis.b.least, 1), at(axis.b.most, 1)], theme.second);
    const apart = axis.gap > 0;
    this.between.set([at(axis.a.most, 0), at(axis.b.least, 0)], apart ? theme.gap : theme.overlap);
    this.name.set(axisName(axis.origin), theme.ink, theme.paper);
    this.name.object.position.copy(at(most - 0.1, 2.2));
    this.size.set(figure(axis.gap), apart ? theme.gap : theme.overlap, theme.paper);
    this.size.object.position.copy(at((axis.a.most + axis.b.least) / 2, 2.8));
    this.castRays("a", boxes.a, axis, along, (v) => at(v, -1), theme.first);
    this.castRays("b", boxes.b, axis, along, (v) => at(v, 1), theme.second);
  }

  /** Lines from the farthest corners along the axis, in both directions, to the ends of their shadow. */
  private castRays(name: "a" | "b", box: Box, axis: Axis, along: THREE.Vector3, at: (along: number) => THREE.Vector3, colour: string): void {
    const { x, y, z } = along;
    const ends = [support(box, [-x, -y, -z]), support(box, [x, y, z])].map((corner) => new THREE.Vector3(...corner));
    this.rays[name].set([ends[0], at(axis[name].least), ends[1], at(axis[name].most)], colour);
  }
}

/** The direction across the axis and the line of sight, downwards or to the right on the screen. */
function sideways(along: THREE.Vector3, view: View): THREE.Vector3 {
  const { right, up, back } = view.axes();
  const aside = new THREE.Vector3().crossVectors(along, back);
  if (aside.length() < 1e-3) aside.copy(up).negate(); // the user looks along the axis
  aside.normalize();
  const down = -aside.dot(up);
  const sign = Math.abs(down) > 0.25 ? Math.sign(down) : Math.sign(aside.dot(right)) || 1;
  return aside.multiplyScalar(sign);
}
