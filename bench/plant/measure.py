"""Measures `clearance check` on plants of several sizes, and compares what it finds with the truth.

    python bench/plant/measure.py PROGRAM [--parts 1000 10000 100000] [--rounds 3] [--record FILE.json]

needs numpy, for making the plants. A round is a process of its own: its wall time, its CPU time, and the most memory that it had. With
`--seconds`, a check that takes longer is stopped as by Ctrl-C, and the share of its pairs that it has decided is noted.
"""

import argparse
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent


def classes(pairs):
    return {frozenset(pair[:2]): pair[2] for pair in pairs}


def differences(truth, found):
    """The pairs that have another class than in the truth, with both; `None` is no class. A check that was stopped has the first pairs."""
    known = truth["pairs"][: len(found["pairs"])] if found.get("partial") else truth["pairs"]
    want, got = classes(known), classes((p["a"], p["b"], p["class"]) for p in found["pairs"])
    pairs = sorted(want.keys() | got.keys(), key=sorted)
    return [(*sorted(pair), want.get(pair), got.get(pair)) for pair in pairs if want.get(pair) != got.get(pair)]


def run(command, output, seconds):
    """Seconds by the clock, CPU seconds, and peak memory in bytes."""
    start = time.monotonic()
    with open(output, "wb") as file:
        process = subprocess.Popen(command, stdout=file)
        stop = threading.Timer(seconds, process.send_signal, [signal.SIGINT])
        stop.start()
        _, status, used = os.wait4(process.pid, 0)
        stop.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 130):
        raise SystemExit(f"{command}: exit status {process.returncode}")
    return time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def decided_share(found):
    left = found.get("left")
    return 1.0 if left is None else round(left["decided"] / (left["decided"] + left["pairs"]), 4)


def measured(program, parts, arguments, folder):
    file, output = folder / f"plant-{parts}.glb", folder / "found.json"
    subprocess.run([sys.executable, HERE, file, "--parts", str(parts), "--seed", str(arguments.seed)], check=True)
    truth = json.loads(file.with_suffix(".json").read_text())
    rounds = []
    for _ in range(arguments.rounds):
        rounds.append(run([program, "check", file, "--format", "json", *arguments.options], output, arguments.seconds))
        print(f"  {rounds[-1][0]:.1f} s, CPU {rounds[-1][1]:.1f} s, {rounds[-1][2] / 2**20:.0f} MiB", flush=True)
    found = json.loads(output.read_text())
    wrong = differences(truth, found)
    for line in wrong[:10]:
        print("  differs:", *line)
    wall, cpu, memory = (statistics.median(column) for column in zip(*rounds))
    return {
        **{key: truth[key] for key in ("parts", "meshes", "triangles", "triangles_stored")},
        "pairs": len(truth["pairs"]),
        "decided_share": decided_share(found),
        "differ": len(wrong),
        "wall_s": round(wall, 2),
        "cpu_s": round(cpu, 2),
        "memory_bytes": int(memory),
        "rounds": arguments.rounds,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--parts", type=int, nargs="+", default=[1000, 10_000, 100_000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=threading.TIMEOUT_MAX)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", nargs=argparse.REMAINDER, default=[], help="for the command, last")
    parser.add_argument("--record", type=pathlib.Path)
    arguments = parser.parse_args()
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for parts in arguments.parts:
            lines.append(measured(arguments.program, parts, arguments, pathlib.Path(folder)))
            print(json.dumps(lines[-1]), flush=True)
    if arguments.record:
        arguments.record.write_text("".join(json.dumps(line) + "\n" for line in lines))


if __name__ == "__main__":
    main()
