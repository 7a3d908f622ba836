"""The BCF that the command writes, read by a library that is not ours."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

v2 = pytest.importorskip("bcf.v2.bcfxml", reason="PyPI's bcf-client is not here")
v3 = pytest.importorskip("bcf.v3.bcfxml", reason="PyPI's bcf-client is not here")

GUID = "2O2Fr$t4X7Zf8NOew3FLOH"
SCENE = {
    "dimension": 3,
    "unit": "mm",
    "objects": [
        {"id": f"wall {GUID}", "shape": {"type": "box", "half_extents": [500, 50, 1000]}, "position": [450_000, 0, 0]},
        {"id": "pipe <1> & co", "shape": {"type": "box", "half_extents": [30, 400, 30]}, "position": [450_000, 0, 0]},
        {"id": "shelf", "shape": {"type": "box", "half_extents": [100, 100, 10]}, "position": [450_000, 150, 500]},
    ],
}


@pytest.fixture(scope="module")
def command() -> str:
    command = os.environ.get("CLEARANCE")
    if not command:
        pytest.skip("CLEARANCE names no command")
    return command


@contextmanager
def topics(command: str, folder: Path, version: str, *options: str, scene: Any = SCENE) -> Iterator[list[Any]]:
    """The topics in their order, for as long as the file is open."""
    (folder / "scene.json").write_text(json.dumps(scene))
    arguments = ["check", "scene.json", "--report", "clashes.bcf", "--bcf-version", version, *options]
    done = subprocess.run([command, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == (0 if "--accept" in options else 1), done.stderr
    reader = v2.BcfXml if version == "2.1" else v3.BcfXml
    with reader.load(folder / "clashes.bcf") as project:
        assert project.version.version_id == version
        yield sorted(project.topics.values(), key=lambda topic: topic.topic.index)


@pytest.mark.parametrize("version", ["2.1", "3.0"])
def test_another_reader_finds_topics_comments_and_viewpoints(command: str, tmp_path: Path, version: str) -> None:
    with topics(command, tmp_path, version) as (clash,):
        check_clash(clash)


def check_clash(clash: Any) -> None:
    assert clash.topic.topic_type == "Clash"
    assert clash.topic.title == f"interference: wall {GUID} · pipe <1> & co"
    (comment,) = clash.comments
    assert "common volume: " in comment.comment
    (viewpoint,) = clash.viewpoints.values()
    info = viewpoint.visualization_info
    selected = info.components.selection.component
    assert selected[0].ifc_guid == GUID
    assert selected[1].authoring_tool_id == "pipe <1> & co"
    camera = info.perspective_camera
    eye, direction = camera.camera_view_point, camera.camera_direction
    # It looks at the place: 450 m from the origin, from less than a few metres away.
    time = (450.0 - eye.x) / direction.x
    assert 0 < time < 5
    assert eye.y + time * direction.y == pytest.approx(0, abs=1e-6)
    assert eye.z + time * direction.z == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("version", ["2.1", "3.0"])
def test_contacts_are_topics_where_asked_for(command: str, tmp_path: Path, version: str) -> None:
    with topics(command, tmp_path, version, "--bcf-all") as (clash, contact):
        assert clash.topic.topic_type == "Clash"
        assert contact.topic.topic_type == "Contact"
        assert clash.guid != contact.guid


@pytest.mark.parametrize("against", ["--known", "--baseline"])
@pytest.mark.parametrize("version", ["2.1", "3.0"])
def test_a_clash_that_is_gone_is_the_same_topic_and_closed(command: str, tmp_path: Path, version: str, against: str) -> None:
    """Bug: it was a topic of another GUID, so that no viewer closed the one that people had opened."""
    with topics(command, tmp_path, version, "--accept", "clashes.toml") as (clash,):
        before, comment = clash, clash.comments[0].guid
        assert before.topic.topic_status == "Open"
    earlier = [command, "check", "scene.json", "--format", "json"]
    (tmp_path / "earlier.json").write_bytes(subprocess.run(earlier, cwd=tmp_path, capture_output=True, check=False).stdout)
    # The pipe is moved out of the wall, into the shelf.
    moved = json.loads(json.dumps(SCENE))
    moved["objects"][1]["position"] = [450_000, 600, 500]
    file = "clashes.toml" if against == "--known" else "earlier.json"
    with topics(command, tmp_path, version, against, file, scene=moved) as found:
        closed, new = sorted(found, key=lambda topic: topic.topic.topic_status)
        assert (closed.topic.topic_status, new.topic.topic_status) == ("Closed", "Open")
        assert closed.guid == before.guid != new.guid
        assert closed.topic.title == before.topic.title
        assert closed.comments[0].guid != comment and "state: gone" in closed.comments[0].comment
        (viewpoint,) = closed.viewpoints.values()
        selected = viewpoint.visualization_info.components.selection.component
        assert [selected[0].ifc_guid, selected[1].authoring_tool_id] == [GUID, "pipe <1> & co"]
        assert viewpoint.visualization_info.perspective_camera.camera_view_point.x == pytest.approx(450, abs=5)
