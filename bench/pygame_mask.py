"""clearance's masks beside pygame's: the same masks and offsets, answers compared before the clock counts.

    pip install pygame-ce
    python bench/pygame_mask.py

Asks `cargo run --profile dist -p bench -- --json mask` for clearance's side, called from Rust; pygame is called from Python,
of which a call that does nothing is measured and shown too. Prints one line of JSON for each case and engine.
"""

import json
import os
import subprocess
import time

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame  # noqa: E402


def disc(side, kind):
    mask, middle = pygame.Mask((side, side)), side // 2
    for y in range(side):
        for x in range(side):
            near = (x - middle) ** 2 + (y - middle) ** 2 <= middle * middle
            if near and (kind == 0 or (x * 7 + y * 13 + x * y * kind) % 11):
                mask.set_at((x, y))
    return mask


def offsets(side):
    wide = 2 * side
    return [(k * 37 % wide - side, k * 53 % wide - side) for k in range(400)]


QUESTIONS = {
    "overlaps": lambda a, b, at: a.overlap(b, at) is not None,
    "overlap_area": lambda a, b, at: a.overlap_area(b, at),
    "overlap_mask": lambda a, b, at: a.overlap_mask(b, at).get_size()[0],
    "centroid": lambda a, b, at: a.centroid()[0],
    "outline": lambda a, b, at: a.outline() != [],  # through the middles of pixels, another line: only how many is compared
}


def main():
    run = ["cargo", "run", "--release", "-q", "-p", "bench", "--", "--json", "mask"]
    ours = [json.loads(line) for line in subprocess.check_output(run, text=True).splitlines()]
    nothing = timed(lambda a, b, at: 0, None, None, [(0, 0)] * 400)[1]
    for case in ours:
        _, side, question = case["case"].split("/")
        a, b, at = disc(int(side), 0 if question == "outline" else 3), disc(int(side), 5), offsets(int(side))
        hits, ns = timed(QUESTIONS[question], a, b, at)
        theirs = {
            "case": case["case"],
            "engine": "pygame-ce",
            "version": pygame.version.ver,
            "n": case["n"],
            "hits": int(hits),
            "wrong": abs(int(hits) - case["hits"]),
            "ns_per_query": ns,
            "ns_of_a_call": nothing,
            "ratio": (ns - nothing) / case["ns_per_query"],
        }
        print(json.dumps(case))
        print(json.dumps(theirs))


def timed(question, a, b, at):
    hits, times = sum(question(a, b, offset) for offset in at), []
    for _ in range(11):
        start = time.perf_counter_ns()
        for offset in at:
            question(a, b, offset)
        times.append((time.perf_counter_ns() - start) / len(at))
    return hits, sorted(times)[5]


if __name__ == "__main__":
    main()
