// The 3D terrain: its steps, and the camera behind the character.

import { d3 } from "clearance/d3";
import type { Context, Text } from "../../shell/mode";
import type { Keys } from "./keys";
import { ABYSS, buildTerrain, type Terrain } from "./terrain";
import { View } from "./view";
import { CHARACTER, JUMP_PATIENCE, JUMP_SPEED, slopeOf, touchesOf, WALK_SPEED, type Report, type World } from "./world";

const BEGINNING = [0, 0.2, 6] as const;
/** The radians per second by which the direction turns while left or right is held. */
const TURN_SPEED = 2;
/** The camera's distance, and the gap it keeps to objects that would hide the character. */
const CAMERA_DISTANCE = 7;
const CAMERA_GAP = 0.3;
const LEAST_CAMERA = 1;
const EYE_HEIGHT = 1.3;
const PITCH = { start: 0.32, least: -0.1, most: 1.2 };
const RADIANS_A_PIXEL = 0.007;
const FELL: Text = { en: "It fell off the edge of the world and begins again.", zh: "从世界边缘掉了下去，重新开始。" };

type Step = ReturnType<d3.Character["step"]>;

export class Space implements World {
  #terrain: Terrain = buildTerrain();
  #character = new d3.Character(CHARACTER);
  #view: View;
  #last?: Step;
  #time = 0;
  #jumpAsked = Infinity;
  /** The direction of the camera: 0 along −Z, increasing to the left. */
  #heading = 0;
  #pitch = PITCH.start;
  /** The direction that the character faces. */
  #facing = 0;
  #isShowingContacts = true;

  constructor(place: HTMLElement, readonly context: Context) {
    this.#character.position = BEGINNING;
    this.#view = new View(place, this.#terrain, (dx, dy) => this.#look(dx, dy));
    this.changed();
  }

  get canvas(): HTMLCanvasElement {
    return this.#view.canvas;
  }

  step(keys: Keys, seconds: number): Report {
    this.#time += seconds;
    const { scene, platforms } = this.#terrain;
    for (const { handle, at } of platforms) scene.setPose(handle, { position: at(this.#time) });
    scene.update();
    this.#heading -= keys.axis("left", "right") * TURN_SPEED * seconds;
    const step = this.#character.step(scene, this.#wish(keys, seconds), seconds);
    this.#last = step;
    const fell = step.position[1] < ABYSS;
    if (fell) this.restart();
    return report(step, fell ? FELL : undefined);
  }

  draw(): void {
    const [x, y, z] = this.#character.position;
    for (const { handle, at } of this.#terrain.platforms) this.#view.move(handle, at(this.#time));
    this.#view.placeCharacter([x, y, z], this.#facing);
    const shown = this.#isShowingContacts ? this.#last : undefined;
    this.#view.showContacts(shown ? touchesOf(shown) : [], shown?.planes ?? []);
    const target = [x, y + EYE_HEIGHT, z] as const;
    this.#view.draw(target, this.#cameraFrom(target));
  }

  restart(): void {
    this.#character.position = BEGINNING;
    this.#character.fall = [0, 0, 0];
    this.#last = undefined;
    this.#heading = this.#facing = 0;
  }

  showContacts(on: boolean): void {
    this.#isShowingContacts = on;
  }

  changed(): void {
    this.#view.paint(this.context.theme());
  }

  unmount(): void {
    this.#view.unmount();
    this.#character.free();
    this.#terrain.free();
  }

  #look(dx: number, dy: number): void {
    this.#heading -= dx * RADIANS_A_PIXEL;
    this.#pitch = Math.min(PITCH.most, Math.max(PITCH.least, this.#pitch + dy * RADIANS_A_PIXEL));
  }

  /** Forward is away from the camera; turning on the spot also turns the character. */
  #wish(keys: Keys, seconds: number): { velocity: readonly [number, number, number]; jump?: number } {
    this.#jumpAsked = keys.wasPressed("jump") ? 0 : this.#jumpAsked + seconds;
    const jumps = this.#jumpAsked <= JUMP_PATIENCE && this.#last?.standing === true;
    if (jumps) this.#jumpAsked = Infinity;
    const forward = keys.axis("down", "up");
    this.#facing = this.#heading + (forward < 0 ? Math.PI : 0);
    const speed = Math.abs(forward) * WALK_SPEED;
    const velocity = [-Math.sin(this.#facing) * speed, 0, -Math.cos(this.#facing) * speed] as const;
    return { velocity, ...(jumps ? { jump: JUMP_SPEED } : {}) };
  }

  /** Behind the character, in front of anything that would hide it: a ray of the scene finds the distance. */
  #cameraFrom(target: readonly [number, number, number]): readonly [number, number, number] {
    const level = Math.cos(this.#pitch);
    const back = [Math.sin(this.#heading) * level, Math.sin(this.#pitch), Math.cos(this.#heading) * level] as const;
    const found = this.#terrain.scene.castRay(target, back, CAMERA_DISTANCE);
    const distance = Math.max(LEAST_CAMERA, (found ? found.hit.time : CAMERA_DISTANCE) - CAMERA_GAP);
    return [target[0] + back[0] * distance, target[1] + back[1] * distance, target[2] + back[2] * distance];
  }
}

function report(step: Step, change?: Text): Report {
  const { position, velocity, standing, ground } = step;
  return {
    position, standing, change,
    speed: Math.hypot(velocity[0], velocity[2]),
    climb: velocity[1],
    slope: ground ? slopeOf(ground.normal[1]) : undefined,
    contacts: touchesOf(step).length,
  };
}
