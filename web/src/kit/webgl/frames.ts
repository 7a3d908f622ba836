// Draws the borders of many boxes with WebGL2. The boxes are numbers of a texture, and each corner looks up
// its own: so there is one call for all of them, without instances (sprites.ts says why), and nothing is
// computed twice.

import { programOf, rgbOf } from "./gl";

export interface Frames {
  /**
   * Least x, least y, most x, most y, level of each; those that come first are drawn over those that follow.
   */
  boxes: Float64Array;
  deepest: number;
  /** The levels whose lines are two pixels wide instead of one. */
  thickLevels: number;
  /** A colour for each level. */
  colours: readonly string[];
}

const NUMBERS = 5;
/** The boxes in a row of the texture, whose width is less than the least that WebGL2 promises, 2048. */
const IN_A_ROW = 256;
/** Four outer corners and four inner ones; two triangles for each of the four sides. */
const CORNERS = 8;
const SIDES = [0, 1, 2, 3].flatMap((i) => [i, (i + 1) % 4, 4 + i, 4 + i, (i + 1) % 4, 4 + (i + 1) % 4]);
/** Deeper levels have the colour of this one. */
const MOST_LEVELS = 64;

const VERTEX = `
precision highp sampler2D;
uniform sampler2D numbers;
uniform int count;
uniform vec2 room;
uniform float pixel;
uniform float deepest;
uniform float thickLevels;
uniform vec3 colours[${MOST_LEVELS}];
flat out vec3 colour;
float number(int box, int which) {
  return texelFetch(numbers, ivec2(${NUMBERS} * (box % ${IN_A_ROW}) + which, box / ${IN_A_ROW}), 0).r;
}
void main() {
  int corner = gl_VertexID % ${CORNERS};
  int box = count - 1 - gl_VertexID / ${CORNERS};
  float level = number(box, 4);
  if (level > deepest) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  float inset = corner < 4 ? 0.0 : level < thickLevels ? 2.0 * pixel : pixel;
  vec2 least = floor(vec2(number(box, 0), number(box, 1)) / pixel) * pixel;
  vec2 most = (floor(vec2(number(box, 2), number(box, 3)) / pixel) + 1.0) * pixel;
  bool left = corner % 4 == 0 || corner % 4 == 3, top = corner % 4 < 2;
  vec2 at = vec2(left ? least.x + inset : most.x - inset, top ? least.y + inset : most.y - inset);
  gl_Position = vec4(2.0 * at.x / room.x - 1.0, 1.0 - 2.0 * at.y / room.y, 0.0, 1.0);
  colour = colours[min(int(level), ${MOST_LEVELS - 1})];
}`;

const FRAGMENT = `
precision highp float;
flat in vec3 colour;
out vec4 painted;
void main() { painted = vec4(colour, 1.0); }`;

export class FrameDrawer {
  #program: WebGLProgram;
  #texture: WebGLTexture;
  #sides: WebGLBuffer;
  #sidesOf = 0;
  #numbers = new Float32Array(0);

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.#program = programOf(gl, VERTEX, FRAGMENT);
    this.#texture = gl.createTexture();
    this.#sides = gl.createBuffer();
  }

  /** `zoom`: the pixels of a unit of the world. */
  draw({ boxes, deepest, thickLevels, colours }: Frames, room: { width: number; height: number }, zoom: number): void {
    const count = boxes.length / NUMBERS;
    if (count === 0) return;
    const { gl } = this;
    const place = (name: string) => gl.getUniformLocation(this.#program, name);
    gl.useProgram(this.#program);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    this.#send(boxes);
    gl.uniform1i(place("numbers"), 1);
    gl.uniform1i(place("count"), count);
    gl.uniform2f(place("room"), room.width, room.height);
    gl.uniform1f(place("pixel"), 1 / zoom);
    gl.uniform1f(place("deepest"), Math.min(deepest, 1e6));
    gl.uniform1f(place("thickLevels"), thickLevels);
    gl.uniform3fv(place("colours"), colours.slice(0, MOST_LEVELS).flatMap(rgbOf));
    this.#useSides(count);
    gl.drawElements(gl.TRIANGLES, SIDES.length * count, gl.UNSIGNED_INT, 0);
    gl.activeTexture(gl.TEXTURE0);
  }

  /** Which corners make the sides of each box: the same for all, so it is sent again only for more boxes. */
  #useSides(count: number): void {
    const { gl } = this;
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#sides);
    if (count <= this.#sidesOf) return;
    this.#sidesOf = count;
    const indices = new Uint32Array(SIDES.length * count);
    for (let i = 0; i < indices.length; i++) indices[i] = CORNERS * Math.floor(i / SIDES.length) + SIDES[i % SIDES.length];
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  }

  /** Fills the bound texture; it grows, and never shrinks. */
  #send(boxes: Float64Array): void {
    const { gl } = this;
    const width = NUMBERS * IN_A_ROW;
    const rows = Math.ceil(boxes.length / width);
    if (this.#numbers.length < rows * width) {
      this.#numbers = new Float32Array(rows * width);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, width, rows, 0, gl.RED, gl.FLOAT, null);
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
    this.#numbers.set(boxes);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, rows, gl.RED, gl.FLOAT, this.#numbers);
  }
}
