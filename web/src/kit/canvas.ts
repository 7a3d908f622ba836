import { dragBackground } from "./panning";

export interface Point { x: number; y: number }

/** Which part of the world is on show: the world's y points up, the screen's down. */
export class Camera {
  centre: Point = { x: 0, y: 0 };
  /** Screen pixels (CSS) to a unit of the world. */
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

  /** Shows a rectangle of the world whole, with `margin` pixels around it. */
  show(least: Point, most: Point, margin = 24): void {
    this.centre = { x: (least.x + most.x) / 2, y: (least.y + most.y) / 2 };
    const across = Math.max(1, this.width - 2 * margin) / (most.x - least.x);
    const up = Math.max(1, this.height - 2 * margin) / (most.y - least.y);
    this.zoom = Math.min(across, up);
  }

  /** What is on show in a few words, for the address: the middle, and how many units the shorter side spans. */
  toWords(): string {
    const span = Math.min(this.width, this.height) / this.zoom;
    return [this.centre.x, this.centre.y, span].map((number) => Number(number.toPrecision(5))).join(",");
  }

  /** Shows it again, on a canvas of whatever size; says whether the words could be used. */
  showWords(words: string | null | undefined): boolean {
    const [x, y, span, ...more] = (words ?? "").split(",").map((word) => (word === "" ? NaN : Number(word)));
    if (more.length > 0 || ![x, y, span].every(Number.isFinite) || span <= 0) return false;
    this.centre = { x, y };
    this.zoom = Math.min(Camera.MOST_ZOOM, Math.max(Camera.LEAST_ZOOM, Math.min(this.width, this.height) / span));
    return true;
  }

  /** Moves what is on show by screen pixels. */
  pan(dx: number, dy: number): void {
    this.centre = { x: this.centre.x - dx / this.zoom, y: this.centre.y + dy / this.zoom };
  }

  /** Nearer by `factor`, the world under the screen's point `at` staying there. */
  zoomAt(at: Point, factor: number): void {
    const before = this.toWorld(at);
    this.zoom = Math.min(Camera.MOST_ZOOM, Math.max(Camera.LEAST_ZOOM, this.zoom * factor));
    const after = this.toWorld(at);
    this.centre = { x: this.centre.x + before.x - after.x, y: this.centre.y + before.y - after.y };
  }

  /** The pen then draws in world units, y up; give line widths as pixels / zoom. Undo with `pen.restore()`. */
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
  /** Draws once, before the next frame, however often it is asked. */
  redraw(): void;
  unmount(): void;
}

export interface StageOptions {
  draw(stage: Stage): void;
  /** After the canvas has got another size (first of all: its first); place the camera here. */
  resized?(stage: Stage): void;
  /** May the reader move the view: drag the background, wheel, pinch. Default true. */
  panning?: boolean;
  /** After the reader has moved the view. */
  viewed?(): void;
}

export function createStage(host: HTMLElement, options: StageOptions): Stage {
  const canvas = document.createElement("canvas");
  canvas.tabIndex = 0;
  host.append(canvas);
  const pen = canvas.getContext("2d")!;
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
    options.draw(stage); // at once: a canvas that was resized is blank
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

/** Longest step handed to an animation, in seconds: a tab that slept does not leap. */
const LONGEST_STEP = 0.1;

/** Calls `step` before every frame with the seconds since the last; returns how to stop. */
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
