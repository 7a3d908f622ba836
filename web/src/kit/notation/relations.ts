import type { Relation } from "clearance/d2";
import type { Text } from "../../shell/mode";

/** The package's relations, as text for people. */
export const RELATIONS: Record<Relation, Text> = {
  disjoint: { en: "Apart", zh: "分离" },
  touching: { en: "Touching", zh: "接触" },
  overlapping: { en: "Overlapping", zh: "重叠" },
  a_in_b: { en: "A within B", zh: "A 在 B 内" },
  b_in_a: { en: "B within A", zh: "B 在 A 内" },
  equal: { en: "Equal", zh: "完全相同" },
};
