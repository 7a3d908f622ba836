"""Processes that fork: the threads of a pool are not copied, so each process has its own pool.

Bug: a child that used its parent's pool waited forever for threads that did not exist. Each test here runs in its own
process, which is ended after a time limit.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

if not hasattr(os, "fork"):
    pytest.skip("this system has no fork", allow_module_level=True)

PREPARE = """
import multiprocessing, os, signal, sys, threading, time, warnings
import numpy as np
import clearance
from clearance import d2, d3

warnings.simplefilter("ignore", DeprecationWarning)  # a process with threads forks, which is tested here
random = np.random.default_rng(5)
hulls = d3.Shapes.convex(random.normal(size=(3000, 16, 3)))
turned = np.hstack([random.normal(size=(3000, 3)) * 2, random.normal(size=(3000, 4))])
positions = random.uniform(0, 4000, (40000, 2))

def batch(seed=0):
    return d3.clearance_many(hulls, d3.Box((1.0, 1.0, 1.0)), turned, threads=2).distance.sum()

def rays():
    return np.isfinite(d3.ray_many(turned[:, :3] * 9, -turned[:, :3], d3.Box((1, 1, 1)), threads=3).time).sum()

corners = random.random((3000, 8, 2))

def made():
    return len(d2.Shapes.convex(corners))

scene = d2.Scene(index="grid", threads=2)
handles = scene.add_many(d2.Circle(20.0), positions)

def step(some=scene):
    some.set_poses(handles, positions + 1.0)
    some.update()
    return len(some.pairs())

def wait(child, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "hangs"
"""


def run(code: str) -> str:
    """The output of a separate process; it has a minute."""
    result = subprocess.run([sys.executable, "-c", PREPARE + code], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


@pytest.mark.parametrize("work", ["batch", "rays", "made", "step"])
def test_a_child_does_what_its_parent_did(work: str) -> None:
    """A grandchild works too and, afterwards, the parent."""
    code = f"""
work = {work}
expected = work()

def child():
    inner = os.fork()
    if not inner:
        os._exit(0 if work() == expected else 7)
    assert wait(inner, 20) == 0
    assert work() == expected

for _ in range(2):
    pid = os.fork()
    if not pid:
        try:
            child()
            os._exit(0)
        except BaseException as error:
            print(error, file=sys.stderr)
            os._exit(8)
    print(wait(pid, 25), work() == expected)
"""
    assert run(code) == "0 True\n0 True"


def test_a_pool_of_forked_processes() -> None:
    code = """
expected = batch()
with multiprocessing.get_context("fork").Pool(2) as pool:
    found = pool.map_async(batch, range(6)).get(30)
print(found == [expected] * 6, step() == step())
"""
    assert run(code) == "True True"


def test_a_fork_while_other_threads_work() -> None:
    """Locks held at the fork by threads that are not copied would stay held in the child: there must be none."""
    code = """
stop = False
def work():
    while not stop:
        batch()
        made()
others = [threading.Thread(target=work) for _ in range(3)]
for other in others: other.start()
outcomes = set()
for _ in range(12):
    time.sleep(0.01)
    pid = os.fork()
    if not pid:
        batch(), made(), d2.intersects_many(d2.Circle(1.0), d2.Circle(1.0), positions, threads=4)
        os._exit(0)
    outcomes.add(wait(pid, 20))
stop = True
for other in others: other.join()
print(outcomes)
"""
    assert run(code) == "{0}"


def test_a_scene_that_is_being_changed_at_the_fork_says_so() -> None:
    """The thread that changes the scene does not exist in the child, where the scene would never be complete."""
    code = """
stop = False
def work():
    while not stop:
        step()
other = threading.Thread(target=work)
other.start()
outcomes = set()
for _ in range(30):
    time.sleep(0.003)
    pid = os.fork()
    if not pid:
        try:
            step()
            os._exit(0)
        except clearance.ClearanceError as error:
            os._exit(3 if "forked" in str(error) else 4)
    outcomes.add(wait(pid, 20))
stop = True
other.join()
print(outcomes <= {0, 3}, 3 in outcomes, step() > 0)
"""
    assert run(code) == "True True True"
