"""What a native module holds, under the name by which users import it."""

from __future__ import annotations

from types import ModuleType
from typing import Any


def publish(native: ModuleType, namespace: dict[str, Any]) -> list[str]:
    """Puts all of a native module's names into a namespace; answers them in order.

    Pickle and documentation look for classes and functions where users find them: their module becomes that one.
    """
    names = sorted(native.__all__)
    for name in names:
        namespace[name] = getattr(native, name)
        namespace[name].__module__ = namespace["__name__"]
    return names
