// A picture of the course: a canvas that always shows a whole part of the world, and takes drags of things,
// never of the paper, so that the page scrolls from it.

import { drawGrid } from "../kit/drawing/draw";
import { type Camera, createStage, type Point, type Stage } from "../kit/stage/canvas";
import { type Draggables, draggable } from "../kit/stage/pointer";
import { writeAttribute } from "../shell/language";
import type { Text } from "../shell/mode";
import type { Theme } from "../shell/theme";
import type { Room } from "./lesson";

export interface PictureOptions<T> {
  /** What it shows and which keys it takes, for those who do not see it. */
  label: Text;
  view: { least: Point; most: Point };
  draw(stage: Stage, theme: Theme): void;
  handles?(camera: Camera): Draggables<T>;
  /** Whether it knew the key. */
  key?(event: KeyboardEvent): boolean;
  /** Another height than the usual: a class. */
  className?: string;
  /** Without squared paper. */
  blank?: boolean;
}

const MARGIN = 10;

export function picture<T>(place: HTMLElement, room: Room, options: PictureOptions<T>): Stage {
  const host = document.createElement("div");
  host.className = `stage picture ${options.className ?? ""}`;
  place.append(host);
  const stage = createStage(host, {
    panning: false,
    opaque: true,
    resized: ({ camera }) => camera.show(options.view.least, options.view.most, MARGIN),
    draw: (drawn) => paint(drawn, options, room.context.theme()),
  });
  stage.canvas.setAttribute("role", "application");
  writeAttribute(stage.canvas, "aria-label", options.label);
  if (options.handles) draggable(stage, options.handles(stage.camera));
  stage.canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !options.key?.(event)) return;
    event.preventDefault();
    stage.redraw();
  });
  room.onChange(() => stage.redraw());
  return stage;
}

function paint<T>(stage: Stage, { draw, blank }: PictureOptions<T>, theme: Theme): void {
  const { pen, camera } = stage;
  pen.fillStyle = theme.paper;
  pen.fillRect(0, 0, camera.width, camera.height);
  if (!blank) drawGrid(pen, camera, theme.grid);
  draw(stage, theme);
}
