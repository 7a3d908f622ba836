// A capsule that walks through a scene, without a physics engine.

import { type Dimension, type Dimensional, type RawShape } from "./dimension.js";
import { wrongType } from "./errors.js";
import { components, finite, number, options, whole } from "./numbers.js";
import { Owner } from "./owner.js";
import { AnyScene, type Handle } from "./scene.js";
import type { AnyShape } from "./shape.js";

/** What a character is like; all lengths have the scene's unit. */
export interface Settings<D extends Dimensional> {
  /** Of its round ends. */
  radius: number;
  /** From its lowest to its highest point; at least twice the radius. */
  height: number;
  /** How fast it gets faster as it falls; 9.81 if not said, which is right where the unit is the metre. */
  gravity?: number;
  /** The steepest ground it stands on, in radians; 45 degrees if not said. */
  maxSlope?: number;
  /** The highest step it climbs without a jump; the radius if not said. */
  stepHeight?: number;
  /** How far ground may fall away under it so that it still stays on it; the radius if not said. */
  snap?: number;
  /** The gap it keeps to everything; a 32nd of the radius if not said. */
  skin?: number;
  /** Where up is; along Y if not said. */
  up?: D["given"];
}
/** What a character is told. */
export interface Wish<D extends Dimensional> {
  /** Where it wishes to go and how fast; only the level part counts. */
  velocity: D["given"];
  /** How fast it wishes to leave the ground; heeded where it stands. */
  jump?: number;
}
/** A plane that a character touches. */
export interface TouchedPlane<D extends Dimensional> {
  /** Towards the character. */
  normal: D["vector"];
  point: D["vector"];
  handle: Handle;
  /** Level enough to walk on, the edge of something that is, or too steep. */
  slope: "walkable" | "ledge" | "steep";
}
/** What has stopped a character. */
export interface Hit<D extends Dimensional> extends TouchedPlane<D> {
  /** How much further it would have gone into it. */
  pressed: D["vector"];
}
/** What a step has come to. */
export interface Step<D extends Dimensional> {
  /** Its lowest point now. */
  position: D["vector"];
  /** How far it has come in the step, by its time. */
  velocity: D["vector"];
  /** How fast it falls, rises or slides of itself; zero where it stands. */
  fall: D["vector"];
  standing: boolean;
  /** What it stands on. */
  ground?: { handle: Handle; normal: D["vector"]; point: D["vector"] };
  /** How far a moving platform has taken it. */
  carried: D["vector"];
  /** What has stopped it, in order. */
  contacts: Hit<D>[];
  /** The planes it chose to go along, in order. */
  planes: TouchedPlane<D>[];
  /**
   * What overlaps it and it had no room left to give way to, what it stands against, and how deep it is in the character. A step
   * never moves the character into anything; what moves into it may be left there.
   */
  crushed?: { by: Handle; against?: Handle; depth: number };
}

/** A character of the module. */
interface RawCharacter {
  step(scene: object, wish: Float64Array, time: number, layers: number): Float64Array;
  set(position: Float64Array, fall: Float64Array): void;
  shape(): RawShape;
  free(): void;
}

const EARTH = 9.81;
const SLOPES = ["walkable", "ledge", "steep"] as const;
const SETTINGS = ["radius", "height", "gravity", "maxSlope", "stepHeight", "snap", "skin", "up"];
const ALL_LAYERS = 2 ** 32 - 1;

/** What characters of the plane and of space have in common. */
export abstract class AnyCharacter<D extends Dimensional, S extends AnyShape<D>> extends Owner<RawCharacter> {
  readonly #dimension: Dimension<D>;
  readonly #make: (raw: RawShape) => S;
  #position: D["vector"];
  #fall: D["vector"];

  /** @internal */
  protected constructor(
    dimension: Dimension<D>,
    make: (raw: RawShape) => S,
    settings: Settings<D>,
  ) {
    const given = options(settings, SETTINGS, "settings");
    const usual = (name: "maxSlope" | "stepHeight" | "snap" | "skin"): number =>
      given[name] === undefined ? NaN : finite(given[name], name);
    const list = [
      number(given.radius, "radius"),
      number(given.height, "height"),
      given.gravity === undefined ? EARTH : number(given.gravity, "gravity"),
      usual("maxSlope"),
      usual("stepHeight"),
      usual("snap"),
      usual("skin"),
      ...(given.up === undefined ? [] : components(given.up, dimension.size, "up")),
    ];
    super(new dimension.raw.Character(Float64Array.from(list)) as unknown as RawCharacter, "character");
    this.#dimension = dimension;
    this.#make = make;
    this.#position = dimension.vector(new Float64Array(dimension.size), 0);
    this.#fall = dimension.vector(new Float64Array(dimension.size), 0);
  }

  /** Its lowest point, its feet. Setting it puts the character there, in the air; the next step finds the ground. */
  get position(): D["vector"] {
    return [...this.#position] as D["vector"];
  }
  set position(position: D["given"]) {
    this.#set(position, this.#fall);
  }
  /** How fast it falls or rises of itself. */
  get fall(): D["vector"] {
    return [...this.#fall] as D["vector"];
  }
  set fall(fall: D["given"]) {
    this.#set(this.#position, fall);
  }
  #set(position: unknown, fall: unknown): void {
    const [at, by] = [position, fall].map((v, i) => Float64Array.from(components(v, this.#dimension.size, i === 0 ? "position" : "fall")));
    this.raw().set(at as Float64Array, by as Float64Array);
    this.#position = this.#dimension.vector(at as Float64Array, 0);
    this.#fall = this.#dimension.vector(by as Float64Array, 0);
  }
  /** The capsule, whose origin is its lowest point. */
  shape(): S {
    return this.#make(this.raw().shape());
  }

  /**
   * One step of time through a scene, which stays as it is. The character itself must not be in it, or on none of the layers
   * asked about. Objects that have moved since the last step carry what stands on them.
   */
  step(scene: AnyScene<D, S>, wish: Wish<D>, dt: number, given?: { layers?: number }): Step<D> {
    this.raw();
    if (!(scene instanceof AnyScene) || !(scene.raw("scene") instanceof this.#dimension.raw.Scene)) {
      throw wrongType(`a scene of ${this.#dimension.size}D`, scene, "scene");
    }
    const { velocity, jump } = options(wish, ["velocity", "jump"], "wish");
    const { size } = this.#dimension;
    const asked = [
      ...components(velocity, size, "wish.velocity"),
      jump === undefined ? NaN : finite(jump, "wish.jump"),
    ];
    const { layers } = options(given, ["layers"], "options");
    const about = layers === undefined ? ALL_LAYERS : whole(layers, "options.layers", 0, ALL_LAYERS);
    const time = finite(dt, "dt");
    const list = this.raw().step(scene.raw("scene"), Float64Array.from(asked), time, about);
    return this.#read(list, time);
  }

  #read(list: Float64Array, dt: number): Step<D> {
    const { size, vector } = this.#dimension;
    let at = 0;
    const next = (): number => list[at++] as number;
    const nextVector = (): D["vector"] => vector(list, (at += size) - size);
    const nextPlane = (): TouchedPlane<D> => ({
      normal: nextVector(),
      point: nextVector(),
      handle: next(),
      slope: SLOPES[next()] as "steep",
    });
    const [position, fall, carried] = [nextVector(), nextVector(), nextVector()];
    const standing = next() === 1;
    const ground = { handle: next(), normal: nextVector(), point: nextVector() };
    const [hits, planes] = [next(), next()];
    const before: readonly number[] = this.#position;
    const way = position.map((x, i) => (dt > 0 ? (x - (before[i] as number)) / dt : 0));
    this.#position = position;
    this.#fall = fall;
    const contacts = Array.from({ length: hits }, () => ({ ...nextPlane(), pressed: nextVector() }));
    const along = Array.from({ length: planes }, nextPlane);
    const crushed = next() === 1;
    const [by, against, depth] = [next(), next(), next()];
    return {
      position,
      velocity: way as D["vector"],
      fall,
      standing,
      ...(standing ? { ground } : {}),
      carried,
      contacts,
      planes: along,
      ...(crushed ? { crushed: { by, ...(Number.isNaN(against) ? {} : { against }), depth } } : {}),
    };
  }
}
