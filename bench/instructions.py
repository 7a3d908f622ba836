"""Counts the instructions of the bench's cases with callgrind, and compares two builds.

    cargo build --profile dist -p bench --no-default-features
    python3 bench/instructions.py [--filter FILTER] [--json FILE] target/dist/bench [PROGRAM_BEFORE | COUNTS.json]

Needs valgrind. Counts are those of the code that valgrind's processor runs: AVX2, no AVX-512.
"""

import argparse
import glob
import json
import os
import re
import subprocess
import tempfile


def count(program, filter):
    """Instructions of each case, by name."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--collect-atstart=no",
                   "--toggle-collect=bench::instructions::counted", "--dump-after=bench::instructions::counted",
                   f"--callgrind-out-file={out}",
                   program, "--instructions", filter]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        names = []
        while (line := process.stdout.readline()) != "ready\n":
            if not line:
                raise SystemExit(f"{program}: ended before it was ready")
            names.append(line.strip())
        subprocess.run(["callgrind_control", "--instr=on", str(process.pid)], check=True, capture_output=True)
        process.communicate("\n")
        return {name: total(f"{out}.{number}") for number, name in enumerate(names, 1)}


def total(file):
    """What one dump of callgrind adds up to."""
    with open(file) as dump:
        return int(re.search(r"^(?:summary|totals): (\d+)", dump.read(), re.M)[1])


def counts(source, filter):
    """Counts of a program, or those kept in a file."""
    if source.endswith(".json"):
        with open(source) as file:
            return json.load(file)
    return count(source, filter)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="", help="only cases whose name contains this")
    parser.add_argument("--json", help="also writes the counts to this file")
    parser.add_argument("program")
    parser.add_argument("before", nargs="?")
    arguments = parser.parse_args()
    now = counts(arguments.program, arguments.filter)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(now, file, indent=1)
    before = counts(arguments.before, arguments.filter) if arguments.before else {}
    for name, instructions in now.items():
        change = f"{instructions / before[name] - 1:+8.1%}" if before.get(name) else ""
        print(f"{name:60} {instructions:12,} {change}")


if __name__ == "__main__":
    main()
