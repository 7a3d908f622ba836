// A fast object and a thin one, tested in two ways: at each frame, and along the motion between frames.

import { d2 } from "clearance/d2";
import { FIELD, type State } from "./state";

export interface Pose { position: readonly [number, number]; angle: number; scale: number }

/** The result of the discrete test. */
export interface Discrete {
  /** The first frame at which the two overlap, and how deep. */
  seen?: { frame: number; depth: number };
}

/** The result of the continuous test. */
export interface Continuous {
  hit?: {
    /** The impact is between this frame and the next. */
    frame: number;
    /** The time, as a fraction of that frame. */
    part: number;
    point: readonly [number, number];
    /** The normal, out of the obstacle. */
    normal: readonly [number, number];
  };
}

export interface Experiment {
  mover: d2.Shape;
  /** Corners, x, y, x, y …, counter-clockwise. */
  moverRing: Float64Array;
  obstacle: d2.Shape;
  obstacleRing: Float64Array;
  obstaclePose: Pose;
  /** The duration. */
  frames: number;
  /** How far the fastest point moves in a frame, in metres. */
  stride: number;
  discrete: Discrete;
  continuous: Continuous;
  /** The probability, over all offsets of the frames, that a frame shows the obstacle overlapped. */
  chance: number;
  /** The pose of the moving object this many frames after the start. */
  at(time: number): Pose;
  free(): void;
}

/** The bullet: a body and a pointed nose; 54 cm long, so that it is visible. */
const BULLET = [[-0.27, -0.13], [0.07, -0.13], [0.27, 0], [0.07, 0.13], [-0.27, 0.13]] as const;
const BULLET_START = -FIELD + 0.6;
const WALL_HALF_HEIGHT = 1.25;
const ROD_HALF = [1.7, 0.06] as const;
/** The number of corners of a drawn circle. */
const CIRCLE_CORNERS = 64;
/** The number of times between two frames that are tested to estimate the probability. */
const SAMPLES = 2000;
const CENTIMETRES = 100;
const DEGREE = Math.PI / 180;

type Parts = Pick<Experiment, "mover" | "moverRing" | "obstacle" | "obstacleRing" | "obstaclePose" | "frames" | "stride" | "at"> & { by: readonly [number, number]; turn: number };

export function makeExperiment(state: State): Experiment {
  const parts = state.kind === "bullet" ? bullet(state) : rod(state);
  const { mover, obstacle } = parts;
  return {
    ...parts,
    discrete: lookAtFrames(parts),
    continuous: lookAlong(parts),
    chance: chanceOf(parts),
    free: () => { mover.free(); obstacle.free(); },
  };
}

function bullet(state: State): Parts {
  const stride = state.speed / state.framesPerSecond;
  const wall = [state.thickness / CENTIMETRES / 2, WALL_HALF_HEIGHT] as const;
  return {
    mover: d2.Shape.convex(BULLET),
    moverRing: Float64Array.from(BULLET.flat()),
    obstacle: d2.Shape.box(wall),
    obstacleRing: boxRing(wall),
    obstaclePose: { position: [state.wall, 0], angle: state.tilt * DEGREE, scale: 1 },
    frames: Math.ceil((2 * FIELD - 1) / stride),
    stride,
    by: [stride, 0],
    turn: 0,
    at: (time) => ({ position: [BULLET_START + stride * time, 0], angle: 0, scale: 1 }),
  };
}

function rod(state: State): Parts {
  const radius = state.thickness / CENTIMETRES / 2;
  const turn = 2 * Math.PI * state.spin / state.framesPerSecond;
  return {
    mover: d2.Shape.box(ROD_HALF),
    moverRing: boxRing(ROD_HALF),
    obstacle: d2.Shape.circle(radius),
    obstacleRing: circleRing(radius),
    obstaclePose: { position: [state.post.x, state.post.y], angle: 0, scale: 1 },
    frames: Math.ceil(2 * Math.PI / turn),
    stride: turn * ROD_HALF[0],
    by: [0, 0],
    turn,
    at: (time) => ({ position: [0, 0], angle: turn * time, scale: 1 }),
  };
}

function boxRing([x, y]: readonly [number, number]): Float64Array {
  return Float64Array.of(-x, -y, x, -y, x, y, -x, y);
}

function circleRing(radius: number): Float64Array {
  return Float64Array.from({ length: 2 * CIRCLE_CORNERS }, (_, i) => {
    const angle = 2 * Math.PI * (i >> 1) / CIRCLE_CORNERS;
    return radius * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  });
}

/** Discrete: at each frame, do they overlap? */
function lookAtFrames({ mover, obstacle, obstaclePose, frames, at }: Parts): Discrete {
  for (let frame = 0; frame <= frames; frame++) {
    const { distance } = d2.clearance(mover.at(at(frame)), obstacle.at(obstaclePose));
    if (distance <= 0) return { seen: { frame, depth: -distance } };
  }
  return {};
}

/** Continuous: from each frame to the next, when do they first meet? */
function lookAlong({ mover, obstacle, obstaclePose, frames, at, by, turn }: Parts): Continuous {
  for (let frame = 0; frame < frames; frame++) {
    const hit = d2.sweep({ shape: mover, from: at(frame), by, turn }, obstacle.at(obstaclePose));
    if (hit) return { hit: { frame, part: hit.time, point: hit.point, normal: [-hit.normal[0], -hit.normal[1]] } };
  }
  return {};
}

/** A test at one place of each stride sees the obstacle if that place is one of those that overlap. */
function chanceOf({ mover, obstacle, obstaclePose, frames, at }: Parts): number {
  const samples = SAMPLES;
  const moved = new Float64Array(3 * samples);
  for (let i = 0; i < samples; i++) {
    const { position, angle } = at(frames * (i + 0.5) / samples);
    moved.set([...position, angle], 3 * i);
  }
  const still = Float64Array.of(...obstaclePose.position, obstaclePose.angle);
  const overlaps = d2.intersectsMany(mover, moved, obstacle, still);
  const strides = frames * overlaps.reduce((sum, one) => sum + one, 0) / samples;
  return Math.min(1, strides);
}
