// Grabbing a body: it is dragged in the plane that faces the user, and rotated about the camera's axes, by
// pointer or keys.

import * as THREE from "three";
import { onCanvas } from "../../../kit/stage/panning";
import type { Name, Picked } from "./body";
import type { Ray, View } from "./view";

/** What can be grabbed; `view` is the camera, which keys may rotate as well. */
export type Held = Name | "view";

export interface Grabbable {
  pick(ray: Ray): Picked | undefined;
  object(name: Name): THREE.Object3D;
  held(): Held;
  hold(held: Held): void;
  /** Whether a drag rotates the held body rather than moves it. */
  turning(): boolean;
  changed(): void;
  /** Called for a press that was no drag, or for a mouse that hovers. */
  pointed(picked: Picked | undefined, pressed: boolean): void;
}

const TURN_PER_PIXEL = 0.009;
/** A press that moved fewer pixels than this is a click. */
const CLICK_REACH = 4;
const KEY_TURN = Math.PI / 36;
const KEY_MOVE = 0.05;
const KEY_ZOOM = 1.08;

interface Drag { name: Name; picked: Picked; plane: THREE.Plane; last: THREE.Vector3; x: number; y: number; travelled: number; turns: boolean }

/**
 * Listens to the pointer. Call it before the orbit controls listen: they are disabled while a body is held.
 */
export function grabByPointer(canvas: HTMLCanvasElement, view: () => View, what: Grabbable): void {
  let drag: Drag | undefined;
  let background: { x: number; y: number } | undefined;
  const rayOf = (event: PointerEvent) => { const at = onCanvas(canvas, event); return view().rayAt(at.x, at.y); };

  canvas.addEventListener("touchstart", (event) => {
    const [first, ...more] = event.touches;
    const at = onCanvas(canvas, first);
    if (more.length > 0 || what.pick(view().rayAt(at.x, at.y))) event.preventDefault(); // else it scrolls the page, where it can
  }, { passive: false });

  canvas.addEventListener("pointerdown", (event) => {
    if (drag || !event.isPrimary) return;
    const picked = event.button === 1 ? undefined : what.pick(rayOf(event));
    background = picked ? undefined : { x: event.clientX, y: event.clientY };
    if (!picked) return;
    view().controls.enabled = false;
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    canvas.style.cursor = "grabbing";
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(view().axes().back, picked.point);
    const turns = what.turning() || event.shiftKey || event.button === 2;
    drag = { name: picked.name, picked, plane, last: picked.point, x: event.clientX, y: event.clientY, travelled: 0, turns };
    what.hold(picked.name);
  });

  canvas.addEventListener("pointermove", (event) => {
    if (!drag) {
      if (event.pointerType !== "mouse" || event.buttons !== 0) return;
      const picked = what.pick(rayOf(event));
      canvas.style.cursor = picked ? "grab" : "default";
      what.pointed(picked, false);
      return;
    }
    const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.travelled += Math.abs(right) + Math.abs(down);
    drag.x = event.clientX;
    drag.y = event.clientY;
    if (drag.travelled < CLICK_REACH) return;
    if (drag.turns) turn(what.object(drag.name), view(), right * TURN_PER_PIXEL, down * TURN_PER_PIXEL, 0);
    else pull(drag, rayOf(event), what.object(drag.name));
    what.changed();
  });

  const release = (event: PointerEvent) => {
    if (drag) {
      view().controls.enabled = true;
      canvas.style.cursor = "grab";
      if (drag.travelled < CLICK_REACH) what.pointed(drag.picked, true);
    } else if (background && Math.hypot(event.clientX - background.x, event.clientY - background.y) < CLICK_REACH) {
      what.pointed(undefined, true);
    }
    drag = background = undefined;
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** Follows the pointer in the plane through the point where it was grabbed. */
function pull(drag: Drag, { origin, direction }: Ray, object: THREE.Object3D): void {
  const at = new THREE.Ray(origin, direction).intersectPlane(drag.plane, new THREE.Vector3());
  if (!at) return;
  object.position.add(at).sub(drag.last);
  drag.last = at;
}

/**
 * Rotates like a ball under the hand: rightwards about the camera's up axis, downwards about its right axis,
 * and about the line of sight.
 */
function turn(object: THREE.Object3D, view: View, rightwards: number, downwards: number, rolling: number): void {
  const { right, up, back } = view.axes();
  const by = new THREE.Quaternion();
  for (const [axis, angle] of [[up, rightwards], [right, downwards], [back, rolling]] as const) {
    object.quaternion.premultiply(by.setFromAxisAngle(axis, angle));
  }
  object.quaternion.normalize();
}

/**
 * Arrow keys rotate the held body, with Shift they move it; `,` and `.` roll it, or with Shift move it away
 * and nearer.
 */
export function grabByKeys(canvas: HTMLCanvasElement, view: View, what: Grabbable): void {
  const steps: Record<string, readonly [right: number, up: number, back: number]> = {
    ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0],
    Comma: [0, 0, -1], Period: [0, 0, 1],
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = steps[event.code];
    const zoom = { "+": 1 / KEY_ZOOM, "=": 1 / KEY_ZOOM, "-": KEY_ZOOM }[event.key];
    const name = ({ a: "a", b: "b", v: "view" } as const)[event.key.toLowerCase()];
    if (step) act(view, what, step, event.shiftKey);
    else if (zoom) view.zoomByKey(zoom);
    else if (name) what.hold(name);
    else if (event.key.toLowerCase() === "p") what.pointed(what.pick(view.rayAt(canvas.clientWidth / 2, canvas.clientHeight / 2)), true);
    else return;
    event.preventDefault();
  });
}

function act(view: View, what: Grabbable, [right, up, back]: readonly [number, number, number], moving: boolean): void {
  const held = what.held();
  if (held === "view") {
    view.orbitByKey(right, up);
    return;
  }
  const object = what.object(held);
  if (moving) {
    const axes = view.axes();
    object.position.addScaledVector(axes.right, right * KEY_MOVE).addScaledVector(axes.up, up * KEY_MOVE).addScaledVector(axes.back, back * KEY_MOVE);
  } else {
    turn(object, view, right * KEY_TURN, -up * KEY_TURN, -back * KEY_TURN);
  }
  what.changed();
}
