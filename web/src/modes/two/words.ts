// The explanation of an axis as text, in both languages.

import type { Axis, Shadows, Side, Source } from "../../explain/shadows";
import { NOTHING, short } from "../../kit/notation/figures";
import type { Text } from "../../shell/mode";
import { isConcave, nameOf } from "./kinds";
import type { State } from "./state";

const COLOUR: Record<Side, Text> = { a: { en: "blue", zh: "蓝色" }, b: { en: "purple", zh: "紫色" } };

/**
 * The axes of a concave shape are those of one of its convex parts, and so are the numbers of edges and
 * corners.
 */
export function theShape(state: State, side: Side): Text {
  const name = nameOf(state[side].spec);
  if (isConcave(state[side].spec)) return { en: `the lit part of the ${COLOUR[side].en} ${name.en}`, zh: `${COLOUR[side].zh}${name.zh}的高亮凸块` };
  return { en: `the ${COLOUR[side].en} ${name.en}`, zh: `${COLOUR[side].zh}${name.zh}` };
}

/** "edges 1 and 3 of the blue box" */
export function whence(state: State, axis: Axis): Text {
  const parts = (["a", "b"] as const).flatMap((side) => edgeWords(state, side, axis.sources));
  const corner = axis.sources.find((source) => source.kind === "corner");
  if (corner?.kind === "corner") parts.push(cornerWords(state, corner.side));
  return { en: parts.map((part) => part.en).join(", and "), zh: parts.map((part) => part.zh).join("，以及") };
}

function edgeWords(state: State, side: Side, sources: readonly Source[]): Text[] {
  const numbers = sources.flatMap((source) => (source.kind === "edge" && source.side === side ? [source.edge.index + 1] : []));
  if (numbers.length === 0) return [];
  const shape = theShape(state, side);
  const edge = numbers.length === 1 ? "edge" : "edges";
  return [{ en: `the normal of ${edge} ${numbers.join(" and ")} of ${shape.en}`, zh: `${shape.zh}第 ${numbers.join("、")} 条边的法线` }];
}

function cornerWords(state: State, side: Side): Text {
  const other: Side = side === "a" ? "b" : "a";
  const from = theShape(state, side);
  const to = theShape(state, other);
  const start = middle(state, side);
  const end = middle(state, other);
  return {
    en: `from ${start.en} of ${from.en} to ${end.en === "a corner" ? "the nearest corner" : end.en} of ${to.en}`,
    zh: `从${from.zh}的${start.zh}到${to.zh}${end.zh === "角" ? "最近的角" : `的${end.zh}`}`,
  };
}

/** The name of a corner of the shape's core. */
function middle(state: State, side: Side): Text {
  switch (state[side].spec.kind) {
    case "circle": return { en: "the centre", zh: "圆心" };
    case "capsule": return { en: "an end", zh: "端点" };
    default: return { en: "a corner", zh: "角" };
  }
}

/** What the axis `index` shows, and what follows from it. */
export function verdict({ axes, deciding }: Shadows, index: number, distance: number): Text {
  const axis = axes[index];
  const best = axes[deciding];
  if (axis.gap > NOTHING) {
    const [gap, farther] = [gapWords(axis, index, deciding, best), fartherWords(best, distance)];
    return { en: gap.en + farther.en, zh: gap.zh + farther.zh };
  }
  if (axis.gap > -NOTHING) return touchWords(best);
  const seen = overlapWords(axis);
  const follows = best.gap > NOTHING ? elsewhere(best, deciding) : best.gap > -NOTHING ? touchElsewhere(deciding) : overlapEverywhere(axes.length, index, deciding, best);
  return { en: `${seen.en} ${follows.en}`, zh: `${seen.zh}${follows.zh}` };
}

function gapWords(axis: Axis, index: number, deciding: number, best: Axis): Text {
  const wider: Text = index === deciding ? { en: "", zh: "" } : {
    en: ` (Axis ${deciding + 1} shows a wider one, ${short(best.gap)}.)`,
    zh: `（轴 ${deciding + 1} 的间隙更大：${short(best.gap)}。）`,
  };
  return {
    en: `The shadows leave a gap of ${short(axis.gap)}: light passes, so the shapes are apart. One gap is enough; no other axis need be asked.${wider.en}`,
    zh: `两个影子之间有 ${short(axis.gap)} 的间隙：光能穿过，所以两个形状是分开的。只要有一个间隙就够了，无需再看其他轴。${wider.zh}`,
  };
}

/** Why the distance may be larger than every gap: said if the two would look like a contradiction. */
function fartherWords(best: Axis, distance: number): Text {
  if (short(distance) === short(best.gap)) return { en: "", zh: "" };
  return {
    en: ` The distance between the shapes, ${short(distance)}, is larger than any gap: their closest points are two corners, and the line between these is none of the axes. To be apart, a gap suffices; to know how far, one needs the points.`,
    zh: `两个形状之间的距离 ${short(distance)} 大于任何间隙：最近的两点都是角，它们的连线不是这些轴中的任何一条。判断是否分开，有间隙就够了；要知道相距多远，则需要最近点。`,
  };
}

function touchWords(best: Axis): Text {
  if (best.gap > NOTHING) return { en: "The shadows meet exactly. Another axis shows a gap, so the shapes are apart.", zh: "两个影子恰好相接。另一条轴上有间隙，所以形状是分开的。" };
  return { en: "The shadows meet exactly and no axis shows a gap: the shapes touch.", zh: "两个影子恰好相接，没有任何轴出现间隙：两个形状恰好接触。" };
}

function overlapWords(axis: Axis): Text {
  const push = short(-axis.gap);
  if (within(axis)) {
    return { en: `One shadow lies within the other; to part them along this axis takes a push of ${push}.`, zh: `一个影子完全落在另一个之内；沿此轴分开需要推动 ${push}。` };
  }
  return { en: `The shadows overlap by ${push}: no light passes this way.`, zh: `两个影子重叠了 ${push}：这个方向没有光能穿过。` };
}

function within({ a, b }: Axis): boolean {
  return (a.least >= b.least && a.most <= b.most) || (b.least >= a.least && b.most <= a.most);
}

function elsewhere(best: Axis, deciding: number): Text {
  return {
    en: `That decides nothing: axis ${deciding + 1} shows a gap of ${short(best.gap)}, and one gap is enough to be apart.`,
    zh: `这还不能下结论：轴 ${deciding + 1} 上有 ${short(best.gap)} 的间隙，只要有一个间隙，形状就是分开的。`,
  };
}

function touchElsewhere(deciding: number): Text {
  return { en: `On axis ${deciding + 1} they only just meet: the shapes touch.`, zh: `在轴 ${deciding + 1} 上影子恰好相接：两个形状恰好接触。` };
}

function overlapEverywhere(count: number, index: number, deciding: number, best: Axis): Text {
  const all: Text = count === 1
    ? { en: "It is the only axis there is, so the shapes overlap.", zh: "只有这一条轴，所以两个形状重叠。" }
    : { en: `So it is on all ${count} axes: the shapes overlap.`, zh: `全部 ${count} 条轴都是如此：两个形状重叠。` };
  const way: Text = index === deciding
    ? { en: "The overlap is least here, so this is the shortest way out.", zh: "这里的重叠最小，所以这就是最短的分离方向。" }
    : { en: `The overlap is least on axis ${deciding + 1}, ${short(-best.gap)}: there is the shortest way out.`, zh: `轴 ${deciding + 1} 的重叠最小（${short(-best.gap)}）：那是最短的分离方向。` };
  return { en: `${all.en} ${way.en}`, zh: `${all.zh}${way.zh}` };
}
