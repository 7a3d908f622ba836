import { short } from "../../kit/notation/figures";
import { RELATIONS } from "../../kit/notation/relations";
import { numbers, verdict as buildVerdict } from "../../kit/panel/controls";
import type { Text } from "../../shell/mode";
import { collides } from "./drawing";
import type { Answer } from "./pair";

/** The relation as text, and the package's numbers. */
export interface AnswerPanel { verdict: HTMLElement; element: HTMLElement; show(answer: Answer): void }

const DECIMALS = 4;

export function buildAnswerPanel(): AnswerPanel {
  const { element: verdict, say } = buildVerdict();
  const list = numbers([
    { en: "Relation", zh: "关系" },
    { en: "Clearance", zh: "间距" },
    { en: "Normal, A to B", zh: "法线（A 到 B）" },
    { en: "Point of A", zh: "A 上的点" },
    { en: "Point of B", zh: "B 上的点" },
    { en: "Contacts", zh: "接触点" },
  ]);
  return {
    verdict, element: list.element,
    show(answer) {
      verdict.dataset.relation = answer.relation;
      verdict.dataset.collides = String(collides(answer));
      say(RELATIONS[answer.relation], lengthWords(answer));
      const { clearance, relation, manifolds } = answer;
      const contacts = manifolds.reduce((sum, manifold) => sum + manifold.contacts.length, 0);
      const depth = clearance.depthKind === "local" ? `${precise(clearance.distance)} (local)` : precise(clearance.distance);
      list.set([relation, depth, pair(clearance.normal), pair(clearance.pointA), pair(clearance.pointB), String(contacts)]);
    },
  };
}

function lengthWords({ clearance: { distance } }: Answer): Text {
  const value = legible(Math.abs(distance));
  if (distance > 0) return { en: `by ${value}`, zh: `相距 ${value}` };
  if (distance < 0) return { en: `${value} deep`, zh: `深 ${value}` };
  return { en: "clearance exactly 0", zh: "间距恰为 0" };
}

/** Smaller numbers would be 0 with two decimals. */
const TINY = 0.005;

function legible(length: number): string {
  return length >= TINY ? short(length) : length.toExponential(0);
}

function precise(value: number): string {
  return value.toFixed(DECIMALS).replace(/^-(?=0\.?0*$)/, "");
}

function pair([x, y]: readonly [number, number]): string {
  return `${precise(x)}, ${precise(y)}`;
}
