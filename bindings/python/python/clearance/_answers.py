"""What questions answer: small, frozen, the same in the plane and in space.

Points and vectors are tuples of 2 or 3 floats in world coordinates, in the unit of the input.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Vector = tuple[float, ...]
"""Two or three coordinates."""


class Word(str, Enum):
    """A word of the JSON format: equal to the text, and printed as it."""

    def __new__(cls, value: str) -> Word:
        word = str.__new__(cls, value)
        word._value_ = value
        return word

    def __str__(self) -> str:
        return str(self.value)


class Relation(Word):
    """How two closed sets lie to each other.

    >>> Relation.TOUCHING == "touching", Relation.TOUCHING.intersects, Relation.TOUCHING.overlaps
    (True, True, False)
    """

    DISJOINT = "disjoint"
    """There is a gap."""
    TOUCHING = "touching"
    """They meet, their insides do not."""
    OVERLAPPING = "overlapping"
    """Their insides meet, and neither contains the other."""
    A_IN_B = "a_in_b"
    """A is a part of B."""
    B_IN_A = "b_in_a"
    """B is a part of A."""
    EQUAL = "equal"
    """Both are the same set."""

    @property
    def intersects(self) -> bool:
        """Whether the sets have a point in common."""
        return self is not Relation.DISJOINT

    @property
    def overlaps(self) -> bool:
        """Whether their insides meet: overlapping or contained."""
        return self not in (Relation.DISJOINT, Relation.TOUCHING)


RELATIONS: tuple[Relation, ...] = tuple(Relation)
"""The relations in the order of the codes that ``relation_many`` answers: ``RELATIONS[code]``."""


class DepthKind(Word):
    """Whether a negative clearance is the shortest way out."""

    EXACT = "exact"
    """It is; always so for convex pairs, and where apart."""
    LOCAL = "local"
    """It is that of the deepest place found: moving by it frees that, not always the whole."""


class Aabb(NamedTuple):
    """The smallest box along the axes around something."""

    min: Vector
    """The lower corner."""
    max: Vector
    """The upper corner."""


class Clearance(NamedTuple):
    """Signed distance with its witness: ``point_b - point_a = distance * normal``, up to rounding."""

    distance: float
    """The gap where apart, 0 where they touch, minus the depth where they overlap."""
    normal: Vector
    """Unit vector from A to B: moving B by ``-distance * normal`` brings an overlap to touching."""
    point_a: Vector
    """A point of A."""
    point_b: Vector
    """A point of B."""
    depth_kind: DepthKind
    """Whether a negative distance is the shortest way out."""

    @property
    def depth(self) -> float:
        """How deep the two overlap; 0 where they do not."""
        return max(-self.distance, 0.0)


class Clearances(NamedTuple):
    """The clearances of a batch: n pairs in dimension d."""

    distance: npt.NDArray[np.float64]
    """Shape (n,)."""
    normal: npt.NDArray[np.float64]
    """Shape (n, d)."""
    point_a: npt.NDArray[np.float64]
    """Shape (n, d)."""
    point_b: npt.NDArray[np.float64]
    """Shape (n, d)."""
    is_exact: npt.NDArray[np.bool_]
    """Shape (n,): whether a negative distance is the shortest way out."""


class ClosestPoint(NamedTuple):
    """The point on the border of a shape closest to a point."""

    point: Vector
    """On the border."""
    distance: float
    """How far it is, negative from inside."""
    normal: Vector
    """The outward unit normal there."""


class Contact(NamedTuple):
    """One point of a manifold."""

    point_a: Vector
    """A point of A."""
    point_b: Vector
    """A point of B: ``point_a + clearance * normal``."""
    clearance: float
    """Signed distance along the manifold's normal; negative where they overlap here."""
    feature_a: int
    """Which vertex, edge or face of A; stable while the same features touch."""
    feature_b: int
    """Which vertex, edge or face of B."""


class Manifold(NamedTuple):
    """Where two shapes touch: up to 2 contacts in the plane, up to 4 in space."""

    normal: Vector
    """Unit vector from A to B."""
    contacts: tuple[Contact, ...]
    """The deepest is among them."""


class PartContact(NamedTuple):
    """A contact of two convex parts, with a normal of its own."""

    part_a: int
    """Which part of A; 0 where A is convex."""
    part_b: int
    """Which part of B."""
    clearance: Clearance
    """That of the two parts."""


class RayHit(NamedTuple):
    """Where a ray first meets a shape."""

    time: float
    """In units of the direction; 0 from inside."""
    point: Vector
    """``origin + time * direction``."""
    normal: Vector | None
    """The outward unit normal there; ``None`` where the ray starts inside."""


class RayHits(NamedTuple):
    """The hits of n rays in dimension d."""

    time: npt.NDArray[np.float64]
    """Shape (n,); infinite where there is none."""
    point: npt.NDArray[np.float64]
    """Shape (n, d); not a number where there is none."""
    normal: npt.NDArray[np.float64]
    """Shape (n, d); zero where there is none or the ray starts inside."""
    handle: npt.NDArray[np.uint64] | None
    """Of a scene: shape (n,), the objects; 2^64 - 1 where there is none."""


class SweepHit(NamedTuple):
    """When and where two moving shapes first meet."""

    time: float
    """From 0 to 1; 0 where they meet at the start."""
    normal: Vector
    """From A to B at that time."""
    point: Vector
    """Where they meet, in the world at that time."""
    is_resolved: bool
    """Whether the search came to its end. It may not where shapes that turn graze each other or turn thousands of times, and where many
    parts that turn, or are curved, are near each other: they are surely apart before ``time``, and no more is known."""


class SceneHit(NamedTuple):
    """Where a ray meets an object."""

    handle: int
    """The object."""
    hit: RayHit
    """When and where."""


class SceneSweepHit(NamedTuple):
    """Which object a moving shape first meets."""

    handle: int
    """The object."""
    hit: SweepHit
    """When and where."""


class Meeting(NamedTuple):
    """Two objects that have met in a ``Scene.sweep_step``."""

    a: int
    """The one that is swept or slides; the smaller handle where both do."""
    b: int
    """The other."""
    hit: SweepHit
    """When ``a`` stopped, as a part of the step, and where they meet; the normal is from ``a`` to ``b``."""


class Slope(Word):
    """What a plane is to a character."""

    WALKABLE = "walkable"
    """Level enough to walk on."""
    LEDGE = "ledge"
    """The edge of something level enough, no higher above the feet than a step."""
    STEEP = "steep"
    """Too steep to walk on: a slope, a wall, a ceiling."""


class TouchedPlane(NamedTuple):
    """A plane that a character touches."""

    normal: Vector
    """Unit vector towards the character."""
    point: Vector
    """Where it is touched, on the object."""
    handle: int
    """The object."""
    slope: Slope
    """Whether it can be walked on."""


class CharacterHit(NamedTuple):
    """What has stopped a character: a plane, and how it was pressed."""

    normal: Vector
    """Unit vector towards the character."""
    point: Vector
    """Where it is touched, on the object."""
    handle: int
    """The object."""
    slope: Slope
    """Whether it can be walked on."""
    pressed: Vector
    """How much further the character would have gone into it."""


class Ground(NamedTuple):
    """What a character stands on."""

    handle: int
    """The object."""
    normal: Vector
    """Unit vector out of the ground; in a crease between steep slopes, that of the crease."""
    point: Vector
    """Where it is touched."""


class Crush(NamedTuple):
    """What overlaps a character that had no room left to give way to it. What that means is for the game to say."""

    by: int
    """The object that came too far; of several, the one that is deepest in the character."""
    against: int | None
    """What the character could not be moved through; ``None`` where no single object opposes, as in the middle of something."""
    depth: float
    """How deep ``by`` is in the character at the end of the step; where it has gone through it within the step, how far it went
    on after there was no room left."""


class CharacterStep(NamedTuple):
    """What a step of a character has come to."""

    position: Vector
    """Its lowest point now."""
    velocity: Vector
    """How far it has come in the step, by its time; zero in a step of no time."""
    fall: Vector
    """How fast it falls, rises or slides of itself; zero where it stands."""
    ground: Ground | None
    """What it stands on."""
    carried: Vector
    """How far a moving platform has taken it, or would have if nothing had been in the way."""
    contacts: tuple[CharacterHit, ...]
    """What has stopped it, in order."""
    planes: tuple[TouchedPlane, ...]
    """The planes it chose to go along, in order."""
    crushed: Crush | None
    """What it had no room left to give way to, or is in; ``None`` where it is in nothing."""

    @property
    def standing(self) -> bool:
        """Whether something holds it."""
        return self.ground is not None


class Neighbor(NamedTuple):
    """An object and how far it is."""

    handle: int
    """The object."""
    distance: float
    """0 where it meets what was asked about."""


class Touch(NamedTuple):
    """Two objects of a scene that meet; ``a`` is the smaller handle."""

    a: int
    """The first."""
    b: int
    """The second."""
    relation: Relation | None
    """With ``detail="relation"``."""
    manifold: Manifold | None
    """With ``detail="manifold"``. Without points where contacts with others say it all, as at the seam of two floors."""
