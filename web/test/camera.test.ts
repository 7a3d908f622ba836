import { describe, expect, it } from "vitest";
import { Camera } from "../src/kit/stage/canvas";

function camera(width: number, height: number): Camera {
  return Object.assign(new Camera(), { width, height });
}

describe("a camera", () => {
  it("goes to the screen and back", () => {
    const view = camera(800, 600);
    view.show({ x: -3, y: -1 }, { x: 5, y: 2 });
    const world = { x: 1.25, y: -0.5 };
    const there = view.toWorld(view.toScreen(world));
    expect(there.x).toBeCloseTo(world.x, 12);
    expect(there.y).toBeCloseTo(world.y, 12);
    expect(view.toScreen({ x: 0, y: 1 }).y).toBeLessThan(view.toScreen({ x: 0, y: 0 }).y);
  });

  it("keeps what is under the pointer while it zooms", () => {
    const view = camera(800, 600);
    const before = view.toWorld({ x: 100, y: 550 });
    view.zoomAt({ x: 100, y: 550 }, 3);
    expect(view.toWorld({ x: 100, y: 550 }).x).toBeCloseTo(before.x, 12);
    expect(view.toWorld({ x: 100, y: 550 }).y).toBeCloseTo(before.y, 12);
  });

  it("shows on a phone what was shared from a desk", () => {
    const desk = camera(900, 740);
    desk.show({ x: 2, y: 1 }, { x: 8, y: 5 });
    const phone = camera(390, 460);
    expect(phone.showWords(desk.toWords())).toBe(true);
    expect(phone.centre).toEqual(desk.centre);
    expect(390 / phone.zoom).toBeCloseTo(740 / desk.zoom, 3);
  });

  it.each(["", "1,2", "1,2,0", "1,2,-3", "a,b,c", "1,2,3,4", ",,", "1,2,Infinity"])("makes nothing of %j", (words) => {
    const view = camera(10, 10);
    expect(view.showWords(words)).toBe(false);
    expect(view.centre).toEqual({ x: 0, y: 0 });
  });
});
