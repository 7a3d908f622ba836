// A view shared by its address is the view that is reopened, whatever the address says.

import { describe, expect, it } from "vitest";
import * as pixels from "../src/modes/pixels/state";
import * as two from "../src/modes/two/state";

describe("two shapes", () => {
  it("are reopened as they were shared", () => {
    const state: two.State = {
      ...structuredClone(two.FIRST_STATE),
      a: { spec: { kind: "star", corners: 7 }, pose: { position: [0.25, -1.5], angle: 2.5, scale: 1.75 } },
      b: { spec: { kind: "circle", corners: 0 }, pose: { position: [-3.125, 0], angle: 0, scale: 0.5 } },
      held: "a", view: "shadows", axis: 3, contacts: true, closest: false, allAxes: false, look: "0.5,-1,4",
    };
    expect(two.readState(new URLSearchParams(two.writeState(state)))).toEqual(state);
  });

  it("keep the step of the explanation", () => {
    const state: two.State = { ...structuredClone(two.FIRST_STATE), view: "difference", part: "gjk", step: 2 };
    expect(two.readState(new URLSearchParams(two.writeState(state)))).toEqual(state);
  });

  it.each(["a=box", "a=box,1,2,NaN,1", "a=constructor,0,0,0,1", "a=polygon5,1,2,3,Infinity", "view=x&axis=-3&step=1e9&held=z", "axis=two"])("are those at first where the address says %s", (words) => {
    const state = two.readState(new URLSearchParams(words));
    expect(state.a).toEqual(two.FIRST_STATE.a);
    expect(["plain", "shadows", "difference"]).toContain(state.view);
    expect(state.axis === undefined || state.axis >= 0).toBe(true);
  });

  it("have as many corners as a polygon may, and no more", () => {
    const state = two.readState(new URLSearchParams("a=polygon900,0,0,0,99&b=polygon0,1e9,0,0,0"));
    expect(state.a.spec.corners).toBe(24);
    expect(state.a.pose.scale).toBe(two.SCALES.most);
    expect(state.b.spec.corners).toBe(3);
    expect(state.b.pose).toMatchObject({ position: [1000, 0], scale: two.SCALES.least });
  });

  it("do not share one state between two visits", () => {
    two.readState(new URLSearchParams()).a.pose.angle = 9;
    expect(two.readState(new URLSearchParams()).a.pose.angle).not.toBe(9);
  });
});

describe("pixels", () => {
  it("are reopened as they were shared", () => {
    const state: pixels.State = {
      a: { sprite: "ring", position: { x: -20, y: 4 } }, b: { sprite: "crab", position: { x: 3, y: -7 } },
      held: "a", turn: 30, outlines: false, boxes: true, ghost: false, tolerance: 1.25, look: "1,2,30",
    };
    expect(pixels.readState(new URLSearchParams(pixels.writeState(state)))).toEqual(state);
  });

  it("reopen a picture of one's own as a shipped one, where it stood", () => {
    const state = pixels.readState(new URLSearchParams("a=file,3,4&turn=1e6&tolerance=x"));
    expect(state.a).toEqual({ sprite: "crescent", position: { x: 3, y: 4 } });
    expect(state).toMatchObject({ turn: 180, tolerance: 0 });
  });
});
