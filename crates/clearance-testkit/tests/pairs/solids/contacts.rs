//! The contacts of solids made of triangles: each has one point in A and one in B.

use clearance::Placed;
use clearance::glam::{DQuat, DVec3};
use clearance::math::Pose;
use clearance::pair::{clearance, distance, manifold};
use clearance::shape::Shape3;
use clearance_testkit::{Hits, Random};

/// A unit cube whose top has a dent.
fn dented(depth: f64) -> Shape3<DVec3> {
    let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
    let mut vertices: Vec<DVec3> = (0..8).map(corner).collect();
    vertices.push(DVec3::new(0.5, 0.5, 1.0 - depth));
    let sides = [
        [0, 2, 3, 1],
        [0, 1, 5, 4],
        [1, 3, 7, 5],
        [3, 2, 6, 7],
        [2, 0, 4, 6],
    ];
    let halves = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let top = [[4, 5, 8], [5, 7, 8], [7, 6, 8], [6, 4, 8]];
    Shape3::mesh(vertices, halves.chain(top).collect()).unwrap()
}

fn gap(point: DVec3, to: Placed<'_, DVec3>) -> f64 {
    let at = Pose::at(point).unwrap();
    distance(Placed::new(&Shape3::Point, &at), to)
}

/// A facet may lean by two degrees and still have contacts along the normal. A point deeper than the deepest
/// place, because of that, was moved up to that depth: one of the two points of such a contact was outside
/// its shape, by 0.005 of its size.
#[test]
fn each_contact_is_a_point_of_both() {
    let mut random = Random::new(31);
    let mut hits = Hits::default();
    for _ in 0..700 {
        let [a, b] = core::array::from_fn(|_| dented(random.between(0.05, 0.4)));
        let turn = DQuat::from_axis_angle(random.direction(), random.between(-0.03, 0.03));
        let there = Pose::new(random.vector(1.0), turn).unwrap();
        let (a, b) = (Placed::new(&a, &Pose::IDENTITY), Placed::new(&b, &there));
        if clearance(a, b).unwrap().distance >= 0.0 {
            continue;
        }
        let found = manifold(a, b, 0.0).unwrap();
        hits.count(found.contacts().len() > 2);
        for contact in found.contacts() {
            let off = gap(contact.point_a, a).max(gap(contact.point_b, b));
            assert!(off < 1e-14, "{off}: {contact:?}");
        }
    }
    hits.check("several contacts");
}
