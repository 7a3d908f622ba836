// The user's choices. Lengths in metres, times in seconds, angles in degrees as they are shown.

export type Kind = "bullet" | "rod";

export interface State {
  kind: Kind;
  /** The speed of the bullet, in metres per second. */
  speed: number;
  /** The speed of the rod, in turns per second. */
  spin: number;
  /** The thickness of the wall, or the diameter of the post, in centimetres. */
  thickness: number;
  framesPerSecond: number;
  /** The angle of the wall from upright. */
  tilt: number;
  /** The position of the wall along the bullet's path. */
  wall: number;
  post: { x: number; y: number };
  /** The number of frames since the start. */
  time: number;
}

export interface Limits { least: number; most: number; step: number }

export const LIMITS = {
  speed: { least: 5, most: 400, step: 5 },
  spin: { least: 0.5, most: 20, step: 0.5 },
  thickness: { least: 1, most: 100, step: 1 },
  framesPerSecond: { least: 10, most: 240, step: 5 },
  tilt: { least: -45, most: 45, step: 5 },
} satisfies Record<string, Limits>;

/** The bullet flies from minus to plus this, in metres; the rod and the post stay within it. */
export const FIELD = 5;

const START: State = {
  kind: "bullet", speed: 180, spin: 9, thickness: 10, framesPerSecond: 60, tilt: 0, wall: 0.4, post: { x: 0.2, y: 1.25 }, time: 0,
};

export function readState(params: URLSearchParams): State {
  const number = (name: string, { least, most }: { least: number; most: number }, otherwise: number) => {
    const word = params.get(name);
    const value = word === null || word.trim() === "" ? Number.NaN : Number(word);
    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : otherwise;
  };
  const place = { least: -FIELD, most: FIELD };
  return {
    kind: params.get("kind") === "rod" ? "rod" : "bullet",
    speed: number("speed", LIMITS.speed, START.speed),
    spin: number("spin", LIMITS.spin, START.spin),
    thickness: number("thick", LIMITS.thickness, START.thickness),
    framesPerSecond: number("fps", LIMITS.framesPerSecond, START.framesPerSecond),
    tilt: number("tilt", LIMITS.tilt, START.tilt),
    wall: number("wall", place, START.wall),
    post: { x: number("x", place, START.post.x), y: number("y", place, START.post.y) },
    time: number("t", { least: 0, most: Number.MAX_SAFE_INTEGER }, START.time),
  };
}

export function stateParams(state: State): Record<string, string> {
  const common = { kind: state.kind, thick: String(state.thickness), fps: String(state.framesPerSecond), t: state.time.toFixed(2) };
  if (state.kind === "rod") {
    return { ...common, spin: String(state.spin), x: state.post.x.toFixed(3), y: state.post.y.toFixed(3) };
  }
  return { ...common, speed: String(state.speed), tilt: String(state.tilt), wall: state.wall.toFixed(3) };
}
