"""``python -m clearance check --scheduler``: the bytes of one machine, whatever happens to workers and scheduler."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

distributed = pytest.importorskip("distributed")

import clearance  # noqa: E402
from clearance._native import KeptSolids, decide_task, run_command_on  # noqa: E402
from clearance.distributed._check import Decider, decide  # noqa: E402
from clearance.distributed._command import Given, is_address, is_here  # noqa: E402

COMMAND = (sys.executable, "-m", "clearance", "check")


def turned(sides: int, radius: float, height: float) -> dict[str, Any]:
    """A turned part: a prism of so many sides, as a mesh."""
    rim = [(radius * math.cos(2 * math.pi * i / sides), radius * math.sin(2 * math.pi * i / sides)) for i in range(sides)]
    vertices = [[x, y, z] for x, y in rim for z in (0.0, height)] + [[0.0, 0.0, 0.0], [0.0, 0.0, height]]
    triangles = []
    for i in range(sides):
        a, b = 2 * i, 2 * ((i + 1) % sides)
        triangles += [[a, b, a + 1], [b, b + 1, a + 1], [2 * sides, b, a], [2 * sides + 1, a + 1, b + 1]]
    return {"type": "mesh", "vertices": vertices, "triangles": triangles}


@pytest.fixture
def scene(tmp_path: Path, dice: np.random.Generator) -> Path:
    """Parts on a lattice, so that boxes end on the borders of tiles, a floor without end, and an open mesh."""
    shapes = {f"part{i}": turned(12 + 4 * i, 0.4 + 0.02 * i, 1.0) for i in range(6)}
    shapes["open"] = dict(shapes["part1"], triangles=shapes["part1"]["triangles"][1:])
    shapes["ball"] = {"type": "sphere", "radius": 0.5}
    objects = [
        {
            "id": f"o{i}",
            "shape": list(shapes)[dice.integers(len(shapes))],
            "position": (dice.integers(0, 20, 3) * 0.5).tolist(),
            "layer": int(dice.integers(1, 4)),
        }
        for i in range(300)
    ]
    objects.append({"id": "floor", "shape": {"type": "half_space", "normal": [0, 0, 1], "offset": 0}})
    file = tmp_path / "heap.json"
    file.write_text(json.dumps({"dimension": 3, "shapes": shapes, "objects": objects}))
    (tmp_path / "rules.toml").write_text(
        "[sets]\nsome = 'o1*'\n[[rule]]\nname = 'wide'\na = 'some'\nb = 'all'\nwithin = 0.6\nseverity = 'warning'\n"
    )
    return file


def run(scene: Path, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, scene.name, *options], cwd=scene.parent, capture_output=True, timeout=300, check=False)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Four processes; one that dies is started again."""
    with distributed.LocalCluster(n_workers=4, threads_per_worker=1, processes=True, dashboard_address=":0") as made:
        yield made


@pytest.mark.parametrize(
    "options",
    [
        ("--format", "json", "--no-depth"),
        ("--format", "json", "--within", "0.7", "--no-depth"),
        ("--format", "csv", "--tolerance", "0.1"),
        ("--rules", "rules.toml", "--format", "json", "--no-depth"),
        ("--no-depth",),
    ],
)
def test_the_bytes_are_those_of_one_process(scene: Path, cluster: Any, options: tuple[str, ...]) -> None:
    here = run(scene, *options)
    there = run(scene, *options, "--scheduler", cluster.scheduler_address, "--tiles", "13")
    assert there.stdout == here.stdout, there.stderr.decode()
    assert there.returncode == here.returncode
    assert len(here.stdout) > 10_000
    assert b"shapes on disk" in there.stderr


def test_a_cluster_of_its_own(scene: Path) -> None:
    here = run(scene, "--format", "json", "--no-depth")
    there = run(scene, "--format", "json", "--no-depth", "--scheduler", "--workers", "2")
    assert there.stdout == here.stdout, there.stderr.decode()


def test_shapes_travel_through_a_store(scene: Path, cluster: Any, tmp_path: Path) -> None:
    store = tmp_path / "store"
    store.mkdir()
    here = run(scene, "--format", "json", "--no-depth")
    there = run(scene, "--format", "json", "--no-depth", f"--scheduler={cluster.scheduler_address}", "--store", f"file://{store}")
    assert there.stdout == here.stdout, there.stderr.decode()
    assert not list(store.iterdir())  # it is deleted at the end


def test_a_worker_is_killed_and_one_is_slow(scene: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles of a worker that dies are decided by others, and nobody waits for the slow one longer than for its tile."""
    here = run(scene, "--format", "json", "--no-depth")
    asked = [*COMMAND, scene.name, "--format", "json", "--no-depth", "--scheduler", cluster.scheduler_address, "--tiles", "40"]
    with cluster.get_client() as client:
        pids = list(client.run(os.getpid).values())
        os.kill(pids[1], signal.SIGSTOP)  # slow
        there = subprocess.Popen(asked, cwd=scene.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_for_results(client)
        os.kill(pids[0], signal.SIGKILL)
        os.kill(pids[1], signal.SIGCONT)
        out, err = there.communicate(timeout=300)
    assert out == here.stdout, err.decode()
    assert there.returncode == here.returncode


def wait_for_results(client: Any) -> None:
    """Waits until some task was done by any worker."""
    for _ in range(1000):
        done = client.run_on_scheduler(lambda dask_scheduler: sum(len(w.has_what) for w in dask_scheduler.workers.values()))
        if done > 0:
            return
        time.sleep(0.02)


def start(*command: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_the_scheduler_is_started_again(scene: Path) -> None:
    """What has come stays with the client; the rest is asked of the new scheduler."""
    here = run(scene, "--format", "json", "--no-depth")
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as unused:
        port = unused.scheduler_address.rpartition(":")[2]  # a free one
    address = f"tcp://127.0.0.1:{port}"
    scheduler_command = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    scheduler = start(*scheduler_command)
    workers = [start("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--death-timeout", "60") for _ in range(2)]
    try:
        asked = [*COMMAND, scene.name, "--format", "json", "--no-depth", "--scheduler", address, "--tiles", "40"]
        there = subprocess.Popen(asked, cwd=scene.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with distributed.Client(address, timeout="60s", set_as_default=False) as client:
            client.wait_for_workers(1, timeout=60)
            wait_for_results(client)
        scheduler.kill()
        scheduler.wait()
        assert there.poll() is None  # it has not ended before
        scheduler = start(*scheduler_command)
        workers += [start("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--death-timeout", "60")]
        out, err = there.communicate(timeout=300)
    finally:
        for process in (scheduler, *workers):
            process.kill()
            process.wait()
    assert out == here.stdout, err.decode()


def test_tasks_may_come_in_any_order_and_again(tmp_path: Path) -> None:
    """The client asks for what is left as often as connections are lost, and gives nothing twice."""
    lock, asked = threading.Lock(), []

    class Future:
        def __init__(self, task: bytes) -> None:
            self.task = task

        def result(self) -> bytes:
            with lock:
                asked.append(self.task)
                if len(asked) in (3, 4, 7):
                    raise distributed.client.FutureCancelledError("task", "the scheduler is gone")
            return self.task * 2

        def release(self) -> None:
            pass

    class Client:
        loop = None

        def __enter__(self) -> Client:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def submit(self, function: Any, task: bytes, _url: str, **_options: object) -> Future:
            assert function is decide
            return Future(task)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(distributed, "as_completed", lambda futures, loop: reversed(futures))
        patch.setattr(time, "sleep", lambda _: None)
        found = list(Decider(Client, None)(tmp_path / "shapes", [b"%d" % i for i in range(6)]))
    assert sorted(found) == [b"%d" % i * 2 for i in range(6)]
    assert len(asked) == 9


def test_what_the_options_say() -> None:
    given = Given(["check", "a.glb", "--scheduler", "tcp://node:8786", "--tiles=5", "--within", "2"])
    assert (given.scheduler, given.others, given.count("--tiles")) == ("tcp://node:8786", ["check", "a.glb", "--within", "2"], 5)
    alone = Given(["check", "--scheduler", "a.glb", "--workers", "3"])
    assert (alone.scheduler, alone.others, alone.count("--workers")) == (None, ["check", "a.glb"], 3)
    assert is_address("node:8786") and not is_address("C:\\parts.glb") and not is_address("a.glb")
    assert is_here("tcp://127.0.0.1:8786") and is_here("localhost:1") and not is_here("tcp://10.0.0.7:8786")


def test_a_task_of_another_version_is_refused(scene: Path) -> None:
    """And one of this version is decided by itself. A shape is read once for all tasks."""
    found: list[bytes] = []
    reads: list[int] = []

    def decide_here(shapes: Path, tasks: list[bytes]) -> Iterator[bytes]:
        content, kept = shapes.read_bytes(), KeptSolids()
        version = clearance.__version__.encode()

        def read(at: int, count: int) -> bytes:
            reads.append(at)
            return content[at : at + count]

        for task in tasks:
            assert task.startswith(bytes([len(version)]) + version)
            other = task.replace(version, version[:-1] + b"x", 1)
            with pytest.raises(clearance.InvalidArgument, match="the task is of"):
                decide_task(other, read, kept, 1 << 30)
            found.append(decide_task(task, read, kept, 1 << 30))
            yield found[-1]

    assert run_command_on(["clearance", "check", str(scene), "--format", "json", "--no-depth"], 3, decide_here) == 1
    assert len(found) == 3
    assert len(reads) == len(set(reads)) == 8  # the floor, which has no end, is in the tasks


def test_what_cannot_be_done_is_said(scene: Path) -> None:
    for options, words in [
        (("--scheduler", "--workers", "1", "--report", "heap.html"), b"--report, --resume and --init"),
        (("--scheduler", "tcp://10.255.255.1:1"), b"--store: say where"),
        (("--scheduler", "--workers", "none"), b"--workers: must be a whole number"),
        (("--scheduler", "127.0.0.1:1"), b"error: "),
    ]:
        output = run(scene, *options)
        assert output.returncode == 2, output.stderr.decode()
        assert words in output.stderr, output.stderr.decode()
        assert b"Traceback" not in output.stderr
