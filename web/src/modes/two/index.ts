import "./style.css";
import { codePanel } from "../../code/panel";
import { button, choice, group, row, toggle, workbench, words } from "../../kit/panel/controls";
import { drawLight, drawRulers } from "../../kit/shadows/drawing";
import { createStage, type Stage } from "../../kit/stage/canvas";
import { writeAttribute } from "../../shell/language";
import type { Context, Mode, Mounted } from "../../shell/mode";
import { buildAnswerPanel } from "./answer-panel";
import { drawDifference, drawSupports, frameDifference } from "./difference-drawing";
import { buildDifferencePanel } from "./difference-panel";
import { drawKnob, drawPaper, drawShapes, ghostPose, lightParts, type Scene } from "./drawing";
import { differenceScene, shadowScene } from "./explanation";
import { handleByKeys, handleByPointer, type Hands } from "./handling";
import { Pair } from "./pair";
import { buildShadowPanel } from "./shadow-panel";
import { buildShapePanel } from "./shape-panel";
import { FIRST_STATE, readState, type State, writeState } from "./state";
import { ABOUT, CANVAS_NAME, DIFFERENCE_NAME, HOW } from "./texts";

export const mode: Mode = { about: ABOUT, mount: (host, context) => new Bench(host, context) };

/** The width and height of the view in units, when it has not been moved. */
const VIEW = { wide: { x: 3.9, y: 2.9 }, narrow: { x: 3, y: 2.6 } };
/** The rulers need space around the shapes. */
const ROOM_FOR_RULERS = 1.3;
const NARROW_PIXELS = 560;

class Bench implements Mounted {
  private readonly state: State;
  private readonly pair: Pair;
  private readonly stage: Stage;
  private readonly side: { host: HTMLElement; stage: Stage };
  private readonly panels: ReturnType<typeof buildPanels>;
  private readonly forgetKeys: () => void;
  private ghost = false;
  private fitted: State["view"] | undefined;

  constructor(host: HTMLElement, private readonly context: Context) {
    this.state = readState(context.params);
    this.pair = new Pair(this.state);
    const { stage: place, panel } = workbench(host);
    place.classList.add("two");
    const [main, aside] = [document.createElement("div"), document.createElement("div")];
    place.append(main, aside);
    this.panels = buildPanels(panel, this.state, { changed: () => this.changed(), handled: (on) => { this.ghost = on; }, startAgain: () => this.startAgain() });
    this.stage = createStage(main, {
      draw: () => this.draw(),
      resized: () => { this.fitted = undefined; },
      viewed: () => { this.state.look = this.stage.camera.toWords(); this.save(); },
    });
    const side = createStage(aside, { draw: () => this.stage.redraw(), panning: false });
    this.side = { host: aside, stage: side };
    writeAttribute(this.stage.canvas, "aria-label", CANVAS_NAME);
    writeAttribute(side.canvas, "aria-label", DIFFERENCE_NAME);
    side.canvas.tabIndex = -1;
    for (const canvas of [this.stage.canvas, side.canvas]) canvas.setAttribute("role", canvas === side.canvas ? "img" : "application");
    handleByPointer(this.stage, this.hands());
    this.forgetKeys = handleByKeys(this.stage.canvas, this.hands());
    context.onChange(() => this.changed());
  }

  private hands(): Hands {
    return {
      state: this.state,
      pair: this.pair,
      changed: () => this.changed(),
      handling: (on) => { this.ghost = on; },
      letGo: () => { if (this.state.slideOut) this.slideOut(); },
    };
  }

  /** The held shape moves to where its ghost was. */
  private slideOut(): void {
    const answer = this.pair.answer();
    if (answer.clearance.distance < 0) this.state[this.state.held].pose = ghostPose({ state: this.state, answer });
  }

  /** Resets the shapes and the view; the chosen explanation stays. */
  private startAgain(): void {
    const { a, b, held } = structuredClone(FIRST_STATE);
    Object.assign(this.state, { a, b, held, axis: undefined, step: 0, look: undefined });
    this.fitted = undefined;
    this.changed();
  }

  private fit(): void {
    const { camera } = this.stage;
    if (camera.showWords(this.state.look)) return;
    const { x, y } = camera.width < NARROW_PIXELS ? VIEW.narrow : VIEW.wide;
    const room = this.state.view === "shadows" ? ROOM_FOR_RULERS : 1;
    camera.show({ x: -x * room, y: -y * room }, { x: x * room, y: y * room }, 0);
  }

  private save(): void {
    this.context.saveParams(writeState(this.state));
  }

  private changed(): void {
    this.save();
    this.stage.redraw();
  }

  private draw(): void {
    const { state, pair, stage, panels } = this;
    const theme = this.context.theme();
    const scene: Scene = { state, pair, answer: pair.answer(), theme, ghost: this.ghost };
    stage.canvas.dataset.ghost = String(this.ghost && scene.answer.clearance.distance < 0);
    this.side.host.hidden = state.view !== "difference";
    if (state.view !== this.fitted) this.fit();
    this.fitted = state.view;
    drawPaper(stage, theme);
    panels.show(scene);
    if (state.view === "shadows") this.drawShadows(scene);
    else drawShapes(stage, scene);
    if (state.view === "difference") this.drawDifference(scene);
    drawKnob(stage, scene);
  }

  private drawShadows(scene: Scene): void {
    const light = shadowScene(this.state, this.pair, scene.theme);
    drawLight(this.stage, light);
    drawShapes(this.stage, scene);
    lightParts(this.stage, scene, light.bodies);
    drawRulers(this.stage, light);
    this.panels.shadows.show(light.shadows, light.shown, this.pair.concave, scene.answer.clearance.distance);
  }

  private drawDifference(shown: Scene): void {
    const { scene, count } = differenceScene(this.state, this.pair, shown.theme);
    lightParts(this.stage, shown, scene);
    const { stage } = this.side;
    drawSupports(this.stage, scene);
    frameDifference(stage.camera, scene);
    drawDifference(stage, scene);
    this.panels.difference.show(scene, count, this.pair.concave);
  }

  unmount(): void {
    this.forgetKeys();
    this.panels.stop();
    this.stage.unmount();
    this.side.stage.unmount();
    this.pair.free();
  }
}

/**
 * The callbacks of the panels: something was chosen; a slider rotates or scales a shape; everything is reset.
 */
interface Chosen { changed(): void; handled(on: boolean): void; startAgain(): void }

function buildPanels(panel: HTMLElement, state: State, { changed, handled, startAgain }: Chosen) {
  const answer = buildAnswerPanel();
  const shadows = buildShadowPanel(state, changed);
  const difference = buildDifferencePanel(state, changed);
  const stop = () => { shadows.stop(); difference.stop(); };
  const view = choice({ en: "Explain", zh: "讲解" }, [
    { value: "plain", label: { en: "Shapes", zh: "形状" } },
    { value: "shadows", label: { en: "Shadows", zh: "影子" } },
    { value: "difference", label: { en: "Difference, GJK", zh: "闵氏差与 GJK" } },
  ], state.view, (next) => { stop(); state.view = next; state.step = 0; changed(); });
  const sides = (["a", "b"] as const).map((side) => {
    const built = buildShapePanel(state, side, { changed: () => { state.held = side; changed(); }, handled: () => handled(true) });
    // A slider releases the shape when it is released.
    built.element.addEventListener("change", () => { handled(false); changed(); });
    return built;
  });
  const flag = (field: "closest" | "contacts" | "slideOut", en: string, zh: string) =>
    toggle({ en, zh }, state[field], (on) => { state[field] = on; changed(); }).element;
  const how = words(HOW, "muted");
  const code = codePanel((tongue) => { state.code = tongue; changed(); });
  const asCode = toggle({ en: "Show this as code", zh: "显示为代码" }, state.code !== undefined, (on) => { state.code = on ? "js" : undefined; changed(); });
  panel.append(
    answer.verdict, view.element, how, shadows.element, difference.element, asCode.element, code.element, ...sides.map((side) => side.element),
    group({ en: "Show", zh: "显示" },
      flag("closest", "Closest points, or depth", "最近点或重叠深度"),
      flag("contacts", "Contact points and normals", "接触点与法线"),
      flag("slideOut", "Let go: slide out the shortest way", "松手时沿最短路径滑出"),
      row(button({ en: "Start again", zh: "重新开始" }, startAgain))),
    group({ en: "The package's answer", zh: "程序包给出的结果" }, answer.element),
  );
  return {
    shadows, difference, stop,
    show(scene: Scene) {
      answer.show(scene.answer);
      for (const side of sides) side.show();
      how.hidden = state.view !== "plain";
      shadows.element.hidden = state.view !== "shadows";
      difference.element.hidden = state.view !== "difference";
      code.element.hidden = state.code === undefined;
      if (state.code) code.show(state.a, state.b, state.code);
    },
  };
}
