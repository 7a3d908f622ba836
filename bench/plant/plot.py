"""Draws what `measure.py` recorded: the cost of a part against their number.

    python bench/plant/plot.py bench/record/DATE-CPU-plant.json bench/record/plant-cost-per-part.svg

needs matplotlib.
"""

import argparse
import json
import pathlib

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "plant"  # the same bytes from the same numbers
import matplotlib.pyplot as plt  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("record", type=pathlib.Path)
    parser.add_argument("picture", type=pathlib.Path)
    arguments = parser.parse_args()
    lines = [json.loads(line) for line in arguments.record.read_text().splitlines()]
    parts = [line["parts"] for line in lines]
    decided = [line["parts"] * line["decided_share"] for line in lines]  # of a check that was stopped, only its share
    figure, (time, memory) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    time.plot(parts, [1e3 * line["cpu_s"] / n for line, n in zip(lines, decided)], "o-", label="CPU time, both cores")
    time.plot(
        parts, [1e3 * line["wall_s"] / n for line, n in zip(lines, decided)], "s--", label="wall time, cores shared with builds"
    )
    for line, n in zip(lines, decided):
        if line["decided_share"] < 1:
            note = f"stopped after {line['decided_share']:.0%} of the pairs"
            time.annotate(
                note, (line["parts"], 1e3 * line["cpu_s"] / n), (-110, 12), textcoords="offset points", fontsize=7
            )
    time.set_ylabel("milliseconds for each part")
    time.legend()
    memory.plot(parts, [line["memory_bytes"] / line["parts"] / 1024 for line in lines], "o-", label="peak memory")
    memory.set_ylabel("KiB for each part")
    memory.legend()
    for axes in (time, memory):
        axes.set_xscale("log")
        axes.set_ylim(bottom=0)
        axes.set_xlabel("parts of the plant")
        axes.grid(alpha=0.3)
    figure.savefig(arguments.picture, metadata={"Date": None})


if __name__ == "__main__":
    main()
