// "Show this as code": the programs are run, and print what their comments say.

/// <reference types="node" />
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { ask } from "../src/code/ask";
import { literal, printed } from "../src/code/numbers";
import { shared } from "../src/code/panel";
import { programOf, TONGUES } from "../src/code/programs";
import { KIND_NAMES, withinLimits } from "../src/modes/two/kinds";
import { FIRST_STATE, type Item, readItem, writeItem } from "../src/modes/two/state";
import { randomNumbers } from "./random";

function randomItem(random: () => number, at: number): Item {
  const kind = KIND_NAMES[at % KIND_NAMES.length].value;
  return {
    spec: { kind, corners: withinLimits(kind, 3 + Math.floor(random() * 6)) },
    pose: { position: [3 * random() - 1.5, 3 * random() - 1.5], angle: 6 * random() - 3, scale: 0.5 + random() },
  };
}

const random = randomNumbers(6);
const views = [
  [FIRST_STATE.a, FIRST_STATE.b],
  ...KIND_NAMES.map((_, i) => [randomItem(random, i), randomItem(random, i + 3)]),
].map(([a, b]) => [shared(a, FIRST_STATE.a), shared(b, FIRST_STATE.b)] as const);

describe("a program in JavaScript", () => {
  it("prints what its comments say, of every kind of shape", () => {
    for (const [a, b] of views) {
      const source = programOf(a, b, ask(a, b), "js");
      const said = [...source.matchAll(/; \/\/ (.*)/g)].map(([, words]) => words);
      expect(said).toHaveLength(2);
      expect(execFileSync("node", ["--input-type=module", "-e", source], { encoding: "utf8" }).trim().split("\n")).toEqual(said);
    }
  });

  it("is of the numbers of its link", () => {
    const item: Item = { spec: { kind: "box", corners: 0 }, pose: { position: [1 / 3, -2 / 3], angle: 1 / 7, scale: 1 } };
    const { position, angle } = readItem(writeItem(item), FIRST_STATE.a).pose;
    expect(shared(item, FIRST_STATE.a)).toMatchObject({ position, angle });
    expect(position[0]).toBe(0.3333);
  });
});

describe("programs in all languages", () => {
  it("have every number as a float, and balanced brackets", () => {
    for (const [a, b] of views) {
      for (const { value } of TONGUES) {
        const source = programOf(a, b, ask(a, b), value);
        for (const [open, close] of ["()", "[]", "{}"]) expect(source.split(open).length, source).toBe(source.split(close).length);
        if (value === "rust") expect(source.replace(/\/\/.*/g, "").replace(/[\w]*\d?::|d2|DVec2|Rotation2/g, "")).not.toMatch(/[(,] ?-?\d+[,)]/);
      }
    }
  });
});

describe("numbers", () => {
  // Printed by Python 3.11 and Rust 1.95.
  it.each([
    [0, "0.0", "0"], [2, "2.0", "2"], [-0.25, "-0.25", "-0.25"], [0.1 + 0.2, "0.30000000000000004", "0.30000000000000004"],
    [1e-7, "1e-07", "0.0000001"], [-2.5e-5, "-2.5e-05", "-0.000025"], [0.0001, "0.0001", "0.0001"], [123456.789, "123456.789", "123456.789"],
    [1e16, "1e+16", "10000000000000000"], [1.5e21, "1.5e+21", "1500000000000000000000"], [5e-324, "5e-324", `0.${"0".repeat(323)}5`],
  ])("%d is printed as its language prints it", (value, python, rust) => {
    expect(printed(value, "python")).toBe(python);
    expect(printed(value, "rust")).toBe(rust);
  });

  it("are literals of floats", () => {
    expect(["js", "python", "rust"].map((tongue) => literal(2, tongue as "js"))).toEqual(["2", "2.0", "2.0"]);
    expect(literal(-0, "js")).toBe("0");
    expect(literal(1e-7, "rust")).toBe("0.0000001");
  });
});
