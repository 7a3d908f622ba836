"""What a check of an assembly finds: small immutable values."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._answers import Clearance, DepthBounds, Relation, Vector, Word


class InterferenceClass(Word):
    """What a person would call a pair of parts.

    >>> InterferenceClass.CONTACT == "contact", InterferenceClass.DUPLICATE.is_clash
    (True, True)
    """

    DUPLICATE = "duplicate"
    """The same solid twice in one place."""
    CONTAINMENT = "containment"
    """The one is inside the other."""
    INTERFERENCE = "interference"
    """They have a common part that is more than the tolerance explains."""
    UNANSWERED = "unanswered"
    """It cannot be told which points are inside."""
    CONTACT = "contact"
    """They touch, or a gap or a common part is no more than the tolerance explains."""
    NEAR = "near"
    """Apart by more than the tolerance, and nearer than asked for."""

    @property
    def is_clash(self) -> bool:
        """Whether the parts share space: a duplicate, a containment or an interference."""
        return self.value in ("duplicate", "containment", "interference")


class Severity(Word):
    """What a clash counts as, by the rule that took its pair.

    >>> Severity("warning") is Severity.WARNING
    True
    """

    ERROR = "error"
    """It must be solved. Without rules, all clashes are of this severity."""
    WARNING = "warning"
    """It should be looked at."""
    INFO = "info"
    """It is good to know."""


class FacePair(NamedTuple):
    """The two faces that decided about a pair."""

    text: str
    """In words: ``"cylinder r 5 in cylinder r 5"``."""
    gap: float | None
    """The signed gap of the two surfaces, where both were recognised: negative is an overlap."""
    tolerance: float
    """What the gap may be off by."""


class CommonVolume(NamedTuple):
    """The common part of two solids."""

    volume: float
    """Its volume."""
    at: Vector
    """Its center of mass."""
    mesh: tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]] | None
    """Its vertices, shape (n, 3), and triangles, shape (m, 3), if the check was asked for ``shapes``."""


class ContactArea(NamedTuple):
    """Where two parts are in contact."""

    area: float
    """The area of the faces that lie on each other; 0 where they touch in lines or points."""
    center: Vector
    """Its center."""
    normal: Vector
    """The mean direction from the first part to the second; zero where it cancels out, as all around a pin."""
    polygons: list[npt.NDArray[np.float64]]
    """Polygons that cover it, each of shape (n, 3), if the check was asked for ``shapes``."""


class Interference(NamedTuple):
    """A pair of parts that are not clear of each other."""

    a: str
    """The name of the first part."""
    b: str
    """The name of the second."""
    index_a: int
    """The number of the first part."""
    index_b: int
    """The number of the second, which is greater."""
    class_: InterferenceClass
    """What the pair is called."""
    relation: Relation
    """The exact relation of the numbers as given."""
    clearance: Clearance | None
    """The signed distance with its witness points; ``None`` where it has no answer."""
    tolerance: float
    """What two tessellations of the faces that meet may differ by."""
    faces: FacePair | None
    """The faces that decided."""
    depth: DepthBounds | None
    """How far one must be moved, where they overlap and the check was asked for ``depth``."""
    common: CommonVolume | None
    """The common part, where there is one."""
    contact: ContactArea | None
    """The contact, where there is one."""
    why: str | None
    """Why the class is ``unanswered``."""
    rule: str | None
    """The name of the rule that took the pair; ``None`` if no rule did."""
    severity: Severity
    """What a clash counts as."""
    state: str | None
    """``"new"`` or ``"still"``, if the check was given ``known`` or ``baseline`` and the pair was compared."""

    @property
    def is_clash(self) -> bool:
        """Whether the two share space: a duplicate, a containment or an interference."""
        return self.class_.is_clash

    @property
    def fails(self) -> bool:
        """Whether the pair counts against the assembly: a clash of severity ``error`` that was not known."""
        return self.is_clash and self.severity is Severity.ERROR and self.state != "still"

    @classmethod
    def of(cls, parts: tuple[str, str, int, int], *rest: Any) -> Interference:
        """From the names and numbers of the parts, the other fields, and those of rules."""
        rule, severity, state = rest[-1]
        return cls._make((*parts, *rest[:-1], rule, Severity(severity), state))


class GoneClash(NamedTuple):
    """A pair that was known, and is there no more."""

    a: str
    """The name of the first part."""
    b: str
    """The name of the second."""
    class_: InterferenceClass
    """What it was called."""
    at: Vector | None
    """Where it was."""
    depth: float | None
    """How far one had to be moved."""
    note: str | None
    """What people said of it."""
