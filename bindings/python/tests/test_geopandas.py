"""A spatial join of tables, beside geopandas' own on lattices, where GEOS rounds nothing."""

from __future__ import annotations

import doctest
from typing import Any

import numpy as np
import pytest

from clearance import InvalidArgument, InvalidShape, InvalidType, UnsupportedPair, d2
from clearance import geopandas as module
from clearance.geopandas import sjoin

geopandas = pytest.importorskip("geopandas")
pandas = pytest.importorskip("pandas")
shapely = pytest.importorskip("shapely")

PREDICATES = ["intersects", "contains", "covers", "within", "covered_by", "touches", "overlaps"]


def regions(random: Any, count: int) -> list[Any]:
    """Boxes, triangles, boxes with holes and pairs of boxes, with corners on a lattice: many touch or are equal."""
    made = []
    for _ in range(count):
        x, y = random.integers(0, 12, 2)
        w, h = random.integers(1, 5, 2)
        box = shapely.box(x, y, x + w, y + h)
        kinds = [
            box,
            shapely.Polygon([(x, y), (x + w, y), (x, y + h)]),
            shapely.Polygon(shapely.box(x, y, x + 4, y + 4).exterior.coords, [[(x + 1, y + 1), (x + 2, y + 1), (x + 1, y + 2)]]),
            shapely.MultiPolygon([box, shapely.box(x + 6, y, x + 7, y + 1)]),
        ]
        made.append(kinds[random.integers(0, len(kinds))])
    return made


def tables(seed: int) -> tuple[Any, Any]:
    random = np.random.default_rng(seed)
    left = geopandas.GeoDataFrame({"name": [f"l{i}" for i in range(60)], "size": range(60)}, geometry=regions(random, 60))
    right = geopandas.GeoDataFrame({"size": range(50), "color": range(50)}, geometry=regions(random, 50), index=np.arange(50) * 3 + 7)
    left.loc[5, "geometry"] = None
    right.loc[7, "geometry"] = shapely.Polygon()
    return left, right


def same(ours: Any, theirs: Any) -> None:
    """The same table; what geopandas leaves in the order of its tree is sorted."""
    other = next(label for label in theirs.columns if str(label) in ("index_left", "index_right", "line"))
    before = theirs.index
    theirs = theirs.reset_index(drop=True).assign(_order=pandas.factorize(before)[0]).sort_values(["_order", other], kind="stable")
    theirs = theirs.set_axis(before[theirs.index.to_numpy()]).drop(columns="_order")
    assert type(ours) is type(theirs) and list(ours.columns) == list(theirs.columns)
    pandas.testing.assert_frame_equal(pandas.DataFrame(ours), pandas.DataFrame(theirs), check_dtype=False)


@pytest.mark.parametrize("predicate", PREDICATES)
@pytest.mark.parametrize("how", ["inner", "left", "right"])
@pytest.mark.parametrize("seed", range(3))
def test_the_same_rows_as_geopandas_in_the_same_order(predicate: Any, how: Any, seed: int) -> None:
    left, right = tables(seed)
    theirs = geopandas.sjoin(left, right, how, predicate)
    same(sjoin(left, right, how, predicate), theirs)
    if how == "inner" and predicate in ("intersects", "touches", "overlaps"):
        assert 50 < len(theirs) < 1500


@pytest.mark.parametrize("how", ["inner", "left", "right"])
def test_points_and_lines_intersect_and_are_near(how: Any) -> None:
    random = np.random.default_rng(9)
    points = geopandas.GeoDataFrame(geometry=shapely.points(random.integers(0, 14, (80, 2)).astype(float)))
    lines = geopandas.GeoDataFrame({"k": range(30)}, geometry=[shapely.LineString(p) for p in random.integers(0, 14, (30, 3, 2))])
    lines.index.name = "line"
    for a, b in ((points, lines), (lines, points)):
        same(sjoin(a, b, how), geopandas.sjoin(a, b, how))
        same(sjoin(a, b, how, "dwithin", distance=1.05), geopandas.sjoin(a, b, how, "dwithin", distance=1.05))


def test_shapes_of_ours_in_a_table_of_pandas() -> None:
    walls = pandas.DataFrame({"geometry": [d2.Box((1, 1)), None, d2.Circle(1.0).at((5.0, 0.0))]}, index=["a", "b", "c"])
    probes = pandas.DataFrame({"geometry": [d2.Circle(1.0).at((2.0, 0.0)), d2.Circle(2.0).at((5.0, 0.5))]})
    assert sjoin(probes, walls).index_right.tolist() == ["a", "c"]
    assert sjoin(probes, walls, "left", "contains").index_right.tolist()[1:] == ["c"]
    assert sjoin(probes, walls, "right", "touches").index_left.tolist()[0] == 0


def test_rows_of_all_types_in_any_order() -> None:
    """Points and polygons are converted at once, the others one by one, and each keeps its row."""
    for seed in range(20):
        random = np.random.default_rng(seed)
        sides = []
        for _ in range(2):
            every = [*regions(random, 12), *(shapely.Point(*at) for at in random.integers(0, 14, (12, 2)).tolist())]
            every += [shapely.LineString(random.integers(0, 14, (3, 2))) for _ in range(6)]
            every += [None, shapely.Point(), shapely.Polygon(), shapely.Point(1, 2, 3), shapely.MultiPoint([(1, 1), (9, 9)])]
            every += [shapely.Polygon([(0, 0, 1), (5, 0, 2), (0, 5, 3)]), shapely.GeometryCollection([shapely.box(3, 3, 5, 4)])]
            sides.append([every[i] for i in random.permutation(len(every))])
        found = sjoin(*(pandas.DataFrame({"geometry": side}) for side in sides))
        pairs = list(zip(found.index.tolist(), found.index_right.tolist()))
        # Disjoint or not: lattice points, for which GEOS computes without rounding.
        wanted = [(i, j) for i, a in enumerate(sides[0]) for j, b in enumerate(sides[1]) if a and b and a.intersects(b)]
        assert pairs == wanted and len(wanted) > 50


def test_the_example_of_the_module() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0


def test_tables_without_rows() -> None:
    left, right = tables(0)
    for a, b in ((left[:0], right), (left, right[:0])):
        assert len(sjoin(a, b)) == 0
        assert len(sjoin(a, b, "left")) == len(a)


def test_what_cannot_be_joined_is_said() -> None:
    left, right = tables(0)
    for arguments, error, field in (
        ((left, 3), InvalidType, "right_df"),
        ((left, pandas.DataFrame({"a": [1]})), InvalidArgument, "right_df"),
        ((left, right, "outer"), InvalidArgument, "how"),
        ((left, right, "inner", "crosses"), InvalidArgument, "predicate"),
        ((left, right, "inner", "dwithin"), InvalidArgument, "distance"),
        ((left, right, "inner", "intersects", "x", "x"), InvalidArgument, "rsuffix"),
    ):
        with pytest.raises(error) as raised:
            sjoin(*arguments)
        assert raised.value.field == field
    points = geopandas.GeoDataFrame(geometry=[shapely.box(0, 0, 1, 1), shapely.Point(0, 0)])
    with pytest.raises(UnsupportedPair) as without:
        sjoin(points, right, predicate="within")
    assert (without.value.field, without.value.index) == ("left_df", 1)
    bow = geopandas.GeoDataFrame(geometry=[shapely.box(0, 0, 1, 1), shapely.Polygon([(0, 0), (2, 2), (2, 0), (0, 2)])])
    with pytest.raises(InvalidShape) as wrong:
        sjoin(bow, right)
    assert (wrong.value.field, wrong.value.index) == ("left_df", 1)
    with pytest.warns(UserWarning, match="coordinate systems"):
        sjoin(left.set_crs(4326), right)
