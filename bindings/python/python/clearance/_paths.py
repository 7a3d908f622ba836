"""Paths of files, and files that are written whole."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ._errors import InvalidType

File = str | os.PathLike[str]


def path_of(file: Any, index: int | None = None, field: str = "source") -> str:
    """The path of a file; an argument of another kind is named by its field."""
    if isinstance(file, str | os.PathLike):
        return os.fsdecode(file)
    raise InvalidType(f"{field}: must be a path, got {file!r:.60}", field, index)


def save(path: File, content: bytes) -> None:
    """Writes the whole file, or leaves an existing one as it was."""
    target = Path(path)
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_bytes(content)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
