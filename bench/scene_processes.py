"""A step of many moving boxes: one process's Scene against tiles in worker processes (clearance.distributed).

    python bench/scene_processes.py [--counts 1e5 1e6] [--ways one one-2 1 2 4] [--steps 4] [--workers 2] [--json FILE]

needs the package with its extra `distributed`. Boxes of edge 2 in a cube, of which each meets 0.9 others in the mean, each with a velocity of its own
of up to a tenth of its edge for each step; they bounce at the walls. Each way runs in processes of its own, one after
the other, and memory is that of each worker, then of the client. The first step, which builds the indexes, is timed by itself; of the others the median is given. All ways must find the
same number of pairs in each step. `one` is one Scene with one thread, `one-2` with two, and 1, 2, 4 are so many tiles.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time

import numpy as np

EDGE, NEIGHBOURS = 2.0, 0.9


def side_of(count):
    """Boxes meet if their centres are at most an edge apart along each axis."""
    return (count * (2 * EDGE) ** 3 / NEIGHBOURS) ** (1 / 3)


def world(count):
    dice = np.random.default_rng(20261128)
    return dice.random((count, 3)) * side_of(count), dice.uniform(-0.2, 0.2, (count, 3))


class Bounce:
    """Moves what it is given, in a scene or here."""

    def __init__(self, side):
        self.side = side

    def __call__(self, moving):
        moving.poses += moving.carried
        out = (moving.poses < 0) & (moving.carried < 0) | (moving.poses > self.side) & (moving.carried > 0)
        np.negative(moving.carried, out=moving.carried, where=out)


def resident():
    """This process's memory in MB, now and at most."""
    lines = open("/proc/self/status").read().splitlines()
    found = {line.split(":")[0]: int(line.split()[1]) / 1000 for line in lines if line.startswith(("VmRSS", "VmHWM"))}
    return found["VmRSS"], found["VmHWM"]


def one_process(count, steps, threads):
    from clearance import d3
    from clearance.distributed import Moving

    poses, carried = world(count)
    moving, move = Moving(np.arange(count, dtype=np.uint64), poses, carried, 0), Bounce(side_of(count))
    scene = d3.Scene(threads=threads)
    seconds, cpu, pairs = [], [], []
    handles = None
    for _ in range(steps + 1):
        begin, used = time.perf_counter(), time.process_time()
        if handles is None:
            handles = scene.add_many(d3.Box((EDGE / 2,) * 3), moving.poses)
        else:
            move(moving)
            scene.set_poses(handles, moving.poses)
        scene.update()
        found = len(scene.pairs())
        seconds.append(time.perf_counter() - begin)
        cpu.append([time.process_time() - used])
        pairs.append(found)
    return {"seconds": seconds, "cpu": cpu, "pairs": pairs, "memory": [resident()[1]]}


def cpu_of_worker():
    return time.process_time()


def in_tiles(count, steps, tiles, workers):
    from clearance import d3
    from clearance.distributed import TiledScene
    from distributed import Client

    with Client(n_workers=workers, threads_per_worker=1, dashboard_address=":0", memory_limit=0) as client:
        with TiledScene(3, client=client, tiles=tiles) as scene:
            poses, carried = world(count)
            scene.add_many(d3.Box((EDGE / 2,) * 3), poses, carried=carried)
            del poses, carried
            move = Bounce(side_of(count))
            seconds, cpu, reports = [], [], []
            for step in range(steps + 1):
                used = client.run(cpu_of_worker)
                begin = time.perf_counter()
                reports.append(scene.update(move if step else None))
                seconds.append(time.perf_counter() - begin)
                cpu.append([now - used[worker] for worker, now in client.run(cpu_of_worker).items()])
            memory = [at_most for _, at_most in client.run(resident).values()]
            return {
                "seconds": seconds,
                "cpu": cpu,
                "pairs": [report.pairs for report in reports],
                "memory": [*memory, resident()[1]],
                "exchanged": [report.exchanged for report in reports],
                "transferred": [report.transferred for report in reports],
                "owned": reports[-1].owned.tolist(),
                "halos": reports[-1].halos.tolist(),
                "worked": [report.seconds.tolist() for report in reports],
            }


def run(way, count, steps, workers):
    """In a process of its own, so that memory is that of this way."""
    command = [sys.executable, __file__, "--child", way, "--counts", str(count), "--steps", str(steps), "--workers", str(workers)]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(result.stdout.splitlines()[-1])


def child(options):
    count = int(options.counts[0])
    if options.child.startswith("one"):
        found = one_process(count, options.steps, int(options.child.partition("-")[2] or 1))
    else:
        found = in_tiles(count, options.steps, int(options.child), options.workers)
    print(json.dumps(found))


def line(count, way, found):
    later = statistics.median(found["seconds"][1:])
    cpu = statistics.median(map(sum, found["cpu"][1:]))
    busiest = statistics.median(map(max, found["cpu"][1:]))
    memory = " + ".join(f"{size:,.0f}" for size in found["memory"])
    sent = statistics.median(found.get("transferred", [0])[1:] or [0]) / 1e6
    between = statistics.median(found.get("exchanged", [0])[1:] or [0]) / 1e6
    halos = 100 * sum(found.get("halos", [0])) / count
    return f"| {count:,} | {way} | {found['seconds'][0]:.2f} | {later:.2f} | {cpu:.2f} | {busiest:.2f} | {memory} | {between:.2f} | {sent:.2f} | {halos:.1f} | {found['pairs'][-1]:,} |"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--counts", nargs="+", type=float, default=[1e5, 1e6])
    options.add_argument("--ways", nargs="+", default=["one", "one-2", "1", "2", "4"])
    options.add_argument("--steps", type=int, default=4)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--json")
    options.add_argument("--child", help=argparse.SUPPRESS)
    options = options.parse_args()
    if options.child:
        return child(options)
    print("| boxes | way | first step, s | step, s | CPU, s | of the busiest process, s | memory at most, MB | between tiles, MB | between processes, MB | halos, % | pairs |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    results = []
    for count in map(int, options.counts):
        pairs = None
        for way in options.ways:
            found = run(way, count, options.steps, options.workers)
            print(line(count, way, found), flush=True)
            results.append({"count": count, "way": way, **found})
            assert pairs in (None, found["pairs"]), "the ways find different pairs"
            pairs = found["pairs"]
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
