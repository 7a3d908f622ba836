/** Gives the keyboard focus to the drawing, unless the user is moving from control to control with keys. */
export function takeFocus(canvas: HTMLCanvasElement): void {
  const active = document.activeElement;
  if (!active || active === document.body || active.matches(":focus-visible")) return;
  canvas.focus({ preventScroll: true });
}

/** Whether the user prefers reduced motion: then nothing starts to move by itself. */
export function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
