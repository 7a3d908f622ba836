"""The types of arguments for type checkers: recognised by their attributes, as at run time."""

from __future__ import annotations

from typing import Any, Protocol


class VectorLike(Protocol):
    """Two or three numbers: a tuple, a list, an array, a vector of pygame or glam."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...


class RotationLike(Protocol):
    """A rotation of scipy."""

    def as_quat(self) -> Any: ...


class GeometryLike(Protocol):
    """A geometry of shapely, or of any library that supports GeoJSON."""

    @property
    def __geo_interface__(self) -> Any: ...


class RectLike(Protocol):
    """``pygame.Rect``."""

    @property
    def left(self) -> Any: ...
    @property
    def top(self) -> Any: ...
    @property
    def width(self) -> Any: ...
    @property
    def height(self) -> Any: ...
    @property
    def centerx(self) -> Any: ...
    @property
    def centery(self) -> Any: ...


class SpriteLike(Protocol):
    """``pygame.sprite.Sprite`` with a ``rect``, and optionally a ``mask``."""

    @property
    def rect(self) -> RectLike | None: ...


class MaskLike(Protocol):
    """``pygame.mask.Mask``."""

    def get_size(self) -> Any: ...
    @property
    def get_at(self) -> Any: ...


class MeshLike(Protocol):
    """A mesh of trimesh, or of any library that has vertices and faces."""

    @property
    def vertices(self) -> Any: ...
    @property
    def faces(self) -> Any: ...


class TrianglesLike(Protocol):
    """A mesh of open3d."""

    @property
    def vertices(self) -> Any: ...
    @property
    def triangles(self) -> Any: ...


class MeshSceneLike(Protocol):
    """A scene of trimesh."""

    @property
    def geometry(self) -> Any: ...
    @property
    def graph(self) -> Any: ...
