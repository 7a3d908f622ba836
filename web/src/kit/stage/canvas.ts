import { dragBackground } from "./panning";

export interface Point { x: number; y: number }

/** The visible part of the world; y points up in the world and down on the screen. */
export class Camera {
  centre: Point = { x: 0, y: 0 };
  /** Screen pixels (CSS) per unit of the world. */
  zoom = 60;
  width = 1;
  height = 1;
  static readonly LEAST_ZOOM = 1e-3;
  static readonly MOST_ZOOM = 1e6;

  toScreen(world: Point): Point {
    return { x: this.width / 2 + (world.x - this.centre.x) * this.zoom, y: this.height / 2 - (world.y - this.centre.y) * this.zoom };
  }

  toWorld(screen: Point): Point {
    return { x: this.centre.x + (screen.x - this.width / 2) / this.zoom, y: this.centre.y - (screen.y - this.height / 2) / this.zoom };
  }

  /** Shows a whole rectangle of the world, with `margin` pixels around it. */
  show(least: Point, most: Point, margin = 24): void {
    this.centre = { x: (least.x + most.x) / 2, y: (least.y + most.y) / 2 };
    const across = Math.max(1, this.width - 2 * margin) / (most.x - least.x);
    const up = Math.max(1, this.height - 2 * margin) / (most.y - least.y);
    this.zoom = Math.min(across, up);
  }

  /** The visible part as text, for the address: the center, and how many units the shorter side shows. */
  toWords(): string {
    const span = Math.min(this.width, this.height) / this.zoom;
    return [this.centre.x, this.centre.y, span].map((number) => Number(number.toPrecision(5))).join(",");
  }

  /** Restores it on a canvas of any size; returns whether the text was valid. */
  showWords(words: string | null | undefined): boolean {
    const [x, y, span, ...more] = (words ?? "").split(",").map((word) => (word === "" ? NaN : Number(word)));
    if (more.length > 0 || ![x, y, span].every(Number.isFinite) || span <= 0) return false;
    this.centre = { x, y };
    this.zoom = Math.min(Camera.MOST_ZOOM, Math.max(Camera.LEAST_ZOOM, Math.min(this.width, this.height) / span));
    return true;
  }

  /** Moves the visible part by screen pixels. */
  pan(dx: number, dy: number): void {
    this.centre = { x: this.centre.x - dx / this.zoom, y: this.centre.y + dy / this.zoom };
  }

  /** Zooms in by `factor`; the point of the world under the screen's point `at` stays there. */
  zoomAt(at: Point, factor: number): void {
    const before = this.toWorld(at);
    this.zoom = Math.min(Camera.MOST_ZOOM, Math.max(Camera.LEAST_ZOOM, this.zoom * factor));
    const after = this.toWorld(at);
    this.centre = { x: this.centre.x + before.x - after.x, y: this.centre.y + before.y - after.y };
  }

  /**
   * Makes the pen draw in world units, y up; give line widths as pixels / zoom. Undo it with `pen.restore()`.
   */
  enterWorld(pen: CanvasRenderingContext2D): void {
    pen.save();
    const { zoom, centre } = this;
    pen.transform(zoom, 0, 0, -zoom, this.width / 2 - centre.x * zoom, this.height / 2 + centre.y * zoom);
  }
}

/** A canvas that fills its host at the screen's own resolution, and a camera. */
export interface Stage {
  readonly canvas: HTMLCanvasElement;
  /** Draws in CSS pixels, y down. */
  readonly pen: CanvasRenderingContext2D;
  readonly camera: Camera;
  /** Draws once, before the next frame, however often it is called. */
  redraw(): void;
  unmount(): void;
}

export interface StageOptions {
  draw(stage: Stage): void;
  /** Called after the size of the canvas has changed (and when it is first known); place the camera here. */
  resized?(stage: Stage): void;
  /** Whether the user can move the view: drag the background, wheel, pinch. True by default. */
  panning?: boolean;
  /** Called after the user has moved the view. */
  viewed?(): void;
  /**
   * Whether `draw` fills the whole canvas: it is laid over the page in two thirds of the time then, where
   * there is no graphics card.
   */
  opaque?: boolean;
}

export function createStage(host: HTMLElement, options: StageOptions): Stage {
  const canvas = document.createElement("canvas");
  canvas.tabIndex = 0;
  host.append(canvas);
  const pen = canvas.getContext("2d", { alpha: !options.opaque })!;
  let frame = 0;
  const stage: Stage = {
    canvas, pen, camera: new Camera(),
    redraw() {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => { frame = 0; options.draw(stage); });
    },
    unmount() {
      cancelAnimationFrame(frame);
      observer.disconnect();
      canvas.remove();
    },
  };
  const observer = new ResizeObserver(() => {
    fit(stage);
    options.resized?.(stage);
    options.draw(stage); // immediately, since a resized canvas is blank
  });
  fit(stage);
  options.resized?.(stage);
  observer.observe(canvas);
  if (options.panning !== false) dragBackground(stage, options.viewed);
  stage.redraw();
  return stage;
}

function fit({ canvas, pen, camera }: Stage): void {
  const ratio = window.devicePixelRatio || 1;
  camera.width = canvas.clientWidth || 1;
  camera.height = canvas.clientHeight || 1;
  canvas.width = Math.round(camera.width * ratio);
  canvas.height = Math.round(camera.height * ratio);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
}

/** The longest step of an animation, in seconds: after a tab was inactive, nothing jumps. */
const LONGEST_STEP = 0.1;

/** Calls `step` before every frame with the seconds since the last one; returns a function that stops it. */
export function animate(step: (seconds: number) => void): () => void {
  let last = performance.now();
  let frame = requestAnimationFrame(function tick(now) {
    frame = requestAnimationFrame(tick);
    const seconds = Math.min(LONGEST_STEP, Math.max(0, (now - last) / 1000));
    last = now;
    step(seconds);
  });
  return () => cancelAnimationFrame(frame);
}
