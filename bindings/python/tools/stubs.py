"""Writes the type stubs of the package, with the docstrings of the built package, where editors look for them.

    python tools/stubs.py           # after a build
    python tools/stubs.py --check   # says whether they are up to date

``d2.pyi`` and ``d3.pyi`` come from one source, ``both.pyi.in`` beside this file. There a line that ends in ``# d2``
stands for the plane only, one that ends in ``# d3`` for space only, each together with the indented lines below it.
``_native.pyi`` is written by hand; only its docstrings are replaced.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "python" / "clearance"
WRITTEN_BY = "# Written by tools/stubs.py from tools/both.pyi.in and the docstrings of the built package.\n"


def stubs() -> dict[Path, str]:
    """Each stub and what it must be."""
    both, native = (HERE / "both.pyi.in").read_text(), PACKAGE / "_native.pyi"
    texts = {PACKAGE / f"{name}.pyi": WRITTEN_BY + of_dimension(name, both) for name in ("d2", "d3")}
    texts[native] = native.read_text()
    return {path: filled(f"clearance.{path.stem}", text) for path, text in texts.items()}


def of_dimension(name: str, both: str) -> str:
    """The lines of ``both`` that belong to this dimension."""
    kept: list[str] = []
    left_out: str | None = None  # the marked line of another dimension whose block is passed over
    for line in both.splitlines():
        if left_out is not None and is_below(line, left_out):
            continue
        text, _, mark = line.partition("  # ")
        left_out = line if mark in ("d2", "d3") and mark != name else None
        if left_out is None:
            kept.append(text if mark == name else line)
    return "\n".join(kept) + "\n"


def is_below(line: str, head: str) -> bool:
    """Whether a line belongs to the block of a head: it is indented more, or is the empty line after a class."""
    if not line:
        return head.startswith("class ")
    return indent(line) > indent(head)


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


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
    """Classes, functions, and methods with the name of their class; special methods have Python's own docstrings."""
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
    margin = " " * (node.col_offset + 4)
    first = node.body[0]
    is_doc = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    new = [margin + line if line else "" for line in doc]
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
    stale = {path: text for path, text in stubs().items() if path.read_text() != text}
    if "--check" in sys.argv:
        if stale:
            print("not as both.pyi.in and the built package say:", *(path.name for path in stale))
        return 1 if stale else 0
    for path, text in stale.items():
        path.write_text(text)
        print("written:", path.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
