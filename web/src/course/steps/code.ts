import type { Tongue } from "../../code/numbers";
import { codePanel } from "../../code/panel";
import { signedDistance } from "../../explain/minkowski";
import type { Side } from "../../explain/shadows";
import { row, select } from "../../kit/panel/controls";
import { coreOf, type Kind, KIND_NAMES, type Spec, withinLimits } from "../../modes/two/kinds";
import type { Item } from "../../modes/two/state";
import type { Lesson } from "../lesson";
import { picture } from "../picture";
import { type Piece, Pieces } from "../pieces";

const SPECS: Record<Side, Spec> = { a: { kind: "box", corners: 0 }, b: { kind: "polygon", corners: 5 } };
const CORNERS = 5;
/** Time to let go of a shape before the program is written. */
const REST_MS = 120;
/** The program is written before it is on show. */
const BEFORE = "400px";

export const code: Lesson = {
  id: "code",
  title: { en: "The same as code", zh: "写成代码" },
  intro: [{
    en: "The library does all of this in one call: exactly, for round and concave shapes too, with the distance and the two nearest points. Here are the two shapes of the picture as a program that runs as it stands. It prints what its comments say: what you see was asked of the library.",
    zh: "库用一次调用完成这一切：精确，也适用于圆形与凹形，并给出距离和最近的两点。下面是把图中两个形状写成的程序，可直接运行，输出与注释一致：注释中的结果就是向库询问得到的。",
  }],
  build(place, room) {
    const specs = structuredClone(SPECS);
    const pieces = new Pieces({ a: pieceOf(specs.a, -1.6, 0.2, 0.35), b: pieceOf(specs.b, 1.4, -0.2, 0.2) }, { x: 2.8, y: 1.2 }, room);
    let tongue: Tongue = "js";
    let [timer, isSeen] = [0, false];
    const panel = codePanel((next) => { tongue = next; tell(); });
    const tell = () => { if (isSeen) panel.show(itemOf(specs.a, pieces.of.a), itemOf(specs.b, pieces.of.b), tongue); };
    const stage = picture(place, room, {
      label: {
        en: "The two shapes of the program. A and B choose one, the arrow keys move it, with Shift left and right turn it.",
        zh: "程序中的两个形状。A、B 键选择，方向键移动，Shift 加左右键旋转。",
      },
      view: { least: { x: -4, y: -2.4 }, most: { x: 4, y: 2.4 } },
      draw: (drawn, theme) => {
        pieces.draw(drawn, theme, signedDistance(pieces.body("a"), pieces.body("b")) < 0);
        pieces.drawKnobs(drawn, theme);
        window.clearTimeout(timer);
        timer = window.setTimeout(tell, REST_MS);
      },
      handles: (camera) => pieces.handles(() => camera, () => stage.redraw()),
      key: (event) => pieces.key(event),
    });
    const kinds = KIND_NAMES.filter(({ value }) => coreOf({ kind: value, corners: CORNERS }) !== undefined);
    const choose = (side: Side, kind: Kind) => {
      specs[side] = { kind, corners: withinLimits(kind, CORNERS) };
      Object.assign(pieces.of[side], { ...shapeOf(specs[side]) });
      stage.redraw();
    };
    place.append(row(
      select<Kind>({ en: "Shape A", zh: "形状 A" }, kinds, specs.a.kind, (kind) => choose("a", kind)).element,
      select<Kind>({ en: "Shape B", zh: "形状 B" }, kinds, specs.b.kind, (kind) => choose("b", kind)).element,
    ), panel.element);
    // The package's module is fetched when one comes here, and not before.
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry.isIntersecting) return;
      watch.disconnect();
      isSeen = true;
      tell();
    }, { rootMargin: BEFORE });
    watch.observe(panel.element);
    return { unmount() { watch.disconnect(); window.clearTimeout(timer); stage.unmount(); } };
  },
};

function shapeOf(spec: Spec): Pick<Piece, "corners" | "radius"> {
  const { corners, radius } = coreOf(spec)!;
  return { corners: corners.map(([x, y]) => ({ x, y })), radius };
}

function pieceOf(spec: Spec, x: number, y: number, angle: number): Piece {
  return { ...shapeOf(spec), at: { x, y }, angle, turns: true };
}

function itemOf(spec: Spec, { at, angle }: Piece): Item {
  return { spec, pose: { position: [at.x, at.y], angle, scale: 1 } };
}
