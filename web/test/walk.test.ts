// The courses can be walked: the one in the plane to its end, and nowhere does the character touch or enter
// anything.

import { d2, d3 } from "clearance";
import { afterAll, describe, expect, it } from "vitest";
import { ABYSS, BEGINNINGS, buildCourse, GOAL } from "../src/modes/walk/course";
import { buildTerrain } from "../src/modes/walk/terrain";
import { CHARACTER, JUMP_SPEED, WALK_SPEED } from "../src/modes/walk/world";

const FRAME = 1 / 60;
const PATIENCE = 60 * 60;

describe("the course in the plane", () => {
  const course = buildCourse();
  const who = new d2.Character(CHARACTER);
  const body = who.shape();
  afterAll(() => { body.free(); who.free(); course.free(); });

  /** Walks to the right; waits for platforms, jumps when stuck. */
  function wish(x: number, time: number, stuckFor: number): { velocity: [number, number]; jump?: number } {
    const [ferry, lift] = course.platforms.map(({ at }) => at(time));
    const waitsForFerry = x > 20.2 && x < 21 && ferry[0] > 22.2;
    const rides = x > 22 && x < 26.9 && ferry[0] < 25.85 && x > ferry[0] - 0.2;
    const waitsForLift = x > 46.2 && x < 47 && lift[1] > -0.1;
    const rises = x > 48 && x < 49 && lift[1] < 2.75;
    const stays = waitsForFerry || rides || waitsForLift || rises;
    return { velocity: [stays ? 0 : WALK_SPEED, 0], ...(stuckFor > 4 ? { jump: JUMP_SPEED } : {}) };
  }

  it("leads to the flag, without a touch", () => {
    who.position = BEGINNINGS[0];
    let [time, stuckFor, smallestGap, stuckAt] = [0, 0, Infinity, [] as number[]];
    for (let frame = 0; frame < PATIENCE && who.position[0] < GOAL[0]; frame++) {
      time += FRAME;
      for (const { handle, at } of course.platforms) course.scene.setPose(handle, { position: at(time) });
      course.scene.update();
      const told = wish(who.position[0], time, stuckFor);
      if (told.jump) stuckAt.push(who.position[0]);
      const step = who.step(course.scene, told, FRAME);
      stuckFor = step.standing && told.velocity[0] > 0 && step.velocity[0] < 0.05 ? stuckFor + 1 : 0;
      expect(step.position[1]).toBeGreaterThan(ABYSS);
      smallestGap = Math.min(smallestGap, course.scene.nearest(body.at(step.position), 1)[0].distance);
    }
    expect(who.position[0]).toBeGreaterThan(GOAL[0]);
    expect(smallestGap).toBeGreaterThan(0);
    // Only what is said to be too high or too steep asks for a jump: the step, the slope of 60 degrees, the
    // gutter.
    expect(stuckAt.map(Math.floor)).toEqual([4, 17, 43]);
  });
});

describe("the terrain in space", () => {
  const terrain = buildTerrain();
  const who = new d3.Character(CHARACTER);
  const body = who.shape();
  afterAll(() => { body.free(); who.free(); terrain.free(); });

  function walkFrom(start: readonly [number, number, number], velocity: readonly [number, number, number], seconds: number) {
    who.position = start;
    who.fall = [0, 0, 0];
    for (let frame = 0; frame < seconds * 60; frame++) {
      const step = who.step(terrain.scene, { velocity }, FRAME);
      expect(terrain.scene.nearest(body.at(step.position), 1)[0].distance).toBeGreaterThan(0);
    }
    return who.position;
  }

  it("has stairs and a ramp that lead up", () => {
    expect(walkFrom([3.2, 0.1, -1], [0, 0, -2], 2.75)[1]).toBeCloseTo(1.5, 1);
    expect(walkFrom([-3.5, 0.1, -1], [0, 0, -2], 2.6)[1]).toBeCloseTo(1.5, 1);
  });

  it("has one gate that lets it through and one that is too low", () => {
    expect(walkFrom([-2.5, 0.1, 6], [0, 0, -2], 2)[2]).toBeLessThan(3);
    expect(walkFrom([2.5, 0.1, 6], [0, 0, -2], 2)[2]).toBeGreaterThan(4.4);
  });

  it("has a mountain too steep to walk up", () => {
    expect(walkFrom([-7, 0.1, -6.5], [-2, 0, -2], 5)[1]).toBeLessThan(6);
  });
});
