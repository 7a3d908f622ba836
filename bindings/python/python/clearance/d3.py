"""3D shapes and questions; the stubs document their arguments and answers."""

from __future__ import annotations

from ._native import d3 as _native
from ._publish import publish as _publish

__all__ = _publish(_native, globals())
