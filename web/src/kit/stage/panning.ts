import type { Point, Stage } from "./canvas";

/** A notch of the wheel is about 100 pixels; each pixel zooms by this factor. */
const WHEEL_FACTOR = 1.0015;

/** The position of an event or a touch on the canvas, in CSS pixels. */
export function onCanvas(canvas: HTMLCanvasElement, event: { clientX: number; clientY: number }): Point {
  const frame = canvas.getBoundingClientRect();
  return { x: event.clientX - frame.left, y: event.clientY - frame.top };
}

/**
 * Drags the view if nothing else has taken the pointer (`draggable` takes its own); zooms with the wheel and
 * with two fingers. On a phone one finger that moves up or down scrolls the page (style.css), and two move
 * the view.
 */
export function dragBackground(stage: Stage, viewed?: () => void): void {
  const { canvas, camera } = stage;
  const fingers = new Map<number, Point>();
  const moved = () => { stage.redraw(); viewed?.(); };

  canvas.addEventListener("touchstart", (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
  canvas.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary && fingers.size === 0) return; // the first finger holds a shape
    if (event.button === 2) return;
    fingers.set(event.pointerId, onCanvas(canvas, event));
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const after = onCanvas(canvas, event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(stage, other, before, after);
    else camera.pan(after.x - before.x, after.y - before.y);
    fingers.set(event.pointerId, after);
    moved();
  });
  for (const name of ["pointerup", "pointercancel"] as const) {
    canvas.addEventListener(name, (event) => fingers.delete(event.pointerId));
  }
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    camera.zoomAt(onCanvas(canvas, event), WHEEL_FACTOR ** -event.deltaY);
    moved();
  }, { passive: false });
}

/** One of two fingers has moved: their midpoint pans, their distance zooms. */
function pinch({ camera }: Stage, other: Point, before: Point, after: Point): void {
  const apart = (p: Point) => Math.max(1, Math.hypot(p.x - other.x, p.y - other.y));
  camera.pan((after.x - before.x) / 2, (after.y - before.y) / 2);
  camera.zoomAt({ x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 }, apart(after) / apart(before));
}
