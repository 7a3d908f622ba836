import { type Axis, type Box, decidingAxis, edges, fifteenAxes } from "../../explain/fifteen-axes";
import { cross, plus, scaled, type Vector } from "../../explain/vectors";
import { drawArrow, drawDot, drawLabel, drawLine, paint } from "../../kit/drawing/draw";
import { colourOf, short } from "../../kit/notation/figures";
import { slider } from "../../kit/panel/controls";
import type { Camera, Point, Stage } from "../../kit/stage/canvas";
import type { Text } from "../../shell/mode";
import { faded, type Theme } from "../../shell/theme";
import type { Lesson } from "../lesson";
import { project, turned, unitOf, type View, viewAlong } from "../orbit";
import { picture } from "../picture";
import { says } from "../says";

const SIN = Math.sin(Math.PI / 8);
const COS = Math.cos(Math.PI / 8);
/** A stands on an edge along z, B above it on one along x: only the product of these two edges parts them. */
const A: Box = { half: [0.75, 0.75, 1.2], position: [0, -1.0, 0], rotation: [0, 0, SIN, COS] };
const HALF_B: Vector = [1.2, 0.7, 0.7];
const STARTS = { turn: 28, height: 0.3 };
const QUARTER = 90;

export const space: Lesson = {
  id: "space",
  title: { en: "In space: edge × edge", zh: "三维：棱 × 棱" },
  intro: [{
    en: "Boxes in space have faces, whose normals are three rulers each. But two boxes may also pass edge by edge, like crossed roofs, and then no face normal shows the gap. The ruler that does is at right angles to both edges: their cross product. Three edges of A times three of B make nine more; fifteen in all.",
    zh: "三维的盒子有面，每个盒子的面法线提供三把标尺。但两个盒子也可能棱对棱地错开，像两个交叉的屋脊，这时没有任何面法线能显示间隙。能显示它的标尺与两条棱都垂直：两棱的叉积。A 的三种棱乘 B 的三种棱，又多九把；一共十五把。",
  }, {
    en: "Turn the view by the slider, or by dragging to the left and right. At 90° one looks along the ruler: both edges lie in the picture and cross, and of the gap nothing is seen. At 0° one looks across it: the edge of A is a point, and the gap is open.",
    zh: "用滑块或左右拖动来转动视角。90° 时沿着标尺看去：两条棱都落在画面里并交叉，间隙完全看不见。0° 时从侧面看：A 的棱成了一个点，间隙一览无余。",
  }],
  build(place, room) {
    const saved = room.remembered(2);
    let turn = Math.min(QUARTER, Math.max(0, saved?.[0] ?? STARTS.turn));
    let height = Math.min(1, Math.max(-0.4, saved?.[1] ?? STARTS.height));
    const boxB = (): Box => ({ half: HALF_B, position: [0, 1.0 + height, 0], rotation: [SIN, 0, 0, COS] });
    const changed = () => { room.remember([turn, height]); stage.redraw(); };
    const turnTo = (degrees: number) => { turn = Math.min(QUARTER, Math.max(0, degrees)); angle.set(turn); changed(); };
    const stage = picture<"view">(place, room, {
      label: {
        en: "Two boxes that pass edge by edge, and the ruler along the product of these edges. Left and right turn the view, up and down move B.",
        zh: "两个棱对棱错开的盒子，以及沿两棱叉积方向的标尺。左右键转动视角，上下键移动 B。",
      },
      view: { least: { x: -3.1, y: -2.6 }, most: { x: 3.1, y: 2.8 } },
      className: "tall", blank: true,
      draw: (drawn, theme) => {
        const axes = fifteenAxes(A, boxB());
        const ruler = axes.find((axis): axis is Axis => axis.id === "a2b0" && axis.direction !== undefined)!;
        const faces = axes.filter((axis): axis is Axis => axis.origin.of !== "edges" && axis.direction !== undefined);
        const largest = Math.max(...faces.map(({ gap }) => gap));
        draw(drawn, theme, { a: A, b: boxB(), ruler, view: viewOf(ruler, turn) });
        answer.say(`gap(Az × Bx) = ${short(ruler.gap)}   max gap(Ax … Bz) = ${short(largest)}`, follows(decidingAxis(axes), ruler, largest), ruler.gap);
      },
      handles: (camera) => ({
        pick: () => "view" as const,
        sideways: true,
        move: (_, by) => turnTo(turn - (by.x * camera.zoom * QUARTER) / 300),
      }),
      key: ({ key }) => {
        const [dt, dh] = { ArrowLeft: [-5, 0], ArrowRight: [5, 0], ArrowUp: [0, 0.05], ArrowDown: [0, -0.05] }[key] ?? [0, 0];
        if (dt === 0 && dh === 0) return false;
        height = Math.min(1, Math.max(-0.4, height + dh));
        lift.set(height);
        turnTo(turn + dt);
        return true;
      },
    });
    const answer = says(place);
    const angle = slider({ en: "Turn of the view", zh: "视角" }, { least: 0, most: QUARTER, step: 1, show: (v) => `${v}°` }, turn, (value) => { turn = value; changed(); });
    const lift = slider({ en: "Height of B", zh: "B 的高度" }, { least: -0.4, most: 1, step: 0.01, show: (v) => short(v) }, height, (value) => { height = value; changed(); });
    place.append(angle.element, lift.element);
    return stage;
  },
};

/** At 0° along the edge of A, with the ruler upright; at 90° down the ruler. */
function viewOf({ direction }: Axis, degrees: number): View {
  const edgeA = edges(A.rotation)[2];
  const start = viewAlong(edgeA, direction);
  // A tilt of the start, so that B's far edges do not lie on its near ones, goes as the view turns.
  return turned(start, start.right, (-degrees * Math.PI) / 180);
}

function follows(deciding: Axis, ruler: Axis, faces: number): Text {
  if (ruler.gap > 0 && faces <= 0) return { en: "No face shows a gap; this ruler does. They are apart, and six rulers would have said that they overlap.", zh: "没有任何面显示间隙，而这把标尺显示了。它们是分离的；若只有六把标尺，会误判为重叠。" };
  if (ruler.gap > 0) return { en: "Now a face shows a gap as well.", zh: "现在也有一个面显示间隙了。" };
  const least = deciding === ruler || deciding.id === ruler.id;
  return least
    ? { en: `All fifteen gaps are less than 0: they overlap, and least along this ruler, by ${short(-ruler.gap)}.`, zh: `十五个间隙都小于 0：它们重叠，沿这把标尺重叠最少，为 ${short(-ruler.gap)}。` }
    : { en: "All fifteen gaps are less than 0: they overlap.", zh: "十五个间隙都小于 0：它们重叠。" };
}

interface Scene { a: Box; b: Box; ruler: Axis; view: View }

function draw({ pen, camera }: Stage, theme: Theme, scene: Scene): void {
  const { a, b, ruler, view } = scene;
  for (const [box, side] of [[a, "a"], [b, "b"]] as const) drawBox(pen, camera, box, colourOf(theme, side), view, side === "a" ? 2 : 0, side === "a" ? ruler.direction : scaled(ruler.direction, -1));
  drawRuler(pen, camera, theme, scene);
}

const SIGNS = [-1, 1];

/** The faces that look at us, their edges, and the edge that is asked. */
function drawBox(pen: CanvasRenderingContext2D, camera: Camera, box: Box, colour: string, view: View, asked: number, outward: Vector): void {
  const directions = edges(box.rotation);
  const corner = (signs: readonly number[]) => directions.reduce<Vector>((at, edge, i) => plus(at, scaled(edge, signs[i] * box.half[i])), box.position);
  const screen = (at: Vector) => camera.toScreen(project(view, at));
  for (const axis of [0, 1, 2]) {
    for (const sign of SIGNS) {
      const outside = directions[axis].reduce((sum, part, i) => sum + sign * part * view.towards[i], 0);
      const ring = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([s, t]) => {
        const signs = [0, 0, 0];
        signs[axis] = sign;
        signs[(axis + 1) % 3] = s;
        signs[(axis + 2) % 3] = t;
        return screen(corner(signs));
      });
      const path = new Path2D();
      for (const { x, y } of ring) path.lineTo(x, y);
      path.closePath();
      paint(pen, path, outside > 1e-6 ? { fill: faded(colour, 0.1 + 0.12 * outside), stroke: colour, width: 2 } : { stroke: faded(colour, 0.35), width: 1, dash: [3, 4] });
    }
  }
  const [start, end] = edgeEnds(box, asked, outward).map(screen);
  drawLine(pen, start, end, { stroke: colour, width: 6 });
  for (const at of [start, end]) drawDot(pen, at, 5, { fill: colour });
}

/** The edge along one of the box's directions that is furthest outward. */
function edgeEnds(box: Box, along: number, outward: Vector): Vector[] {
  const middle = edges(box.rotation).reduce<Vector>((at, edge, i) => {
    const sign = Math.sign(edge.reduce((sum, part, k) => sum + part * outward[k], 0));
    return i === along ? at : plus(at, scaled(edge, sign * box.half[i]));
  }, box.position);
  const edge = scaled(edges(box.rotation)[along], box.half[along]);
  return [plus(middle, scaled(edge, -1)), plus(middle, edge)];
}

/** The ruler beside the boxes, and the gap between two planes at right angles to it. */
function drawRuler(pen: CanvasRenderingContext2D, camera: Camera, theme: Theme, { a, b, ruler, view }: Scene): void {
  const { direction, gap } = ruler;
  const aside = unitOf(cross(direction, edges(a.rotation)[2]));
  const place = (along: number, out: number): Point => camera.toScreen(project(view, plus(scaled(direction, along), scaled(aside, out))));
  const out = 2.35;
  drawLine(pen, place(ruler.a.least - 0.3, out), place(ruler.b.most + 0.3, out), { stroke: theme.muted, width: 1.5 });
  for (const [shadow, side, lane] of [[ruler.a, "a", 0.12], [ruler.b, "b", 0.28]] as const) {
    drawLine(pen, place(shadow.least, out + lane), place(shadow.most, out + lane), { stroke: colourOf(theme, side), width: 7 });
  }
  const colour = gap > 0 ? theme.gap : theme.overlap;
  const [from, to] = [ruler.a.most, ruler.b.least];
  const strip = new Path2D();
  for (const { x, y } of [place(from, -2.2), place(from, out), place(to, out), place(to, -2.2)]) strip.lineTo(x, y);
  strip.closePath();
  paint(pen, strip, { fill: faded(colour, 0.25), stroke: faded(colour, 0.8), width: 1.2 });
  const top = place(ruler.b.most + 0.35, out);
  const bottom = place(ruler.b.most + 0.1, out);
  drawArrow(pen, bottom, top, { stroke: theme.accent, width: 3 });
  drawLabel(pen, short(gap), place((from + to) / 2, -2.55), { colour, halo: theme.paper, size: 15, weight: 700 });
  drawLabel(pen, "Az × Bx", { x: top.x, y: top.y - 14 }, { colour: theme.accent, halo: theme.paper, size: 13, weight: 700 });
  drawTouchPoints(pen, camera, theme, { a, b, ruler, view });
}

/** The corners of the two edges' middles: where they pass each other. */
function drawTouchPoints(pen: CanvasRenderingContext2D, camera: Camera, theme: Theme, { a, b, ruler, view }: Scene): void {
  const middles = [edgeEnds(a, 2, ruler.direction), edgeEnds(b, 0, scaled(ruler.direction, -1))].map(([p, q]) => scaled(plus(p, q), 0.5));
  const [start, end] = middles.map((at) => camera.toScreen(project(view, at)));
  drawLine(pen, start, end, { stroke: ruler.gap > 0 ? theme.gap : theme.overlap, width: 3 });
}

