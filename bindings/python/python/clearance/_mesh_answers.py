"""The answers about meshes by themselves: reports, repairs, triangles near a point or another mesh. As in ``_answers``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .d3 import Mesh, Pose


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
