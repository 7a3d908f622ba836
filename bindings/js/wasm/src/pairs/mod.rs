//! Questions about two shapes, and about one and a ray or a point, with poses and answers in the exchange
//! array.

mod batch;
mod measure;
#[cfg(feature = "space")]
pub mod near_mesh;
pub mod points;
pub mod rays;

use clearance::cast::{Feature, Ray, RayHit, Start, SweepHit, closest_point, contains, ray, sweep};
use clearance::glam;
use clearance::pair::{self, Clearance, DepthKind, Manifold, Relation};
use clearance::shape::Placed;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, number};
use crate::exchange::space::{AsNumbers, read_motion, read_pose, vector};
use crate::exchange::{self, Writer};
use crate::shape::*;

/// The kinds of ray hits: none, with a normal, from inside.
const NO_HIT: i32 = 0;
const HIT: i32 = 1;
const FROM_INSIDE: i32 = 2;

/// Asks about two shapes at the poses in the exchange array.
pub fn ask<V: AsNumbers, R>(
    [a, b]: [&V::Shape; 2],
    question: impl FnOnce(Placed<'_, V>, Placed<'_, V>) -> Answer<R>,
) -> Answer<R> {
    let (pose_a, pose_b) = (
        read_pose::<V>(exchange::A, "a")?,
        read_pose::<V>(exchange::B, "b")?,
    );
    question(Placed::new(a, &pose_a), Placed::new(b, &pose_b))
}

/// The code of a relation: its index in the list of the TypeScript half.
pub fn code(relation: Relation) -> i32 {
    relation as i32
}

/// Writes a clearance: distance, normal, both points, and whether its depth is exact.
pub fn write_clearance<V: AsNumbers>(c: &Clearance<V>, mut number: impl FnMut(f64)) {
    number(c.distance);
    for v in [c.normal, c.point_a, c.point_b] {
        (0..V::DIM).for_each(|i| number(v.get(i)));
    }
    number(f64::from(u8::from(c.depth_kind == DepthKind::Exact)));
}

/// Writes a manifold: normal, then both points, clearance and features of each contact.
pub fn write_manifold<V: AsNumbers>(manifold: &Manifold<V>, mut number: impl FnMut(f64)) {
    (0..V::DIM).for_each(|i| number(manifold.normal.get(i)));
    for contact in manifold.contacts() {
        for v in [contact.point_a, contact.point_b] {
            (0..V::DIM).for_each(|i| number(v.get(i)));
        }
        number(contact.clearance);
        number(f64::from(contact.feature.a));
        number(f64::from(contact.feature.b));
    }
}

/// The part and the facet of an answer; -1 where there is none.
pub fn feature_numbers(feature: Feature) -> [f64; 2] {
    [feature.part(), feature.facet()].map(|number| number.map_or(-1.0, f64::from))
}

/// Writes the hit of a ray: time, point, normal, part and facet; returns its kind.
pub fn write_hit<V: AsNumbers>(hit: Option<&RayHit<V>>, writer: &mut Writer) -> i32 {
    let Some(hit) = hit else { return NO_HIT };
    writer.number(hit.time);
    writer.vector(hit.point);
    writer.vector(hit.normal.unwrap_or(V::ZERO));
    feature_numbers(hit.feature)
        .into_iter()
        .for_each(|x| writer.number(x));
    if hit.normal.is_some() { HIT } else { FROM_INSIDE }
}

/// The ray in the exchange array: origin, direction, last time.
pub fn read_ray<V: AsNumbers>() -> Ray<V> {
    let numbers: [f64; 7] = exchange::read(exchange::MORE);
    Ray {
        origin: vector(&numbers),
        direction: vector(&numbers[V::DIM..]),
        max_time: numbers[2 * V::DIM],
    }
}

fn relation<V: AsNumbers>(two: [&V::Shape; 2]) -> Answer<i32> {
    ask::<V, _>(two, |a, b| Ok(code(pair::relation(a, b))))
}
fn intersects<V: AsNumbers>(two: [&V::Shape; 2]) -> Answer<i32> {
    ask::<V, _>(two, |a, b| Ok(i32::from(pair::intersects(a, b))))
}
fn distance<V: AsNumbers>(two: [&V::Shape; 2]) -> Answer<i32> {
    ask::<V, _>(two, |a, b| {
        Writer::answer().number(pair::distance(a, b));
        Ok(0)
    })
}
fn clearance<V: AsNumbers>(two: [&V::Shape; 2]) -> Answer<i32> {
    ask::<V, _>(two, |a, b| {
        let mut writer = Writer::answer();
        write_clearance(&pair::clearance(a, b)?, |x| writer.number(x));
        Ok(0)
    })
}
fn manifold<V: AsNumbers>(two: [&V::Shape; 2]) -> Answer<i32> {
    let [prediction] = exchange::read(exchange::MORE);
    ask::<V, _>(two, |a, b| {
        let manifold = pair::manifold(a, b, prediction).map_err(predicted)?;
        let mut writer = Writer::answer();
        write_manifold(&manifold, |x| writer.number(x));
        Ok(manifold.contacts().len() as i32)
    })
}
/// [`ray`], compiled once for one ray and for many.
#[inline(never)]
pub fn first_hit<V: AsNumbers>(
    a: Placed<'_, V>,
    given: &Ray<V>,
) -> Result<Option<RayHit<V>>, pair::QueryError> {
    ray(a, given)
}
/// [`contains`], compiled once for one point and for many.
#[inline(never)]
pub fn has_point<V: AsNumbers>(a: Placed<'_, V>, point: V) -> Result<bool, pair::QueryError> {
    contains(a, point)
}
fn cast<V: AsNumbers>(shape: &V::Shape) -> Answer<i32> {
    let pose = read_pose::<V>(exchange::A, "what")?;
    let hit = first_hit(Placed::new(shape, &pose), &read_ray())?;
    Ok(write_hit(hit.as_ref(), &mut Writer::answer()))
}
fn closest<V: AsNumbers>(shape: &V::Shape) -> Answer<i32> {
    let pose = read_pose::<V>(exchange::A, "what")?;
    let point: [f64; 3] = exchange::read(exchange::MORE);
    let closest = closest_point(Placed::<V>::new(shape, &pose), vector(&point))?;
    let mut writer = Writer::answer();
    writer.vector(closest.point);
    writer.number(closest.distance);
    writer.vector(closest.normal);
    feature_numbers(closest.feature)
        .into_iter()
        .for_each(|x| writer.number(x));
    Ok(0)
}
fn is_inside<V: AsNumbers>(shape: &V::Shape) -> Answer<i32> {
    let pose = read_pose::<V>(exchange::A, "what")?;
    let point: [f64; 3] = exchange::read(exchange::MORE);
    let inside = has_point(Placed::<V>::new(shape, &pose), vector(&point))?;
    Ok(i32::from(inside))
}
fn meet<V: AsNumbers>(two: [&V::Shape; 2], release: u8) -> Answer<i32> {
    let motions = [exchange::MORE, exchange::MORE + exchange::POSE].map(read_motion::<V>);
    ask::<V, _>(two, |a, b| {
        let Some(hit) = sweep(a, &motions[0], b, &motions[1], start(release))? else {
            return Ok(NO_HIT);
        };
        let mut writer = Writer::answer();
        write_meeting(&hit, |x| writer.number(x));
        Ok(HIT)
    })
}

/// How a meeting at the start is treated, by its index in the list of the TypeScript half.
pub fn start(release: u8) -> Start {
    match release {
        0 => Start::Touching,
        1 => Start::Release,
        _ => Start::ReleaseOverlap,
    }
}

/// Writes when and where two shapes meet: time, normal, point, and whether the search was completed.
pub fn write_meeting<V: AsNumbers>(hit: &SweepHit<V>, mut number: impl FnMut(f64)) {
    number(hit.time);
    for v in [hit.normal, hit.point] {
        (0..V::DIM).for_each(|i| number(v.get(i)));
    }
    number(f64::from(u8::from(hit.is_resolved)));
}

/// The contacts of all pairs of parts: which parts, and their points.
fn contacts<V: AsNumbers>(two: [&V::Shape; 2], prediction: f64) -> Answer<Vec<f64>> {
    ask::<V, _>(two, |a, b| {
        let mut out = Vec::new();
        for found in pair::part_manifolds(a, b, prediction).map_err(predicted)? {
            let ([p, q], manifold) = (found.parts, found.manifold);
            out.extend([p as f64, q as f64, manifold.contacts().len() as f64]);
            write_manifold(&manifold, |x| out.push(x));
        }
        Ok(out)
    })
}

/// JavaScript has another name for the margin.
fn predicted(error: pair::QueryError) -> pair::QueryError {
    match error {
        pair::QueryError::NotFinite("margin" | "within") => pair::QueryError::NotFinite("prediction"),
        other => other,
    }
}

macro_rules! pair_questions {
    ($space:ident, $shape:ident, $vector:ty) => {
        /// Questions about shapes of this space.
        #[wasm_bindgen]
        pub struct $space;

        #[wasm_bindgen]
        impl $space {
            pub fn relation(a: &$shape, b: &$shape) -> i32 {
                number(relation::<$vector>([&a.0, &b.0]))
            }
            pub fn intersects(a: &$shape, b: &$shape) -> i32 {
                number(intersects::<$vector>([&a.0, &b.0]))
            }
            pub fn distance(a: &$shape, b: &$shape) -> i32 {
                number(distance::<$vector>([&a.0, &b.0]))
            }
            pub fn clearance(a: &$shape, b: &$shape) -> i32 {
                number(clearance::<$vector>([&a.0, &b.0]))
            }
            pub fn manifold(a: &$shape, b: &$shape) -> i32 {
                number(manifold::<$vector>([&a.0, &b.0]))
            }
            pub fn contacts(a: &$shape, b: &$shape, prediction: f64) -> Answer<Vec<f64>> {
                contacts::<$vector>([&a.0, &b.0], prediction)
            }
            pub fn ray(what: &$shape) -> i32 {
                number(cast::<$vector>(&what.0))
            }
            #[wasm_bindgen(js_name = closestPoint)]
            pub fn closest_point(what: &$shape) -> i32 {
                number(closest::<$vector>(&what.0))
            }
            pub fn contains(what: &$shape) -> i32 {
                number(is_inside::<$vector>(&what.0))
            }
            pub fn sweep(a: &$shape, b: &$shape, release: u8) -> i32 {
                number(meet::<$vector>([&a.0, &b.0], release))
            }
        }
    };
}
#[cfg(feature = "plane")]
pair_questions!(Space2, Shape2, glam::DVec2);
#[cfg(feature = "space")]
pair_questions!(Space3, Shape3, glam::DVec3);
