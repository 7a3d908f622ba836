"""Writes the docstrings of the built package into its stubs, where editors look for them.

    python tools/fill_stubs.py           # after a build
    python tools/fill_stubs.py --check   # says whether they are the same
"""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "python" / "clearance"
STUBS = {"clearance.d2": "d2.pyi", "clearance.d3": "d3.pyi", "clearance._native": "_native.pyi"}


def filled(module: str, text: str) -> str:
    """The stub with the docstrings of the module, whatever it had before."""
    lines = text.splitlines()
    runtime = importlib.import_module(module)
    # From the last to the first, so that line numbers above stay true.
    for node, owner in sorted(documented(ast.parse(text)), key=lambda pair: -pair[0].lineno):
        place = getattr(runtime, owner, None) if owner else runtime
        fill(lines, node, written(getattr(place, node.name, None)))
    return "\n".join(lines) + "\n"


def documented(tree: ast.Module) -> list[tuple[ast.ClassDef | ast.FunctionDef, str | None]]:
    """Classes, functions, and methods with the name of their class; what Python itself explains is left out."""
    found: list[tuple[ast.ClassDef | ast.FunctionDef, str | None]] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found.append((node, None))
            methods = [item for item in node.body if isinstance(item, ast.FunctionDef)]
            found.extend((item, node.name) for item in methods if not item.name.startswith("_"))
        elif isinstance(node, ast.FunctionDef):
            found.append((node, None))
    return found


def written(thing: object) -> list[str]:
    doc = inspect.getdoc(thing) if thing is not None else None
    return f'"""{doc}"""'.splitlines() if doc else []


def fill(lines: list[str], node: ast.ClassDef | ast.FunctionDef, doc: list[str]) -> None:
    """Replaces the docstring of one definition, or its ``...``."""
    if len(doc) > 1:
        doc = [*doc[:-1], doc[-1].removesuffix('"""'), '"""'] if doc[-1] != '"""' else doc
    indent = " " * (node.col_offset + 4)
    first = node.body[0]
    is_doc = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    new = [indent + line if line else "" for line in doc]
    if is_doc:
        lines[first.lineno - 1 : first.end_lineno] = new
    elif isinstance(node, ast.ClassDef):
        lines[first_line(first) - 1 : first_line(first) - 1] = new
    elif new:
        head = lines[first.lineno - 1].removesuffix(" ...")
        lines[first.lineno - 1 : first.end_lineno] = [head, *new]


def first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def main() -> int:
    stale = []
    for module, name in STUBS.items():
        path = PACKAGE / name
        before = path.read_text()
        after = filled(module, before)
        if after != before:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(after)
    if stale:
        print("not as the built package says" if "--check" in sys.argv else "written:", *stale)
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
