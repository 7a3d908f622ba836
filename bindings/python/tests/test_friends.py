"""Shapes of other libraries, with the real libraries."""

from __future__ import annotations

import doctest
import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from clearance import InvalidShape, InvalidType, Mask, _friends, d2, d3
from clearance._friends import pixels, plane

UNIT = d2.Box((0.5, 0.5)).at((0.5, 0.5))


class TestShapely:
    shapely = pytest.importorskip("shapely")

    def agree(self, ours: Any, theirs: Any, seed: int = 0) -> None:
        """Distances from the points of a grid are those of shapely, 0 inside."""
        low, high = np.array(theirs.bounds[:2]) - 1, np.array(theirs.bounds[2:]) + 1
        for x, y in np.random.default_rng(seed).uniform(low, high, (200, 2)):
            expected = self.shapely.Point(x, y).distance(theirs)
            assert d2.distance(ours, d2.Point().at((x, y))) == pytest.approx(expected, abs=1e-12)

    @pytest.mark.parametrize(
        "text",
        [
            "POINT (1 2)",
            "POINT Z (1 2 7)",
            "LINESTRING (0 0, 1 0, 1 1)",
            "LINEARRING (0 0, 2 0, 1 1, 0 0)",
            "POLYGON ((0 0, 4 0, 4 4, 2 1, 0 4, 0 0))",
            "POLYGON Z ((0 0 5, 4 0 5, 4 4 5, 0 4 5, 0 0 5), (1 1 5, 1 2 5, 2 2 5, 1 1 5))",
            "MULTIPOINT (0 0, 3 1)",
            "MULTILINESTRING ((0 0, 1 1), (2 0, 3 0, 3 3))",
            "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ((1 1, 2 1, 2 2, 1 2, 1 1)))",
            "MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 3, 3 3, 3 1, 1 1)), ((1.5 1.5, 2 1.5, 2 2, 1.5 1.5)), EMPTY)",
            "GEOMETRYCOLLECTION (POINT (5 5), LINESTRING (0 0, 1 0), POLYGON ((2 2, 3 2, 3 3, 2 2)), POINT EMPTY)",
            "GEOMETRYCOLLECTION (MULTIPOINT (0 0, 1 1), GEOMETRYCOLLECTION (POLYGON ((2 2, 3 2, 3 3, 2 2))))",
        ],
    )
    def test_every_kind(self, text: str) -> None:
        theirs = self.shapely.from_wkt(text)
        self.agree(plane(theirs), theirs)
        self.agree(plane(json.loads(self.shapely.to_geojson(theirs))), theirs)

    def test_asked_directly(self) -> None:
        beside = self.shapely.box(1, 0, 2, 1)
        assert d2.relation(UNIT, beside) == "touching"
        assert d2.relation(self.shapely.box(0, 0, 1, 1), UNIT) == "equal"
        assert d2.clearance(beside, self.shapely.box(3, 0, 4, 1)).distance == 1.0

    def test_prepared(self) -> None:
        from shapely.prepared import prep

        square = self.shapely.box(0, 0, 1, 1)
        assert d2.relation(prep(square), UNIT) == "equal"
        self.shapely.prepare(square)
        assert d2.relation(square, UNIT) == "equal"

    def test_a_hole_holds_nothing(self) -> None:
        ring = self.shapely.box(0, 0, 9, 9) - self.shapely.box(3, 3, 6, 6)
        inside = self.shapely.Point(4.5, 4.5).buffer(1)
        assert d2.relation(ring, inside) == "disjoint"
        assert d2.relation(ring, self.shapely.box(3, 3, 6, 6)) == "touching"

    def test_a_hole_that_touches_its_shell(self) -> None:
        theirs = self.shapely.Polygon([(0, 0), (4, 0), (4, 4), (0, 4)], [[(0, 2), (2, 1), (2, 3)]])
        assert theirs.is_valid
        self.agree(plane(theirs), theirs)

    @pytest.mark.parametrize("text", ["POINT EMPTY", "POLYGON EMPTY", "MULTIPOLYGON EMPTY", "GEOMETRYCOLLECTION EMPTY"])
    def test_nothing_is_no_shape(self, text: str) -> None:
        with pytest.raises(InvalidShape, match="empty") as raised:
            d2.relation(self.shapely.from_wkt(text), UNIT)
        assert raised.value.field == "geometry"

    def test_edges_that_cross(self) -> None:
        bow = self.shapely.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)])
        with pytest.raises(InvalidShape):
            d2.relation(bow, UNIT)

    def test_random_pairs(self) -> None:
        random = np.random.default_rng(7)
        hits = 0
        for _ in range(300):
            a, b = (self.shapely.Point(p).buffer(r, 2) for p, r in zip(random.uniform(0, 3, (2, 2)), (1.0, 0.7)))
            b = b.difference(self.shapely.Point(*random.uniform(0, 3, 2)).buffer(0.5, 3))
            hits += a.intersects(b)
            assert d2.intersects(a, b) == a.intersects(b)
            assert d2.distance(a, b) == pytest.approx(a.distance(b), abs=1e-12)
        assert 90 < hits < 210


class TestGeojson:
    square = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]}

    def test_features(self) -> None:
        feature = {"type": "Feature", "geometry": self.square, "properties": None}
        nowhere = {"type": "Feature", "geometry": None, "properties": None}
        both = {"type": "FeatureCollection", "features": [feature, nowhere]}
        for given in (self.square, feature, both, SimpleNamespace(__geo_interface__=both)):
            assert d2.relation(given, UNIT) == "equal"

    @pytest.mark.parametrize(
        "given",
        [
            {"type": "Polygon"},
            {"type": "Polygon", "coordinates": None},
            {"type": "Polygon", "coordinates": [[[0, 0], ["x", 0], [1, 1]]]},
            {"type": "Polygon", "coordinates": [[0, 1, 2]]},
            {"type": "Polygon", "coordinates": [[[0], [1], [2]]]},
            {"type": "Point", "coordinates": "ab"},
            {"type": "Point", "coordinates": [1]},
            {"type": "Circle", "coordinates": [[0, 0]]},
            {"type": 5, "coordinates": []},
            {"type": "Feature"},
            {"type": "FeatureCollection", "features": [None]},
        ],
    )
    def test_nonsense(self, given: Any) -> None:
        with pytest.raises(ValueError) as raised:
            d2.relation(UNIT, given)
        assert getattr(raised.value, "field") is not None


def extent(box: Any) -> tuple[Any, Any]:
    """The corners of a placed box, exact."""
    (x, y), (width, height) = box.pose.position, box.shape.half_extents
    return (x - width, y - height), (x + width, y + height)


class TestPygame:
    pygame = pytest.importorskip("pygame")

    @pytest.mark.parametrize("numbers", [(2, 3, 4, 5), (2, 3, -4, 5), (2, 3, 4, -5), (-2, -3, -4, -5), (2, 3, 0, 5), (1, 1, 0, 0)])
    @pytest.mark.parametrize("kind", ["Rect", "FRect"])
    def test_rects(self, kind: str, numbers: tuple[int, int, int, int]) -> None:
        rect = getattr(self.pygame, kind)(numbers)
        x, y, width, height = numbers
        assert extent(plane(rect)) == ((min(x, x + width), min(y, y + height)), (max(x, x + width), max(y, y + height)))

    def test_halves(self) -> None:
        assert extent(plane(self.pygame.FRect(0.25, 0.5, 1.5, 3.25))) == ((0.25, 0.5), (1.75, 3.75))
        assert extent(plane(self.pygame.Rect(0, 0, 3, 5))) == ((0.0, 0.0), (3.0, 5.0))

    def test_rects_that_collide(self) -> None:
        random = np.random.default_rng(3)
        for _ in range(500):
            a, b = (self.pygame.Rect(*xy, *size) for xy, size in random.integers(1, 9, (2, 2, 2)))
            assert bool(a.colliderect(b)) == d2.relation(a, b).overlaps

    def random_mask(self, size: tuple[int, int], seed: int) -> Any:
        mask = self.pygame.mask.Mask(size)
        for x, y in np.argwhere(np.random.default_rng(seed).random(size) < 0.5):
            mask.set_at((int(x), int(y)))
        return mask

    @pytest.mark.parametrize("size", [(1, 1), (5, 3), (64, 2), (65, 7), (200, 130), (0, 0), (3, 0)])
    def test_pixels_of_masks(self, size: tuple[int, int]) -> None:
        mask = self.random_mask(size, 5)
        rows = [[mask.get_at((x, y)) for x in range(size[0])] for y in range(size[1])]
        expected = np.array(rows, bool).reshape(size[::-1])
        assert (pixels(mask) == expected).all() and pixels(mask).shape == expected.shape
        # A mask without access to its memory is read pixel by pixel.
        stranger = SimpleNamespace(get_size=mask.get_size, get_at=mask.get_at)
        assert (pixels(stranger) == expected).all()

    def test_mask_and_bitmap_have_row_0_on_top(self) -> None:
        mask = self.pygame.mask.Mask((3, 2))
        mask.set_at((0, 0))
        assert Mask(mask).to_array().tolist() == [[True, False, False], [False, False, False]]
        assert d2.relation(d2.Bitmap(mask), d2.Box((0.5, 0.5)).at((0.5, 1.5))) == "equal"

    def test_masks_overlap_as_in_pygame(self) -> None:
        a, b = self.random_mask((9, 14), 1), self.random_mask((11, 6), 2)
        for offset in [(0, 0), (8, 13), (9, 0), (-10, 3), (4, -5), (-11, 0)]:
            sprites = [SimpleNamespace(rect=self.pygame.Rect(at, (1, 1)), mask=m) for at, m in (((0, 0), a), (offset, b))]
            assert d2.relation(*sprites).overlaps == (a.overlap(b, offset) is not None)
        assert d2.relation(a, self.pygame.Rect(0, 0, 9, 14)) == "a_in_b"

    def test_sprites(self) -> None:
        sprite = self.pygame.sprite.Sprite()
        sprite.rect = self.pygame.Rect(5, 5, 3, 3)
        assert d2.relation(sprite, self.pygame.Rect(8, 5, 1, 1)) == "touching"
        sprite.mask = self.pygame.mask.Mask((3, 3))
        sprite.mask.set_at((2, 0))
        assert d2.relation(sprite, self.pygame.Rect(7, 5, 1, 1)) == "equal"

    def test_vectors_are_positions(self) -> None:
        placed = d2.Circle(1.0).at(self.pygame.Vector2(3, 4))
        assert placed.pose.position == (3.0, 4.0)
        hit = d2.ray(self.pygame.Vector2(0, 4), self.pygame.Vector2(1, 0), placed)
        assert hit is not None and hit.time == 2.0
        assert d3.Sphere(1.0).at(self.pygame.Vector3(1, 2, 3)).pose.position == (1.0, 2.0, 3.0)

    def test_a_sprite_without_a_rect(self) -> None:
        with pytest.raises(InvalidType, match="Sprite"):
            d2.relation(self.pygame.sprite.Sprite(), UNIT)


class TestTrimesh:
    trimesh = pytest.importorskip("trimesh")

    def turned(self, seed: int = 4) -> Any:
        matrix = self.trimesh.transformations.random_rotation_matrix(np.random.default_rng(seed).random(3))
        matrix[:3, 3] = (1.0, -2.0, 0.5)
        return matrix

    def test_mesh(self) -> None:
        cube = self.trimesh.creation.box((2, 2, 2))
        assert d3.relation(cube, d3.Box((1, 1, 1)).at((2, 0, 0))) == "touching"
        assert d3.relation(d3.Sphere(0.5), cube) == "a_in_b"
        assert d3.distance(cube, cube.copy().apply_translation((5, 0, 0))) == 3.0

    @pytest.mark.parametrize("name", ["Box", "Sphere", "Capsule", "Cylinder"])
    def test_primitives_are_round(self, name: str) -> None:
        sizes = {"Box": {"extents": (1, 2, 3)}, "Sphere": {"radius": 1.5}}
        given = sizes.get(name, {"radius": 0.5, "height": 2.0})
        primitive = getattr(self.trimesh.primitives, name)(**given, transform=self.turned())
        ours = d3.Compound([primitive]).parts[0]
        assert ours.shape.kind == name.lower()
        # The facets are inside, their corners on the border.
        corners = primitive.vertices
        distances = d3.distance_many(d3.Point(), primitive, corners)
        assert distances.max() < 1e-12
        assert all(abs(d3.closest_point(corner, primitive).distance) < 1e-12 for corner in corners[:40])

    def test_other_primitives_are_meshes(self) -> None:
        shapely = pytest.importorskip("shapely")
        pytest.importorskip("mapbox_earcut")
        prism = self.trimesh.primitives.Extrusion(shapely.box(0, 0, 1, 1), height=2)
        assert d3.relation(prism, d3.Box((0.5, 0.5, 1)).at((0.5, 0.5, 1))) == "equal"

    def test_a_scene_is_all_its_meshes(self) -> None:
        scene = self.trimesh.Scene()
        scene.add_geometry(self.trimesh.creation.box(), transform=self.turned())
        scene.add_geometry(self.trimesh.primitives.Sphere(radius=1.0), transform=self.turned(9))
        stretch = np.diag([1.0, 2.0, 3.0, 1.0])
        stretch[:3, 3] = (7, 0, 0)
        scene.add_geometry(self.trimesh.creation.box(), transform=stretch)
        ours = d3.Compound([scene])
        corners = self.trimesh.util.concatenate(scene.dump()).vertices
        assert d3.distance_many(d3.Point(), ours, corners).max() < 1e-9
        assert d3.relation(scene, d3.Box((0.25, 0.5, 0.5)).at((7, 0, 1))) == "b_in_a"
        assert np.allclose(ours.aabb().max[0], 7.5)

    def test_nothing_is_no_shape(self) -> None:
        for nothing in (self.trimesh.Scene(), self.trimesh.Trimesh()):
            with pytest.raises(InvalidShape):
                d3.relation(nothing, d3.Sphere(1))

    def test_a_cloud_of_points_is_no_mesh(self) -> None:
        cloud = self.trimesh.PointCloud(np.zeros((3, 3)))
        for given in (cloud, self.trimesh.Scene([cloud])):
            with pytest.raises(InvalidType, match="PointCloud"):
                d3.relation(given, d3.Sphere(1))


@pytest.mark.parametrize("given", [None, 3, "box", object(), [1, 2], {}, int, SimpleNamespace(vertices=[1])])
def test_what_is_no_shape(given: Any) -> None:
    with pytest.raises(InvalidType, match="must be a shape"):
        d2.relation(given, UNIT)
    with pytest.raises(InvalidType, match="must be a shape"):
        d3.relation(given, d3.Sphere(1))


def test_examples() -> None:
    result = doctest.testmod(_friends)
    assert result.attempted > 0 and result.failed == 0


def test_a_geometry_of_shapely_is_converted_once_and_others_are_not_mistaken_for_it() -> None:
    shapely = pytest.importorskip("shapely")
    _friends._of_shapely.cache_clear()
    square, same, other = shapely.box(0, 0, 1, 1), shapely.box(0, 0, 1, 1), shapely.box(0, 0, 1, 2)
    for _ in range(3):
        assert d2.intersects(square, same) and not d2.intersects(other, d2.Circle(0.5).at((0.5, 2.75)))
    assert _friends._of_shapely.cache_info().misses == 2
    high = shapely.Point(0, 0, 5)
    assert d2.relation(high, shapely.Point(0, 0)) == "touching" and d2.intersects(shapely.Point(-0.0, 0.0), high)
    for _ in range(2):  # an error is raised again
        with pytest.raises(InvalidShape):
            d2.intersects(shapely.Polygon(), square)
    for i in range(600):
        assert d2.distance(shapely.Point(i, 0), square) == max(i - 1.0, 0.0)
    assert _friends._of_shapely.cache_info().currsize == 256
