"""Publishes the contents of a native module under the name that users import."""

from __future__ import annotations

from types import ModuleType
from typing import Any


def publish(native: ModuleType, namespace: dict[str, Any]) -> list[str]:
    """Puts all names of a native module into a namespace, and returns them in order.

    The module of each class and function becomes the one that users import, where pickle and documentation look for it.
    """
    names = sorted(native.__all__)
    for name in names:
        namespace[name] = getattr(native, name)
        namespace[name].__module__ = namespace["__name__"]
    return names
