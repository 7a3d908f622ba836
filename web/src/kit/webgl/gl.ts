// The few steps of WebGL2 that every drawer takes: a context, programs, lists of numbers.

/** A context, or none where the browser has no WebGL2. */
export function glOf(canvas: HTMLCanvasElement): WebGL2RenderingContext | undefined {
  const options = { alpha: false, antialias: false, depth: false, stencil: false };
  return (canvas.getContext("webgl2", options) as WebGL2RenderingContext | null) ?? undefined;
}

/** Whether the processor draws in the graphics card's place. Some browsers tell by a name of their own. */
export function isSoftware(gl: WebGL2RenderingContext): boolean {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** A program of two shaders; one that does not compile is a bug, and says why. */
export function programOf(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, `#version 300 es\n${source}`);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const logs = (gl.getAttachedShaders(program) ?? []).map((shader) => gl.getShaderInfoLog(shader));
    throw new Error(`a shader does not compile: ${[...logs, gl.getProgramInfoLog(program)].join(" ")}`);
  }
  return program;
}

/** Numbers per corner, kept on the graphics card. */
export class GlNumbers {
  readonly buffer: WebGLBuffer;
  #bytes = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.buffer = gl.createBuffer();
  }

  /** Fills it, and binds it. */
  fill(numbers: Float32Array | Uint8Array): void {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    if (numbers.byteLength > this.#bytes) {
      this.#bytes = numbers.byteLength;
      gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
    } else {
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, numbers);
    }
  }
}

/** A colour (#rrggbb) as red, green, blue of 0…1. */
export function rgbOf(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1, 7), 16);
  return [(value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255];
}
