"""Work for several processes or machines, on Dask ``distributed``. ``__init__.pyi`` says the same to type checkers and to documentation."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["Moving", "SceneLost", "SceneStep", "TiledScene"]

_HOMES = {"Moving": "_tiles", "SceneLost": "_tiles", "SceneStep": "_engine", "TiledScene": "_scene"}


def __getattr__(name: str) -> Any:
    """Each name is imported when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
