import { nearestToOrigin } from "../../explain/minkowski";
import type { Step } from "../../explain/simplex";
import { NOTHING, short } from "../../kit/notation/figures";
import { choice, words } from "../../kit/panel/controls";
import { stepper } from "../../kit/panel/stepper";
import { write } from "../../shell/language";
import type { Text } from "../../shell/mode";
import type { DifferenceScene } from "./difference-drawing";
import type { State } from "./state";
import { theShape } from "./words";

export interface DifferencePanel { element: HTMLElement; show(scene: DifferenceScene, count: number, concave: boolean): void; stop(): void }

/** The construction of the Minkowski difference and GJK's search on it, step by step as text. */
export function buildDifferencePanel(state: State, changed: () => void): DifferencePanel {
  const steps = stepper({ en: "Step", zh: "步骤" }, (step) => { state.step = step; changed(); });
  const part = choice({ en: "Step by step", zh: "逐步演示" }, [
    { value: "grow", label: { en: "Grow the difference", zh: "生成闵可夫斯基差" } },
    { value: "gjk", label: { en: "GJK's simplex", zh: "GJK 单纯形" } },
  ], state.part, (value) => { steps.stop(); state.part = value; state.step = 0; changed(); });
  const means = words({ en: "", zh: "" });
  means.setAttribute("aria-live", "polite");
  const parts = words({
    en: "Concave shapes are asked part by part; these are the two convex parts that decide.",
    zh: "凹形状逐块检测；这里是起决定作用的两个凸块。",
  }, "muted");
  const element = document.createElement("div");
  element.className = "group";
  element.append(words(INTRODUCTION), part.element, steps.element, means, parts);
  return {
    element,
    stop: steps.stop,
    show(scene, count, concave) {
      steps.show(scene.step, count);
      write(means, scene.part === "grow" ? growthWords(state, scene) : searchWords(scene));
      parts.hidden = !concave;
    },
  };
}

const INTRODUCTION: Text = {
  en: "Shrink A to a point and grow B by A to make up for it: that is the Minkowski difference, all b − a. The shapes share a point exactly when the difference holds the origin 0.",
  zh: "把 A 缩成一个点，同时让 B 按 A 的形状长大来补偿：这就是闵可夫斯基差，即所有 b − a 的集合。当且仅当它包含原点 0 时，两个形状有公共点。",
};

function growthWords(state: State, scene: DifferenceScene): Text {
  const { copies, radius } = scene.difference;
  const [a, b] = [theShape(state, "a"), theShape(state, "b")];
  if (scene.step + 1 < copies.length) {
    return {
      en: `Turn ${a.en} half round its centre: that is −A. Set it on corner ${scene.step + 1} of ${b.en}, as seen from A. The hull of the ${scene.step + 1} so far is drawn round them.`,
      zh: `把${a.zh}绕自身中心旋转半圈，得到 −A，放到${b.zh}（从 A 看去）的第 ${scene.step + 1} 个角上。外面画的是到目前为止 ${scene.step + 1} 份的凸包。`,
    };
  }
  const { distance } = nearestToOrigin(scene.difference);
  const value = short(Math.abs(distance));
  const rounded: Text = radius > 0 ? { en: " Its corners are rounded by the radii.", zh: "它的角因半径而变圆。" } : { en: "", zh: "" };
  const whole: Text = {
    en: `−A sits on every corner of B, and the hull of all is the Minkowski difference.${rounded.en}`,
    zh: `B 的每个角上都放好了 −A，全部的凸包就是闵可夫斯基差。${rounded.zh}`,
  };
  const result: Text = distance > NOTHING
    ? { en: `The origin is outside, ${value} from its border: the shapes are ${value} apart.`, zh: `原点在外面，距边界 ${value}：两个形状相距 ${value}。` }
    : distance < -NOTHING
      ? { en: `The origin is inside, ${value} from the nearest border: the shapes overlap, and a push of ${value} that way parts them.`, zh: `原点在内部，距最近边界 ${value}：两个形状重叠，沿该方向推动 ${value} 即可分开。` }
      : { en: "The origin is on its border: the shapes touch.", zh: "原点恰在边界上：两个形状恰好接触。" };
  return { en: `${whole.en} ${result.en}`, zh: `${whole.zh}${result.zh}` };
}

function searchWords(scene: DifferenceScene): Text {
  const step = scene.gjk.steps[scene.step];
  const looked = lookWords(scene, step);
  const after = outcomeWords(scene, step);
  return { en: `${looked.en} ${after.en}`, zh: `${looked.zh}${after.zh}` };
}

function lookWords({ step: index }: DifferenceScene, { found }: Step): Text {
  const corners: Text = {
    en: `Farthest that way lies w: corner ${found.b + 1} of B minus corner ${found.a + 1} of A, both lit on the shapes.`,
    zh: `该方向上最远的是 w：B 的第 ${found.b + 1} 个角减去 A 的第 ${found.a + 1} 个角，已在形状上标出。`,
  };
  if (index === 0) return { en: `GJK never builds the difference (dashed). It only asks for its farthest point in a direction; first any, here from B to A. ${corners.en}`, zh: `GJK 从不构造闵可夫斯基差（虚线），只询问某个方向上最远的点；第一步方向任意，这里从 B 指向 A。${corners.zh}` };
  return { en: `From v, the point of the simplex nearest to the origin, look towards the origin. ${corners.en}`, zh: `v 是单纯形上离原点最近的点，从 v 朝原点看去。${corners.zh}` };
}

function outcomeWords(scene: DifferenceScene, step: Step): Text {
  switch (step.outcome) {
    case "go on": return goOnWords(step);
    case "holds the origin": return {
      en: "The simplex holds the origin: A and B share a point: they touch or overlap. How deep, another search tells (EPA), which grows this simplex outward.",
      zh: "单纯形包含了原点：A 与 B 有公共点：接触或重叠。重叠多深由另一种搜索（EPA）向外扩展该单纯形得到。",
    };
    case "nothing farther": return apartWords(scene);
  }
}

function goOnWords({ simplex, kept }: Step): Text {
  const dropped = simplex.length - kept.length;
  const keeps: Text = simplex.length === 1
    ? { en: "It is the whole simplex so far: a point.", zh: "它就是目前的整个单纯形：一个点。" }
    : dropped === 0
      ? { en: "It joins the simplex, a line now.", zh: "它加入单纯形，现在是一条线段。" }
      : { en: "It joins the simplex; what is not nearest to the origin (hollow) is dropped.", zh: "它加入单纯形；不是离原点最近的部分（空心点）被舍弃。" };
  return { en: `${keeps.en} Go on.`, zh: `${keeps.zh}继续。` };
}

function apartWords({ gjk, difference }: DifferenceScene): Text {
  const found: Text = {
    en: `It is no farther than v: no point of the difference is nearer to the origin. The distance is |v| = ${short(gjk.distance)}.`,
    zh: `它并不比 v 更远：差集中没有更靠近原点的点。距离就是 |v| = ${short(gjk.distance)}。`,
  };
  if (difference.radius === 0) return found;
  const rest = gjk.distance - difference.radius;
  const ending: Text = rest > NOTHING
    ? { en: `That is from core to core; without the radii, ${short(difference.radius)}, it leaves ${short(rest)}.`, zh: `这是两个核心之间的距离；减去半径 ${short(difference.radius)}，剩下 ${short(rest)}。` }
    : { en: `That is from core to core, and the radii take more, ${short(difference.radius)}: the shapes overlap by ${short(-rest)}.`, zh: `这是两个核心之间的距离，而半径之和 ${short(difference.radius)} 更大：两个形状重叠 ${short(-rest)}。` };
  return { en: `${found.en} ${ending.en}`, zh: `${found.zh}${ending.zh}` };
}
