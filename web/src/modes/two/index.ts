import { createStage } from "../../kit/canvas";
import { workbench, words } from "../../kit/controls";
import { drawGrid } from "../../kit/draw";
import type { Mode } from "../../shell/mode";

export const mode: Mode = {
  id: "two",
  title: { en: "Two shapes", zh: "两个形状" },
  about: { en: "Two shapes: do they touch?", zh: "两个形状:它们相碰吗?" },
  mount(host, context) {
    const { stage: place, panel } = workbench(host);
    panel.append(words(mode.about));
    const stage = createStage(place, {
      draw({ pen, camera }) {
        pen.fillStyle = context.theme().paper;
        pen.fillRect(0, 0, camera.width, camera.height);
        drawGrid(pen, camera, context.theme().grid);
      },
    });
    context.onChange(() => stage.redraw());
    return { unmount: () => stage.unmount() };
  },
};
