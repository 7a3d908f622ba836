// The 2D course: its steps and its drawing.

import { d2 } from "clearance/d2";
import { drawArrow, drawDot, drawLabel, drawLine, paint, ringsPath } from "../../kit/drawing/draw";
import { createStage, type Stage } from "../../kit/stage/canvas";
import type { Context, Text } from "../../shell/mode";
import { faded, type Theme } from "../../shell/theme";
import { ABYSS, BEGINNINGS, beginningFor, buildCourse, GOAL, SIGNS, type Course } from "./course";
import type { Keys } from "./keys";
import { CHARACTER, JUMP_PATIENCE, JUMP_SPEED, slopeColour, slopeOf, touchesOf, WALK_SPEED, type Report, type World } from "./world";

/**
 * The metres that the drawing shows at least in width and height, as long as a metre has this many pixels.
 */
const VIEW = { width: 13, height: 7.5 };
const LEAST_ZOOM = 44;
/** The rate, per second, at which the camera exponentially approaches its target. */
const CAMERA_HASTE = 5;
/** The height of the center of the drawing above the feet, in metres. */
const EYES_ABOVE = 1.2;
const NORMAL_METRES = 0.7;
const PLANE_METRES = 0.9;
const FELL: Text = { en: "It fell and begins again.", zh: "掉下去了，重新开始。" };
const ARRIVED: Text = { en: "Arrived! All of it on foot.", zh: "到达终点！全程步行。" };

type Step = ReturnType<d2.Character["step"]>;

export class Flat implements World {
  #course: Course = buildCourse();
  #character = new d2.Character(CHARACTER);
  #stage: Stage;
  #last?: Step;
  #time = 0;
  #jumpAsked = Infinity;
  #facing = 1;
  #farthest = -Infinity;
  #isShowingContacts = true;

  constructor(place: HTMLElement, readonly context: Context) {
    this.#character.position = BEGINNINGS[0];
    this.#stage = createStage(place, { draw: () => this.#paint(), resized: () => this.#resized(), panning: false });
    this.#resized();
  }

  get canvas(): HTMLCanvasElement {
    return this.#stage.canvas;
  }

  step(keys: Keys, seconds: number): Report {
    this.#time += seconds;
    for (const { handle, at } of this.#course.platforms) this.#course.scene.setPose(handle, { position: at(this.#time) });
    this.#course.scene.update();
    const way = keys.axis("left", "right");
    if (way !== 0) this.#facing = way;
    const asks = keys.wasPressed("jump") || keys.wasPressed("up");
    this.#jumpAsked = asks ? 0 : this.#jumpAsked + seconds;
    const jumps = this.#jumpAsked <= JUMP_PATIENCE && this.#last?.standing === true;
    if (jumps) this.#jumpAsked = Infinity;
    const wish = { velocity: [way * WALK_SPEED, 0] as const, ...(jumps ? { jump: JUMP_SPEED } : {}) };
    const step = this.#character.step(this.#course.scene, wish, seconds);
    this.#last = step;
    this.#farthest = Math.max(this.#farthest, step.position[0]);
    this.#follow(seconds);
    return this.#report(step, this.#change(step));
  }

  draw(): void {
    this.#paint();
  }

  restart(): void {
    this.#farthest = -Infinity;
    this.#begin(BEGINNINGS[0]);
  }

  showContacts(on: boolean): void {
    this.#isShowingContacts = on;
    this.#paint();
  }

  changed(): void {
    this.#paint();
  }

  unmount(): void {
    this.#stage.unmount();
    this.#character.free();
    this.#course.free();
  }

  #change({ position: [x, y], standing }: Step): Text | undefined {
    if (y < ABYSS) {
      this.#begin(beginningFor(this.#farthest));
      return FELL;
    }
    return x > GOAL[0] && standing ? ARRIVED : undefined;
  }

  #begin(place: readonly [number, number]): void {
    this.#character.position = place;
    this.#character.fall = [0, 0];
    this.#last = undefined;
  }

  #report(step: Step, change?: Text): Report {
    const { position, velocity, standing, ground } = step;
    const touches = touchesOf(step).length;
    return {
      position, standing, change,
      speed: Math.abs(velocity[0]),
      climb: velocity[1],
      slope: ground ? slopeOf(ground.normal[1]) : undefined,
      contacts: touches,
    };
  }

  #resized(): void {
    const { camera } = this.#stage ?? {};
    if (!camera) return; // asked for while the stage is made
    camera.zoom = Math.max(LEAST_ZOOM, Math.min(camera.width / VIEW.width, camera.height / VIEW.height));
    camera.centre = this.#wanted();
  }

  /** The camera looks a little ahead and above. */
  #wanted(): { x: number; y: number } {
    const [x, y] = this.#character.position;
    return { x: x + this.#facing, y: y + EYES_ABOVE };
  }

  #follow(seconds: number): void {
    const { camera } = this.#stage;
    const wanted = this.#wanted();
    const share = 1 - Math.exp(-CAMERA_HASTE * seconds);
    camera.centre = { x: camera.centre.x + (wanted.x - camera.centre.x) * share, y: camera.centre.y + (wanted.y - camera.centre.y) * share };
  }

  #paint(): void {
    if (!this.#stage) return;
    const { pen, camera } = this.#stage;
    const theme = this.context.theme();
    pen.fillStyle = theme.paper;
    pen.fillRect(0, 0, camera.width, camera.height);
    drawCourse(this.#stage, this.#course, this.#time, theme);
    for (const { at, text } of SIGNS) this.#label(at, this.context.text(text), theme.muted);
    this.#label([GOAL[0], GOAL[1] + 2.3], "⚑", theme.gap, 26);
    this.#paintCharacter(theme);
    if (this.#isShowingContacts && this.#last) drawContacts(this.#stage, this.#last, theme);
  }

  #label([x, y]: readonly [number, number], words: string, colour: string, size = 14): void {
    const { pen, camera } = this.#stage;
    drawLabel(pen, words, camera.toScreen({ x, y }), { colour, halo: this.context.theme().paper, size });
  }

  /** A capsule with two eyes, which show where it faces. */
  #paintCharacter(theme: Theme): void {
    const { pen, camera } = this.#stage;
    const { radius, height } = CHARACTER;
    const [x, y] = this.#character.position;
    const head = camera.toScreen({ x, y: y + height - radius });
    const feet = camera.toScreen({ x, y: y + radius });
    const pixels = radius * camera.zoom;
    const body = new Path2D();
    body.arc(head.x, head.y, pixels, Math.PI, 0);
    body.arc(feet.x, feet.y, pixels, 0, Math.PI);
    body.closePath();
    paint(pen, body, { fill: theme.first, stroke: theme.paper, width: 1.5 });
    for (const eye of [0.15, 0.62]) {
      drawDot(pen, { x: head.x + this.#facing * eye * pixels, y: head.y - 0.05 * pixels }, pixels * 0.14, { fill: theme.paper });
    }
  }
}

function drawCourse({ pen, camera }: Stage, course: Course, time: number, theme: Theme): void {
  for (const { rings } of course.solids) {
    const path = ringsPath(rings, { position: [0, 0], angle: 0, scale: 1 }, camera);
    paint(pen, path, { fill: faded(theme.ink, theme.dark ? 0.3 : 0.2), stroke: theme.muted, width: 2 });
  }
  for (const { rings, at } of course.platforms) {
    const path = ringsPath(rings, { position: at(time), angle: 0, scale: 1 }, camera);
    paint(pen, path, { fill: faded(theme.second, 0.5), stroke: theme.second, width: 2 });
  }
}

/**
 * The contacts that stop or hold it, each a point and a normal; and the planes that it moved along, coloured
 * by their slope.
 */
function drawContacts({ pen, camera }: Stage, step: Step, theme: Theme): void {
  const screen = (x: number, y: number) => camera.toScreen({ x, y });
  for (const { point: [x, y], normal: [nx, ny], slope } of step.planes) {
    const [dx, dy] = [-ny * PLANE_METRES, nx * PLANE_METRES];
    drawLine(pen, screen(x - dx, y - dy), screen(x + dx, y + dy), { stroke: slopeColour(slope, theme), width: 4 });
  }
  for (const { point: [x, y], normal: [nx, ny] } of touchesOf(step)) {
    const at = screen(x, y);
    const tip = screen(x + NORMAL_METRES * nx, y + NORMAL_METRES * ny);
    drawLine(pen, at, tip, { stroke: theme.paper, width: 5.5 }); // so that it is visible on the character too
    drawArrow(pen, at, tip, { stroke: theme.contact, width: 2.5 });
    drawDot(pen, at, 4.5, { fill: theme.contact, stroke: theme.paper, width: 1.5 });
  }
}
