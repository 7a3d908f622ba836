import "./walk.css";
import { workbench } from "../../kit/panel/controls";
import { animate } from "../../kit/stage/canvas";
import { takeFocus } from "../../kit/stage/focus";
import type { Context, Mode, Mounted } from "../../shell/mode";
import { ABOUT } from "./about";
import { Flat } from "./flat";
import { listen, type Keys } from "./keys";
import { buildPanel, type Kind, type Panel, type State } from "./panel";
import type { Report, World } from "./world";

/** The time step is always the same, whatever the frame rate; this many steps at most per frame. */
const STEP_SECONDS = 1 / 60;
const MOST_STEPS = 4;
/** The number of frames between two updates of the displayed numbers. */
const WRITE_EVERY = 6;
/** The weight of a step in the running mean of its time. */
const MEAN_SHARE = 0.05;

export const mode: Mode = { about: ABOUT, mount: (host, context) => new Walk(host, context) };

class Walk implements Mounted {
  #state: State;
  #place: HTMLElement;
  #panel: Panel;
  #keys: Keys;
  #world?: World;
  #debt = 0;
  #frame = 0;
  #stepMs = 0;
  /** Counts the worlds opened, to know whether a loaded one is still wanted. */
  #openings = 0;
  #stop: () => void;

  constructor(host: HTMLElement, readonly context: Context) {
    const { params } = context;
    this.#state = { kind: params.get("where") === "space" ? "space" : "flat", contacts: params.get("contacts") !== "0" };
    const { stage, panel } = workbench(host);
    this.#place = stage;
    this.#panel = buildPanel(panel, this.#state, context, {
      chosen: (kind) => this.#open(kind),
      contacts: (on) => { this.#state.contacts = on; this.#world?.showContacts(on); this.#save(); },
      restart: () => {
        this.#world?.restart();
        if (this.#world) takeFocus(this.#world.canvas);
      },
    });
    this.#keys = listen(stage);
    this.#open(this.#state.kind);
    context.onChange(() => this.#world?.changed());
    this.#stop = animate((seconds) => this.#tick(seconds));
  }

  unmount(): void {
    this.#openings += 1;
    this.#stop();
    this.#keys.unmount();
    this.#world?.unmount();
  }

  async #open(kind: Kind): Promise<void> {
    const opening = ++this.#openings;
    this.#state.kind = kind;
    this.#save();
    this.#world?.unmount();
    this.#world = undefined;
    this.#keys.setFlat(kind === "flat");
    this.#panel.setKind(kind);
    this.#panel.setLacking(false);
    const world: World | undefined = kind === "flat" ? new Flat(this.#place, this.context) : await this.#openSpace(opening);
    world?.showContacts(this.#state.contacts);
    if (world) takeFocus(world.canvas);
    this.#world = world;
  }

  /** Undefined without WebGL, and if the user has left while it was loaded. */
  async #openSpace(opening: number): Promise<World | undefined> {
    this.#panel.setLacking(!hasWebGl());
    if (!hasWebGl()) return undefined;
    const { Space } = await import("./space");
    return opening === this.#openings ? new Space(this.#place, this.context) : undefined;
  }

  #tick(seconds: number): void {
    const world = this.#world;
    if (!world) return;
    this.#debt = Math.min(this.#debt + seconds, MOST_STEPS * STEP_SECONDS);
    let report: Report | undefined;
    while (this.#debt >= STEP_SECONDS * 0.99) {
      this.#debt -= STEP_SECONDS;
      const start = performance.now();
      report = world.step(this.#keys, STEP_SECONDS);
      this.#stepMs += (performance.now() - start - this.#stepMs) * MEAN_SHARE;
    }
    if (!report) return;
    world.draw();
    this.#frame += 1;
    if (this.#frame % WRITE_EVERY === 0 || report.change) this.#panel.report(report, 1000 * this.#stepMs);
  }

  #save(): void {
    this.context.saveParams({ where: this.#state.kind, ...(this.#state.contacts ? {} : { contacts: "0" }) });
  }
}

function hasWebGl(): boolean {
  return document.createElement("canvas").getContext("webgl2") !== null;
}
