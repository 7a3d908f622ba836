"""Pictures in notebooks: valid SVG of every kind of shape, at every scale, within its own frame; in space, one that can be turned."""

from __future__ import annotations

import base64
import html
import json
import re
import shutil
import subprocess
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from test_api import SHAPES, names

from clearance import _notebook, d2, d3

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def numbers_of(svg: str) -> tuple[tuple[float, float], np.ndarray]:
    """The size of a picture, and all its points."""
    root = ElementTree.fromstring(svg)
    size = float(root.attrib["width"]), float(root.attrib["height"])
    paths = "".join(path.attrib["d"].replace("l0 0", "") for path in root)
    found = np.array(re.findall(r"-?\d+(?:\.\d+)?", paths), float).reshape(-1, 2)
    return size, found


@pytest.mark.parametrize("shape", SHAPES, ids=names)
@pytest.mark.parametrize("scale", [1.0, 2.0**-200, 2.0**200])
def test_every_shape_has_a_picture_that_fills_its_frame(shape: Any, scale: float) -> None:
    origin = (0.0,) * (2 if isinstance(shape, d2.Shape) else 3)
    svg = shape.at(origin, scale=scale)._repr_svg_()
    if shape.kind == "half_space":
        assert svg is None and shape._repr_svg_() is None
        return
    (width, height), points = numbers_of(svg)
    assert max(width, height) <= 300 and (points >= 3.9).all() and (points <= (width - 3.9, height - 3.9)).all()
    if shape.kind != "point":
        assert max(np.ptp(points, axis=0)) == pytest.approx(max(width, height) - 8, abs=0.2)
    assert re.sub(r"-?\d+\.\d+", "", svg) == re.sub(r"-?\d+\.\d+", "", shape._repr_svg_())


def test_a_box_of_the_plane_is_its_corners_and_y_points_up() -> None:
    _, points = numbers_of(d2.Convex([(0, 0), (4, 0), (0, 2)])._repr_svg_() or "")
    assert points.tolist() == [[4.0, 140.0], [276.0, 140.0], [4.0, 4.0]]


def test_the_near_faces_of_a_box_are_painted_last() -> None:
    svg = d3.Box((1, 1, 1))._repr_svg_() or ""
    paths = [path.attrib["d"] for path in ElementTree.fromstring(svg)]
    assert len(paths) == 6
    middle = [np.array(re.findall(r"-?\d+\.\d+", path), float).reshape(-1, 2).mean(axis=0) for path in paths]
    top = int(np.argmin([y for _, y in middle]))
    bottom = int(np.argmax([y for _, y in middle]))
    assert top >= 3 > bottom


def test_a_scene_has_a_picture_until_it_is_too_large() -> None:
    scene = d2.Scene()
    assert scene._repr_svg_() is None
    scene.add_many(d2.Circle(1.0), np.random.default_rng(1).uniform(0, 99, (2000, 2)))
    assert (scene._repr_svg_() or "").count("<path") == 2000
    scene.add(d2.Circle(1.0))
    assert scene._repr_svg_() is None
    assert d3.Terrain(np.zeros((2, 2)), (1, 1))._repr_svg_() is not None


def page_of(shown: Any) -> str:
    """The page in the frame of what is shown."""
    text = shown._repr_html_()
    frame = re.fullmatch(r'.*<iframe title="[^"]*" sandbox="allow-scripts" srcdoc="([^"]*)" style="[^"]*"></iframe></div>', text, re.DOTALL)
    assert frame, text[:200]
    return html.unescape(frame[1])


def drawn(shown: Any) -> tuple[Any, list[np.ndarray]]:
    """The data of a page, and the corners of each part in the world."""
    page = page_of(shown)
    data = json.loads(re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[0])
    packed = re.findall(r'id="numbers">(.*?)</script>', page, re.DOTALL)[0]
    numbers = zlib.decompress(base64.b64decode(packed), -15)

    def column(span: list[int], kind: str) -> np.ndarray:
        return np.frombuffer(numbers[span[0] : span[0] + span[1]], kind)

    parts, corners = data["parts"], []
    frames, origins = column(parts["frames"], "<f4").reshape(-1, 3, 3), column(parts["origin"], "<f8").reshape(-1, 3)
    for shape, frame, origin in zip(column(parts["shape"], "<u4"), column(parts["frame"], "<u4"), origins):
        local = (column(data["shapes"][shape]["positions"], "<u2").reshape(-1, 3) / 65535 - 0.5) * data["shapes"][shape]["size"]
        corners.append(local @ frames[frame] + origin)
    return data, corners


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if isinstance(shape, d3.Shape)], ids=repr)
@pytest.mark.parametrize("scale", [1.0, 2.0**-200, 2.0**200])
def test_what_can_be_turned_has_the_corners_of_the_shape(shape: Any, scale: float) -> None:
    placed = shape.at((3.0 * scale, 1.0 * scale, 0.0), rotation=(0.0, 0.6, 0.0, 0.8), scale=scale)
    data, [corners] = drawn(placed)
    assert data["names"] == [shape.kind] and data["view"] is True and data["pairs"] == []
    assert 1e-3 < np.abs(corners).max() < 1e3
    if shape.kind == "half_space":
        return
    box = placed.aabb()
    factor = np.abs([box.min, box.max]).max() / np.abs(corners).max()
    size = np.subtract(box.max, box.min) / factor
    # Round shapes are drawn with facets, in a box of their own.
    assert np.ptp(corners, axis=0) == pytest.approx(size, abs=0.03 * max(size.max(), 1e-6) + 1e-4)


def test_a_scene_is_drawn_with_the_handles_of_its_objects() -> None:
    scene = d3.Scene()
    assert scene._repr_html_() is None
    handles = [scene.add(d3.Box((1, 1, 1)).at((x, 0, 0))) for x in (0.0, 4.0, 12.0)]
    data, corners = drawn(scene)
    assert data["names"] == [f"object {handle}" for handle in handles] and len(data["shapes"]) == 1
    middles = np.array([(c.min(axis=0) + c.max(axis=0)) / 2 for c in corners])[:, 0]
    assert middles - middles[0] == pytest.approx(np.array([0.0, 4.0, 12.0]) / 16)


def test_a_scene_is_drawn_until_it_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_notebook, "MOST_TURNED", 3)
    scene = d3.Scene()
    scene.add_many(d3.Sphere(1.0), np.zeros((3, 3)))
    assert scene._repr_html_()
    scene.add(d3.Sphere(1.0))
    assert scene._repr_html_() is None


def test_the_page_asks_for_nothing_and_is_small() -> None:
    text = d3.Sphere(1.0)._repr_html_() or ""
    page = page_of(d3.Sphere(1.0))
    assert not re.search(r"""(src|href)\s*=\s*["']|url\(|@import|import\s*\(|fetch\(|XMLHttpRequest|WebSocket|https?:""", page)
    assert len(text) < 300_000 and len(page) < 100_000
    assert not hasattr(d2.Circle(1.0), "_repr_html_")


PROBE = """<script>
const faults = [];
addEventListener("error", (e) => faults.push(e.message));
addEventListener("unhandledrejection", (e) => faults.push(String(e.reason)));
</script>"""
TELL = """<script>setTimeout(() => {
  const tell = () => { const seen = new Uint8Array(4 * solid.width * solid.height);
    gl.readPixels(0, 0, solid.width, solid.height, gl.RGBA, gl.UNSIGNED_BYTE, seen);
    return [seen, new Set(new Uint32Array(seen.buffer)).size]; };
  if (!gl) return document.title = JSON.stringify([faults, document.documentElement.className]);
  const [before, colors] = tell(), middle = marks.getBoundingClientRect();
  const at = (x) => ({ pointerId: 1, button: 0, buttons: 1, clientX: x, clientY: 150, bubbles: true });
  marks.setPointerCapture = () => {};
  marks.dispatchEvent(new PointerEvent("pointerdown", at(100)));
  marks.dispatchEvent(new PointerEvent("pointermove", at(180)));
  marks.dispatchEvent(new PointerEvent("pointerup", at(180)));
  render();
  const [after] = tell();
  document.title = JSON.stringify([faults, colors, before.some((x, i) => x !== after[i])]);
}, 1500)</script>"""


@pytest.mark.skipif(BROWSER is None, reason="no chromium here")
@pytest.mark.parametrize("has_gl", [True, False], ids=["WebGL", "none"])
def test_in_a_browser(has_gl: bool, tmp_path: Path) -> None:
    """It draws without errors, and another picture after a drag; without WebGL it steps aside for the SVG below."""
    scene = d3.Scene()
    for k, shape in enumerate([d3.Box((1, 2, 3)), d3.Sphere(2.0), d3.Cone(2.0, 1.0)]):
        scene.add(shape.at((5.0 * k, 0, 0)))
    file = tmp_path / "page.html"
    file.write_text(PROBE + page_of(scene) + TELL)
    drawing = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"] if has_gl else ["--disable-gpu", "--disable-3d-apis"]
    command = [str(BROWSER), "--headless", "--no-sandbox", *drawing, "--window-size=640,360", "--virtual-time-budget=5000", "--dump-dom", file.as_uri()]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    faults, seen, *rest = json.loads(html.unescape(re.findall("<title>(.*?)</title>", found)[0]))
    assert faults == []
    if has_gl:
        assert seen > 5 and rest == [True]
    else:
        assert seen == "view nothing"
