//! Half-spaces against hulls and each other, with radii, against integers.

use super::*;

/// Half-spaces against hulls and each other, with radii, against integers: heights compared with lengths by
/// squares.
#[test]
fn half_spaces() {
    let mut random = Random(11);
    let mut counts = [0; 6];
    for _ in 0..4000 {
        let n = random.point(3, 2);
        if n == [0; 3] {
            continue;
        }
        let points = random.points(3, &[]);
        let (o, ra, rb) = (
            i128::from(random.below(13)) - 6,
            i128::from(random.below(3)),
            i128::from(random.below(3)),
        );
        let length = |value: i128, length: i128| {
            // value - length |n|, its sign.
            let square = (length * length * dot(n, n)).cmp(&(value * value)).reverse() as i128;
            match (value > 0, length > 0) {
                (true, true) => square,
                (false, false) => -square,
                (positive, _) => {
                    if positive {
                        1
                    } else {
                        -1
                    }
                }
            }
        };
        let heights: Vec<i128> = points.iter().map(|&p| dot(n, p) - o).collect();
        let (low, high) = (*heights.iter().min().unwrap(), *heights.iter().max().unwrap());
        let expected = match length(low, ra + rb) {
            1 => Relation::Disjoint,
            0 => Relation::Touching,
            _ if length(high, ra - rb) <= 0 => Relation::BInA,
            _ => Relation::Overlapping,
        };
        counts[expected as usize] += 1;
        let vector = |p: P| DVec3::new(p[0] as f64, p[1] as f64, p[2] as f64);
        let half_space = crate::d3::Shape::half_space(vector(n), o as f64)
            .unwrap()
            .rounded(ra as f64)
            .unwrap();
        let hull = convex3(&vectors(&points, 1.0), rb as f64);
        let pose = Pose::<DVec3>::IDENTITY;
        let (a, b) = (Placed::new(&half_space, &pose), Placed::new(&hull, &pose));
        let context = alloc::format!("{n:?} {o} {ra} {points:?} {rb}");
        assert_eq!(decide::relation(a, b), expected, "{context}");
        assert_eq!(decide::relation(b, a), expected.mirrored(), "{context}");
        let c = decide::clearance(a, b);
        let square = (dot(n, n) as f64).sqrt();
        let distance = if expected == Relation::Touching {
            0.0
        } else {
            low as f64 / square - (ra + rb) as f64
        };
        check(&c, distance, 16.0, expected, &context);
        assert_eq!(decide::clearance(b, a).mirrored(), c);
        assert!(verify(&c, a, b).is_ok_and(|v| v.is_proven()), "{context}");
        let proof = prove(a, b).unwrap();
        assert_eq!(verify_proof(&proof, a, b), Ok(Shown::Exactly), "{context}");
    }
    assert!([0, 1, 2, 4].iter().all(|&i: &usize| counts[i] > 50), "{counts:?}");
}

#[test]
fn two_half_spaces() {
    use crate::pair::{clearance, relation};
    let half_space = |n: [f64; 2], o: f64| crate::d2::Shape::half_space(DVec2::from(n), o).unwrap();
    let ask = |a: &crate::d2::Shape<DVec2>, b: &crate::d2::Shape<DVec2>| {
        let pose = Pose::<DVec2>::IDENTITY;
        let (a, b) = (Placed::new(a, &pose), Placed::new(b, &pose));
        (relation(a, b), clearance(a, b).ok())
    };
    // x + y <= 1 and -x - y <= -1, lengths differ: the same border.
    let (a, b) = (half_space([1.0, 1.0], 1.0), half_space([-3.0, -3.0], -3.0));
    let (r, c) = ask(&a, &b);
    assert_eq!((r, c.unwrap().distance), (Relation::Touching, 0.0));
    let apart = half_space([-0.1, -0.1], -0.3);
    let (r, c) = ask(&a, &apart);
    assert_eq!(r, Relation::Disjoint);
    let c = c.unwrap();
    assert!((c.distance - 2.0_f64.sqrt()).abs() < 1e-15, "{c:?}");
    assert!((c.normal - DVec2::ONE / 2.0_f64.sqrt()).length() < 1e-15);
    assert!((c.point_b - c.point_a - c.normal * c.distance).length() < 1e-15);
    assert_eq!(ask(&half_space([-1.0, -1.0], 1.0), &a).0, Relation::Overlapping);
    assert_eq!(ask(&half_space([2.0, 2.0], 2.0), &a), (Relation::Equal, None));
    assert_eq!(ask(&half_space([2.0, 2.0], 1.0), &a), (Relation::AInB, None));
    assert_eq!(ask(&a, &half_space([2.0, 2.0], 1.0)), (Relation::BInA, None));
    assert_eq!(
        ask(&a, &half_space([1.0, 0.0], 1.0)),
        (Relation::Overlapping, None)
    );
    // Rounded: x <= 1 grown by 2 is x <= 3.
    let grown = half_space([1.0, 0.0], 1.0).rounded(2.0).unwrap();
    assert_eq!(ask(&grown, &half_space([5.0, 0.0], 15.0)).0, Relation::Equal);
    assert_eq!(ask(&grown, &half_space([-1.0, 0.0], -3.0)).0, Relation::Touching);
}
