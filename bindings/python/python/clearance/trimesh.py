"""A collision manager with the methods of trimesh's, on exact answers: what a program needs is one other import.

>>> import numpy as np, trimesh
>>> from clearance.trimesh import CollisionManager
>>> manager = CollisionManager()
>>> for name, x in [("left", 0.0), ("right", 3.0)]:
...     manager.add_object(name, trimesh.creation.box(extents=(1, 1, 1)), trimesh.transformations.translation_matrix((x, 0, 0)))
>>> manager.min_distance_internal(return_names=True)
(2.0, ('left', 'right'))
>>> manager.in_collision_single(trimesh.creation.icosphere(radius=1.0), return_names=True)
(True, {'left'})

Where it differs from trimesh's manager, which asks FCL:

- Closed meshes are solids: one that lies inside another one collides with it. FCL sees only the surfaces of meshes that are not
  convex. Meshes that are not closed are surfaces here, too.
- What touches collides, and nothing that is apart does, however near: relations are exact. FCL rounds: two unit cubes side by
  side do not collide there.
- Distances of solids that overlap are negative, whether they are convex or not: minus how far one must be moved to part the
  two, or a bound of it where that is not known exactly (``d3.clearance`` says which). FCL has this for convex meshes only.
- ``return_data`` gives up to four contacts for each pair of objects, those of ``d3.manifold``, and not one for each pair of triangles.
  Where several directions part two objects equally well, it may name another one than FCL.
- A transform must be a rotation, one scale and a translation; any other one raises ``InvalidArgument``. A mesh may be anything that is accepted
  as a shape, so primitives of trimesh are round, and shapes of ``clearance.d3`` can be mixed in.
- ``add_object`` returns nothing, where trimesh's returns an object of FCL; objects may be replaced as often as one likes.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Set
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _surfaces, d3
from ._answers import Clearance
from ._errors import InvalidArgument

EXTERNAL = "__external"


class ContactData:
    """One point at which two objects touch or overlap.

    >>> from clearance import d3
    >>> from clearance.trimesh import CollisionManager
    >>> manager = CollisionManager()
    >>> manager.add_object("box", d3.Box((1.0, 1.0, 1.0)))
    >>> _, [contact] = manager.in_collision_single(d3.Sphere(1.0).at((1.5, 0.0, 0.0)), return_data=True)
    >>> contact.depth, sorted(contact.names)
    (0.5, ['__external', 'box'])
    """

    def __init__(self, names: tuple[str, str], placed: tuple[d3.Placed, d3.Placed], normal: Any, contact: Any) -> None:
        self.names = set(names)
        """The names of both; that of an object outside of the manager is ``"__external"``."""
        self._placed = dict(zip(names, placed, strict=True))
        self._points = dict(zip(names, (contact.point_a, contact.point_b), strict=True))
        self._normal: npt.NDArray[np.float64] = np.array(normal)
        self._depth = max(0.0, -float(contact.clearance))

    @property
    def normal(self) -> npt.NDArray[np.float64]:
        """The unit vector from the first object to the second."""
        return self._normal

    @property
    def point(self) -> npt.NDArray[np.float64]:
        """The point half-way between the surfaces of both."""
        a, b = (np.array(point) for point in self._points.values())
        return 0.5 * a + 0.5 * b

    @property
    def depth(self) -> float:
        """How deep the objects overlap here, along the normal; 0 where they touch."""
        return self._depth

    def index(self, name: str) -> int:
        """The triangle of the named object that is nearest to the contact; -1 if the object has no triangles."""
        return _facet(self._placed[name], self._points[name])


class DistanceData:
    """How far two objects are apart, and between which points.

    >>> from clearance import d3
    >>> from clearance.trimesh import CollisionManager
    >>> manager = CollisionManager()
    >>> manager.add_object("box", d3.Box((1.0, 1.0, 1.0)))
    >>> _, data = manager.min_distance_single(d3.Sphere(1.0).at((3.0, 0.0, 0.0)), return_data=True)
    >>> data.distance, data.point("box").tolist()
    (1.0, [1.0, 0.0, 0.0])
    """

    def __init__(self, names: tuple[str, str], placed: tuple[d3.Placed, d3.Placed], found: Any) -> None:
        self.names = set(names)
        """The names of both; that of an object outside of the manager is ``"__external"``."""
        self._placed = dict(zip(names, placed, strict=True))
        self._points = dict(zip(names, (found.point_a, found.point_b), strict=True))
        self._distance = found.distance

    @property
    def distance(self) -> float:
        """The distance; negative if they overlap."""
        return float(self._distance)

    def index(self, name: str) -> int:
        """The triangle of the named object that has the nearest point; -1 if the object has no triangles."""
        return _facet(self._placed[name], self._points[name])

    def point(self, name: str) -> npt.NDArray[np.float64]:
        """The point of the named object that is nearest to the other one."""
        return np.array(self._points[name])


class CollisionManager:
    """Objects with names, and which of them collide or how far they are apart.

    >>> from clearance import d3
    >>> from clearance.trimesh import CollisionManager
    >>> manager = CollisionManager()
    >>> for name, x in [("a", 0.0), ("b", 1.0), ("c", 4.0)]:
    ...     manager.add_object(name, d3.Sphere(1.0).at((x, 0.0, 0.0)))
    >>> manager.in_collision_internal(return_names=True)
    (True, {('a', 'b')})
    >>> manager.min_distance_single(d3.Box((0.5, 0.5, 0.5)).at((6.5, 0.0, 0.0)), return_name=True)
    (1.0, 'c')
    """

    def __init__(self) -> None:
        self._scene = d3.Scene(detail="boxes")
        self._handles: dict[str, int] = {}
        self._names: dict[int, str] = {}
        # How an object stands before its transform: primitives of trimesh have a place of their own.
        self._own: dict[str, d3.Placed] = {}
        self._has_changed = False
        # What has been made of a mesh, by its id: the mesh itself, a hash of its data, and the shape.
        self._known: dict[int, tuple[Any, int, d3.Placed]] = {}

    def add_object(self, name: str, mesh: Any, transform: npt.ArrayLike | None = None) -> None:
        """Adds an object, or replaces the one of that name.

        Raises ``InvalidShape`` for a mesh that cannot be used, and ``InvalidArgument`` for a transform that can't.
        """
        own = self._object(mesh)
        handle = self._scene.add(_moved(own, transform))
        if name in self._handles:
            self.remove_object(name)
        self._has_changed = True
        self._handles[name], self._names[handle], self._own[name] = handle, name, own

    def remove_object(self, name: str) -> None:
        """Removes an object; raises ``InvalidArgument``, a ``ValueError``, if there is none of that name."""
        self._scene.remove(self._handle(name))
        self._has_changed = True
        del self._names[self._handles.pop(name)], self._own[name]

    def set_transform(self, name: str, transform: npt.ArrayLike) -> None:
        """Sets where an object is, in place of its former transform."""
        self._scene.set_pose(self._handle(name), _moved(self._own[name], transform).pose)
        self._has_changed = True

    def in_collision_single(
        self, mesh: Any, transform: npt.ArrayLike | None = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether a mesh collides with an object of the manager.

        Returns a bool; if asked for, also the set of the names of those that it collides with, and the list of contacts.
        """
        given = _moved(self._object(mesh), transform)
        names = self._overlapping(given)
        pairs = (((name, EXTERNAL), (self._placed(name), given)) for name in names)
        return _answer(bool(names), set(names), pairs, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether two objects of the manager collide.

        Returns a bool; if asked for, also the set of all pairs that collide, as names in alphabetical order, and the list of contacts.
        """
        near = self._near()
        if not (return_names or return_data):
            return any(d3.intersects(self._placed(a), self._placed(b)) for a, b in near)
        names = sorted(_ordered(a, b) for (a, b), meet in zip(near, self._meet(near), strict=True) if meet)
        pairs = ((pair, (self._placed(pair[0]), self._placed(pair[1]))) for pair in names)
        return _answer(bool(names), set(names), pairs, return_names, return_data)

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether an object of this manager collides with one of another manager.

        Returns a bool; if asked for, also the set of pairs, each the name of an object of this manager and of one of the other, and
        the list of contacts.
        """
        names = [(mine, other) for other in other_manager._handles for mine in self._overlapping(other_manager._placed(other))]
        pairs = ((pair, (self._placed(pair[0]), other_manager._placed(pair[1]))) for pair in names)
        return _answer(bool(names), set(names), pairs, return_names, return_data)

    def min_distance_single(
        self, mesh: Any, transform: npt.ArrayLike | None = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance of a mesh to an object of the manager; negative if they overlap.

        Returns a float; if asked for, also the name of the nearest object and ``DistanceData``. Without objects the distance is infinite, the
        name ``None`` and so is the data.
        """
        found = self._nearest(EXTERNAL, _moved(self._object(mesh), transform))
        return _distances(found, found and found[0][0], return_name, return_data)

    def min_distance_internal(
        self, name: str | None = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance of two objects of the manager, or of the named one to any other; negative if they overlap.

        Returns a float; if asked for, also both names in alphabetical order, and ``DistanceData``.
        """
        if name is None:
            found, asked = None, set[str]()
            for each in self._handles:
                asked.add(each)
                found = self._nearest(each, self._placed(each), found, asked)
        else:
            self._handle(name)
            found = self._nearest(name, self._placed(name), skip={name})
        return _distances(found, found and _ordered(*found[0]), return_names, return_data)

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance of an object of this manager to one of another manager; negative if they overlap.

        Returns a float; if asked for, also the name of the object of this manager and that of the other's, and ``DistanceData``.
        """
        found = None
        for name in other_manager._handles:
            found = self._nearest(name, other_manager._placed(name), found)
        return _distances(found, found and found[0], return_names, return_data)

    def _handle(self, name: str) -> int:
        if name not in self._handles:
            raise InvalidArgument(f"name: there is no object {name!r} in the collision manager", "name")
        return self._handles[name]

    def _placed(self, name: str) -> d3.Placed:
        handle = self._handles[name]
        return d3.Placed(self._scene.shape(handle), self._scene.pose(handle))

    def _object(self, mesh: Any) -> d3.Placed:
        """A shape, and where it is before its transform; the same one for a mesh of trimesh that was given before, and has not changed since."""
        if type(mesh).__module__.partition(".")[0] != "trimesh":
            return _as_placed(mesh)
        key = id(mesh)
        known = self._known.get(key)
        if known is not None and known[0]() is mesh and known[1] == hash(mesh):
            return known[2]
        own = _as_placed(mesh)
        self._known[key] = (weakref.ref(mesh, lambda _: self._known.pop(key, None)), hash(mesh), own)
        return own

    def _near(self) -> list[tuple[str, str]]:
        """The pairs of objects whose boxes meet."""
        if self._has_changed:
            self._scene.update()
            self._has_changed = False
        return [(self._names[a], self._names[b]) for a, b in self._scene.pairs().tolist()]

    def _meet(self, pairs: list[tuple[str, str]]) -> npt.NDArray[np.bool_]:
        if not pairs:
            return np.zeros(0, np.bool_)
        sides = [[self._handles[pair[k]] for pair in pairs] for k in range(2)]
        shapes = [d3.Shapes([self._scene.shape(handle) for handle in side]) for side in sides]
        poses = [self._scene.poses(side) for side in sides]
        return d3.intersects_many(shapes[0], shapes[1], poses[0], poses[1], threads=None)

    def _overlapping(self, placed: d3.Placed) -> list[str]:
        return [self._names[handle] for handle in self._scene.overlapping(placed).tolist()]

    def _nearest(
        self, name: str, placed: d3.Placed, best: _Found | None = None, skip: Set[str] = frozenset()
    ) -> _Found | None:
        """The pair of the object that is nearest to a shape, or overlaps it deepest, and of this shape; or `best`, unless it is nearer than that.

        `skip` has the shape's own name if it is one of the manager's, and those whose pair with it is known to be no nearer than `best`.
        """
        names = [each for each in self._overlapping(placed) if each not in skip]
        if not names:
            within = None if best is None else max(0.0, best[2].distance)
            # The second one, since the first may be the shape itself.
            near = self._scene.nearest(placed, 2 if skip else 1, within)
            names = [self._names[each.handle] for each in near if self._names[each.handle] not in skip][:1]
        for each in names:
            mine = self._placed(each)
            found = d3.clearance(mine, placed)
            if best is None or found.distance < best[2].distance:
                best = ((each, name), (mine, placed), found)
        return best


def scene_to_collision(scene: Any) -> tuple[CollisionManager, dict[str, None]]:
    """A collision manager with all geometries of a trimesh scene, named as its nodes; and these names.

    trimesh's function has objects of FCL as values of the dictionary; here they are ``None``.

    >>> import trimesh
    >>> from clearance.trimesh import scene_to_collision
    >>> manager, names = scene_to_collision(trimesh.Scene({"ball": trimesh.creation.icosphere(), "box": trimesh.creation.box()}))
    >>> sorted(names), manager.in_collision_internal()
    (['ball', 'box'], True)
    """
    manager = CollisionManager()
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        manager.add_object(node, scene.geometry[geometry], transform)
    return manager, dict.fromkeys(manager._handles)


def _as_placed(mesh: Any) -> d3.Placed:
    """A shape, and where it is before its transform."""
    if isinstance(mesh, d3.Placed):
        return mesh
    [part] = d3.Compound([mesh]).parts  # which takes all that is accepted as a shape
    return part


def _moved(own: d3.Placed, transform: npt.ArrayLike | None) -> d3.Placed:
    if transform is None:
        return own
    matrix = np.asarray(transform, np.float64)
    if matrix.shape != (4, 4):
        raise InvalidArgument(f"transform: must have the shape (4, 4), not {matrix.shape}", "transform")
    pose = d3.Pose.from_matrix(matrix)
    if own.pose == d3.Pose():
        return d3.Placed(own.shape, pose)
    return d3.Placed(own.shape, d3.Pose.from_matrix(matrix @ _matrix(own.pose)))


def _matrix(pose: d3.Pose) -> npt.NDArray[np.float64]:
    matrix = np.eye(4)
    matrix[:3, :3] = _surfaces.matrix(pose.rotation) * pose.scale
    matrix[:3, 3] = pose.position
    return matrix


def _ordered(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a <= b else (b, a)


def _facet(placed: d3.Placed, point: Any) -> int:
    facet = d3.closest_point(point, placed).facet
    return -1 if facet is None else int(facet)


_Pairs = Iterable[tuple[tuple[str, str], tuple[d3.Placed, d3.Placed]]]
_Found = tuple[tuple[str, str], tuple[d3.Placed, d3.Placed], Clearance]
"""The names of two objects, these, and the clearance between them."""


def _answer(collides: bool, names: set[Any], pairs: _Pairs, return_names: bool, return_data: bool) -> Any:
    answer: list[Any] = [collides]
    if return_names:
        answer.append(names)
    if return_data:
        answer.append([data for named, placed in pairs for data in _contacts(named, placed)])
    return answer[0] if len(answer) == 1 else tuple(answer)


def _contacts(names: tuple[str, str], placed: tuple[d3.Placed, d3.Placed]) -> Iterator[ContactData]:
    manifold = d3.manifold(*placed)
    for contact in manifold.contacts:
        yield ContactData(names, placed, manifold.normal, contact)


def _distances(found: _Found | None, names: Any, return_names: bool, return_data: bool) -> Any:
    answer: list[Any] = [float("inf") if found is None else found[2].distance]
    if return_names:
        answer.append(names)
    if return_data:
        answer.append(found and DistanceData(*found))
    return answer[0] if len(answer) == 1 else tuple(answer)
