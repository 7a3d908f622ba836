/** Keys go to the drawing, unless the reader is moving from control to control with them. */
export function takeFocus(canvas: HTMLCanvasElement): void {
  const active = document.activeElement;
  if (!active || active === document.body || active.matches(":focus-visible")) return;
  canvas.focus({ preventScroll: true });
}

/** Whether the reader has asked the system for less motion: nothing then starts to move by itself. */
export function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
