"""Convolutions of masks."""

from __future__ import annotations

import numpy as np

from ._mask_surfaces import Pixels

FEW = 16
"""Up to so many pixels of a mask, the other one is drawn for each of them."""


def convolved(a: Pixels, b: Pixels) -> Pixels:
    """Where a pixel of one, moved by a pixel of the other, lies.

    Counts how many such pairs there are by Fourier transforms. A count is off by less than a half: the error of a transform of n values,
    relative to their norm, is at most about 8 u log2 n, where u = 2^-53 (Higham, "Accuracy and stability of numerical algorithms",
    section 24.1). At the largest size, log2 n <= 36 and the product of the norms is at most 2^32, so three transforms are off by less
    than 2^-10.
    """
    if np.count_nonzero(a) < np.count_nonzero(b):
        a, b = b, a
    shape = (a.shape[0] + b.shape[0] - 1, a.shape[1] + b.shape[1] - 1)
    if np.count_nonzero(b) <= FEW:
        drawn = np.zeros(shape, np.bool_)
        for y, x in np.argwhere(b):
            drawn[y : y + a.shape[0], x : x + a.shape[1]] |= a
        return drawn
    padded = [1 << (side - 1).bit_length() for side in shape]
    counts = np.fft.irfft2(np.fft.rfft2(a, padded) * np.fft.rfft2(b, padded), padded)
    return np.asarray(counts[: shape[0], : shape[1]] > 0.5)
