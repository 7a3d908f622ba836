// A capsule that walks through a scene, without a physics engine.

import { type Dimension, type Dimensional, type RawShape } from "./dimension.js";
import { wrongType } from "./errors.js";
import { components, finite, number, options, whole } from "./numbers.js";
import { Owner, rawOf } from "./owner.js";
import { type AnyScene, type Handle, rawScene } from "./scene.js";
import type { AnyShape } from "./shape.js";
import { PLACE } from "./wasm.js";

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
  /** A step never moves the character into anything; what moves into it may be left there, where it has no room to give way. */
  crushed?: Crush;
}
/** What overlaps a character that had no room left to give way to it, what that stands against, and how deep it is. */
export interface Crush {
  by: Handle;
  against?: Handle;
  depth: number;
}
/** What a character would be deepest in, and how deep. */
export interface Blocked {
  by: Handle;
  depth: number;
}
/** What a step of a character may be told besides. */
export interface StepOptions<D extends Dimensional> {
  /** Only objects on one of these layers are there; all if not said. */
  layers?: number;
  /** What has moved since the last step, and from where. */
  movers?: AnyMovers<D>;
}

/** What moves characters, of the module. */
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
/** Numbers of what is in the way; those of a place are more. */
const BLOCKED = 2;

const layersAmong = (layers: unknown): number => (layers === undefined ? ALL_LAYERS : whole(layers, "options.layers", 0, ALL_LAYERS));

/** The object of the module behind what moves characters of a dimension. */
let rawMovers: <D extends Dimensional>(movers: unknown, dimension: Dimension<D>, field: string) => RawMovers;

/**
 * Objects that have moved since characters made their last step, each with where it was. A scene only knows where things are: what an
 * object passes on its way is pushed by it only in a step that is given these; one that was moved without them pushes out of
 * itself what it overlaps, and jumps over what is between. What a character stands on carries it either way.
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
  /** Moves an object of a scene: straight from where it was when these were last cleared, turning by half a turn at most. */
  setPose(scene: AnyScene<D, AnyShape<D>>, handle: Handle, pose: D["pose"]): void {
    rawOf(this, "movers");
    const { checked, send, take, write } = this.#dimension;
    const list = take();
    write(list, PLACE.a, pose, "pose");
    send(list);
    checked(rawOf(this, "movers").setPose(rawScene(scene, this.#dimension, "scene"), number(handle, "handle")));
  }
  /** Forgets all: before objects are moved for the next step. */
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
  /** Where nothing has moved. */
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

  /** Its lowest point, its feet. Setting it puts the character there, in the air; the next step finds the ground. */
  get position(): D["vector"] {
    rawOf(this, "character");
    return [...this.#position] as D["vector"];
  }
  set position(position: D["given"]) {
    rawOf(this, "character");
    this.#set(position, this.#fall);
  }
  /** How fast it falls or rises of itself. */
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
  /** The capsule, whose origin is its lowest point. */
  shape(): S {
    const raw = rawOf(this, "character");
    return this.#make(raw.shape());
  }

  /**
   * One step of time through a scene, which stays as it is. The character itself must not be in it, or on none of the layers
   * asked about. Objects that have moved since the last step carry what stands on them; those in `movers` push what is in their way.
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
   * Takes the place of another, to crouch, to stand up or to grow: feet where that has them, or on a slope as much higher as this one
   * is wider. Where there is no room it stays as it is, and what is in the way is returned. The two must not be in the scene,
   * or on none of the layers asked about.
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
