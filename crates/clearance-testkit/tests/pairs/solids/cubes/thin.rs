//! Shapes that are one point or one needle.

use super::*;

/// Asks everything about two placed shapes, rotated about the origin.
fn check_thin<V: clearance_testkit::TestSpace>(
    [a, b]: [(&V::Shape, V); 2],
    turn: V::Rotation,
    expected: Relation,
) {
    let stand = |at: V| Pose::new(V::combine(&turn.axes(), at), turn).unwrap();
    let (here, there) = (stand(a.1), stand(b.1));
    let (a, b) = (Placed::new(a.0, &here), Placed::new(b.0, &there));
    assert_eq!(relation(a, b), expected, "{a:?} {b:?}");
    assert_eq!(relation(b, a), expected.mirrored());
    assert_eq!(intersects(a, b), expected != Relation::Disjoint);
    let sign = clearance(a, b).unwrap().distance.partial_cmp(&V::Scalar::ZERO);
    let right = match expected {
        Relation::Disjoint => Ordering::Greater,
        Relation::Touching => Ordering::Equal,
        _ => Ordering::Less,
    };
    assert_eq!(sign, Some(right), "{expected}");
}

/// Segments of length 0 have no sides to look at and were skipped: a polyline that is one point was disjoint
/// from the region around it. In the border of a region neighbours contain such points; in a polyline they
/// may be everything.
#[test]
fn a_line_that_is_one_point() {
    let square = Shape2::bitmap(&["1"], 9.0).unwrap();
    let point = Shape2::polyline(&[DVec2::ZERO; 3], true).unwrap();
    for (x, expected) in [
        (4.0, Relation::AInB),
        (0.0, Relation::Touching),
        (9.0, Relation::Touching),
        (9.5, Relation::Disjoint),
    ] {
        let pair = [(&point, DVec2::new(x, 4.5)), (&square, DVec2::ZERO)];
        check_thin(pair, Rotation2::from_angle(0.0), expected);
        if expected != Relation::Touching {
            check_thin(pair, Rotation2::from_angle(0.5), expected); // no corner is then exactly on the border
        }
    }
}

/// The same for triangles without area: a needle was disjoint from the solid that it pierces.
#[test]
fn a_mesh_that_is_one_needle() {
    let cube = mesh_of(&box_of([0; 3], [1; 3]), 1.0);
    for (from, to, expected) in [
        (0.25, 0.75, Relation::AInB),
        (0.5, 1.5, Relation::Overlapping),
        (-0.5, 1.5, Relation::Overlapping),
        (0.0, 0.5, Relation::AInB),
        (1.0, 2.0, Relation::Touching),
        (1.25, 2.0, Relation::Disjoint),
        (0.5, 0.5, Relation::AInB),
    ] {
        let corners = [from, (from + to) * 0.5, to].map(|x| DVec3::new(x, 0.25, 0.5));
        let needle = Shape3::mesh(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
        let pair = [(&needle, DVec3::ZERO), (&cube, DVec3::ZERO)];
        check_thin(pair, DQuat::IDENTITY, expected);
    }
}
