import type { Lesson } from "./lesson";
import { boxes } from "./steps/boxes";
import { circles } from "./steps/circles";
import { code } from "./steps/code";
import { corner } from "./steps/corner";
import { distance } from "./steps/distance";
import { program } from "./steps/program";
import { ruler } from "./steps/ruler";
import { space } from "./steps/space";
import { turned } from "./steps/turned";

/** The steps in order, each from the one before. */
export const LESSONS: readonly Lesson[] = [circles, boxes, turned, ruler, corner, distance, program, space, code];
