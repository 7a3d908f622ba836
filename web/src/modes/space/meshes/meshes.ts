// Two meshes, with every triangle lit that meets the other mesh; files of the user; picking.

import { ClearanceError, d3 } from "clearance/d3";
import type * as THREE from "three";
import { RELATIONS } from "../../../kit/notation/relations";
import { button, group, numbers, row, toggle, words } from "../../../kit/panel/controls";
import { write, writeAttribute } from "../../../shell/language";
import type { Text } from "../../../shell/mode";
import { NAMES, type Name, Pair, type Picked, type Stand } from "../hall/body";
import { Arrow } from "../hall/draw";
import type { Exhibit, Hall } from "../hall/exhibit";
import { figure } from "../hall/figures";
import { readStand, writeStand } from "../hall/state";
import { MeshBody } from "./mesh-body";
import { type MeshData, Unreadable, readMesh, torus, torusKnot } from "./mesh-source";

const STANDS: Record<Name, Stand> = {
  a: { position: [-0.45, 0, 0], rotation: [0, 0, 0, 1] },
  b: { position: [0.65, 0.1, 0.1], rotation: [0.5, 0.35, 0.1, 0.786] },
};

export class Meshes implements Exhibit {
  readonly pair: Pair;
  readonly controls: HTMLElement[];
  private readonly bodies: Record<Name, MeshBody>;
  private readonly arrow = new Arrow(0.45);
  private readonly verdict = words({ en: "", zh: "" }, "verdict space-verdict short");
  private readonly note = words({ en: "", zh: "" }, "words space-note");
  private readonly figures = numbers([
    { en: "Triangles of A, of B", zh: "A、B 的三角形数" }, { en: "Meeting the other", zh: "与对方相交" }, { en: "Found in", zh: "用时" },
    { en: "relation(a, b)", zh: "relation(a, b)" },
  ]);
  private readonly pickFigures = numbers([
    { en: "Met", zh: "命中" }, { en: "Triangle", zh: "三角形" }, { en: "Point", zh: "点" }, { en: "Normal", zh: "法线" }, { en: "Found in", zh: "用时" },
  ]);
  private edges: boolean;
  private picked: (Picked & { triangle: number }) | undefined;

  constructor(private readonly hall: Hall) {
    const { params } = hall.context;
    this.edges = params.get("edges") === "1";
    const stand = (name: Name) => readStand(params.get(name)) ?? STANDS[name];
    this.bodies = { a: new MeshBody(torusKnot(), stand("a")), b: new MeshBody(torus(), stand("b")) };
    this.pair = new Pair(this.bodies);
    hall.root.add(this.bodies.a.object, this.bodies.b.object, this.arrow.object);
    this.verdict.setAttribute("role", "status");
    this.note.setAttribute("role", "alert");
    this.controls = [
      this.verdict, this.figures.element,
      group({ en: "Your own: STL, OBJ or GLB", zh: "载入自己的模型：STL、OBJ 或 GLB" },
        row(...NAMES.map((name) => this.loader(name)), button({ en: "Back to the shipped", zh: "恢复自带模型" }, () => this.reset())),
        this.note),
      toggle({ en: "Draw the triangles’ edges", zh: "画出三角形的边" }, this.edges, (on) => { this.edges = on; hall.changed(); }).element,
      group({ en: "Pick: click or tap a surface", zh: "拾取：点击模型表面" }, this.pickFigures.element),
    ];
    this.takeDrops();
  }

  update(): void {
    const { context, view } = this.hall;
    const theme = context.theme();
    const [a, b] = NAMES.map((name) => this.bodies[name].placed);
    const start = performance.now();
    const meeting = d3.intersectingTriangles(a, b);
    const milliseconds = performance.now() - start;
    const relation = d3.relation(a, b);
    NAMES.forEach((name, i) => {
      this.bodies[name].colour(name === "a" ? theme.first : theme.second, PALE, theme.collision, theme.ink);
      this.bodies[name].showEdges(this.edges);
      this.bodies[name].light(meeting[i]);
    });
    const counts = NAMES.map((name) => this.bodies[name].count);
    const pairs = counts[0] * counts[1];
    write(this.verdict, meeting[0].length > 0 ? colliding(meeting) : relation === "disjoint" ? APART : WITHIN);
    this.figures.set([
      counts.map(grouped).join(", "), meeting.map((found) => grouped(found.length)).join(", "), `${figure(milliseconds, 2)} ms`, context.text(RELATIONS[relation]),
    ]);
    writeAttribute(this.figures.element, "title", { en: `Out of ${grouped(pairs)} pairs of triangles`, zh: `共 ${grouped(pairs)} 对三角形` });
    this.verdict.dataset.collides = String(relation !== "disjoint" && relation !== "touching");
    view.canvas.dataset.relation = relation;
    view.canvas.dataset.meeting = meeting.map((found) => found.length).join();
    this.showPicked();
  }

  pointed(picked: Picked | undefined): void {
    this.picked = picked && { ...picked, triangle: this.bodies[picked.name].triangleAt(picked.point) };
    this.showPicked();
  }

  state(): Record<string, string> {
    const { a, b } = this.bodies;
    return { a: writeStand(a.stand), b: writeStand(b.stand), ...(this.edges ? { edges: "1" } : {}) };
  }

  unmount(): void {
    const { canvas } = this.hall.view;
    canvas.removeEventListener("dragover", this.dragOver);
    canvas.removeEventListener("drop", this.drop);
    delete canvas.dataset.meeting;
    this.pair.unmount();
  }

  private showPicked(): void {
    const { context, view } = this.hall;
    for (const name of NAMES) this.bodies[name].mark(this.picked?.name === name ? this.picked.triangle : undefined);
    if (!this.picked) {
      this.arrow.hide();
      this.pickFigures.set(["–", "–", "–", "–", "–"]);
    } else {
      const { name, triangle, point, normal, microseconds, handle } = this.picked;
      if (normal) this.arrow.set(point, normal, context.theme().contact);
      else this.arrow.hide();
      const met = { en: `${name.toUpperCase()}, handle ${handle}`, zh: `${name.toUpperCase()}，句柄 ${handle}` };
      const vector = (of?: THREE.Vector3) => of?.toArray().map((part) => figure(part)).join(", ") ?? "–";
      this.pickFigures.set([context.text(met), grouped(triangle), vector(point), vector(normal), `${figure(microseconds / 1000, 3)} ms`]);
    }
    view.redraw();
  }

  /** A button that asks for a file. */
  private loader(name: Name): HTMLElement {
    const letter = name.toUpperCase();
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".stl,.obj,.glb";
    input.hidden = true;
    input.dataset.load = name;
    input.addEventListener("change", () => { if (input.files?.[0]) void this.load(name, input.files[0]); input.value = ""; });
    const ask = button({ en: `Load ${letter}…`, zh: `载入 ${letter}…` }, () => input.click());
    ask.append(input);
    const wrap = row(ask, input);
    wrap.classList.add("loader");
    return wrap;
  }

  private async load(name: Name, file: File): Promise<void> {
    write(this.note, { en: `Reading ${file.name} …`, zh: `正在读取 ${file.name} …` });
    try {
      const mesh = await readMesh(file);
      this.replace(name, mesh);
      write(this.note, {
        en: `${mesh.name} is ${name.toUpperCase()} now; it stays in this browser, and a shared link shows the shipped mesh.`,
        zh: `${mesh.name} 现为 ${name.toUpperCase()}；文件仅留在本机浏览器中，分享的链接显示自带模型。`,
      });
    } catch (error) {
      write(this.note, complaint(file.name, error));
    }
  }

  private replace(name: Name, mesh: MeshData): void {
    const body = new MeshBody(mesh, this.bodies[name].stand);
    this.picked = undefined;
    this.pair.replace(name, body);
    this.bodies[name] = body;
    this.hall.root.add(body.object);
    this.hall.changed();
  }

  private reset(): void {
    this.replace("a", torusKnot());
    this.replace("b", torus());
    for (const name of NAMES) this.bodies[name].stand = STANDS[name];
    write(this.note, { en: "", zh: "" });
    this.hall.changed();
  }

  /** A file dropped on the drawing replaces the held mesh. */
  private takeDrops(): void {
    this.hall.view.canvas.addEventListener("dragover", this.dragOver);
    this.hall.view.canvas.addEventListener("drop", this.drop);
  }
  private readonly dragOver = (event: DragEvent) => event.preventDefault();
  private readonly drop = (event: DragEvent) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const held = this.hall.held();
    if (file) void this.load(held === "view" ? "b" : held, file);
  };
}

/** A colour between light and dark paper: surfaces mixed with it stay legible on both. */
const PALE = "#c4c9d2";

const APART: Text = { en: "Apart: no triangle of one meets one of the other.", zh: "分离：没有任何三角形相交。" };
const WITHIN: Text = {
  en: "No triangles meet, and yet they overlap: one is within the other’s solid.",
  zh: "没有三角形相交，但仍然碰撞：一个位于另一个实体内部。",
};

function colliding([a, b]: readonly ArrayLike<number>[]): Text {
  return {
    en: `Overlapping: ${grouped(a.length)} triangles of A and ${grouped(b.length)} of B meet, all of them lit.`,
    zh: `碰撞：A 的 ${grouped(a.length)} 个与 B 的 ${grouped(b.length)} 个三角形相交，全部点亮。`,
  };
}

/** 12345 as 12,345, in both languages alike. */
function grouped(count: number): string {
  return count.toLocaleString("en");
}

function complaint(file: string, error: unknown): Text {
  if (error instanceof Unreadable) return error.text;
  const why = error instanceof ClearanceError ? `${error.field ?? ""} ${error.message}`.trim() : String(error instanceof Error ? error.message : error);
  return { en: `${file} could not be read: ${why}`, zh: `无法读取 ${file}：${why}` };
}
