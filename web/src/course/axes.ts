// Two shapes and the rulers of their separating axes, one of them on show: what several lessons are made of.

import { shadows, type Shadows } from "../explain/shadows";
import { short } from "../kit/notation/figures";
import { choice } from "../kit/panel/controls";
import { drawLight, drawRulers, type ShadowScene } from "../kit/shadows/drawing";
import type { Stage } from "../kit/stage/canvas";
import type { Text } from "../shell/mode";
import type { Theme } from "../shell/theme";
import type { Built, Room } from "./lesson";
import { picture } from "./picture";
import { Pieces, type Piece } from "./pieces";
import { says } from "./says";

export interface AxesOptions {
  a: Piece;
  b: Piece;
  label: Text;
  /** The names of the axes, in order; there are always as many. */
  names: readonly Text[];
  /** What the picture says of all axes. */
  follows(all: Shadows): Text;
}

const VIEW = { least: { x: -4, y: -2.9 }, most: { x: 4, y: 2.9 } };
const REACH = { x: 2.4, y: 1.2 };

export function axesPicture(place: HTMLElement, room: Room, options: AxesOptions): Built {
  const pieces = new Pieces({ a: options.a, b: options.b }, REACH, room);
  let chosen: number | undefined;
  const all = () => shadows(pieces.body("a"), pieces.body("b"));
  const stage = picture(place, room, {
    label: options.label,
    view: VIEW,
    className: "tall",
    draw: (drawn, theme) => {
      const seen = all();
      const shown = chosen !== undefined && chosen < seen.axes.length ? chosen : seen.deciding;
      paint(drawn, theme, pieces, seen, shown);
      const gaps = seen.axes.map(({ gap }) => short(gap));
      answer.say(`gap = ${gaps.length > 1 ? `max(${gaps.join(", ")}) = ` : ""}${short(seen.axes[seen.deciding].gap)}`, options.follows(seen), seen.axes[seen.deciding].gap);
    },
    handles: (camera) => pieces.handles(() => camera, () => stage.redraw()),
    key: (event) => pieces.key(event),
  });
  const show = choice<string>({ en: "Ruler on show", zh: "显示的标尺" }, [
    { value: "deciding", label: { en: "the one that decides", zh: "起决定作用的" } },
    ...options.names.map((label, i) => ({ value: String(i), label })),
  ], "deciding", (value) => { chosen = value === "deciding" ? undefined : Number(value); stage.redraw(); });
  const answer = says(place);
  place.append(show.element);
  return stage;
}

function paint(stage: Stage, theme: Theme, pieces: Pieces, seen: Shadows, shown: number): void {
  const bodies = { a: pieces.body("a"), b: pieces.body("b") };
  const scene: ShadowScene = { shadows: seen, bodies, around: pieces.around(stage.camera), shown, all: true, theme };
  drawLight(stage, scene);
  pieces.draw(stage, theme, seen.axes[seen.deciding].gap < 0);
  drawRulers(stage, scene);
  pieces.drawKnobs(stage, theme);
}
