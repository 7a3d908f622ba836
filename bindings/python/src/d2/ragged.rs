//! Many polygons from one array of their corners, as other libraries give them: for `clearance.geopandas`.

use std::sync::Arc;

use clearance::glam::DVec2;
use clearance::shape::AnyShape;
use pyo3::prelude::*;

use super::Kind;
use super::both::shape::many::Shapes;
use crate::arrays::{naturals, rows};
use crate::errors::{Raised, raise};
use crate::indices::Below;

/// From which entry to before which one each list goes; `count` is that of all entries.
fn ranges(given: &Bound<'_, PyAny>, field: &str, count: usize) -> PyResult<Vec<std::ops::Range<usize>>> {
    let ends: Vec<usize> = naturals(given, field)?
        .into_iter()
        .map(|end| end as usize)
        .collect();
    if !ends.is_sorted() || ends.last().is_some_and(|&end| end > count) {
        return Err(raise(Raised::argument(
            field,
            "must be ascending places in the list below",
        )));
    }
    Ok(ends.windows(2).map(|pair| pair[0]..pair[1]).collect())
}

#[pymethods]
impl Shapes {
    /// Polygons on all cores: ring i has the corners from `rings[i]` to `rings[i + 1]`, polygon i the rings
    /// from `polygons[i]` to `polygons[i + 1]`, of which the first is its outer one.
    #[staticmethod]
    fn _polygons(
        py: Python<'_>,
        corners: &Bound<'_, PyAny>,
        rings: &Bound<'_, PyAny>,
        polygons: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let corners: Vec<DVec2> = rows(corners, "corners")?.into_iter().map(DVec2::from).collect();
        let rings = ranges(rings, "rings", corners.len())?;
        let polygons = ranges(polygons, "polygons", rings.len())?;
        Self::made(py, polygons.len(), |i| {
            let its = polygons[i].clone().map(|ring| &corners[rings[ring].clone()]);
            let [outer, holes @ ..] = &its.collect::<Vec<_>>()[..] else {
                return Kind::polygon(&[], &[]);
            };
            let holes: Vec<_> = holes.iter().map(|hole| hole.to_vec()).collect();
            Kind::polygon(outer, &holes)
        })
    }
    /// The shapes at these places, in this order.
    fn _taken(&self, places: &Bound<'_, PyAny>) -> PyResult<Self> {
        let shapes = self.column.shapes();
        let places = Below { count: shapes.len() }.list(places, "places")?;
        let taken = places
            .into_iter()
            .map(|place| Arc::clone(&shapes[place as usize]));
        Ok(Self::of(taken.collect()))
    }
    /// All shapes of several lists, one list after the other.
    #[staticmethod]
    fn _joined(lists: Vec<PyRef<'_, Self>>) -> Self {
        let each = lists
            .iter()
            .flat_map(|list| list.column.shapes().iter().map(Arc::clone));
        Self::of(each.collect())
    }
    /// The kind of each.
    fn _kinds(&self) -> Vec<&'static str> {
        self.column.shapes().iter().map(|shape| shape.kind()).collect()
    }
}
