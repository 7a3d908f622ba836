"""Shapes and questions of the plane; see the stubs for what each takes and answers."""

from __future__ import annotations

from ._native import d2 as _native
from ._publish import publish as _publish

__all__ = _publish(_native, globals())
