// A capsule that walks through a scene, without a physics engine.

import { type Dimension, type Dimensional, type RawShape } from "../base/dimension.js";
import { wrongType } from "../base/errors.js";
import { components, finite, number, options, whole } from "../base/numbers.js";
import { Owner, rawOf } from "../base/owner.js";
import { type AnyScene, type Handle, rawScene } from "./scene.js";
import type { AnyShape } from "../shape/shape.js";
import { PLACE } from "../base/wasm.js";

/** The settings of a character; all lengths have the scene's unit. */
export interface Settings<D extends Dimensional> {
  /** The radius of its round ends. */
  radius: number;
  /** From its lowest to its highest point; at least twice the radius. */
  height: number;
  /** The acceleration of its fall; 9.81 by default, which is right for metres and seconds. */
  gravity?: number;
  /** The steepest ground it stands on, in radians; 45 degrees by default. */
  maxSlope?: number;
  /** The highest step it climbs without a jump; the radius by default. */
  stepHeight?: number;
  /**
   * How far the ground may drop under it in a step so that it still follows the ground; the radius by
   * default.
   */
  snap?: number;
  /** The gap it keeps to everything; a 32nd of the radius by default. */
  skin?: number;
  /** The direction up; along Y by default. */
  up?: D["given"];
}
/** The input of a step. */
export interface Wish<D extends Dimensional> {
  /** The desired velocity; only its horizontal part counts. */
  velocity: D["given"];
  /** The speed of a jump; ignored while it does not stand. */
  jump?: number;
}
/** A plane that a character touches. */
export interface TouchedPlane<D extends Dimensional> {
  /** Towards the character. */
  normal: D["vector"];
  point: D["vector"];
  handle: Handle;
  /** Walkable, the edge of something walkable, or too steep. */
  slope: "walkable" | "ledge" | "steep";
}
/** A plane that has stopped a character. */
export interface Hit<D extends Dimensional> extends TouchedPlane<D> {
  /** How far it would have moved into the object without it. */
  pressed: D["vector"];
}
/** The result of a step. */
export interface Step<D extends Dimensional> {
  /** Its lowest point now. */
  position: D["vector"];
  /** Its displacement in the step divided by the time of the step. */
  velocity: D["vector"];
  /** The velocity with which it falls, rises or slides without input; zero while it stands. */
  fall: D["vector"];
  standing: boolean;
  /** What it stands on. */
  ground?: { handle: Handle; normal: D["vector"]; point: D["vector"] };
  /** How far a moving platform has carried it. */
  carried: D["vector"];
  /** What has stopped it, in order. */
  contacts: Hit<D>[];
  /** The planes that it moved along, in order. */
  planes: TouchedPlane<D>[];
  /**
   * A step never moves the character into anything. An object that moves into the character may stay in it,
   * if the character cannot move away: then this says so.
   */
  crushed?: Crush;
}
/**
 * An object that overlaps a character which could not move away, what kept it from doing so, and how deep the
 * overlap is.
 */
export interface Crush {
  by: Handle;
  against?: Handle;
  depth: number;
}
/** The object that a character would overlap most deeply, and how deep. */
export interface Blocked {
  by: Handle;
  depth: number;
}
/** The options of a step. */
export interface StepOptions<D extends Dimensional> {
  /** Only objects on one of these layers count; all by default. */
  layers?: number;
  /** The objects that have moved since the last step, with their previous poses. */
  movers?: AnyMovers<D>;
}

/** The movers of the module. */
interface RawMovers {
  setPose(scene: object, handle: number): number;
  clear(): void;
  length(): number;
  free(): void;
}
/** A character of the module. */
interface RawCharacter {
  step(movers: RawMovers, scene: object, wish: Float64Array, time: number, layers: number): Float64Array;
  takeOver(other: RawCharacter, scene: object, layers: number): Float64Array;
  set(position: Float64Array, fall: Float64Array): void;
  shape(): RawShape;
  free(): void;
}

const EARTH = 9.81;
const SLOPES = ["walkable", "ledge", "steep"] as const;
const SETTINGS = ["radius", "height", "gravity", "maxSlope", "stepHeight", "snap", "skin", "up"];
const ALL_LAYERS = 2 ** 32 - 1;
/** The length of an answer of `takeOver` if something is in the way; a state has more numbers. */
const BLOCKED = 2;

const layersAmong = (layers: unknown): number => (layers === undefined ? ALL_LAYERS : whole(layers, "options.layers", 0, ALL_LAYERS));

/** The object of the module behind movers of a dimension. */
let rawMovers: <D extends Dimensional>(movers: unknown, dimension: Dimension<D>, field: string) => RawMovers;

/**
 * Objects that have moved since characters made their last step, each with its previous pose. A scene knows
 * only the present poses: an object pushes characters out of its whole path only in a step that is given
 * these movers. An object moved without them pushes out what it overlaps at the end, and jumps over what is
 * in between. The object that a character stands on carries it either way.
 */
export abstract class AnyMovers<D extends Dimensional> extends Owner<RawMovers> {
  readonly #dimension: Dimension<D>;

  /** @internal */
  protected constructor(dimension: Dimension<D>) {
    super(new dimension.raw.Movers() as unknown as RawMovers, "movers");
    this.#dimension = dimension;
  }
  static {
    rawMovers = <D extends Dimensional>(movers: unknown, dimension: Dimension<D>, field: string): RawMovers => {
      const isOne = typeof movers === "object" && movers !== null && #dimension in movers && (movers.#dimension as unknown) === dimension;
      if (!isOne) throw wrongType(`Movers of ${dimension.size}D`, movers, field);
      return rawOf(movers, "movers", field);
    };
  }
  /**
   * Moves an object of a scene: along a straight line from where it was when `clear` was last called, turning
   * by half a turn at most.
   */
  setPose(scene: AnyScene<D, AnyShape<D>>, handle: Handle, pose: D["pose"]): void {
    rawOf(this, "movers");
    const { checked, send, take, write } = this.#dimension;
    const list = take();
    write(list, PLACE.a, pose, "pose");
    send(list);
    checked(rawOf(this, "movers").setPose(rawScene(scene, this.#dimension, "scene"), number(handle, "handle")));
  }
  /** Forgets all movers. Call it before objects are moved for the next step. */
  clear(): void {
    rawOf(this, "movers").clear();
  }
  /** How many objects have moved. */
  get length(): number {
    return rawOf(this, "movers").length();
  }
}

/** What characters of the plane and of space have in common. */
export abstract class AnyCharacter<D extends Dimensional, S extends AnyShape<D>> extends Owner<RawCharacter> {
  readonly #dimension: Dimension<D>;
  readonly #make: (raw: RawShape) => S;
  /** Used if nothing has moved. */
  readonly #unmoved: RawMovers;
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
    const character = new dimension.raw.Character(Float64Array.from(list)) as unknown as RawCharacter;
    const unmoved = new dimension.raw.Movers() as unknown as RawMovers;
    super(character, "character", unmoved);
    this.#unmoved = unmoved;
    this.#dimension = dimension;
    this.#make = make;
    this.#position = dimension.vector(new Float64Array(dimension.size), 0);
    this.#fall = dimension.vector(new Float64Array(dimension.size), 0);
  }

  /**
   * Its lowest point, the feet. If it is set, the character is in the air until the next step finds the
   * ground.
   */
  get position(): D["vector"] {
    rawOf(this, "character");
    return [...this.#position] as D["vector"];
  }
  set position(position: D["given"]) {
    rawOf(this, "character");
    this.#set(position, this.#fall);
  }
  /** The velocity with which it falls or rises without input. */
  get fall(): D["vector"] {
    rawOf(this, "character");
    return [...this.#fall] as D["vector"];
  }
  set fall(fall: D["given"]) {
    rawOf(this, "character");
    this.#set(this.#position, fall);
  }
  #set(position: unknown, fall: unknown): void {
    const [at, by] = [position, fall].map((v, i) => Float64Array.from(components(v, this.#dimension.size, i === 0 ? "position" : "fall")));
    rawOf(this, "character").set(at as Float64Array, by as Float64Array);
    this.#position = this.#dimension.vector(at as Float64Array, 0);
    this.#fall = this.#dimension.vector(by as Float64Array, 0);
  }
  /** The capsule; its origin is its lowest point. */
  shape(): S {
    const raw = rawOf(this, "character");
    return this.#make(raw.shape());
  }

  /**
   * One step of time through a scene, which is not changed. The character itself must not be in the scene, or
   * on none of the layers that count. Objects that have moved since the last step carry characters that stand
   * on them; those in `movers` push characters out of their way.
   */
  step(scene: AnyScene<D, S>, wish: Wish<D>, dt: number, given?: StepOptions<D>): Step<D> {
    rawOf(this, "character");
    rawScene(scene, this.#dimension, "scene");
    const { velocity, jump } = options(wish, ["velocity", "jump"], "wish");
    const { size } = this.#dimension;
    const asked = [
      ...components(velocity, size, "wish.velocity"),
      jump === undefined ? NaN : finite(jump, "wish.jump"),
    ];
    const { layers, movers } = options(given, ["layers", "movers"], "options");
    const about = layersAmong(layers);
    const time = finite(dt, "dt");
    const raw = rawOf(this, "character");
    const moved = movers === undefined ? this.#unmoved : rawMovers(movers, this.#dimension, "options.movers");
    const list = raw.step(moved, rawScene(scene, this.#dimension, "scene"), Float64Array.from(asked), time, about);
    return this.#read(list, time);
  }

  /**
   * Takes the place of another character, to crouch, stand up or grow. Its feet are put where the other has
   * them; on a slope they are as much higher as this one is wider. If it would overlap something, it stays as
   * it is and that is returned. Neither of the two may be in the scene, except on layers that do not count.
   */
  takeOver(scene: AnyScene<D, S>, other: AnyCharacter<D, S>, given?: { layers?: number }): Blocked | undefined {
    rawOf(this, "character");
    rawOf(other, "character", "other");
    const mine = this.#dimension;
    if (other.#dimension !== mine) throw wrongType(`a character of ${mine.size}D`, other, "other");
    const about = layersAmong(options(given, ["layers"], "options").layers);
    const [raw, from] = [rawOf(this, "character"), rawOf(other, "character", "other")];
    const list = raw.takeOver(from, rawScene(scene, mine, "scene"), about);
    const [by, depth] = list as unknown as [number, number];
    if (list.length === BLOCKED) return { by, depth };
    this.#position = mine.vector(list, 0);
    this.#fall = mine.vector(list, mine.size);
    return undefined;
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
