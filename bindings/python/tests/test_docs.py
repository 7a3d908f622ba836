"""Every example in a docstring runs, and everything public has a docstring."""

from __future__ import annotations

import doctest
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import clearance
from clearance import _answers, _notebook, d2, d3

HERE = Path(__file__).parent


def public(module: ModuleType) -> list[tuple[str, object]]:
    """What a module offers, with the public members of its classes."""
    found: list[tuple[str, object]] = []
    for name in getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")]):
        thing = getattr(module, name)
        found.append((f"{module.__name__}.{name}", thing))
        if isinstance(thing, type):
            members = sorted(key for key in vars(thing) if not key.startswith("_"))
            found.extend((f"{module.__name__}.{name}.{key}", getattr(thing, key)) for key in members)
    return found


THINGS = [*public(d2), *public(d3), ("clearance.Mask", clearance.Mask), ("clearance.Robot", clearance.Robot)]
THINGS.append(("clearance.Obstacles", clearance.Obstacles))


@pytest.mark.parametrize(("name", "thing"), THINGS, ids=[name for name, _ in THINGS])
def test_documented_and_true(name: str, thing: object) -> None:
    doc = getattr(thing, "__doc__", None)
    assert doc, f"{name} has no docstring"
    example = doctest.DocTestParser().get_doctest(doc, {}, name, None, None)
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example).failed == 0


def test_classes_and_functions_have_examples() -> None:
    without = [name for name, thing in THINGS if name.count(".") == 2 and ">>>" not in str(getattr(thing, "__doc__", ""))]
    assert without == ["clearance.d2.Point", "clearance.d3.Point"] or without == []


@pytest.mark.parametrize("module", [clearance, _answers, _notebook])
def test_examples_of_the_python_half(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0


def test_every_public_name_has_an_example() -> None:
    """What the pages show (``pages/check.py`` looks at these): records are seen in the examples of what returns them."""
    pages = HERE.parent / "pages"
    if not pages.exists():
        pytest.skip("not in a clone")
    spec = importlib.util.spec_from_file_location("public", pages / "public.py")
    assert spec and spec.loader
    seen = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(seen)
    givers = seen.answers_of()
    without = []
    for module in seen.MODULES:
        for name in seen.names(module):
            thing = getattr(importlib.import_module(module), name)
            is_shown = ">>>" in str(thing.__doc__) or givers.get(name) or isinstance(thing, (tuple, ModuleType))
            if not is_shown and not (isinstance(thing, type) and issubclass(thing, Exception)):
                without.append(f"{module}.{name}")
    assert without == []


def test_stubs_have_these_docstrings() -> None:
    tool = HERE.parent / "tools" / "stubs.py"
    if not tool.exists():
        pytest.skip("not in a clone")
    subprocess.run([sys.executable, tool, "--check"], check=True)
