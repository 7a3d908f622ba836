// One lane of the drawing: the obstacle, the moving object at each frame, and what is tested.

import { drawArrow, drawDot, drawGrid, drawLabel, drawLine, paint, ringsPath } from "../../kit/drawing/draw";
import type { Camera, Stage } from "../../kit/stage/canvas";
import { faded, type Theme } from "../../shell/theme";
import type { Experiment } from "./experiment";
import type { State } from "./state";
import { sweptPath } from "./swept";

/** Of frames nearer than this on the screen, not all are drawn. */
const LEAST_GHOST_GAP = 5;
const LEAST_LABEL_GAP = 30;
const NORMAL_PIXELS = 76;
const UNDER_GHOST = 26;

interface Scene { stage: Stage; experiment: Experiment; state: State; theme: Theme }

export function drawDiscrete(scene: Scene): void {
  const { stage: { pen, camera }, experiment, state, theme } = scene;
  background(scene);
  const frame = Math.floor(state.time);
  const seen = experiment.discrete.seen;
  const end = seen ? Math.min(frame, seen.frame) : frame;
  if (!seen || state.time < seen.frame) {
    // The motion between two frames: drawn for the user, not seen by the test.
    pen.fillStyle = faded(theme.ghost, 0.16);
    pen.fill(sweptPath(experiment, camera, frame, state.time));
  }
  ghosts(scene, end);
  mover(scene, end, seen !== undefined && end === seen.frame ? theme.collision : theme.first);
  if (!seen && experiment.continuous.hit && frame > experiment.continuous.hit.frame) missed(scene);
}

export function drawContinuous(scene: Scene): void {
  const { stage: { pen, camera }, experiment, state, theme } = scene;
  background(scene);
  const { hit } = experiment.continuous;
  const end = hit ? Math.min(state.time, hit.frame + hit.part) : state.time;
  const frame = Math.min(Math.floor(state.time), hit ? hit.frame : Infinity);
  for (let k = 0; k <= frame; k++) {
    pen.fillStyle = faded(theme.gap, k === frame ? 0.32 : 0.14);
    if (end > k) pen.fill(sweptPath(experiment, camera, k, Math.min(k + 1, end)));
  }
  ghosts(scene, frame);
  const met = hit !== undefined && end === hit.frame + hit.part;
  mover(scene, end, met ? theme.collision : theme.first);
  if (met) contact(scene, hit);
}

function background({ stage: { pen, camera }, experiment, theme }: Scene): void {
  pen.fillStyle = theme.paper;
  pen.fillRect(0, 0, camera.width, camera.height);
  drawGrid(pen, camera, theme.grid);
  const obstacle = ringsPath([experiment.obstacleRing], experiment.obstaclePose, camera);
  paint(pen, obstacle, { fill: theme.ink, stroke: theme.ink, width: 1.5 });
}

/** The moving object at the frames so far, numbered if there is space. */
function ghosts(scene: Scene, last: number): void {
  const { stage: { pen, camera }, experiment, theme } = scene;
  const gap = experiment.stride * camera.zoom;
  const every = Math.max(1, Math.ceil(LEAST_GHOST_GAP / gap));
  const named = every * Math.max(1, Math.ceil(LEAST_LABEL_GAP / (gap * every)));
  for (let frame = 0; frame <= last; frame += every) {
    const path = ringsPath([experiment.moverRing], experiment.at(frame), camera);
    paint(pen, path, { fill: faded(theme.first, 0.12), stroke: faded(theme.first, 0.6), width: 1.25 });
    if (frame % named === 0) number(scene, frame);
  }
}

function number({ stage: { pen, camera }, experiment, theme }: Scene, frame: number): void {
  const { position, angle } = experiment.at(frame);
  const tip = tipOf(experiment);
  const at = camera.toScreen({ x: position[0] + tip * Math.cos(angle), y: position[1] + tip * Math.sin(angle) });
  const away = tip === 0 ? { x: 0, y: UNDER_GHOST } : { x: 14 * Math.cos(angle), y: -14 * Math.sin(angle) };
  drawLabel(pen, String(frame), { x: at.x + away.x, y: at.y + away.y }, { colour: theme.muted, halo: theme.paper, size: 12 });
}

/** The distance of a frame's number: at the tip of a rotating object, else below it. */
function tipOf(experiment: Experiment): number {
  const isTurning = experiment.at(1).angle !== experiment.at(0).angle;
  return isTurning ? Math.max(...experiment.moverRing) : 0;
}

function mover({ stage: { pen, camera }, experiment, theme }: Scene, time: number, colour: string): void {
  const path = ringsPath([experiment.moverRing], experiment.at(time), camera);
  paint(pen, path, { fill: colour, stroke: theme.paper, width: 1 });
}

function contact({ stage: { pen, camera }, theme }: Scene, hit: NonNullable<Experiment["continuous"]["hit"]>): void {
  const at = camera.toScreen({ x: hit.point[0], y: hit.point[1] });
  const tip = { x: at.x + NORMAL_PIXELS * hit.normal[0], y: at.y - NORMAL_PIXELS * hit.normal[1] };
  drawArrow(pen, at, tip, { stroke: theme.contact, width: 2.5 });
  drawDot(pen, at, 5, { fill: theme.contact, stroke: theme.paper, width: 2 });
}

/** A crossed-out ring where it passed through, since no frame was there. */
function missed({ stage: { pen, camera }, experiment, theme }: Scene): void {
  const hit = experiment.continuous.hit!;
  const at = camera.toScreen({ x: hit.point[0], y: hit.point[1] });
  const radius = 17;
  drawDot(pen, at, radius, { stroke: theme.collision, width: 2.5, dash: [5, 5] });
  const off = radius * Math.SQRT1_2;
  drawLine(pen, { x: at.x - off, y: at.y + off }, { x: at.x + off, y: at.y - off }, { stroke: theme.collision, width: 2.5 });
}

/** Shows everything that the experiment needs, below the title of the lane. */
export function placeCamera(camera: Camera, half: { x: number; y: number }): void {
  const title = 44;
  const height = camera.height;
  camera.height = Math.max(1, height - title);
  camera.show({ x: -half.x, y: -half.y }, { x: half.x, y: half.y }, 10);
  camera.height = height;
  camera.pan(0, title / 2);
}
