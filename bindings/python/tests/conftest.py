"""Helpers that tests share: seeded random shapes."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def dice() -> np.random.Generator:
    """The same numbers in every run."""
    return np.random.default_rng(20261122)
