import type { Point, Stage } from "./canvas";
import { onCanvas } from "./panning";

/** How near a pointer must be to grab something, in CSS pixels. */
const MOUSE_REACH = 8;
const FINGER_REACH = 26;

/** The objects that can be dragged, in world coordinates. */
export interface Draggables<T> {
  /** The object at a point, or within `reach` of it; undefined leaves the drag to the background. */
  pick(at: Point, reach: number): T | undefined;
  /** The held object has been dragged by `by` since the last call; the pointer is now at `at`. */
  move(held: T, by: Point, at: Point): void;
  taken?(held: T, at: Point): void;
  released?(held: T): void;
  /** The object under the mouse. */
  over?(what: T | undefined): void;
  /**
   * Only drags to the left and right count: a finger that moves up or down scrolls the page, even on an
   * object.
   */
  sideways?: boolean;
}

/** Dragging by mouse, pen and any number of fingers, each with its own object. It ends with the canvas. */
export function draggable<T>(stage: Stage, what: Draggables<T>): void {
  const { canvas, camera } = stage;
  const held = new Map<number, { thing: T; at: Point }>();
  const reach = (event: PointerEvent) => (event.pointerType === "mouse" ? MOUSE_REACH : FINGER_REACH) / camera.zoom;
  const where = (event: PointerEvent) => camera.toWorld(onCanvas(canvas, event));

  // Where a finger on empty paper scrolls the page (`touch-action: pan-y`), one on an object does not.
  canvas.addEventListener("touchstart", (event) => {
    const isHeld = [...event.changedTouches].some((touch) => what.pick(camera.toWorld(onCanvas(canvas, touch)), FINGER_REACH / camera.zoom) !== undefined);
    if (isHeld && !what.sideways) event.preventDefault();
  }, { passive: false });

  // In the capture phase, so that the background comes later.
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const at = where(event);
    const thing = what.pick(at, reach(event));
    if (thing === undefined) return;
    event.stopImmediatePropagation();
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, { thing, at });
    canvas.style.cursor = "grabbing";
    what.taken?.(thing, at);
    stage.redraw();
  }, { capture: true });

  canvas.addEventListener("pointermove", (event) => {
    const at = where(event);
    const hold = held.get(event.pointerId);
    if (!hold) {
      if (event.pointerType === "mouse" && event.buttons === 0) hover(what.pick(at, reach(event)));
      return;
    }
    what.move(hold.thing, { x: at.x - hold.at.x, y: at.y - hold.at.y }, at);
    hold.at = at;
    stage.redraw();
  });

  const hover = (thing: T | undefined) => {
    canvas.style.cursor = thing === undefined ? "default" : "grab";
    what.over?.(thing);
  };
  const release = (event: PointerEvent) => {
    const hold = held.get(event.pointerId);
    if (!hold) return;
    held.delete(event.pointerId);
    canvas.style.cursor = "grab";
    what.released?.(hold.thing);
    stage.redraw();
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
}
