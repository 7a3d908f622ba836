//! The contacts of solids made of triangles: each has one point in A and one in B.

use clearance::Placed;
use clearance::glam::{DQuat, DVec3};
use clearance::math::Pose;
use clearance::pair::{Contact, clearance, distance, manifold};
use clearance::shape::Shape3;
use clearance_testkit::cubes::{beside, mesh_of, random_cells};
use clearance_testkit::revolved::{pin, sleeve};
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

pub(super) fn gap(point: DVec3, to: Placed<'_, DVec3>) -> f64 {
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

/// Whether A is just behind a contact and B just in front of it, beside it in some direction: a contact may
/// be on the rim of the faces that touch.
pub(super) fn is_between(contact: &Contact<DVec3>, normal: DVec3, [a, b]: [Placed<'_, DVec3>; 2]) -> bool {
    let along = normal.any_orthonormal_pair();
    let step = 1.0 / 1024.0;
    [
        (1.0, 1.0),
        (1.0, -1.0),
        (-1.0, 1.0),
        (-1.0, -1.0),
        (1.0, 0.0),
        (0.0, 1.0),
        (-1.0, 0.0),
        (0.0, -1.0),
    ]
    .into_iter()
    .map(|(u, v)| contact.point_a + (along.0 * u + along.1 * v) * (step / 4.0))
    .any(|at| gap(at - normal * step, a) == 0.0 && gap(at + normal * step, b) == 0.0)
}

fn each_is_between(a: &Shape3<DVec3>, b: &Shape3<DVec3>, place: &Pose<DVec3>) -> usize {
    let placed = [Placed::new(a, place), Placed::new(b, place)];
    let found = manifold(placed[0], placed[1], 0.0).unwrap();
    for contact in found.contacts() {
        assert!(is_between(contact, found.normal, placed), "{found:?} {a:?} {b:?}");
    }
    found.contacts().len()
}

/// Two solids that lie on each other and interlock had a normal from one place and its point from another, so
/// the contact would have pressed a pin into the wall; and contacts where flat triangles in one plane, which
/// have no outside, happened to have that normal.
#[test]
fn contacts_of_interlocked_solids_lie_between_their_insides() {
    let mut random = Random::new(32);
    for sides in [12, 48, 125] {
        let phase = random.between(0.0, 1.0);
        let tube = sleeve([0.75, 1.0], [0.0, 2.0], sides, phase);
        let pin = pin(0.75, [0.0, 3.0], sides, phase);
        assert!(each_is_between(&tube, &pin, &Pose::IDENTITY) > 2);
        assert!(each_is_between(&pin, &tube, &Pose::IDENTITY) > 2);
    }
}

/// The same for heaps of cubes, each pair divided from the same cells, that have a face in common.
#[test]
fn contacts_of_heaps_of_cubes_lie_between_their_insides() {
    let mut random = Random::new(33);
    let (mut cases, mut of_faces) = (0, 0);
    while cases < 150 {
        let a = random_cells(&mut random, 3, 40);
        let mut b = random_cells(&mut random, 3, 40);
        b.retain(|cell| !a.contains(cell));
        let mut around = a
            .iter()
            .flat_map(|cell| [0, 1, 2].map(|axis| [0, 1].map(|side| beside(cell, axis, side))));
        if !around.any(|cells| cells.iter().any(|cell| b.contains(cell))) {
            continue;
        }
        cases += 1;
        let place = Pose::at(random.grid(4)).unwrap();
        let [a, b] = [a, b].map(|cells| mesh_of(&cells, DVec3::from_array));
        of_faces += usize::from(each_is_between(&a, &b, &place) > 3);
    }
    assert!(of_faces > 100, "{of_faces}");
}
