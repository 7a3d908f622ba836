//! The first facet that a ray hits of a mesh, a terrain or a polygon, and whether its start is clear of all
//! facets.
//!
//! The tree of the facets finds those near the ray, those entered first first, without nearly all that the
//! line of the ray misses (`index/wide_tree/corners.rs`). The filter decides the others in double precision,
//! and what it leaves is decided exactly. Of a solid, whether the start is inside is counted along another
//! ray (`winding.rs`), but only for a start in the box around all facets of a ray that hits something: what
//! is inside hits the border somewhere.
//!
//! A start on a facet, or within rounding of one, is decided elsewhere (`start.rs`). To tell whether it is,
//! costs nothing here: a facet that near is in a box that the ray enters at once, and no facet of such a box
//! is passed over.

use glam::DVec3;

use super::exact::along::Projection;
use super::exact::line::{Crossing, Span};
use super::facets::Facets;
use super::feature::Feature;
use super::filter;
use super::first_of::first_of;
use super::space::{RayQuery, Search};
use super::winding::is_inside;
use crate::math::{Real, magnitude};
use crate::shape::{Border, Parts, ShapeSpace};

/// The facets that a shape consists of, or that enclose it.
pub(super) struct FacetsOf<'a, V: ShapeSpace> {
    border: &'a dyn Border<V>,
    is_solid: bool,
}

impl<'a, V: ShapeSpace> FacetsOf<'a, V> {
    /// Those of a solid, or the triangles of a surface; `None` for other shapes.
    pub(super) fn shape(parts: &'a dyn Parts<V>) -> Option<Self> {
        let is_solid = parts.is_solid();
        let border = parts.facets().filter(|_| is_solid || V::DIM == 3)?;
        Some(Self { border, is_solid })
    }
    /// How far they reach from the origin of the shape along each axis.
    pub(super) fn extent(&self) -> f64 {
        let whole = self.border.facet_boxes().whole();
        whole.min.max_abs().max(whole.max.max_abs()).to_f64()
    }
}

/// What a ray hits of some facets.
pub(super) struct FirstFacet {
    pub hit: Option<Crossing>,
    /// Whether the start is surely farther than asked from every facet.
    pub is_start_clear: bool,
}

/// The first hit, for a solid at the start from inside; and whether all facets are farther than `near` from
/// the start.
pub(super) fn first_facet<V: ShapeSpace>(of: &FacetsOf<'_, V>, query: &RayQuery, near: f64) -> FirstFacet {
    let (border, facets) = (of.border, Facets::new(of.border, query.scale));
    let boxes = border.facet_boxes();
    let mut is_start_clear = V::DIM == 3 && near > 0.0;
    let hit = first_of(boxes, query, near, |i, entered| {
        if is_start_clear && entered <= 0.0 {
            is_start_clear = is_clear(facets.triangle(i), query.ray.origin, near);
        }
        match of.is_solid {
            true => facet_hit(border, &facets, i, query),
            false => surface_hit(border, &facets, i, query),
        }
    });
    // A time without end may be too late for the numbers of the space.
    let any_will_do = query.search == Search::Any && query.last < f64::INFINITY;
    let is_known = || match hit {
        None => facets.whole_is_passed(query),
        Some(hit) => hit.time == 0.0 || any_will_do && hit.time <= query.last,
    };
    let hit = match of.is_solid && !is_known() && is_inside(&facets, query.ray.origin) {
        true => Some(Crossing::INSIDE),
        false => hit,
    };
    FirstFacet { hit, is_start_clear }
}

/// The hit of a facet of a border.
pub(super) fn facet_hit<V: ShapeSpace>(
    border: &dyn Border<V>,
    facets: &Facets<'_, V>,
    i: usize,
    query: &RayQuery,
) -> Option<Crossing> {
    let hit = match facets.filtered(i, query) {
        Some(answer) => answer.hit(),
        None => facets
            .span(i, &Projection::new(query.ray))
            .and_then(Span::first_hit),
    }?;
    Some(numbered(border, i, hit))
}

/// The hit of a triangle that has no inside.
fn surface_hit<V: ShapeSpace>(
    border: &dyn Border<V>,
    facets: &Facets<'_, V>,
    i: usize,
    query: &RayQuery,
) -> Option<Crossing> {
    let local = query.for_filter::<V>();
    let filtered = local
        .is_moderate(local.scale)
        .then(|| filter::triangle(&local, facets.triangle(i)));
    let hit = match filtered.flatten() {
        Some(answer) => answer.hit(),
        None => {
            let projection = Projection::new(query.ray);
            let [a, b, c] = facets.projected(i, &projection);
            projection.triangle([&a, &b, &c], None).and_then(Span::first_hit)
        }
    }?;
    Some(numbered(border, i, hit))
}

fn numbered<V: ShapeSpace>(border: &dyn Border<V>, i: usize, hit: Crossing) -> Crossing {
    match border.number(i) {
        Some(number) => hit.of(Feature::of_facet(number)),
        None => hit,
    }
}

/// Whether a point is surely farther from a triangle than `near`, which is at least a hundred roundings of
/// their coordinates: farther along one axis, or from its plane. Of the product with the normal, no more is
/// rounded than twenty roundings of the lengths that enter it.
fn is_clear(corners: [DVec3; 3], point: DVec3, near: f64) -> bool {
    let [a, b, c] = corners.map(|v| v - point);
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    if low.max(-high).max_element() > 2.0 * near {
        return true;
    }
    let (e, f) = (b - a, c - a);
    let normal = e.cross(f);
    let rounded = 20.0 * f64::EPSILON * magnitude(e) * magnitude(f) * magnitude(a);
    normal.dot(a).abs() > 2.0 * near * magnitude(normal) + rounded + f64::MIN_POSITIVE
}
