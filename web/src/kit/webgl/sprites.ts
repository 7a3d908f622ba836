// Draws many copies of a few outlines with WebGL2, each as a point: a square of pixels in which the outline's
// picture is turned and looked up. So a copy costs four numbers and one corner. Copies of triangles by
// instances would be the textbook's way; without a graphics card they took five times as long, because the
// software draws every instance by itself (measured with SwiftShader).
//
// A picture is drawn once by the canvas, 64 pixels wide, with smaller ones made of it (mipmaps), and these
// give the smooth edges. Limits: a copy is at most as large as the largest point, 64 pixels or more; the
// world's y points down, as on the screen.

import { GlNumbers, programOf, rgbOf } from "./gl";

/** A closed ring, x, y, x, y …, within a radius about its origin. */
export interface Outline { ring: ArrayLike<number>; radius: number }

export interface Copies {
  /** x, y, angle of each. */
  poses: Float64Array;
  /** The number of each one's outline. */
  outlineOf: Uint8Array;
  /** 1 for those in the second colour. */
  marks: Uint8Array;
  colours: readonly [string, string];
  /** As squares, which cost less. */
  plain: boolean;
}

const SIDE = 64;
const MOST_OUTLINES = 64;
const NUMBERS_OF_A_POSE = 3;
/** The picture's border is free, so that smaller pictures of it stay within theirs. */
const FILLED = 0.9;

const VERTEX = `
layout(location = 0) in vec3 pose;
layout(location = 1) in float outline;
layout(location = 2) in float marked;
uniform vec2 room;
uniform float zoom;
uniform float plain;
uniform float radii[${MOST_OUTLINES}];
uniform vec3 colours[2];
flat out vec3 colour;
flat out vec2 turn;
flat out float layer;
void main() {
  gl_Position = vec4(2.0 * pose.x / room.x - 1.0, 1.0 - 2.0 * pose.y / room.y, 0.0, 1.0);
  float size = 2.0 * radii[int(outline)] * zoom;
  gl_PointSize = plain > 0.5 ? max(2.0, 0.7 * size) : size / ${FILLED} + 1.0;
  turn = vec2(cos(pose.z), sin(pose.z)) * (size / ${FILLED} + 1.0) * ${FILLED} / size;
  layer = outline;
  colour = colours[int(marked)];
}`;

const FRAGMENT = `
precision highp float;
precision mediump sampler2DArray;
flat in vec3 colour;
flat in vec2 turn;
flat in float layer;
uniform sampler2DArray pictures;
uniform float plain;
out vec4 painted;
void main() {
  if (plain > 0.5) { painted = vec4(colour, 1.0); return; }
  vec2 at = gl_PointCoord - 0.5;
  vec2 turned = vec2(turn.x * at.x + turn.y * at.y, turn.x * at.y - turn.y * at.x);
  painted = vec4(colour, texture(pictures, vec3(turned + 0.5, layer), -0.5).a);
}`;

export class Sprites {
  #program: WebGLProgram;
  #poses: GlNumbers;
  #outlines: GlNumbers;
  #marks: GlNumbers;
  #radii: Float32Array;
  #narrow = new Float32Array(0);

  constructor(private readonly gl: WebGL2RenderingContext, outlines: readonly Outline[]) {
    this.#program = programOf(gl, VERTEX, FRAGMENT);
    [this.#poses, this.#outlines, this.#marks] = [new GlNumbers(gl), new GlNumbers(gl), new GlNumbers(gl)];
    this.#radii = Float32Array.from(outlines, ({ radius }) => radius);
    sendPictures(gl, outlines);
  }

  /** `zoom`: the pixels of a unit of the world. */
  draw({ poses, outlineOf, marks, colours, plain }: Copies, room: { width: number; height: number }, zoom: number): void {
    const { gl } = this;
    const place = (name: string) => gl.getUniformLocation(this.#program, name);
    gl.useProgram(this.#program);
    gl.uniform2f(place("room"), room.width, room.height);
    gl.uniform1f(place("zoom"), zoom);
    gl.uniform1f(place("plain"), plain ? 1 : 0);
    gl.uniform1fv(place("radii"), this.#radii);
    gl.uniform3fv(place("colours"), colours.flatMap(rgbOf));
    if (this.#narrow.length !== poses.length) this.#narrow = new Float32Array(poses.length);
    this.#narrow.set(poses);
    this.#poses.fill(this.#narrow);
    attribute(gl, 0, NUMBERS_OF_A_POSE, gl.FLOAT);
    this.#outlines.fill(outlineOf);
    attribute(gl, 1, 1, gl.UNSIGNED_BYTE);
    this.#marks.fill(marks);
    attribute(gl, 2, 1, gl.UNSIGNED_BYTE);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.drawArrays(gl.POINTS, 0, outlineOf.length);
    gl.disable(gl.BLEND);
    for (const index of [0, 1, 2]) gl.disableVertexAttribArray(index);
  }
}

/** An attribute of the buffer that is bound. */
function attribute(gl: WebGL2RenderingContext, index: number, size: number, kind: number): void {
  gl.enableVertexAttribArray(index);
  gl.vertexAttribPointer(index, size, kind, false, 0, 0);
}

/** A layer of a texture for each outline. */
function sendPictures(gl: WebGL2RenderingContext, outlines: readonly Outline[]): void {
  const kind = gl.TEXTURE_2D_ARRAY;
  gl.bindTexture(kind, gl.createTexture());
  gl.texStorage3D(kind, Math.log2(SIDE) + 1, gl.RGBA8, SIDE, SIDE, outlines.length);
  outlines.forEach((outline, layer) => {
    gl.texSubImage3D(kind, 0, 0, 0, layer, SIDE, SIDE, 1, gl.RGBA, gl.UNSIGNED_BYTE, pictureOf(outline));
  });
  gl.generateMipmap(kind);
  gl.texParameteri(kind, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST);
  for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(kind, axis, gl.CLAMP_TO_EDGE);
}

function pictureOf({ ring, radius }: Outline): Uint8Array {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SIDE, SIDE];
  const pen = canvas.getContext("2d", { willReadFrequently: true })!;
  const zoom = FILLED * SIDE / 2 / radius;
  pen.setTransform(zoom, 0, 0, zoom, SIDE / 2, SIDE / 2);
  pen.beginPath();
  for (let i = 0; i + 1 < ring.length; i += 2) pen.lineTo(ring[i], ring[i + 1]);
  pen.fill();
  return new Uint8Array(pen.getImageData(0, 0, SIDE, SIDE).data.buffer);
}
