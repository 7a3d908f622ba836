// What examples for a page find there: a browser's name and a canvas, whose drawing is recorded.

import { recorder } from "./recorder.mjs";

globalThis.navigator ??= { userAgent: "" };
globalThis.document ??= { querySelector: () => ({ getContext: () => Object.assign(recorder().context, { setTransform() {} }) }) };
