"""The answers to questions: small immutable values, the same in the plane and in space.

Points and vectors are tuples of 2 or 3 floats in world coordinates, in the unit of the input.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .d3 import Compound, Convex

Vector = tuple[float, ...]
"""Two or three coordinates."""


class Word(str, Enum):
    """A word of the JSON format: equal to that text, and printed as it.""" 

    def __new__(cls, value: str) -> Word:
        word = str.__new__(cls, value)
        word._value_ = value
        return word

    def __str__(self) -> str:
        return str(self.value)


class Relation(Word):
    """The relation of two closed sets.

    >>> Relation.TOUCHING == "touching", Relation.TOUCHING.intersects, Relation.TOUCHING.overlaps
    (True, True, False)
    """

    DISJOINT = "disjoint"
    """There is a gap."""
    TOUCHING = "touching"
    """They meet, but their interiors do not."""
    OVERLAPPING = "overlapping"
    """Their interiors meet, and neither contains the other."""
    A_IN_B = "a_in_b"
    """B contains A."""
    B_IN_A = "b_in_a"
    """A contains B."""
    EQUAL = "equal"
    """They are the same set."""

    @property
    def intersects(self) -> bool:
        """Whether the sets have a point in common."""
        return self is not Relation.DISJOINT

    @property
    def overlaps(self) -> bool:
        """Whether their interiors meet: overlapping or contained."""
        return self not in (Relation.DISJOINT, Relation.TOUCHING)


RELATIONS: tuple[Relation, ...] = tuple(Relation)
"""The relations in the order of the codes that ``relation_many`` returns: ``RELATIONS[code]``."""


class DepthKind(Word):
    """Whether a negative clearance is the exact penetration depth."""

    EXACT = "exact"
    """The length of the shortest translation that separates the two; always so for convex pairs, and if they are apart."""
    LOCAL = "local"
    """The depth of the deepest pair of parts found: moving by it separates that pair, not always the whole shapes."""


class Aabb(NamedTuple):
    """An axis-aligned bounding box."""

    min: Vector
    """The lower corner."""
    max: Vector
    """The upper corner."""


class Clearance(NamedTuple):
    """The signed distance with its witness points: ``point_b - point_a = distance * normal``, up to rounding."""

    distance: float
    """The gap if they are apart, 0 if they touch, minus the depth if they overlap."""
    normal: Vector
    """Unit vector from A to B: moving B by ``-distance * normal`` brings an overlap to touching."""
    point_a: Vector
    """A point of A."""
    point_b: Vector
    """A point of B."""
    depth_kind: DepthKind
    """Whether a negative distance is the exact penetration depth."""

    @property
    def depth(self) -> float:
        """The penetration depth; 0 if the two do not overlap."""
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
    """Shape (n,): whether a negative distance is the exact penetration depth."""


class ClosestPoint(NamedTuple):
    """The point on the border of a shape closest to a point."""

    point: Vector
    """On the border."""
    distance: float
    """The distance to it, negative if the given point is inside."""
    normal: Vector
    """The outward unit normal there."""
    part: int | None
    """The part of a compound that it is on; ``None`` for any other shape."""
    facet: int | None
    """The triangle of a mesh or terrain, the segment of a polyline or edge of a polygon; ``None`` for any other shape."""


class ClosestPoints(NamedTuple):
    """The points on the border of a shape closest to n points in dimension d."""

    point: npt.NDArray[np.float64]
    """Shape (n, d): on the border."""
    distance: npt.NDArray[np.float64]
    """Shape (n,): the distance to it, negative if the given point is inside."""
    normal: npt.NDArray[np.float64]
    """Shape (n, d): the outward unit normal there."""
    part: npt.NDArray[np.int64]
    """Shape (n,): the part of a compound; -1 for any other shape."""
    facet: npt.NDArray[np.int64]
    """Shape (n,): the triangle of a mesh or terrain, the segment of a polyline or edge of a polygon; -1 for any other shape."""


class DepthBounds(NamedTuple):
    """How far one of two shapes that overlap must be moved until they no longer do."""

    at_least: float
    """No shorter motion parts them."""
    at_most: float
    """Moving B so far along the direction parts them, and so does moving A as far the other way."""
    direction: Vector
    """Unit vector, up to rounding."""


class CommonPart(NamedTuple):
    """What two solids, or two regions of the plane, have in common."""

    volume: float
    """The volume; in the plane the area. 0 if they are apart or only touch."""
    border: float
    """The area of its border; in the plane the length."""
    center: Vector | None
    """The center of mass; ``None`` if the volume is 0."""


class CommonMesh(NamedTuple):
    """What two solids have in common, as a closed mesh that faces outwards."""

    vertices: npt.NDArray[np.float64]
    """Shape (n, 3): in the world. Empty if the solids are apart or only touch."""
    triangles: npt.NDArray[np.int64]
    """Shape (m, 3): rows of ``vertices``."""
    of_b: npt.NDArray[np.bool_]
    """Shape (m,): whether the triangle is a piece of the border of B, not of A."""
    sources: npt.NDArray[np.int64]
    """Shape (m,): of which triangle of that mesh it is a piece; -1 for a shape that is no mesh."""


class ConvexParts(NamedTuple):
    """Convex hulls that together cover a solid mesh, and how far they reach out of it. In the unit of the mesh."""

    hulls: list[Convex]
    """The hulls."""
    compound: Compound
    """All of them as one shape."""
    errors: npt.NDArray[np.float64]
    """Shape (n,): for each hull a proven bound of how far a point of it may be from the solid."""
    error: float
    """The largest of these."""


class Contact(NamedTuple):
    """One point of a manifold."""

    point_a: Vector
    """A point of A."""
    point_b: Vector
    """A point of B: ``point_a + clearance * normal``."""
    clearance: float
    """The signed distance along the manifold's normal; negative if the shapes overlap at this point."""
    feature_a: int
    """The vertex, edge or face of A; it stays the same while the same features touch."""
    feature_b: int
    """The vertex, edge or face of B."""


class Manifold(NamedTuple):
    """Where two shapes touch: up to 2 contacts in the plane, up to 4 in space."""

    normal: Vector
    """Unit vector from A to B."""
    contacts: tuple[Contact, ...]
    """The contact points; the deepest is among them."""


class Manifolds(NamedTuple):
    """The manifolds of n pairs, with m contacts in all, in dimension d. Those of pair i are from ``start[i]`` to ``start[i + 1]``."""

    start: npt.NDArray[np.int64]
    """Shape (n + 1,)."""
    normal: npt.NDArray[np.float64]
    """Shape (n, d): of each pair, from A to B."""
    point_a: npt.NDArray[np.float64]
    """Shape (m, d): points of A."""
    point_b: npt.NDArray[np.float64]
    """Shape (m, d): points of B."""
    clearance: npt.NDArray[np.float64]
    """Shape (m,): the signed distance along the normal of the pair."""
    feature: npt.NDArray[np.uint32]
    """Shape (m, 2): the vertex, edge or face of A, and that of B."""


class MassProperties(NamedTuple):
    """Volume, center and inertia of a body of density 1."""

    volume: float
    """The volume; in the plane the area."""
    center: Vector
    """The center of mass."""
    inertia: npt.NDArray[np.float64]
    """Shape (3, 3): the inertia about the center, in the directions of the world. In the plane ``inertia[2, 2]`` is the one about the
    center in the plane, and the other entries are those of a thin plate."""


class PartContact(NamedTuple):
    """A contact of two convex parts, with its own normal."""

    part_a: int
    """The index of the part of A; 0 if A is convex."""
    part_b: int
    """The index of the part of B."""
    clearance: Clearance
    """The clearance of the two parts."""


class RayHit(NamedTuple):
    """Where a ray first meets a shape."""

    time: float
    """In units of the direction; 0 if the ray starts inside."""
    point: Vector
    """``origin + time * direction``."""
    normal: Vector | None
    """The outward unit normal there; ``None`` if the ray starts inside."""
    part: int | None
    """The part of a compound that is hit; ``None`` for any other shape."""
    facet: int | None
    """The triangle of a mesh or terrain, the segment of a polyline or edge of a polygon; ``None`` for any other shape, and if the ray starts inside."""


class RayHits(NamedTuple):
    """The hits of n rays in dimension d."""

    time: npt.NDArray[np.float64]
    """Shape (n,); infinite for a ray without a hit."""
    point: npt.NDArray[np.float64]
    """Shape (n, d); not a number for a ray without a hit."""
    normal: npt.NDArray[np.float64]
    """Shape (n, d); zero for a ray without a hit or one that starts inside."""
    handle: npt.NDArray[np.uint64] | None
    """For a scene: shape (n,), the objects hit; 2^64 - 1 for a ray without a hit."""
    part: npt.NDArray[np.int64]
    """Shape (n,): the part of a compound; -1 without a hit and for any other shape."""
    facet: npt.NDArray[np.int64]
    """Shape (n,): the triangle of a mesh or terrain, the segment of a polyline or edge of a polygon; -1 for any other shape."""


class AllHits(NamedTuple):
    """Every facet that each of n rays meets, m in all; row i is from ``start[i]`` to ``start[i + 1]``, in the order of time."""

    start: npt.NDArray[np.int64]
    """Shape (n + 1,)."""
    hits: RayHits
    """The hits of all rays, one ray after the other; arrays of shapes (m,) and (m, d)."""


class SweepHit(NamedTuple):
    """When and where two moving shapes first meet."""

    time: float
    """From 0 to 1; 0 if they meet at the start."""
    normal: Vector
    """From A to B at that time."""
    point: Vector
    """Where they meet, in the world at that time."""
    is_resolved: bool
    """Whether the search was completed. It may be cut short if turning shapes graze each other or turn thousands of times, and if many
    parts that turn, or are curved, are near each other. Then they are certainly apart before ``time``, and no more is known."""


class SweepHits(NamedTuple):
    """When and where n pairs, or n shapes and the objects of a scene, first meet, in dimension d."""

    time: npt.NDArray[np.float64]
    """Shape (n,); infinite where nothing is met."""
    normal: npt.NDArray[np.float64]
    """Shape (n, d): from A to B at that time; zero where nothing is met."""
    point: npt.NDArray[np.float64]
    """Shape (n, d): where they meet; not a number where nothing is met."""
    is_resolved: npt.NDArray[np.bool_]
    """Shape (n,): as in ``SweepHit``; true where nothing is met."""
    handle: npt.NDArray[np.uint64] | None
    """For a scene: shape (n,), the objects that are met; 2^64 - 1 where nothing is met."""


class Shown(Word):
    """How a claim of an answer is shown; the strongest way first."""

    EXACTLY = "exactly"
    """As claimed: in exact arithmetic, or with a margin far above the rounding errors."""
    WITHIN = "within"
    """By evaluation, for numbers that differ from those claimed by no more than ``Verified.bound``."""
    AGAIN = "again"
    """The question was asked again and the answer is the same, which proves only that nobody has changed it."""
    NOT = "not"
    """Not shown."""


class Verified(NamedTuple):
    """How each claim of an answer is shown. No claim was found false."""

    sign: Shown
    """That the two are apart, touch or overlap."""
    points: Shown
    """That ``point_a`` is in A and ``point_b`` in B."""
    distance: Shown
    """That the two are as far apart along the normal, or overlap as deeply, as said."""
    normal: Shown
    """That the borders face each other along the normal at the two points."""
    shortest: Shown | None
    """That no two points are nearer, and no shorter way parts the two; ``None`` for a local depth, which does not claim this."""
    bound: float
    """How far numbers may be off, as a length."""

    @property
    def is_proven(self) -> bool:
        """Whether every claim that the answer makes is shown by evaluation, not only by asking again."""
        claims = (self.sign, self.points, self.distance, self.normal, self.shortest)
        return all(claim in (None, Shown.EXACTLY, Shown.WITHIN) for claim in claims)
