//! Convex shapes that rest on a floor of many triangles: beside what is known of a shape on a flat floor.
//!
//! Each contact took exact arithmetic for every triangle beneath, 120 microseconds of each, and a box on a
//! floor of 800 triangles a tenth of a second. The same answers now come from the planes of the triangles,
//! and from floats.

use clearance::glam::{DQuat, DVec3};
use clearance::math::Pose;
use clearance::pair::{clearance, manifold, relation};
use clearance::shape::{AnyShape, Shape3};
use clearance::{Placed, Relation};
use clearance_testkit::Random;
use clearance_testkit::cubes::{beside, mesh_of, random_cells};

use super::contacts::{gap, is_between};

/// A floor from -4 to 4 at y = 0 of `n` by `n` squares: a surface, or the top of a slab.
fn floor(n: i32, is_solid: bool, size: f64) -> Shape3<DVec3> {
    let world =
        |p: [f64; 3]| (DVec3::from_array(p) * (8.0 / f64::from(n)) - DVec3::new(4.0, 0.0, 4.0)) * size;
    let squares = (0..n).flat_map(|i| (0..n).map(move |k| [i, -1, k]));
    if is_solid {
        return mesh_of(&squares.collect(), world);
    }
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for [i, _, k] in squares {
        let first = vertices.len() as u32;
        vertices
            .extend([(0, 0), (0, 1), (1, 1), (1, 0)].map(|(u, v)| world([i + u, 0, k + v].map(f64::from))));
        triangles.extend([[0, 1, 2], [0, 2, 3]].map(|t| t.map(|c| c + first)));
    }
    Shape3::mesh(vertices, triangles).unwrap()
}

/// A box or a prism of six sides, 1 high and 2 across at most, around the origin.
fn body(random: &mut Random, size: f64) -> Shape3<DVec3> {
    let [x, z] = [0; 2].map(|_| random.whole(1, 8) as f64 / 8.0 * size);
    if random.one_in(2) {
        return Shape3::cuboid(DVec3::new(x, 0.5 * size, z)).unwrap();
    }
    let around = [
        (1.0, 0.0),
        (0.5, 1.0),
        (-0.5, 1.0),
        (-1.0, 0.0),
        (-0.5, -1.0),
        (0.5, -1.0),
    ];
    let corner = |(u, v): (f64, f64), y: f64| DVec3::new(u * x, y * size, v * z);
    let corners = around.map(|p| [corner(p, -0.5), corner(p, 0.5)]);
    Shape3::convex(&corners.concat()).unwrap()
}

/// The contacts of a body on a floor span its lower face, up along the normal, each a point of both.
fn check_contacts([ground, body]: [Placed<'_, DVec3>; 2], up: DVec3, depth: f64, size: f64) {
    let margin = (-1.5 * depth).max(0.0);
    let found = manifold(ground, body, margin).unwrap();
    let contacts = found.contacts();
    assert!(
        found.normal.distance(up) < 1e-9 && contacts.len() >= 3,
        "{found:?}"
    );
    for c in contacts {
        let off = gap(c.point_a, ground).max(gap(c.point_b, body));
        let rise = (c.point_b - c.point_a - up * c.clearance).length();
        assert!(
            rise <= 1e-14 * size && off <= 1e-14 * size && (c.clearance + depth).abs() <= 1e-13 * size,
            "{off} {c:?}"
        );
    }
    let around = body.shape.local_aabb();
    let across = (around.max - around.min).with_y(0.0).length();
    let spread = contacts
        .iter()
        .flat_map(|c| contacts.iter().map(|d| c.point_a.distance(d.point_a)));
    let spread = spread.fold(0.0, f64::max);
    // The first contact may be in the middle, and a prism has no corners where its box has.
    assert!(spread >= 0.49 * across, "{spread} of {across}: {found:?}");
}

/// Touching to the last bit, at ordinary and at small sizes, and in a place where sums are rounded: the
/// relation, the clearance and the contacts.
#[test]
fn a_shape_that_rests_on_a_floor_has_the_floors_normal() {
    let mut random = Random::new(51);
    for case in 0..60 {
        let size = if case % 3 == 0 { (-20_f64).exp2() } else { 1.0 };
        let ground = floor(*random.pick(&[3, 8, 24]), random.one_in(2), size);
        let body = body(&mut random, size);
        let at = DVec3::new(random.between(-2.0, 2.0), 0.5, random.between(-2.0, 2.0));
        // Along x and z the sums are rounded, which does not matter; along y they are not.
        let shift = DVec3::new(0.1, 0.25, 0.3) * (f64::from(case % 2) * size);
        let [below, above] = [DVec3::ZERO, at * size].map(|p| Pose::at(p + shift).unwrap());
        let (a, b) = (Placed::new(&ground, &below), Placed::new(&body, &above));
        assert_eq!(
            (relation(a, b), relation(b, a)),
            (Relation::Touching, Relation::Touching)
        );
        let c = clearance(a, b).unwrap();
        assert_eq!((c.distance, c.normal), (0.0, DVec3::Y));
        check_contacts([a, b], DVec3::Y, 0.0, size);
    }
}

/// Sunk in by a little, above the floor by a little, and the two turned so that they meet by a rounding, or
/// are apart by one.
#[test]
fn contacts_on_a_floor_lie_along_its_normal() {
    let mut random = Random::new(52);
    for case in 0..90 {
        let ground = floor(*random.pick(&[3, 8, 24]), random.one_in(2), 1.0);
        let body = body(&mut random, 1.0);
        let depth = match case % 3 {
            0 => random.between(0.0, 0.05),
            1 => -random.between(0.0, 0.05),
            _ => 0.0,
        };
        let turn = DQuat::from_axis_angle(random.direction(), random.between(-3.0, 3.0));
        let at = DVec3::new(random.between(-2.0, 2.0), 0.5 - depth, random.between(-2.0, 2.0));
        let poses = [DVec3::ZERO, at].map(|p| Pose::new(turn * p, turn).unwrap());
        let (a, b) = (Placed::new(&ground, &poses[0]), Placed::new(&body, &poses[1]));
        let c = clearance(a, b).unwrap();
        assert!((c.distance + depth).abs() < 1e-14, "{c:?}");
        if depth != 0.0 {
            check_contacts([a, b], turn * DVec3::Y, depth, 1.0);
        }
    }
}

/// Beside heaps of cubes, where a box touches facets, edges and corners: the heap is just behind each
/// contact, and the box just in front of it.
#[test]
fn contacts_of_a_box_and_a_heap_of_cubes_lie_between_their_insides() {
    let (mut random, mut of_faces) = (Random::new(53), 0);
    for _ in 0..300 {
        let cells = random_cells(&mut random, 4, 60);
        let around = cells
            .iter()
            .flat_map(|cell| [0, 1, 2].map(|axis| [0, 1].map(|side| beside(cell, axis, side))));
        let free: Vec<_> = around.flatten().filter(|cell| !cells.contains(cell)).collect();
        let cell = random.pick(&free).map(f64::from);
        let (heap, cube) = (
            mesh_of(&cells, DVec3::from_array),
            Shape3::cuboid(DVec3::splat(0.5)).unwrap(),
        );
        let at = Pose::at(DVec3::from_array(cell) + DVec3::splat(0.5)).unwrap();
        let (a, b) = (Placed::new(&heap, &Pose::IDENTITY), Placed::new(&cube, &at));
        assert_eq!(relation(a, b), Relation::Touching);
        let found = manifold(a, b, 0.0).unwrap();
        for c in found.contacts() {
            assert!(
                is_between(c, found.normal, [a, b]),
                "{found:?} {cell:?} {cells:?}"
            );
        }
        of_faces += usize::from(found.contacts().len() > 3);
    }
    assert!(of_faces > 200, "{of_faces}");
}

/// What is near a floor without resting on it: a capsule that lies along it, and a slab of triangles.
///
/// There was one contact: of contacts as near as the wholes none was kept, since the limit for what is too
/// deep was a number above the distance where that is positive.
#[test]
fn what_is_near_a_floor_has_contacts_all_along() {
    let mut random = Random::new(54);
    for case in 0..40 {
        let ground = floor(*random.pick(&[3, 8]), random.one_in(2), 1.0);
        let (above, turn) = (
            random.between(0.001, 0.05),
            DQuat::from_rotation_y(random.between(0.0, 6.0)),
        );
        let (body, half_height, turn) = match case % 2 {
            0 => (Shape3::capsule(DVec3::X, DVec3::NEG_X, 0.25).unwrap(), 0.25, turn),
            // The slab lies on its head: its floor faces down.
            _ => (
                floor(4, true, 0.25),
                0.0,
                turn * DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0),
            ),
        };
        let at = DVec3::new(0.3, half_height + above, 0.2);
        let (a, b) = (Pose::IDENTITY, Pose::new(at, turn).unwrap());
        let found = manifold(Placed::new(&ground, &a), Placed::new(&body, &b), 2.0 * above).unwrap();
        let contacts = found.contacts();
        let spread = contacts
            .iter()
            .map(|c| c.point_a.distance(contacts[0].point_a))
            .fold(0.0, f64::max);
        assert!(
            found.normal.distance(DVec3::Y) < 1e-9 && spread > 0.9,
            "{spread} {found:?}"
        );
        assert!(
            contacts.iter().all(|c| (c.clearance - above).abs() < 1e-14),
            "{above} {found:?}"
        );
    }
}

/// A box that rests on a floor costs what is near it, however large the floor is.
///
/// How far the whole floor reaches along each normal was looked up, and a flat floor has no part that reaches
/// further than the others: all of them were visited.
#[test]
fn a_shape_at_rest_costs_the_same_on_a_floor_of_any_size() {
    let time = |n: i32, size: f64| {
        let ground = floor(n, false, size);
        let cube = Shape3::cuboid(DVec3::splat(0.25)).unwrap();
        let poses = [DVec3::ZERO, DVec3::new(0.1, 0.25, 0.2)].map(|p| Pose::at(p).unwrap());
        let (a, b) = (Placed::new(&ground, &poses[0]), Placed::new(&cube, &poses[1]));
        assert_eq!(
            (relation(a, b), clearance(a, b).unwrap().normal),
            (Relation::Touching, DVec3::Y)
        );
        let ask = |_| {
            let start = std::time::Instant::now();
            for _ in 0..20 {
                assert!(manifold(a, b, 0.0).unwrap().contacts().len() > 3);
            }
            start.elapsed().as_secs_f64()
        };
        (0..9).map(ask).fold(f64::INFINITY, f64::min)
    };
    // Squares of the same size: 1,152 triangles and 294,912.
    let (small, large) = (time(24, 1.0), time(384, 16.0));
    assert!(large < 6.0 * small, "{large} {small}");
}
