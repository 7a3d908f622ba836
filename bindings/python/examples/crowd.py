"""Ten thousand balls that bounce in a box, moved by numpy, met by a scene.

    python examples/crowd.py
"""

from __future__ import annotations

import time

import numpy as np

from clearance import d2

COUNT, SIDE, STEPS = 10_000, 100.0, 60


def main() -> None:
    """Moves them, lets those that begin to touch exchange their velocities, and says how long it took."""
    random = np.random.default_rng(1)
    positions = random.uniform(0, SIDE, (COUNT, 2))
    velocities = random.normal(size=(COUNT, 2)) * 0.2
    scene = d2.Scene()
    balls = scene.add_many(d2.Circle(0.25), positions)
    row = {handle: i for i, handle in enumerate(balls.tolist())}
    met, start = 0, time.perf_counter()
    for _ in range(STEPS):
        positions += velocities
        outside = (positions < 0) | (positions > SIDE)
        velocities[outside] *= -1
        positions.clip(0, SIDE, out=positions)
        scene.set_poses(balls, positions)
        scene.update()
        began = np.array([row[handle] for handle in scene.began().ravel().tolist()], int).reshape(-1, 2)
        a, b = began.T
        velocities[a], velocities[b] = velocities[b].copy(), velocities[a].copy()
        met += len(began)
    seconds = (time.perf_counter() - start) / STEPS
    print(f"{COUNT} balls: {met} began to touch in {STEPS} steps, {seconds * 1e3:.1f} ms a step")


if __name__ == "__main__":
    main()
