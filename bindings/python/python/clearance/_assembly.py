"""Assemblies: parts at their places, and what interferes, touches or is too near."""

from __future__ import annotations

import importlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
import numpy.typing as npt

from ._errors import InvalidArgument, InvalidType
from ._interference import GoneClash, Interference
from ._native import Findings, Part, check_assembly, follow_parts, load_assembly, remove_parts

if TYPE_CHECKING:
    from ._typing import MeshLike, MeshSceneLike, TrianglesLike
    from .d3 import Placed, Shape

File = str | os.PathLike[str]


class Assembly:
    """Parts at their places, each with a name of its own.

    >>> from clearance import Assembly, d3
    >>> assembly = Assembly(title="a pin in a plate")
    >>> pin = assembly.add("pin", d3.Cylinder(2.0, 0.5))
    >>> plate = assembly.add("plate", d3.Box((3.0, 0.5, 3.0)).at((0.0, 2.25, 0.0)))
    >>> found = assembly.check()
    >>> [(pair.a, pair.b, str(pair.class_), round(pair.depth.at_most, 9)) for pair in found]
    [('pin', 'plate', 'interference', 0.25)]
    """

    def __init__(self, parts: Iterable[Part] = (), *, title: str = "assembly", unit: str | None = None) -> None:
        self.title = title
        """The heading of reports."""
        self.unit = unit
        """The unit of length, for people."""
        self._parts: list[Part] = []
        self._names: set[str] = set()
        self._stopped: Interferences | None = None
        for part in parts:
            self._append(part)

    @classmethod
    def load(cls, source: File | MeshSceneLike | Iterable[File], *, deflection: float | None = None) -> Assembly:
        """The parts of files, or of a scene of trimesh.

        One file is divided into its solids, objects, nodes or components: STL, OBJ, PLY, glTF, GLB, 3MF, with the
        extras ``step`` and ``ifc`` also STEP and IFC, and scenes in JSON. Of several files each is a part.
        ``deflection`` is how far the mesh of a STEP or IFC file may be from its curved faces, see ``d3.load_parts``.

        Raises ``InvalidShape`` or ``UnsupportedFormat`` with the field ``path`` for a file that cannot be read.

        >>> import pathlib, tempfile
        >>> from clearance import Assembly
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "two.obj")
        ...     lines = ["v 0 0 0", "v 1 0 0", "v 0 1 0", "v 0 0 1", "o sail", "f 1 2 3", "o jib", "f 1 2 4"]
        ...     count = file.write_text(chr(10).join(lines))
        ...     Assembly.load(file).names
        ['sail', 'jib']
        """
        if hasattr(source, "geometry") and hasattr(source, "graph"):
            from ._friends import parts_of_scene

            parts = [Part(name, shape) for name, shape in parts_of_scene(source)]
            return cls(parts, unit=getattr(source, "units", None))
        files = [source] if isinstance(source, str | os.PathLike) else source
        paths = [_path(file, i) for i, file in enumerate(_each(files))]
        if not paths:
            raise InvalidArgument("source: no files", "source")
        parts, title, unit = load_assembly(paths, deflection)
        return cls(parts, title=title, unit=unit)

    def add(
        self,
        name: str,
        shape: Shape | Placed | MeshLike | TrianglesLike,
        *,
        precision: float = 0.0,
        layer: int = 1,
        mask: int = 0xFFFFFFFF,
        group: str | None = None,
        sensor: bool = False,
    ) -> Part:
        """Adds a part, and returns it. See ``Part`` for the arguments.

        Raises ``InvalidArgument`` with the field ``name`` for a name that another part has.
        """
        part = Part(name, shape, precision=precision, layer=layer, mask=mask, group=group, sensor=sensor)
        return self._append(part)

    def check(
        self,
        *,
        tolerance: float | Literal["auto"] | None = None,
        within: float | None = None,
        depth: bool = True,
        shapes: bool = True,
        threads: int | None = None,
        rules: File | None = None,
        known: File | None = None,
        baseline: File | None = None,
        resume: Interferences | File | None = None,
    ) -> Interferences:
        """All pairs that are not clear of each other, in the order of the parts.

        ``tolerance`` is what two tessellations of the same curved faces may differ by: a length, or ``"auto"``, the
        default, which estimates it for each face. With ``within``, pairs that are apart but nearer than that are ``near``. ``depth``
        asks how far parts that overlap must be moved, which takes longer than all else; ``shapes`` keeps the meshes of
        common parts and the polygons of contacts, which reports draw. The answers do not depend on ``threads``, by
        default one for each core.

        ``rules`` names a file of rules for pairs, in TOML; ``tolerance`` and ``within`` come before the defaults in it.
        With ``known``, a list of accepted clashes (see ``Interferences.accept``), or ``baseline``, the JSON output of an
        earlier check, each pair is ``new`` or ``still`` there (``Interference.state``). The formats of these files are
        those of the command, see ``clearance check --help``.

        Ctrl-C, or whatever else a signal handler raises, ends it between two pairs; what it had found is then in ``stopped``.
        ``resume`` goes on from there, or from the JSON output of a check that was stopped, here or in the command, and the result
        is that of a check which nobody stopped. The parts and all arguments must be the same, apart from ``threads``,
        ``shapes``, ``known`` and ``baseline``. An output in JSON has no shapes: with ``shapes``, its pairs that have a common part or a
        contact are decided once more.

        Raises ``InvalidArgument`` for a length that is negative or not a number, and
        with the name of the argument, the line and the key for a file that is not valid; ``FileNotFoundError`` if there
        is no such file, and for ``resume`` of a check that was not stopped, or was one of other parts or arguments.

        >>> from clearance import Assembly, d3
        >>> cubes = Assembly(title="cubes")
        >>> for i in range(3):
        ...     part = cubes.add(f"cube {i}", d3.Box((1, 1, 1)).at((2.5 * i, 0, 0)))
        >>> len(cubes.check()), [str(pair.class_) for pair in cubes.check(within=1.0)]
        (0, ['near', 'near'])
        """
        before = resume._found if isinstance(resume, Interferences) else None
        output = None if isinstance(resume, Interferences) else resume
        given = {"rules": rules, "known": known, "baseline": baseline, "resume": output}
        files = [None if file is None else _path(file, field=field) for field, file in given.items()]
        found, raised = check_assembly(
            self.title, self.unit, self._parts, tolerance, within, depth, shapes, threads, files, before
        )
        if raised is not None:
            self._stopped = Interferences(found)
            raise raised
        self._stopped = None
        return Interferences(found)

    @property
    def stopped(self) -> Interferences | None:
        """What the last check had found when Ctrl-C ended it, to go on from; ``None`` if it came to its end.

        After ``found = cubes.check()`` was stopped, ``found = cubes.check(resume=cubes.stopped)`` does the rest, in a notebook too.

        >>> from clearance import Assembly, d3
        >>> cubes = Assembly()
        >>> for i in range(2):
        ...     part = cubes.add(f"cube {i}", d3.Box((1, 1, 1)).at((1.5 * i, 0, 0)))
        >>> try:
        ...     found = cubes.check()
        ... except KeyboardInterrupt:
        ...     found = cubes.stopped
        >>> len(found), found.left, cubes.stopped
        (1, 0, None)
        """
        return self._stopped

    def removal(
        self,
        *,
        tolerance: float | Literal["auto"] | None = None,
        own_axes: bool = False,
        spread: int = 0,
        directions: npt.ArrayLike = (),
        threads: int | None = None,
    ) -> dict[str, Any]:
        """Which parts block which on their way out, and an order in which they can be taken out.

        A part is blocked in a direction by each part that it would interfere with on the way to infinity, by more than
        ``tolerance`` explains; it may slide along others. The six directions of the axes are always tried; ``own_axes`` adds
        those of the parts' own planes, cylinders, cones and tori, ``spread`` so many that are spread evenly, and ``directions``
        those that are given. The result is that of ``clearance remove --format json``: see ``clearance remove --help``.

        Ctrl-C ends it. Raises ``InvalidArgument`` for a length that is negative or not a number, and for a direction that is zero or
        not finite.

        >>> from clearance import Assembly, d3
        >>> tower = Assembly(title="tower")
        >>> for name, z in (("below", 0.0), ("above", 2.0)):
        ...     part = tower.add(name, d3.Box((1, 1, 1)).at((0, 0, z)))
        >>> found = tower.removal()
        >>> found["blocked"]["below"]["+z"], found["blocked"]["below"]["+x"], found["stuck"]
        (['above'], [], [])
        """
        given = np.asarray(directions, dtype=np.float64).reshape(-1, 3).tolist()
        return dict(json.loads(remove_parts(self._parts, tolerance, own_axes, spread, given, threads)))

    def path(
        self, moves: Iterable[dict[str, Any]], *, tolerance: float | Literal["auto"] | None = None
    ) -> list[dict[str, Any]]:
        """What parts meet when they are moved, and how near they come to others; for each move, one after the other.

        A move is as in the file of ``clearance path``: ``{"part": "pin", "by": (0, 0, 40)}`` goes straight, ``"axis"``,
        ``"about"`` and ``"angle"`` turn, with ``"pitch"`` as a screw does, and ``"to": {"position": …, "rotation": …}`` leads to
        a pose. ``"parts"`` names several that move as one. The parts of this assembly stay where they are.

        Each result has ``first_contact``, ``contacts``, ``least_clearance`` and ``certified``: see ``clearance path --help``.
        Nothing is passed over between times.

        Ctrl-C ends it. Raises ``InvalidArgument`` with the place of what is wrong in ``moves``.

        >>> from clearance import Assembly, d3
        >>> shelf = Assembly(title="shelf")
        >>> for name, x in (("book", 0.0), ("end", 4.0)):
        ...     part = shelf.add(name, d3.Box((1, 1, 1)).at((x, 0, 0)))
        >>> along, away = shelf.path([{"part": "book", "by": (4, 0, 0)}, {"part": "book", "by": (-4, 0, 0)}])
        >>> along["first_contact"]["with"], round(along["first_contact"]["time"], 9), away["certified"]
        ('end', 0.5, True)
        """
        written = json.dumps({"moves": list(moves)}, default=_plain)
        return list(json.loads(follow_parts(self._parts, written, tolerance))["moves"])

    @property
    def parts(self) -> list[Part]:
        """The parts, in the order in which they were added."""
        return list(self._parts)

    @property
    def names(self) -> list[str]:
        """Their names."""
        return [part.name for part in self._parts]

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[Part]:
        return iter(self._parts)

    @overload
    def __getitem__(self, key: int | str) -> Part: ...
    @overload
    def __getitem__(self, key: slice) -> list[Part]: ...
    def __getitem__(self, key: int | str | slice) -> Part | list[Part]:
        if isinstance(key, str):
            for part in self._parts:
                if part.name == key:
                    return part
            raise KeyError(key)
        return self._parts[key]

    def __repr__(self) -> str:
        return f"<Assembly {self.title!r}, {len(self)} parts>"

    def _append(self, part: Part) -> Part:
        if not isinstance(part, Part):
            raise InvalidType(f"parts: must be of the class Part, got {part!r:.60}", "parts", len(self))
        if part.name in self._names:
            raise InvalidArgument(f"name: another part is called {part.name!r}", "name")
        self._names.add(part.name)
        self._parts.append(part)
        return part


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
        _save(path, self._found.accepted(_path(path, field="path")).encode())

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
        _save(path, content)
        return left_out

    def to_bcf(self, path: File, *, version: Literal["2.1", "3.0"] = "2.1", every: bool = False) -> list[str]:
        """Writes the clashes, or with ``every`` all pairs, as BCF for the viewers of building models.

        If they were compared with ``known`` or ``baseline``, those that are gone are closed topics, with the GUIDs that they had.
        """
        content, left_out = self._found.bcf(version, every)
        _save(path, content)
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


def _each(files: Any) -> list[Any]:
    try:
        return list(files)
    except TypeError:
        message = f"source: must be a path, a list of paths or a scene of trimesh, got {files!r:.60}"
        raise InvalidType(message, "source") from None


def _plain(value: Any) -> Any:
    """Arrays and numbers of numpy as those of Python."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise InvalidType(f"moves: cannot be written as JSON, got {value!r:.60}", "moves", None)


def _path(file: Any, index: int | None = None, field: str = "source") -> str:
    if isinstance(file, str | os.PathLike):
        return os.fsdecode(file)
    raise InvalidType(f"{field}: must be a path, got {file!r:.60}", field, index)


def _save(path: File, content: bytes) -> None:
    """Writes the whole file, or leaves an existing one as it was."""
    target = Path(path)
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_bytes(content)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
