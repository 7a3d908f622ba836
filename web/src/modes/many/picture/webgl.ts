// The picture with WebGL: a canvas of its own over that of the stage, which still has the focus and the
// pointer.

import { FrameDrawer } from "../../../kit/webgl/frames";
import { glOf, isSoftware, rgbOf } from "../../../kit/webgl/gl";
import { Sprites } from "../../../kit/webgl/sprites";
import type { Theme } from "../../../shell/theme";
import type { Piece } from "../world/pieces";
import { depthColours } from "./colours";
import { type Picture, shapeColours, THICK_LEVELS } from "./paint";

export class WebGlPainter {
  #sprites: Sprites;
  #frames: FrameDrawer;
  readonly isSlow: boolean;

  /** None where the browser has no WebGL2. */
  static in(host: HTMLElement, pieces: readonly Piece[]): WebGlPainter | undefined {
    const canvas = document.createElement("canvas");
    const gl = glOf(canvas);
    return gl && new WebGlPainter(host, canvas, gl, pieces);
  }

  private constructor(host: HTMLElement, readonly canvas: HTMLCanvasElement, private readonly gl: WebGL2RenderingContext, pieces: readonly Piece[]) {
    canvas.className = "over";
    canvas.setAttribute("aria-hidden", "true");
    host.querySelector("canvas")!.after(canvas); // below the magnifying glass
    this.#sprites = new Sprites(gl, pieces.map(({ rings: [ring], radius }) => ({ ring, radius })));
    this.#frames = new FrameDrawer(gl);
    this.isSlow = isSoftware(gl);
  }

  /** Whether the browser has taken the graphics card away; another painter may get it again. */
  get isLost(): boolean {
    return this.gl.isContextLost();
  }

  paint({ world, boxes, deepest, levels, dots }: Picture, pixels: { width: number; height: number }, theme: Theme): void {
    const { gl, canvas } = this;
    if (canvas.width !== pixels.width) canvas.width = pixels.width;
    if (canvas.height !== pixels.height) canvas.height = pixels.height;
    gl.viewport(0, 0, pixels.width, pixels.height);
    gl.clearColor(...rgbOf(theme.paper), 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const zoom = pixels.width / world.width;
    const room = { width: world.width, height: pixels.height / zoom };
    this.#frames.draw({ boxes, deepest, thickLevels: THICK_LEVELS, colours: depthColours(levels, theme) }, room, zoom);
    const { poses, pieceOf, touching } = world;
    this.#sprites.draw({ poses, outlineOf: pieceOf, marks: touching, colours: shapeColours(theme), plain: dots }, room, zoom);
  }

  free(): void {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
    this.canvas.remove();
  }
}
