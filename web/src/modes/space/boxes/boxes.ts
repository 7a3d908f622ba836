// Two boxes and their fifteen axes.

import { d3, type Relation } from "clearance/d3";
import * as THREE from "three";
import { type Axis, type Box, type Parallel, decidingAxis, edges, fifteenAxes, support } from "../../../explain/fifteen-axes";
import { type Vector, plus, scaled } from "../../../explain/vectors";
import { RELATIONS } from "../../../kit/notation/relations";
import { button, group, numbers, row, words } from "../../../kit/panel/controls";
import { write } from "../../../shell/language";
import type { Text } from "../../../shell/mode";
import { Body, NAMES, type Name, Pair, type Stand } from "../hall/body";
import { Label, Strokes } from "../hall/draw";
import type { Exhibit, Hall } from "../hall/exhibit";
import { figure } from "../hall/figures";
import { readStand, writeStand } from "../hall/state";
import { AxisList, axisName } from "./axis-list";
import { Shadows } from "./shadows";

const HALF: Record<Name, Vector> = { a: [0.9, 0.55, 0.7], b: [0.65, 0.8, 0.5] };
/** The distance of a letter from its face. */
const LETTER_OFF = 0.1;

interface Example { title: Text; a: Stand; b: Stand }

const straight = (position: Vector): Stand => ({ position, rotation: [0, 0, 0, 1] });
const turned = (position: Vector, x: number, y: number, z: number): Stand => {
  const rotation = new THREE.Quaternion().setFromEuler(new THREE.Euler(x, y, z));
  return { position, rotation: rotation.toArray() };
};

const EXAMPLES: readonly Example[] = [
  { title: { en: "Overlapping", zh: "重叠" }, a: turned([-0.55, 0, 0], 0.1, 0.3, 0), b: turned([0.55, 0.2, 0.1], 0.5, -0.4, 0.4) },
  { title: { en: "Parted by a face", zh: "由面分开" }, a: turned([-0.95, -0.1, 0], 0.1, 0.25, 0), b: turned([0.95, 0.15, 0.1], 0.5, -0.4, 0.5) },
  // No face separates them: only the cross product of two edges does.
  { title: { en: "Parted by two edges", zh: "由两棱分开" }, a: turned([0, -0.85, 0], 0, 0, Math.PI / 4), b: turned([0.1, 1.25, 0.05], Math.PI / 4, 0, 0) },
  { title: { en: "Parallel, touching", zh: "平行接触" }, a: straight([-0.9, 0, 0]), b: straight([0.65, 0.25, 0]) },
];

export class Boxes implements Exhibit {
  readonly pair: Pair;
  readonly controls: HTMLElement[];
  private readonly list: AxisList;
  private readonly shadows = new Shadows();
  private readonly feature = { a: new Strokes(5, { onTop: true }), b: new Strokes(5, { onTop: true }) };
  private readonly outlines = { a: new Strokes(2), b: new Strokes(2) };
  private readonly ghost = new Strokes(1.5, { dashed: true });
  private readonly letters: Record<Name, Label[]> = { a: threeLabels(), b: threeLabels() };
  private readonly verdict = words({ en: "", zh: "" }, "verdict space-verdict");
  private readonly figures = numbers([
    { en: "Largest gap of the 15", zh: "15 轴中最大间隙" }, { en: "clearance(a, b)", zh: "clearance(a, b)" }, { en: "relation(a, b)", zh: "relation(a, b)" },
  ]);
  private readonly deciding: HTMLButtonElement;
  /** The axis that the user has chosen, else the deciding one. */
  private chosen: string | undefined;
  private axes: (Axis | Parallel)[] = [];
  private drawn!: Axis;

  constructor(private readonly hall: Hall) {
    const { params } = hall.context;
    const body = (name: Name) => new Body(d3.Shape.box(HALF[name]), readStand(params.get(name)) ?? EXAMPLES[0][name]);
    this.pair = new Pair({ a: body("a"), b: body("b") });
    for (const name of NAMES) {
      const look = new THREE.MeshStandardMaterial({ roughness: 0.75, transparent: true, opacity: 0.86 });
      this.pair.bodies[name].object.add(new THREE.Mesh(new THREE.BoxGeometry(...scaled(HALF[name], 2)), look));
      hall.root.add(this.pair.bodies[name].object, this.feature[name].object, this.outlines[name].object, ...this.letters[name].map(({ object }) => object));
    }
    hall.root.add(this.shadows.object, this.ghost.object);
    this.chosen = params.get("axis") ?? undefined;
    this.list = new AxisList(fifteenAxes(this.box("a"), this.box("b")), (id) => this.choose(id));
    this.deciding = button({ en: "Show the deciding axis", zh: "显示决定轴" }, () => this.choose(undefined));
    this.controls = [
      this.verdict,
      group({ en: "The fifteen axes, and the gap on each: less than 0 is overlap", zh: "十五条轴及各轴上的间隙：小于 0 为重叠" }, this.list.element),
      row(this.deciding),
      this.figures.element,
      group({ en: "Examples", zh: "示例" }, row(...EXAMPLES.map((example) => button(example.title, () => this.show(example))))),
    ];
    this.verdict.setAttribute("role", "status");
  }

  update(): void {
    const { context } = this.hall;
    const [a, b] = [this.pair.bodies.a.placed, this.pair.bodies.b.placed];
    const relation = d3.relation(a, b);
    const clearance = d3.clearance(a, b);
    this.axes = fifteenAxes(this.box("a"), this.box("b"));
    const deciding = decidingAxis(this.axes);
    this.drawn = this.axes.find((axis): axis is Axis => axis.id === this.chosen && axis.direction !== undefined) ?? deciding;
    this.list.update(this.axes, deciding.id, this.drawn.id);
    this.deciding.disabled = this.drawn === deciding;
    write(this.verdict, verdict(relation, deciding, clearance.distance));
    this.figures.set([figure(deciding.gap, 6), figure(clearance.distance, 6), context.text(RELATIONS[relation])]);
    this.verdict.dataset.collides = String(relation !== "disjoint" && relation !== "touching");
    this.hall.view.canvas.dataset.relation = relation;
    this.paint(relation, plus(this.pair.bodies.b.stand.position, scaled(clearance.normal, Math.max(0, -clearance.distance))));
  }

  beforeFrame(): void {
    this.shadows.draw(this.drawn, { a: this.box("a"), b: this.box("b") }, this.hall.view, this.hall.context.theme());
  }

  pointed(): void {}

  state(): Record<string, string> {
    const { a, b } = this.pair.bodies;
    return { a: writeStand(a.stand), b: writeStand(b.stand), ...(this.chosen ? { axis: this.chosen } : {}) };
  }

  unmount(): void {
    this.pair.unmount();
  }

  private box(name: Name): Box {
    return { half: HALF[name], ...this.pair.bodies[name].stand };
  }
  private choose(id: string | undefined): void {
    this.chosen = id;
    this.hall.changed();
  }
  private show(example: Example): void {
    for (const name of NAMES) this.pair.bodies[name].stand = example[name];
    this.chosen = undefined;
    this.hall.changed();
  }

  /**
   * Draws colours, edges and letters; the features that the drawn axis comes from; and where the shortest way
   * out would put B.
   */
  private paint(relation: Relation, out: Vector): void {
    const theme = this.hall.context.theme();
    const collide = relation !== "disjoint" && relation !== "touching";
    for (const name of NAMES) {
      const own = name === "a" ? theme.first : theme.second;
      const { object } = this.pair.bodies[name];
      const mesh = object.children[0] as THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial>;
      mesh.material.color.set(collide ? theme.collision : own);
      this.outlines[name].set(boxEdges(this.box(name)), own);
      this.feature[name].set(featureOf(name, this.box(name), this.drawn), theme.ink);
      nameFaces(this.letters[name], name, this.box(name), own, theme.panel);
    }
    this.ghost.set(collide ? boxEdges({ ...this.box("b"), position: out }) : [], theme.ghost);
  }
}

/** The verdict as text, with the axis that gives it. */
function verdict(relation: Relation, deciding: Axis, distance: number): Text {
  const name = axisName(deciding.origin);
  const size = figure(Math.abs(deciding.gap));
  if (relation === "disjoint") {
    const corner = distance > deciding.gap * 1.000001;
    return {
      en: `Apart: their shadows on ${name} leave a gap, and one gap is proof.${corner ? " The distance is larger than the gap: the closest points lie askew." : ""}`,
      zh: `分离：两者在 ${name} 轴上的影子有间隙，一处间隙即可证明。${corner ? "距离大于间隙：最近点的连线不沿任何一条轴。" : ""}`,
    };
  }
  if (relation === "touching") {
    return { en: `Touching: on ${name} the shadows meet end to end, and no axis has a gap.`, zh: `接触：在 ${name} 轴上影子首尾相接，且没有任何轴有间隙。` };
  }
  return {
    en: `Overlapping: the shadows overlap on all fifteen. On ${name} they overlap least, by ${size}: that is the depth, and the way out.`,
    zh: `重叠：十五条轴上的影子全部重叠。${name} 轴上重叠最少，为 ${size}：这就是重叠深度与脱离方向。`,
  };
}

const SIGNS = [-1, 1];

/** The twelve edges, as ends. */
function boxEdges(box: Box): THREE.Vector3[] {
  return [0, 1, 2].flatMap((along) => SIGNS.flatMap((u) => SIGNS.flatMap((v) => edgeEnds(box, along, u, v))));
}
function edgeEnds(box: Box, along: number, u: number, v: number): THREE.Vector3[] {
  return SIGNS.map((sign) => corner(box, along, sign, u, v));
}
function corner(box: Box, along: number, sign: number, u: number, v: number): THREE.Vector3 {
  const directions = edges(box.rotation);
  const signs = [0, 0, 0];
  signs[along] = sign;
  signs[(along + 1) % 3] = u;
  signs[(along + 2) % 3] = v;
  return new THREE.Vector3(...directions.reduce<Vector>((at, edge, i) => plus(at, scaled(edge, signs[i] * box.half[i])), box.position));
}

/**
 * The feature of a box that an axis comes from: the outline of the face towards the other box, or an edge.
 */
function featureOf(name: Name, box: Box, axis: Axis): THREE.Vector3[] {
  const outward = scaled(axis.direction, name === "a" ? 1 : -1);
  const { origin } = axis;
  if (origin.of !== "edges" && origin.of !== name) return [];
  const along = origin.of === "edges" ? (name === "a" ? origin.edgeA : origin.edgeB) : origin.edge;
  const towards = sideOf(box, outward);
  const [u, v] = [(along + 1) % 3, (along + 2) % 3];
  if (origin.of === "edges") return edgeEnds(box, along, towards[u], towards[v]);
  const ring = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([s, t]) => corner(box, along, towards[along], s, t));
  return ring.flatMap((at, i) => [at, ring[(i + 1) % 4]]);
}

/** The signs, along each edge direction, of a box's farthest corner in a direction. */
function sideOf(box: Box, direction: Vector): number[] {
  const far = support(box, direction);
  return edges(box.rotation).map((edge) => Math.sign(edge.reduce((sum, part, i) => sum + part * (far[i] - box.position[i]), 0)) || 1);
}

function threeLabels(): Label[] {
  return [0, 1, 2].map(() => new Label());
}

/** Writes the name of the normal in front of each face perpendicular to an edge direction. */
function nameFaces(labels: readonly Label[], name: Name, box: Box, colour: string, halo: string): void {
  edges(box.rotation).forEach((edge, i) => {
    labels[i].set(axisName({ of: name, edge: i }), colour, halo);
    labels[i].object.position.set(...plus(box.position, scaled(edge, box.half[i] + LETTER_OFF)));
  });
}
