//! Against a count for each place: solids of boxes and tetrahedra on a small grid, which lie face on face,
//! and whose own parts overlap, touch, or are hollow.

use std::collections::BTreeSet;
use std::vec::Vec;

use clearance_testkit::Random;
use clearance_testkit::cubes::BOX;
use glam::DVec3;

use super::*;
use crate::math::Pose;
use crate::pair::solids::compare::pieces::samples;
use crate::pair::solids::compare::{Contacts, OccupiedRegions, coplanar_edges};
use crate::shape::{AnyShape, Mesh, Placed, Shape3};

const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

fn corner(random: &mut Random, reach: i64) -> DVec3 {
    DVec3::from([0; 3].map(|_| random.whole(0, reach) as f64))
}

/// Some boxes and tetrahedra as one mesh, of which some face inwards.
fn solid(random: &mut Random) -> Option<Mesh<DVec3>> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for _ in 0..random.count(1, 3) {
        let first = vertices.len() as u32;
        let part: &[[u32; 3]] = if random.one_in(3) {
            vertices.extend((0..4).map(|_| corner(random, 4)));
            &TETRAHEDRON
        } else {
            let (low, size) = (corner(random, 4), corner(random, 2) + 1.0);
            let at = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
            vertices.extend((0..8).map(|i| low + at(i) * size));
            &BOX
        };
        let inwards = random.one_in(4);
        let turned = |[a, b, c]: [u32; 3]| if inwards { [a, c, b] } else { [a, b, c] };
        triangles.extend(part.iter().map(|t| turned(t.map(|i| first + i))));
    }
    Mesh::new(vertices, triangles).ok().filter(|mesh| mesh.is_solid())
}

/// Compares all that is known beside `x`, and returns how many numbers were not counted, how many of these
/// are beside facets with several numbers, and how many facets have three or more.
fn check(x: &PlacedBorder<'_, DVec3, 3>, y: &PlacedBorder<'_, DVec3, 3>, near: &NearFacets<3>) -> [usize; 3] {
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    let mut sides = BorderSides::new(x, y, near);
    let _ = sides.visit(&[Side::Outer, Side::Inner], &mut |side, winding| {
        found[side as usize].insert(winding);
        ControlFlow::Continue(())
    });
    let mut expected = [BTreeSet::new(), BTreeSet::new()];
    let mut met = [0; 3];
    for (at, placed) in sides.facets.iter().enumerate() {
        let i = placed.index;
        let contacts = near.of(i);
        let edges = contacts
            .iter()
            .flat_map(|c| coplanar_edges(c.of_other, y, c.other));
        let counted: Vec<[i32; 2]> = samples(x, i, y, &edges.collect::<Vec<_>>())
            .iter()
            .map(|sample| y.windings(sample))
            .collect();
        for side in [Side::Outer, Side::Inner] {
            let (place, winding) = sides.known[at][side as usize].unwrap();
            let counted_there = y.windings(&sides.sample(placed, place));
            assert_eq!(winding, counted_there[side as usize], "facet {i}, {side:?}");
            let facet = DividedFacet::new(*placed, (y, contacts), side);
            let all: BTreeSet<i32> = facet.windings((place, winding)).into_iter().collect();
            let counted: BTreeSet<i32> = counted.iter().map(|w| w[side as usize]).collect();
            assert_eq!(all, counted, "facet {i}, {side:?}");
            expected[side as usize].extend(counted);
            let followed = place != CornerPlace { corner: 0, toward: 1 };
            met[0] += usize::from(followed);
            met[1] += usize::from(followed && all.len() > 1);
            met[2] += usize::from(all.len() > 2);
        }
    }
    assert_eq!(found, expected);
    met
}

#[test]
fn every_number_is_the_one_that_is_counted() {
    let mut random = Random::new(41);
    let mut met = [0; 3];
    for round in 0..1000 {
        let Some((a, b)) = solid(&mut random).zip(solid(&mut random)) else {
            continue;
        };
        let shapes = [a, b].map(Shape3::Mesh);
        let shift = [DVec3::ZERO, DVec3::new(0.5, 0.0, -0.5), DVec3::splat(0.1)][round % 3];
        let pose = Pose::at(shift).unwrap();
        let placed = [&shapes[0], &shapes[1]].map(|shape| Placed::new(shape, &pose));
        let [x, y] = placed.map(|p| {
            let facets = p.shape.parts().and_then(|parts| parts.facets()).unwrap();
            PlacedBorder::<DVec3, 3>::new(facets, &p.place, 2)
        });
        let mut near = [NearFacets::default(), NearFacets::default()];
        let mut contacts = Contacts {
            borders: [&x, &y],
            are_solids: false, // otherwise it ends where a plane parts them
            near: &mut near,
            regions: &mut OccupiedRegions::default(),
            intersects_only: false,
        };
        if contacts.find(&mut |_, _| false).is_break() {
            continue;
        }
        for (own, other, near) in [(&x, &y, &near[0]), (&y, &x, &near[1])] {
            let found = check(own, other, near);
            (0..3).for_each(|k| met[k] += found[k]);
        }
    }
    let enough = met[0] > 1000 && met[1] > 66 && met[2] > 3;
    assert!(enough, "{met:?}");
}
