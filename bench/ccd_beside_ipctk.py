#!/usr/bin/env python3
"""Continuous collision of vertex and face, edge and edge: clearance beside ipctk's TightInclusionCCD, on the same queries.

    python3 bench/ccd_beside_ipctk.py DIR...      # folders with .csv files of Wang et al. 2021; needs `pip install ipctk`

ipctk is asked one query at a time from Python, of which about a microsecond is the call: every STRIDE-th query, with at
most MOST_ITERATIONS each, since a few that graze would take it minutes. clearance is asked all, by
`cargo run --release -p xtask -- check-ccd DIR...`, in Rust. Answers are compared with the truth in the files first: a
miss is a fault, a false hit is not. Prints one line of JSON for each kind of query and engine.
"""

import json
import pathlib
import subprocess
import sys
import time
from fractions import Fraction

import ipctk
import numpy

STRIDE = 8
MOST_ITERATIONS = 100_000


def queries(folders):
    """Eight rows each: four vertices at time 0, then at time 1; numerator and denominator of x, y, z; the truth."""
    for folder in folders:
        for file in sorted(pathlib.Path(folder).rglob("*.csv")):
            rows = [[int(x) for x in line.split(",")] for line in file.read_text().split()]
            for i in range(0, len(rows), 8):
                points = [[float(Fraction(r[k], r[k + 1])) for k in (0, 2, 4)] for r in rows[i : i + 8]]
                yield file.parent.name, [numpy.array(p) for p in points], bool(rows[i][6])


def ask(ccd, kind):
    return ccd.edge_edge_ccd if kind == "edge-edge" else ccd.point_triangle_ccd


def of_ipctk(kind, cases):
    ccd = ipctk.TightInclusionCCD(max_iterations=MOST_ITERATIONS)
    cases = cases[::STRIDE]
    question = ask(ccd, kind)
    missed = false_hits = 0
    for points, truth in cases:
        answer = question(*points)
        met = answer[0] if isinstance(answer, tuple) else bool(answer)
        missed += truth and not met
        false_hits += met and not truth
    times = []
    for points, _ in cases:
        start = time.perf_counter()
        question(*points)
        times.append((time.perf_counter() - start) * 1e9)
    mean, median = sum(times) / len(times), sorted(times)[len(times) // 2]
    counts = {"queries": len(cases), "missed": missed, "false_hits": false_hits}
    return counts | {"ns_per_query": round(mean), "median_ns": round(median)}


def of_clearance(folders):
    command = ["cargo", "run", "--release", "--quiet", "-p", "xtask", "--", "check-ccd", *folders]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main(folders):
    if not folders:
        sys.exit(__doc__)
    kinds = {}
    for kind, points, truth in queries(folders):
        kinds.setdefault(kind, []).append((points, truth))
    for kind, cases in sorted(kinds.items()):
        paths = [str(p) for f in folders for p in sorted(pathlib.Path(f).rglob(kind)) if p.is_dir()]
        ours, theirs = of_clearance(paths), of_ipctk(kind, cases)
        for engine, answer in ("clearance", ours), (f"ipctk {ipctk.__version__}", theirs):
            print(json.dumps({"case": f"ccd/{kind}", "engine": engine} | answer))
        mean, median = (theirs[name] / ours["ns_per_query"] for name in ("ns_per_query", "median_ns"))
        print(f"ccd/{kind}: {mean:.0f} times as fast in the mean, {median:.0f} times as ipctk's median")


if __name__ == "__main__":
    main(sys.argv[1:])
