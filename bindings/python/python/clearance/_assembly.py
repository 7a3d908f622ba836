"""Assemblies: parts at their places, and what interferes, touches or is too near."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
import numpy.typing as npt

from ._errors import InvalidArgument, InvalidType
from ._findings import Interferences
from ._native import Part, check_assembly, follow_parts, load_assembly, remove_parts
from ._paths import File, path_of

if TYPE_CHECKING:
    from ._typing import MeshLike, MeshSceneLike, TrianglesLike
    from .d3 import Placed, Shape


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
        paths = [path_of(file, i) for i, file in enumerate(_each(files))]
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
        files = [None if file is None else path_of(file, field=field) for field, file in given.items()]
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

        Ctrl-C ends it. Raises ``InvalidArgument`` for a length that is negative or not a number, for directions that are not of shape
        (n, 3), and for one that is zero or not finite.

        >>> from clearance import Assembly, d3
        >>> tower = Assembly(title="tower")
        >>> for name, z in (("below", 0.0), ("above", 2.0)):
        ...     part = tower.add(name, d3.Box((1, 1, 1)).at((0, 0, z)))
        >>> found = tower.removal()
        >>> found["blocked"]["below"]["+z"], found["blocked"]["below"]["+x"], found["stuck"]
        (['above'], [], [])
        """
        return dict(json.loads(remove_parts(self._parts, tolerance, own_axes, spread, directions, threads)))

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
        written = _as_json(moves)
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


def _each(files: Any) -> list[Any]:
    try:
        return list(files)
    except TypeError:
        message = f"source: must be a path, a list of paths or a scene of trimesh, got {files!r:.60}"
        raise InvalidType(message, "source") from None


def _as_json(moves: Any) -> str:
    """Moves as the text of a file."""
    try:
        return json.dumps({"moves": list(moves)}, default=_plain)
    except InvalidType:
        raise
    except (TypeError, ValueError, RecursionError):
        raise _no_moves(moves) from None


def _plain(value: Any) -> Any:
    """Arrays and numbers of numpy as those of Python."""
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "biufUO":
        return (value.astype(np.float64) if value.dtype.kind == "f" else value).tolist()
    raise _no_moves(value)


def _no_moves(value: Any) -> InvalidType:
    return InvalidType(f"moves: must be a list of moves, of numbers, texts and lists, got {value!r:.60}", "moves", None)
