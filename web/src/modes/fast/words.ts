// The results of the two tests as text, at a moment of the show.

import type { Text } from "../../shell/mode";
import type { Experiment } from "./experiment";
import type { State } from "./state";

/** `met`: at the right time; `late`: deep inside already; `missed`: passed through. */
export interface Report { verdict: "free" | "met" | "late" | "missed"; text: Text }

export function discreteReport(experiment: Experiment, state: State): Report {
  const frame = Math.floor(state.time);
  const { discrete: { seen }, continuous: { hit } } = experiment;
  if (seen && frame >= seen.frame) {
    const depth = (100 * seen.depth).toFixed(1);
    const how = experiment.chance < 1 ? { en: "Noticed by luck, and late", zh: "碰巧发现，而且晚了" } : { en: "Noticed, but late", zh: "发现了，但晚了" };
    return {
      verdict: "late",
      text: {
        en: `Frame ${seen.frame} overlaps, already ${depth} cm deep. ${how.en}: when and where it began is not known.`,
        zh: `第 ${seen.frame} 帧重叠，已深入 ${depth} 厘米。${how.zh}：何时何处开始接触无从得知。`,
      },
    };
  }
  if (hit && frame > hit.frame) {
    return {
      verdict: "missed",
      text: {
        en: `Frame ${hit.frame}: before it. Frame ${hit.frame + 1}: behind it. Neither overlaps, so nothing was noticed: it tunnelled.`,
        zh: `第 ${hit.frame} 帧在前，第 ${hit.frame + 1} 帧在后，两帧都不重叠，所以毫无察觉：穿透了。`,
      },
    };
  }
  return { verdict: "free", text: { en: `Frame ${frame}: no overlap.`, zh: `第 ${frame} 帧：不重叠。` } };
}

export function continuousReport(experiment: Experiment, state: State): Report {
  const frame = Math.floor(state.time);
  const { hit } = experiment.continuous;
  if (hit && state.time >= hit.frame + hit.part) {
    const [point, normal] = [pair(hit.point, 2), pair(hit.normal, 3)];
    const part = (100 * hit.part).toFixed(2);
    return {
      verdict: "met",
      text: {
        en: `Stopped ${part} % of the way from frame ${hit.frame} to ${hit.frame + 1}, the moment they touch; at ${point} m, normal ${normal}.`,
        zh: `停在第 ${hit.frame} 帧到第 ${hit.frame + 1} 帧之间 ${part}% 处，即刚刚接触的时刻；接触点 ${point} 米，法线 ${normal}。`,
      },
    };
  }
  return {
    verdict: "free",
    text: { en: `From frame ${frame} to ${frame + 1} the way is free so far.`, zh: `第 ${frame} 帧到第 ${frame + 1} 帧：至此路上无障碍。` },
  };
}

/** Why it depends on luck, with the present numbers. */
export function explanation(experiment: Experiment, state: State): Text {
  const stride = experiment.stride >= 1 ? `${experiment.stride.toFixed(2)} m` : `${(100 * experiment.stride).toFixed(1)} cm`;
  const chance = (100 * experiment.chance).toFixed(experiment.chance < 0.1 ? 1 : 0);
  const what = state.kind === "bullet" ? { en: "the bullet flies", zh: "子弹飞过" } : { en: "the rod's tip moves", zh: "杆端移动" };
  if (experiment.chance >= 1) {
    return {
      en: `In one frame ${what.en} ${stride}: slow enough, or the obstacle thick enough, for one frame at least to see it.`,
      zh: `每一帧${what.zh} ${stride}：足够慢，或障碍足够厚，至少有一帧会看到它。`,
    };
  }
  return {
    en: `In one frame ${what.en} ${stride}. Of all places where the frames could fall, ${chance} % show an overlap; otherwise a discrete test sees nothing. The continuous test asks about the whole way, so neither speed nor thickness matters to it.`,
    zh: `每一帧${what.zh} ${stride}。在帧可能落下的所有位置中，只有 ${chance}% 会显示重叠，其余情况离散检测什么也看不到。连续检测询问的是整段路程，因此与速度、厚度无关。`,
  };
}

function pair([x, y]: readonly [number, number], digits: number): string {
  const tell = (value: number) => String(Number(value.toFixed(digits)) + 0).replace("-", "−"); // + 0: no minus before 0
  return `(${tell(x)}, ${tell(y)})`;
}
