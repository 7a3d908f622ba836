//! Duplicates, containment and interference of parts that share most of their volume. The truth is how they
//! were made: which cells of a grid are filled, or boxes.

use clearance::Pose;
use clearance::assembly::{Class, Unanswerable};
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance_testkit::Random;
use clearance_testkit::cubes::{Cells, mesh_of};
use clearance_testkit::extruded::{circle, plate};
use clearance_testkit::revolved::{half_circle, revolved};
use clearance_testkit::written::{parts_of, without};

use super::asked::{AUTO, class, found_at};
use crate::assemblies::cuboid;
use crate::mesh::shapes::joined;

fn both_ways(a: &Shape<DVec3>, b: &Shape<DVec3>) -> Option<Class> {
    let found = class(a, b, &AUTO);
    assert_eq!(found, class(b, a, &AUTO), "swapped");
    found
}

/// A block around the origin, given its size.
fn block(size: f64) -> Shape<DVec3> {
    cuboid(DVec3::splat(-size / 2.0), DVec3::splat(size / 2.0))
}

/// A block with a cavity of the shape of another.
fn hollow(outer: &Shape<DVec3>, cavity: &Shape<DVec3>) -> Shape<DVec3> {
    let (points, triangles) = parts_of(cavity);
    let inwards = triangles.into_iter().map(|[a, b, c]| [a, c, b]).collect();
    let (vertices, triangles) = joined(&[parts_of(outer), (points, inwards)]);
    Shape::mesh(vertices, triangles).expect("a mesh")
}

fn full(side: i32) -> Cells {
    let all = || 0..side;
    let plane = |x| all().flat_map(move |y| all().map(move |z| [x, y, z]));
    all().flat_map(plane).collect()
}

/// Heaps of cubes that share all but a few. What one lacks within the other was not seen, since only the
/// other's own border was asked: of the pairs with more than one class below, half were called duplicates.
#[test]
fn cells_that_one_part_lacks() {
    let mut random = Random::new(61);
    let (scale, away) = (0.37, DVec3::new(3.1, -0.7, 40.0));
    let mut seen = [0; 3];
    for round in 0..72 {
        let mut sets = [full(4), full(4)];
        for (set, most) in sets.iter_mut().zip([[0, 2, 2][round % 3], [0, 0, 2][round % 3]]) {
            for _ in 0..most {
                set.remove(&[0; 3].map(|_| random.whole(0, 4) as i32));
            }
        }
        let [a, b] = &sets;
        let (expected, k) = match (a.is_subset(b), b.is_subset(a)) {
            (true, true) => (Class::Duplicate, 0),
            (false, false) => (Class::Interference, 2),
            _ => (Class::Containment, 1),
        };
        seen[k] += 1;
        let [a, b] = [a, b].map(|cells| mesh_of(cells, |p| DVec3::from(p) * scale + away));
        assert_eq!(both_ways(&a, &b), Some(expected), "round {round}: {sets:?}");
    }
    assert!(seen.iter().all(|count| *count >= 12), "{seen:?}");
}

/// Two plates with their holes in other places; a block and the same one with a cavity; a block that fills
/// the cavity of another and is in its walls, too; a beam across a slit, whose corners are in the block.
#[test]
fn holes_inside_the_other_part() {
    let disc = |hole: [f64; 2]| {
        let around = |ring: Vec<_>| ring.into_iter().map(|p| p + clearance::glam::DVec2::from(hole));
        plate(
            &around(circle(2.0, 24, 0.0)).collect::<Vec<_>>(),
            &circle(20.0, 24, 0.0),
            [0.0, 4.0],
        )
    };
    assert_eq!(
        both_ways(&disc([-5.1, 2.3]), &disc([3.1, 2.3])),
        Some(Class::Interference)
    );
    assert_eq!(
        both_ways(&disc([3.1, 2.3]), &disc([3.1, 2.3])),
        Some(Class::Duplicate)
    );
    assert_eq!(
        both_ways(&block(8.0), &hollow(&block(8.0), &block(4.0))),
        Some(Class::Containment)
    );
    assert_eq!(
        both_ways(&block(8.0), &hollow(&block(20.0), &block(4.0))),
        Some(Class::Interference)
    );
    // Two halves of a block with a slit between them, as one part.
    let half = |low: f64, high: f64| cuboid(DVec3::new(low, -10.0, -10.0), DVec3::new(high, 10.0, 10.0));
    let (vertices, triangles) = joined(&[half(-10.0, 0.3), half(2.3, 10.0)].map(|part| parts_of(&part)));
    let slit = Shape::mesh(vertices, triangles).expect("a mesh");
    let beam = cuboid(DVec3::new(-8.0, -2.0, -2.0), DVec3::new(8.0, 2.0, 2.0));
    assert_eq!(both_ways(&slit, &beam), Some(Class::Interference));
    let inner = cuboid(DVec3::new(3.0, -2.0, -2.0), DVec3::new(8.0, 2.0, 2.0));
    assert_eq!(both_ways(&slit, &inner), Some(Class::Containment));
}

/// A ball in a ball of the same surface, and in one with a cavity that it fills: what two tessellations
/// differ by is no border inside.
#[test]
fn tessellations_of_one_surface_are_no_borders_inside() {
    for (of_a, of_b) in [(12, 17), (20, 20), (31, 24)] {
        let [a, b] = [of_a, of_b].map(|n| revolved(&half_circle(5.0, n), 2 * n, 0.1 * f64::from(n)));
        assert_eq!(both_ways(&a, &b), Some(Class::Duplicate), "{of_a} and {of_b}");
        let cavity = revolved(&half_circle(3.0, of_b), of_b, 0.2);
        assert_eq!(
            both_ways(&a, &hollow(&b, &cavity)),
            Some(Class::Containment),
            "{of_a} and {of_b}"
        );
        let plug = revolved(&half_circle(3.0, of_a), of_a, 0.3);
        assert_eq!(
            both_ways(&plug, &hollow(&b, &cavity)),
            Some(Class::Contact),
            "{of_a} and {of_b}"
        );
    }
}

/// A block without a triangle, or with one flipped or twice, and the same block, or half of it: nobody can
/// tell. Only the corners were asked, which are on the open border, and it was called contact.
#[test]
fn the_inside_of_an_open_part_is_not_known() {
    let here = Pose::IDENTITY;
    let (vertices, triangles) = parts_of(&block(10.0));
    let mut flipped = triangles.clone();
    flipped[5].swap(0, 1);
    let doubled: Vec<_> = triangles.iter().copied().chain([triangles[5]]).collect();
    let broken = [flipped, doubled].map(|t| Shape::mesh(vertices.clone(), t).expect("a mesh"));
    let half = cuboid(DVec3::new(0.0, -5.0, -5.0), DVec3::splat(5.0));
    let inner = cuboid(DVec3::new(-5.0, -2.0, -2.0), DVec3::new(-1.0, 2.0, 2.0));
    let beside = cuboid(DVec3::new(5.0, -5.0, -5.0), DVec3::new(9.0, 5.0, 5.0));
    for open in broken.iter().chain(&[5, 7].map(|t| without(&block(10.0), t))) {
        for other in [block(10.0), half.clone(), inner.clone()] {
            for (pair, which) in [([open, &other], "a"), ([&other, open], "b")] {
                let found = found_at(pair[0], pair[1], [&here; 2], &AUTO).expect("listed");
                assert_eq!(found.class, Class::Unanswered, "{which} is open");
                let Some(Unanswerable::Open(open)) = found.why else {
                    panic!("{:?}", found.why)
                };
                assert_eq!(open.as_str(), which);
            }
        }
        assert_eq!(both_ways(open, &beside), Some(Class::Contact));
    }
}
