import "./space.css";
import * as THREE from "three";
import { choice, row, workbench, words } from "../../kit/panel/controls";
import { writeAttribute } from "../../shell/language";
import type { Context, Mode, Mounted } from "../../shell/mode";
import { ABOUT } from "./about";
import { Boxes } from "./boxes/boxes";
import { NAMES, type Name, type Picked } from "./hall/body";
import type { Exhibit, Hall } from "./hall/exhibit";
import { type Grabbable, type Held, grabByKeys, grabByPointer } from "./hall/grab";
import { read, write } from "./hall/state";
import { type Ray, View, forget } from "./hall/view";
import { Meshes } from "./meshes/meshes";

type What = "boxes" | "meshes";
type Drags = "move" | "turn";
const START_AZIMUTH = 0.5;
const START_ZENITH = 1.15;

export const mode: Mode = { about: ABOUT, mount: (host, context) => (hasWebGl() ? new Space(host, context) : withoutWebGl(host)) };

function hasWebGl(): boolean {
  return document.createElement("canvas").getContext("webgl2") !== null;
}

/** Shown without WebGL; all other modes work without it. */
function withoutWebGl(host: HTMLElement): Mounted {
  const apology = words({
    en: "This mode draws with WebGL 2, which this browser does not offer (it may be switched off in its settings). The other modes do without.",
    zh: "此模式使用 WebGL 2 绘制，而当前浏览器不支持（或已在设置中关闭）。其他模式不受影响。",
  });
  const box = document.createElement("div");
  box.className = "apology";
  box.append(apology);
  host.replaceChildren(box);
  return { unmount() {} };
}

class Space implements Mounted, Grabbable {
  private readonly view: View;
  private readonly root = new THREE.Group();
  private readonly place: HTMLElement = document.createElement("div");
  private exhibit: Exhibit | undefined;
  private what: What;
  private inHand: Held = "b";
  private drags: Drags = "move";
  private readonly holding;
  private readonly hall: Hall;

  constructor(host: HTMLElement, private readonly context: Context) {
    const { stage, panel } = workbench(host);
    this.view = new View(stage, (canvas) => grabByPointer(canvas, () => this.view, this));
    this.view.scene.add(this.root);
    this.view.beforeFrame = () => this.exhibit?.beforeFrame?.();
    this.view.moved = () => this.save();
    this.hall = { view: this.view, context, root: this.root, held: () => this.inHand, changed: () => this.changed() };
    writeAttribute(this.view.canvas, "aria-label", {
      en: "Two bodies in space. A, B or V takes a body or the view; arrow keys turn it, with Shift they move it.",
      zh: "空间中的两个物体。按 A、B 或 V 选中物体或视角；方向键旋转，加 Shift 移动。",
    });
    this.view.canvas.setAttribute("role", "application");
    grabByKeys(this.view.canvas, this.view, this);

    this.what = context.params.get("show") === "meshes" ? "meshes" : "boxes";
    this.holding = choice<Held>({ en: "Keys act on", zh: "键盘控制" }, [
      { value: "a", label: { en: "A", zh: "A" } }, { value: "b", label: { en: "B", zh: "B" } }, { value: "view", label: { en: "the view", zh: "视角" } },
    ], this.inHand, (held) => this.hold(held));
    this.place.className = "exhibit";
    panel.append(
      choice<What>({ en: "Show", zh: "显示" }, [
        { value: "boxes", label: { en: "Two boxes", zh: "两个长方体" } }, { value: "meshes", label: { en: "Two meshes", zh: "两个网格" } },
      ], this.what, (what) => this.open(what, new URLSearchParams())).element,
      this.place,
      row(choice<Drags>({ en: "A drag", zh: "拖动" }, [
        { value: "move", label: { en: "moves", zh: "移动" } }, { value: "turn", label: { en: "turns", zh: "旋转" } },
      ], this.drags, (drags) => { this.drags = drags; }).element, this.holding.element),
      words({
        en: "Shift or the right button turns as well. Keys on the drawing: arrows turn, with Shift they move; see Help.",
        zh: "Shift 或右键拖动也可旋转。在画面上：方向键旋转，加 Shift 移动；详见帮助。",
      }, "words muted"),
    );
    const camera = read(context.params.get("eye"), 3);
    this.view.place(camera?.[0] ?? START_AZIMUTH, camera?.[1] ?? START_ZENITH, camera?.[2]);
    context.onChange(() => this.restyle());
    this.open(this.what, context.params);
    this.restyle();
  }

  // --- what one takes hold of ---
  pick(ray: Ray): Picked | undefined { return this.exhibit?.pair.pick(ray); }
  object(name: Name): THREE.Object3D { return this.exhibit!.pair.bodies[name].object; }
  held(): Held { return this.inHand; }
  turning(): boolean { return this.drags === "turn"; }
  hold(held: Held): void {
    this.inHand = held;
    this.holding.set(held);
  }
  pointed(picked: Picked | undefined, pressed: boolean): void {
    if (pressed || picked) this.exhibit?.pointed(picked);
  }
  changed(): void {
    for (const name of NAMES) this.object(name).updateMatrixWorld();
    this.exhibit?.update();
    this.save();
    this.view.redraw();
  }

  unmount(): void {
    this.exhibit?.unmount();
    this.view.unmount();
  }

  private open(what: What, params: URLSearchParams): void {
    this.exhibit?.unmount();
    for (const child of [...this.root.children]) forget(child);
    this.what = what;
    const hall = { ...this.hall, context: { ...this.context, params } };
    this.exhibit = what === "boxes" ? new Boxes(hall) : new Meshes(hall);
    this.place.replaceChildren(...this.exhibit.controls);
    this.changed();
  }

  private restyle(): void {
    this.view.colour(this.context.theme());
    this.changed();
  }

  private save(): void {
    if (!this.exhibit) return;
    this.context.saveParams({ show: this.what, ...this.exhibit.state(), eye: write(this.view.whereabouts()) });
  }
}
