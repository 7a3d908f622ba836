"""Helpers that tests share: seeded random shapes."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture
def dice() -> np.random.Generator:
    """The same numbers in every run."""
    return np.random.default_rng(20261122)


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Python's own handler: a job that a shell starts in the background ignores SIGINT, and tests of Ctrl-C would wait for nothing."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
