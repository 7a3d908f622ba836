"""What a check of an assembly found, and how it is written."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from ._interference import GoneClash, Interference
from ._native import Findings
from ._paths import File, path_of, save


class Interferences(Sequence[Interference]):
    """What ``Assembly.check`` has found: a sequence of ``Interference``, with arrays of the same length and reports."""

    def __init__(self, found: Findings) -> None:
        self._found = found
        self._records: list[Interference] = found.records()

    @overload
    def __getitem__(self, index: int) -> Interference: ...
    @overload
    def __getitem__(self, index: slice) -> list[Interference]: ...
    def __getitem__(self, index: int | slice) -> Interference | list[Interference]:
        return self._records[index]

    def __len__(self) -> int:
        return len(self._records)

    def __repr__(self) -> str:
        counts = [f"{count} {name}" for name, count in self.counts().items()]
        left = f"; {self.left} pairs left" if self.left else ""
        return f"<Interferences: {', '.join(counts) or 'none'}{left}>"

    @property
    def pairs_tested(self) -> int:
        """How many pairs of parts the layers, masks and groups allow: all of them are tested."""
        return self._found.pairs_tested

    @property
    def left(self) -> int:
        """How many pairs that are near each other are not decided yet: above 0 in ``Assembly.stopped``.

        Then the JSON is marked ``partial``, nothing is ``gone``, and ``accept`` refuses.
        """
        return self._found.left

    @property
    def clashes(self) -> list[Interference]:
        """The duplicates, containments and interferences."""
        return [pair for pair in self if pair.is_clash]

    @property
    def failing(self) -> list[Interference]:
        """The clashes of severity ``error`` that were not known: those for which the command exits with 1."""
        return [pair for pair in self if pair.fails]

    @property
    def gone(self) -> list[GoneClash] | None:
        """What was known and is there no more; ``None`` if the check was given neither ``known`` nor ``baseline``."""
        return self._found.gone()

    def notes(self) -> list[str]:
        """What is odd about the rules: sets that have no part."""
        return self._found.notes()

    def accept(self, path: File) -> None:
        """Writes all clashes to a list of accepted ones, for ``check(known=path)``.

        Entries of a list that is there already stay word for word, with their notes, where the clash is still there.
        Raises ``InvalidArgument`` if the file is no such list.

        >>> import pathlib, tempfile
        >>> from clearance import Assembly, d3
        >>> cubes = Assembly()
        >>> for i in range(2):
        ...     part = cubes.add(f"cube {i}", d3.Box((1, 1, 1)).at((1.5 * i, 0, 0)))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "clashes.toml")
        ...     cubes.check().accept(file)
        ...     found = cubes.check(known=file)
        >>> [pair.state for pair in found], found.failing, found.gone
        (['still'], [], [])
        """
        save(path, self._found.accepted(path_of(path, field="path")).encode())

    def counts(self) -> dict[str, int]:
        """How many pairs there are of each class that has some."""
        return dict(Counter(str(pair.class_) for pair in self))

    def remarks(self) -> list[tuple[int, str]]:
        """What is wrong with parts, each with the number of its part: open, inside out, coarse for where it lies."""
        return self._found.remarks()

    @property
    def pairs(self) -> npt.NDArray[np.int64]:
        """Shape (n, 2): the numbers of the parts."""
        return np.array([(pair.index_a, pair.index_b) for pair in self], np.int64).reshape(-1, 2)

    @property
    def classes(self) -> npt.NDArray[np.str_]:
        """Shape (n,): the classes as text."""
        return np.array([str(pair.class_) for pair in self], "<U12")

    @property
    def clearances(self) -> npt.NDArray[np.float64]:
        """Shape (n,): the signed distances; NaN where there is no answer."""
        return _numbers(pair.clearance and pair.clearance.distance for pair in self)

    @property
    def depths(self) -> npt.NDArray[np.float64]:
        """Shape (n, 2): no shorter motion parts them, and one that does; NaN where they do not overlap."""
        bounds = (pair.depth for pair in self)
        return np.array([(d.at_least, d.at_most) if d else (np.nan, np.nan) for d in bounds], float).reshape(-1, 2)

    @property
    def volumes(self) -> npt.NDArray[np.float64]:
        """Shape (n,): of the common parts; NaN where there is none."""
        return _numbers(pair.common and pair.common.volume for pair in self)

    @property
    def areas(self) -> npt.NDArray[np.float64]:
        """Shape (n,): of the contacts; NaN where there is none."""
        return _numbers(pair.contact and pair.contact.area for pair in self)

    def to_json(self) -> str:
        """The document that ``clearance check --format json`` prints."""
        return self._found.json()

    def to_csv(self) -> str:
        """The table that ``clearance check --format csv`` prints."""
        return self._found.csv()

    def to_junit(self) -> str:
        """JUnit XML, for build servers: each pair is a test, and a clash fails."""
        return self._found.junit()

    def to_html(self, path: File) -> list[str]:
        """Writes the page of a report, and returns what was left out of it so that it stays small."""
        content, left_out = self._found.html()
        save(path, content)
        return left_out

    def to_bcf(self, path: File, *, version: Literal["2.1", "3.0"] = "2.1", every: bool = False) -> list[str]:
        """Writes the clashes, or with ``every`` all pairs, as BCF for the viewers of building models.

        If they were compared with ``known`` or ``baseline``, those that are gone are closed topics, with the GUIDs that they had.
        """
        content, left_out = self._found.bcf(version, every)
        save(path, content)
        return left_out

    def to_dataframe(self) -> Any:
        """A ``DataFrame`` of pandas with a row for each pair: names, class, relation, rule, numbers, and the place.

        Raises ``ImportError`` if pandas is not installed.
        """
        pandas = importlib.import_module("pandas")
        places = np.array([_place(pair) for pair in self], float).reshape(-1, 3)
        columns = {
            "a": [pair.a for pair in self],
            "b": [pair.b for pair in self],
            "class": self.classes,
            "relation": [str(pair.relation) for pair in self],
            "rule": [pair.rule for pair in self],
            "severity": [str(pair.severity) for pair in self],
            "state": [pair.state for pair in self],
            "clearance": self.clearances,
            "tolerance": _numbers(pair.tolerance for pair in self),
            "faces": [pair.faces.text if pair.faces else None for pair in self],
            "surface_gap": _numbers(pair.faces and pair.faces.gap for pair in self),
            "depth_at_least": self.depths[:, 0],
            "depth_at_most": self.depths[:, 1],
            "common_volume": self.volumes,
            "contact_area": self.areas,
            **{axis: places[:, i] for i, axis in enumerate("xyz")},
        }
        return pandas.DataFrame(columns)


def _place(pair: Interference) -> tuple[float, ...]:
    """Where a pair is, for people: the center of its common part or contact, or its closest points."""
    if pair.common:
        return pair.common.at
    if pair.contact:
        return pair.contact.center
    if pair.clearance:
        return pair.clearance.point_a
    return (np.nan,) * 3


def _numbers(values: Iterable[float | None]) -> npt.NDArray[np.float64]:
    return np.array([np.nan if value is None else value for value in values], float)
