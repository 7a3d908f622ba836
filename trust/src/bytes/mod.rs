//! The bodies of the fuzz targets: each makes a question from bytes, asks it, and checks what must hold for
//! every answer.
//!
//! The first byte chooses the space; the rest become two shapes, two poses and the question's own numbers.

mod input;

use arbitrary::Unstructured;
use clearance::cast::{self, Ray};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::math::Real;
use clearance::{Relation, pair};
use clearance_io::files::Access;
use clearance_testkit::{Pair, TestSpace};

use input::FuzzSpace;

/// Runs a body in the space that the first byte chooses.
macro_rules! in_some_space {
    ($data:expr, $body:ident) => {{
        let mut bytes = Unstructured::new($data);
        match bytes.arbitrary::<u8>().unwrap_or(0) % 4 {
            0 => $body::<DVec2>(&mut bytes),
            1 => $body::<DVec3>(&mut bytes),
            2 => $body::<Vec2>(&mut bytes),
            _ => $body::<Vec3>(&mut bytes),
        };
    }};
}

macro_rules! entries {
    ($($name:ident = $body:ident),+) => { $(
        /// The fuzz target of this name.
        pub fn $name(data: &[u8]) {
            in_some_space!(data, $body)
        }
    )+ };
}
entries!(
    construction = construct,
    relation = relate,
    clearance = clear,
    manifold = touch,
    ray = shoot,
    closest_point = approach
);

/// Any numbers give a shape or a typed error, never a panic.
fn construct<V: FuzzSpace>(bytes: &mut Unstructured<'_>) -> Option<()> {
    let shape = input::shape::<V>(bytes, 2)?;
    let pose = input::pose::<V>(bytes)?;
    let _ = clearance::Placed::<V>::new(&shape, &pose).aabb();
    Some(())
}

fn relate<V: FuzzSpace>(bytes: &mut Unstructured<'_>) -> Option<()> {
    let pair = input::pair::<V>(bytes)?;
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let there = pair::relation(a, b);
    let back = pair::relation(b, a);
    assert_eq!(there.mirrored(), back, "{pair:?}");
    assert_eq!(there.intersects(), pair::intersects(a, b), "{pair:?}");
    Some(())
}

fn clear<V: FuzzSpace>(bytes: &mut Unstructured<'_>) -> Option<()> {
    let pair = input::pair::<V>(bytes)?;
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let relation = pair::relation(a, b);
    let answer = pair::clearance(a, b).ok()?;
    let sign = answer.distance.partial_cmp(&Real::ZERO).expect("never NaN");
    let right = match relation {
        Relation::Disjoint => sign.is_gt(),
        Relation::Touching => sign.is_eq(),
        _ => sign.is_lt(),
    };
    assert!(right, "{relation}, {answer:?}, {pair:?}");
    if let Some(size) = moderate_size(&pair) {
        let length = answer.normal.length().to_f64();
        assert!((length - 1.0).abs() < 1e-5, "{answer:?}, {pair:?}");
        let step = answer.point_b - answer.point_a - answer.normal * answer.distance;
        assert!(step.max_abs().to_f64() <= 1e-4 * size, "{answer:?}, {pair:?}");
        if !is_needle(&answer, size) {
            let verdict = pair::verify(&answer, a, b);
            assert!(verdict.is_ok(), "{verdict:?}, {answer:?}, {pair:?}");
        }
    }
    Some(())
}

/// Whether a shape is so much larger than the distance that a witness point within its error bound may turn
/// the normal by more than `verify` allows, as its documentation says.
fn is_needle<V: FuzzSpace>(answer: &pair::Clearance<V>, size: f64) -> bool {
    let is_double = !V::Scalar::IS_SINGLE;
    let most = if is_double {
        2.0_f64.powi(20)
    } else {
        2.0_f64.powi(10)
    };
    size > most * answer.distance.to_f64().abs() && answer.distance != V::Scalar::ZERO
}

fn touch<V: FuzzSpace>(bytes: &mut Unstructured<'_>) -> Option<()> {
    let pair = input::pair::<V>(bytes)?;
    let margin = V::Scalar::lit(input::number(bytes)?);
    let manifold = pair::manifold(pair.a.placed(), pair.b.placed(), margin).ok()?;
    assert!(
        manifold.contacts().len() <= 2 * (V::DIM - 1),
        "{manifold:?}, {pair:?}"
    );
    moderate_size(&pair)?;
    for contact in manifold.contacts() {
        assert!(
            contact.point_a.is_finite() && contact.point_b.is_finite(),
            "{manifold:?}, {pair:?}"
        );
        assert!(contact.clearance <= margin, "{manifold:?}, {pair:?}");
    }
    Some(())
}

fn shoot<V: FuzzSpace>(bytes: &mut Unstructured<'_>) -> Option<()> {
    let object = input::object::<V>(bytes)?;
    let (origin, direction) = (input::vector::<V>(bytes)?, input::vector::<V>(bytes)?);
    let max_time = V::Scalar::lit(input::number(bytes)?);
    let hit = cast::ray(
        object.placed(),
        &Ray {
            origin,
            direction,
            max_time,
        },
    )
    .ok()??;
    assert!(
        hit.time >= Real::ZERO && hit.time <= max_time,
        "{hit:?}, {object:?}"
    );
    if let Some(normal) = hit.normal {
        assert!(
            (normal.length().to_f64() - 1.0).abs() < 1e-5,
            "{hit:?}, {object:?}"
        );
    }
    Some(())
}

fn approach<V: FuzzSpace>(bytes: &mut Unstructured<'_>) -> Option<()> {
    let object = input::object::<V>(bytes)?;
    let point = input::vector::<V>(bytes)?;
    let nearest = cast::closest_point(object.placed(), point).ok()?;
    assert!(!nearest.distance.to_f64().is_nan(), "{nearest:?}, {object:?}");
    let alone = Pair {
        a: object.clone(),
        b: object.clone(),
    };
    let size = moderate_size(&alone)?.max(point.max_abs().to_f64());
    if size < 1e15 {
        let off = (nearest.point - point).length().to_f64() - nearest.distance.abs().to_f64();
        assert!(off.abs() <= 1e-4 * size, "{nearest:?} to {point:?}, {object:?}");
    }
    Some(())
}

/// The largest coordinate of the bounding boxes of both, if it is finite and well within the supported range;
/// answers to larger and smaller shapes may be infinite or subnormal.
fn moderate_size<V: TestSpace>(pair: &Pair<V>) -> Option<f64> {
    let corner = |object: &clearance_testkit::Object<V>| {
        let around = object.placed().aabb();
        around.min.max_abs().max(around.max.max_abs()).to_f64()
    };
    let size = corner(&pair.a).max(corner(&pair.b));
    (1e-15..1e15).contains(&size).then_some(size)
}

/// A scene from any text is read or refused, in bounded time and memory; then the scene is checked.
pub fn scene(data: &[u8]) {
    if let Ok(scene) = clearance_io::scene::read_stream(data, "data", &Access::default()) {
        let _ = format!("{scene:?}");
    }
}

/// A line of a query stream is always answered, in JSON.
pub fn query(data: &[u8]) {
    let reply = clearance_io::query::answer(data, &Access::default().in_folder("/nonexistent".as_ref()));
    let _ = format!("{reply:?}");
}

/// A mesh file of the format that the first byte chooses is read or refused.
pub fn mesh(data: &[u8]) {
    let Some((format, content)) = data.split_first() else {
        return;
    };
    let suffix = ["stl", "obj", "ply", "gltf", "glb", "3mf"][usize::from(*format) % 6];
    let file = std::env::temp_dir().join(format!("clearance-fuzz-{}.{suffix}", std::process::id()));
    if std::fs::write(&file, content).is_ok() {
        let _ = clearance_io::mesh::read_parts(&file, &Access::default());
        let _ = clearance_io::mesh::read_merged(&file, &Access::default());
    }
}
