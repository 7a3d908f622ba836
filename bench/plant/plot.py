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
    figure, (time, memory) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for key, marks, label in (("cpu_s", "o-", "CPU time"), ("wall_s", "s--", "by the clock, two cores")):
        time.plot(parts, [1e3 * line[key] / line["parts"] for line in lines], marks, label=label)
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
