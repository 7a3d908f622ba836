import "./style.css";
import { workbench } from "../../kit/panel/controls";
import { createStage, type Stage } from "../../kit/stage/canvas";
import { draggable } from "../../kit/stage/pointer";
import { writeAttribute } from "../../shell/language";
import type { Context, Mode, Mounted } from "../../shell/mode";
import { ABOUT } from "./about";
import { drawScene } from "./drawing";
import { buildPanel, type Panel } from "./panel";
import { readState, type Side, type State, writeState } from "./state";
import { Table } from "./table";

export const mode: Mode = { about: ABOUT, mount: (host, context) => new Bench(host, context) };

/** The size of the view, in pixels of the sprites. */
const VIEW = { x: 36, y: 30 };

class Bench implements Mounted {
  private readonly state: State;
  private readonly table: Table;
  private readonly stage: Stage;
  private readonly panel: Panel;

  constructor(host: HTMLElement, private readonly context: Context) {
    this.state = readState(context.params);
    this.table = new Table(this.state);
    const { stage: place, panel } = workbench(host);
    this.panel = buildPanel(panel, this.state, this.table, () => this.changed());
    this.stage = createStage(place, {
      draw: () => this.draw(),
      resized: ({ camera }) => { if (!camera.showWords(this.state.look)) camera.show({ x: -VIEW.x, y: -VIEW.y }, VIEW, 0); },
      viewed: () => { this.state.look = this.stage.camera.toWords(); this.save(); },
    });
    this.stage.canvas.setAttribute("role", "application");
    writeAttribute(this.stage.canvas, "aria-label", {
      en: "Drawing of the two sprites. Arrow keys move the one held, A and B choose.",
      zh: "两个精灵的绘图区。方向键移动，A、B 键选择。",
    });
    this.handle();
    context.onChange(() => this.stage.redraw());
  }

  private handle(): void {
    const { state, stage } = this;
    draggable<Side>(stage, {
      pick: (at, reach) => [state.held, other(state.held)].find((side) => this.holds(side, at.x, at.y, reach)),
      taken: (side) => { state.held = side; this.changed(); },
      move: (side, by) => {
        state[side].position.x += by.x;
        state[side].position.y += by.y;
        this.changed();
      },
    });
    stage.canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.key(event.key)) return;
      event.preventDefault();
      this.changed();
    });
  }

  private key(key: string): boolean {
    const { state } = this;
    const ways: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[key];
    const { position } = state[state.held];
    if (way) [position.x, position.y] = [Math.round(position.x) + way[0], Math.round(position.y) + way[1]];
    else if (key === "a" || key === "b") state.held = key;
    else return false;
    return true;
  }

  /** Sprites are grabbed by their boxes, because fingers are wider than pixels. */
  private holds(side: Side, x: number, y: number, reach: number): boolean {
    const { min, max } = this.table.of(side).shape.aabb(this.table.pose(side));
    return x >= min[0] - reach && x <= max[0] + reach && y >= min[1] - reach && y <= max[1] + reach;
  }

  private save(): void {
    this.context.saveParams(writeState(this.state));
  }

  private changed(): void {
    this.save();
    this.stage.redraw();
  }

  private draw(): void {
    const answer = this.table.answer();
    drawScene(this.stage, { state: this.state, table: this.table, answer, theme: this.context.theme() });
    this.panel.show(answer);
    answer.lit?.free();
  }

  unmount(): void {
    this.stage.unmount();
    this.table.free();
  }
}

function other(side: Side): Side {
  return side === "a" ? "b" : "a";
}
