import type { Relation } from "clearance";
import type { Text } from "../../shell/mode";

/** The package's words, for people. */
export const RELATIONS: Record<Relation, Text> = {
  disjoint: { en: "disjoint", zh: "分离" },
  touching: { en: "touching", zh: "相接" },
  overlapping: { en: "overlapping", zh: "重叠" },
  a_in_b: { en: "A in B", zh: "A 在 B 内" },
  b_in_a: { en: "B in A", zh: "B 在 A 内" },
  equal: { en: "equal", zh: "相等" },
};
