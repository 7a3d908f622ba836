"""The answers to questions: small immutable values, the same in the plane and in space.

Points and vectors are tuples of 2 or 3 floats in world coordinates, in the unit of the input.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .d2 import Body as Body2
    from .d3 import Body as Body3
    from .d3 import Compound, Convex, Mesh, Pose

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


class SceneHit(NamedTuple):
    """Where a ray meets an object."""

    handle: int
    """The object."""
    hit: RayHit
    """When and where."""


class SceneSweepHit(NamedTuple):
    """The first object that a moving shape meets."""

    handle: int
    """The object."""
    hit: SweepHit
    """When and where."""


class Meeting(NamedTuple):
    """Two objects that have met in a ``Scene.sweep_step``."""

    a: int
    """The object that is swept or slides; the smaller handle if both do."""
    b: int
    """The other object."""
    hit: SweepHit
    """When ``a`` stopped, as a fraction of the step, and where they meet; the normal points from ``a`` to ``b``."""


class Slope(Word):
    """How a character sees the slope of a plane."""

    WALKABLE = "walkable"
    """Level enough to walk on."""
    LEDGE = "ledge"
    """The edge of a walkable surface, no higher above the feet than a step."""
    STEEP = "steep"
    """Too steep to walk on: a slope, a wall, a ceiling."""


class TouchedPlane(NamedTuple):
    """A plane that a character touches."""

    normal: Vector
    """Unit vector towards the character."""
    point: Vector
    """The point of contact, on the object."""
    handle: int
    """The object."""
    slope: Slope
    """Whether it can be walked on."""


class CharacterHit(NamedTuple):
    """A plane that has stopped a character, and how far the character pressed against it."""

    normal: Vector
    """Unit vector towards the character."""
    point: Vector
    """The point of contact, on the object."""
    handle: int
    """The object."""
    slope: Slope
    """Whether it can be walked on."""
    pressed: Vector
    """How far the character would have moved into the object without it."""


class Ground(NamedTuple):
    """What a character stands on."""

    handle: int
    """The object."""
    normal: Vector
    """Unit vector out of the ground; in a crease between steep slopes, the normal of the crease."""
    point: Vector
    """The point of contact."""


class Crush(NamedTuple):
    """An object that overlaps a character which could not move out of its way. The caller decides what follows from it."""

    by: int
    """The object that has moved into the character; of several, the deepest one."""
    against: int | None
    """The object that kept the character from moving away; ``None`` if it is not a single object, as in the middle of something."""
    depth: float
    """How deep ``by`` is in the character at the end of the step. If it has passed through the character within the step, how far it
    moved on after the character could no longer move away."""


class CharacterStep(NamedTuple):
    """The result of a step of a character."""

    position: Vector
    """Its lowest point now."""
    velocity: Vector
    """Its displacement in the step divided by the time of the step; zero if that time is 0."""
    fall: Vector
    """The velocity with which it falls, rises or slides without input; zero while it stands."""
    ground: Ground | None
    """What it stands on."""
    carried: Vector
    """How far a moving platform has carried it, or would have if nothing had been in the way."""
    contacts: tuple[CharacterHit, ...]
    """What has stopped it, in order."""
    planes: tuple[TouchedPlane, ...]
    """The planes that it moved along, in order."""
    crushed: Crush | None
    """What it could not move away from, or is inside of; ``None`` if it is inside nothing."""

    @property
    def standing(self) -> bool:
        """Whether it stands on something."""
        return self.ground is not None


class Neighbor(NamedTuple):
    """An object and its distance."""

    handle: int
    """The object."""
    distance: float
    """0 if it meets the shape asked about."""


class Overlaps(NamedTuple):
    """The objects that n shapes or points meet, m in all; those of row i are ``handle[start[i]:start[i + 1]]``."""

    start: npt.NDArray[np.int64]
    """Shape (n + 1,)."""
    handle: npt.NDArray[np.uint64]
    """Shape (m,)."""


class Neighbors(NamedTuple):
    """The objects nearest to n shapes, m in all; those of row i are from ``start[i]`` to ``start[i + 1]``, the nearest first."""

    start: npt.NDArray[np.int64]
    """Shape (n + 1,)."""
    handle: npt.NDArray[np.uint64]
    """Shape (m,)."""
    distance: npt.NDArray[np.float64]
    """Shape (m,): 0 for an object that meets the shape."""


class Filter(NamedTuple):
    """What an object of a scene is tested against."""

    layer: int
    """The layers it is on, as bits."""
    mask: int
    """The layers it is tested against, as bits."""
    group: int
    """Objects of the same positive group are always tested, of the same negative group never; 0 is no group."""


class SceneManifolds(NamedTuple):
    """The n pairs of a scene that touch, and their manifolds."""

    pair: npt.NDArray[np.uint64]
    """Shape (n, 2): the smaller handle first."""
    manifolds: Manifolds
    """Row i belongs to pair i; the normals point from the first object to the second."""


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


class Bounce(NamedTuple):
    """Two bodies after they bounced."""

    a: Body2 | Body3
    """The first."""
    b: Body2 | Body3
    """The second."""
    impulse: float
    """The sum of the normal impulses; 0 where nothing was closing."""


class Parted(NamedTuple):
    """The outcome of ``part_all``."""

    rounds: int
    """How many times all pairs were gone through."""
    left: int
    """How many pairs overlapped in the last round; 0 if everything is separated."""


class Kept(NamedTuple):
    """How to move an object that may have left its room."""

    shift: Vector
    """The way back into the room."""
    velocity: Vector
    """Its velocity from then on."""


class Touch(NamedTuple):
    """Two objects of a scene that meet; ``a`` is the smaller handle."""

    a: int
    """The first."""
    b: int
    """The second."""
    relation: Relation | None
    """With ``detail="relation"``."""
    manifold: Manifold | None
    """With ``detail="manifold"``. It has no points if contacts with other objects make it unnecessary, as at the seam between two floors."""


class TrianglePairs(NamedTuple):
    """The n pairs of a triangle of A and a triangle of B that meet."""

    pairs: npt.NDArray[np.int64]
    """Shape (n, 2): the triangle of A and that of B, sorted."""
    segments: npt.NDArray[np.float64] | None
    """If asked for, shape (n, 2, 3): both ends of what they have in common; twice the same point if that is all."""
    coplanar: npt.NDArray[np.bool_] | None
    """If asked for, shape (n,): the pairs that have no segment, because both are in one plane or one has no area. Their segments are
    not numbers."""


class MeshReport(NamedTuple):
    """What a mesh is, and what is wrong with it. All lists are sorted.

    Vertices with equal coordinates are one, called by the smallest of their numbers. Edges are pairs of vertices, the smaller number
    first. Triangles of which two corners are one vertex have no edges, and are in no piece.
    """

    open_edges: npt.NDArray[np.int64]
    """Shape (k, 2): the edges of one triangle only, where the surface ends."""
    inconsistent_edges: npt.NDArray[np.int64]
    """Shape (k, 2): the edges where neighbours face different ways, or an odd number of triangles meet."""
    crowded_edges: npt.NDArray[np.int64]
    """Shape (k, 2): the edges of more than two triangles."""
    flat_triangles: npt.NDArray[np.int64]
    """Shape (k,): the triangles without area, exactly."""
    doubles: npt.NDArray[np.int64]
    """Shape (k, 2): triangles with the same three corners in any order: the first of them, and each other one."""
    crossings: npt.NDArray[np.int64]
    """Shape (k, 2): the pairs of triangles that meet in more than the corners or the edge that they share, exactly. Flat triangles and
    doubles are left out."""
    pieces: list[npt.NDArray[np.int64]]
    """The triangles of each connected piece. Those with a common edge are connected, those with a common corner alone are not."""
    euler_characteristic: int
    """Vertices - edges + triangles of these pieces: 2 for each closed piece without handles, 2 less for each handle, 1 for a disc."""
    volume: float | None
    """The volume; ``None`` if the mesh is no solid."""
    area: float
    """The sum of the areas of all triangles."""

    @property
    def is_closed(self) -> bool:
        """Whether no edge is open."""
        return not len(self.open_edges)

    @property
    def is_oriented(self) -> bool:
        """Whether neighbours face the same way everywhere."""
        return not len(self.inconsistent_edges)

    @property
    def is_edge_manifold(self) -> bool:
        """Whether no edge has more than two triangles."""
        return not len(self.crowded_edges)

    @property
    def crosses_itself(self) -> bool:
        """Whether some triangles meet in more than what they share."""
        return len(self.crossings) > 0

    @property
    def is_sound(self) -> bool:
        """Whether it is a solid without a fault: closed, oriented, of no more than two triangles at an edge, of triangles with area, and
        nowhere crossing itself."""
        is_manifold = self.is_closed and self.is_oriented and self.is_edge_manifold
        return self.volume is not None and is_manifold and not len(self.flat_triangles) and not self.crosses_itself


class WeldedMesh(NamedTuple):
    """A mesh of which vertices were merged, and what was done."""

    mesh: Mesh
    """The mesh."""
    kept_vertex: npt.NDArray[np.int64]
    """For each old vertex the old one that took its place: itself, or one of smaller number."""
    vertices: npt.NDArray[np.int64]
    """For each new vertex its old number."""
    triangles: npt.NDArray[np.int64]
    """For each new triangle its old number."""
    dropped: npt.NDArray[np.int64]
    """The old triangles that are gone: two of their corners became one, or were."""


class FilledMesh(NamedTuple):
    """A mesh of which holes were filled, and what was done."""

    mesh: Mesh
    """The old vertices and triangles, then the new triangles."""
    holes: list[npt.NDArray[np.int64]]
    """The vertices around each hole that was filled, in the order in which the new triangles turn. A hole of n vertices has n - 2 new
    triangles, in the order of this list."""
    open_edges: npt.NDArray[np.int64]
    """Shape (k, 2): the edges that are open still, each as its triangle runs along it."""


class LoadedPart(NamedTuple):
    """A part of a file."""

    name: str | None
    """Its name in the file: of a solid, object, node or component."""
    mesh: Mesh
    """Its mesh; parts that are instances of one mesh of the file have the same object."""
    pose: Pose
    """Where the mesh is."""
    precision: float
    """How far a coordinate may be from the one that was meant: half the spacing of single-precision numbers at the largest
    coordinate, 0 for files of text and doubles."""


class MeshPiece(NamedTuple):
    """A connected piece of a mesh."""

    mesh: Mesh
    """The piece."""
    vertices: npt.NDArray[np.int64]
    """For each of its vertices the number in the whole."""
    triangles: npt.NDArray[np.int64]
    """For each of its triangles the number in the whole."""


class MeshWithoutDoubles(NamedTuple):
    """A mesh without triangles that were there already, and what was done."""

    mesh: Mesh
    """The mesh."""
    vertices: npt.NDArray[np.int64]
    """For each new vertex its old number."""
    triangles: npt.NDArray[np.int64]
    """For each new triangle its old number."""
    removed: npt.NDArray[np.int64]
    """Shape (k, 2): the triangle that stayed, and the one that went."""


class NearTriangles(NamedTuple):
    """The k triangles near a point, the nearest first; those of one distance in the order of their numbers."""

    triangle: npt.NDArray[np.int64]
    """Shape (k,): their numbers."""
    distance: npt.NDArray[np.float64]
    """Shape (k,): how far they are from the point."""
    point: npt.NDArray[np.float64]
    """Shape (k, 3): the point of each nearest to that."""


class NearTrianglesMany(NamedTuple):
    """The triangles near each of n points, k in all; row i is from ``start[i]`` to ``start[i + 1]``, the nearest first."""

    start: npt.NDArray[np.int64]
    """Shape (n + 1,)."""
    triangle: npt.NDArray[np.int64]
    """Shape (k,): their numbers."""
    distance: npt.NDArray[np.float64]
    """Shape (k,): how far they are from the point."""
    point: npt.NDArray[np.float64]
    """Shape (k, 3): the point of each nearest to that."""
