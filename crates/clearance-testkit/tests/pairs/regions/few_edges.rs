//! Polygons of few edges, convex or not, beside integers: whether they meet, and how far apart they are.
//!
//! Corners are whole numbers, and a polygon is moved by whole numbers and a few units of 2^-47: so world
//! corners are exact in floats and, in units of 2^-47, integers, for which four orientations and crossings of
//! a ray are exact. Many pairs touch or nearly do.

use clearance::glam::DVec2;
use clearance::math::Rotation2;
use clearance::pair::{Column, Side, distance_many, intersects_many};
use clearance::shape::{Border, Polygon};
use clearance::{Placed, Pose, Relation, clearance, d2::Shape, distance, intersects, relation};
use clearance_testkit::Random;

pub(super) type Point = [i128; 2];
pub(super) const UNIT: f64 = 1.0 / (1_u64 << 47) as f64;

/// A polygon around the origin, with its rings.
pub(super) fn polygon(random: &mut Random) -> (Shape<DVec2>, Vec<Vec<DVec2>>) {
    loop {
        let ring = |random: &mut Random, count: usize, radii: [f64; 2]| -> Vec<DVec2> {
            (0..count)
                .map(|k| {
                    let angle = core::f64::consts::TAU * (k as f64 + 0.5) / count as f64;
                    (DVec2::from_angle(angle) * random.between(radii[0], radii[1])).round()
                })
                .collect()
        };
        let count = 4 + (random.between(0.0, 9.99) as usize);
        let radii = *random.pick(&[[3.0, 12.0], [1.0, 3.0]]);
        let outer = ring(random, count, radii);
        let holes = match random.between(0.0, 1.0) < 0.3 {
            true => vec![ring(random, 5, [1.0, 3.9])],
            false => vec![],
        };
        let rings: Vec<Vec<DVec2>> = core::iter::once(outer).chain(holes).collect();
        if let Ok(polygon) = Polygon::new(&rings[0], &rings[1..])
            && (border_length(&polygon) - length(&rings)).abs() < 1e-9
        {
            return (polygon.into(), rings);
        }
    }
}

/// Less than the length of the rings, where a piece of these is a spike or lies in two of them: that is no
/// border.
fn border_length(polygon: &Polygon<DVec2>) -> f64 {
    let ends = |i: usize| polygon.corner(i, 1) - polygon.corner(i, 0);
    (0..polygon.facet_count()).map(|i| ends(i).length()).sum()
}

fn length(rings: &[Vec<DVec2>]) -> f64 {
    let of_ring = |ring: &Vec<DVec2>| -> f64 {
        let next = |k: usize| ring[(k + 1) % ring.len()];
        (0..ring.len()).map(|k| (next(k) - ring[k]).length()).sum()
    };
    rings.iter().map(of_ring).sum()
}

pub(super) fn exact(rings: &[Vec<DVec2>], at: DVec2) -> Vec<[Point; 2]> {
    let integer = |x: f64| (x / UNIT) as i128;
    let point = |p: DVec2| [integer(p.x) + integer(at.x), integer(p.y) + integer(at.y)];
    let of_ring = |ring: &Vec<DVec2>| -> Vec<[Point; 2]> {
        let next = |k: usize| ring[(k + 1) % ring.len()];
        (0..ring.len())
            .map(|k| [point(ring[k]), point(next(k))])
            .collect()
    };
    rings.iter().flat_map(of_ring).collect()
}

pub(super) fn turn([a, b]: [Point; 2], c: Point) -> i128 {
    ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).signum()
}

pub(super) fn boxes_meet(p: [Point; 2], q: [Point; 2]) -> bool {
    (0..2)
        .all(|i| p[0][i].min(p[1][i]) <= q[0][i].max(q[1][i]) && q[0][i].min(q[1][i]) <= p[0][i].max(p[1][i]))
}

fn segments_meet(p: [Point; 2], q: [Point; 2]) -> bool {
    boxes_meet(p, q) && turn(p, q[0]) * turn(p, q[1]) <= 0 && turn(q, p[0]) * turn(q, p[1]) <= 0
}

pub(super) fn is_inside(p: Point, border: &[[Point; 2]]) -> bool {
    let crosses = |&&[s, e]: &&[Point; 2]| {
        let upwards = s[1] <= p[1] && p[1] < e[1];
        let downwards = e[1] <= p[1] && p[1] < s[1];
        (upwards && turn([s, e], p) > 0) || (downwards && turn([s, e], p) < 0)
    };
    border.iter().filter(crosses).count() % 2 == 1
}

/// Whether two polygons meet, and whether their borders do.
fn truth(a: &[[Point; 2]], b: &[[Point; 2]]) -> (bool, bool) {
    let borders = a.iter().any(|p| b.iter().any(|q| segments_meet(*p, *q)));
    let inside = a.iter().any(|[p, _]| is_inside(*p, b)) || b.iter().any(|[q, _]| is_inside(*q, a));
    (borders || inside, borders)
}

fn gap(a: &[[Point; 2]], b: &[[Point; 2]]) -> f64 {
    let to = |p: Point, [s, e]: [Point; 2]| {
        let d = |from: Point, to: Point| {
            DVec2::new((to[0] - from[0]) as f64 * UNIT, (to[1] - from[1]) as f64 * UNIT)
        };
        let (along, away) = (d(s, e), d(s, p));
        let t = (away.dot(along) / along.length_squared().max(1e-300)).clamp(0.0, 1.0);
        (away - along * t).length()
    };
    let ends = |p: &[Point; 2], q: &[Point; 2]| [to(p[0], *q), to(p[1], *q), to(q[0], *p), to(q[1], *p)];
    let all = a.iter().flat_map(|p| b.iter().flat_map(|q| ends(p, q)));
    all.fold(f64::INFINITY, f64::min)
}

#[test]
fn polygons_of_few_edges_beside_integers() {
    let mut random = Random::new(35);
    let (mut met, mut contained, mut near) = (0, 0, 0);
    let count = 2500;
    for round in 0..count {
        let ((p, p_rings), (q, q_rings)) = (polygon(&mut random), polygon(&mut random));
        let whole = DVec2::new(random.between(-14.0, 14.0), random.between(-11.0, 11.0)).round();
        let tiny = DVec2::new(random.between(-2.4, 2.4), random.between(-2.4, 2.4)).round();
        let at = whole + tiny * UNIT;
        let (a, b) = (exact(&p_rings, DVec2::ZERO), exact(&q_rings, at));
        let (meet, borders) = truth(&a, &b);
        let scale = 2.0_f64.powi([0, -40, 40, 3][round % 4]);
        let (pose_a, pose_b) = (
            Pose::IDENTITY.scaled(scale).unwrap(),
            Pose::at(at * scale).unwrap().scaled(scale).unwrap(),
        );
        let (a_placed, b_placed) = (Placed::new(&p, &pose_a), Placed::new(&q, &pose_b));
        assert_eq!(
            intersects(a_placed, b_placed),
            meet,
            "{round} {p_rings:?} {q_rings:?} {at}"
        );
        assert_eq!(intersects(b_placed, a_placed), meet);
        assert_eq!(relation(a_placed, b_placed) != Relation::Disjoint, meet);
        let far = distance(a_placed, b_placed);
        if !meet {
            let truth = gap(&a, &b);
            assert!((far / scale - truth).abs() < 1e-11, "{round}: {far} {truth}");
            assert_eq!(far, clearance(a_placed, b_placed).unwrap().distance);
            near += usize::from(truth < 1e-9);
        } else {
            assert_eq!(far, 0.0);
        }
        met += usize::from(meet);
        contained += usize::from(meet && !borders);
    }
    assert!((count * 4 / 10..count * 8 / 10).contains(&met), "{met}");
    assert!(contained > 25 && near > 4, "{contained} {near}");
}

/// Turned polygons, in a batch and one by one, beside the same in a compound's place: a part is asked about
/// with two poses, whose corners are the same up to rounding.
#[test]
fn a_batch_answers_like_single_pairs() {
    let mut random = Random::new(7);
    let count = 2000;
    let mut shapes = [Vec::new(), Vec::new()];
    let mut poses = [Vec::new(), Vec::new()];
    for _ in 0..count {
        for side in 0..2 {
            shapes[side].push(std::sync::Arc::new(polygon(&mut random).0));
            let at = DVec2::new(random.between(-9.0, 9.0), random.between(-9.0, 9.0));
            let turned = Rotation2::from_angle(random.between(-3.0, 3.0));
            poses[side].push(Pose::new(at, turned).unwrap());
        }
    }
    let columns = shapes.clone().map(Column::new);
    let mut answers = vec![false; count];
    let side = |k: usize| Side {
        shapes: &columns[k],
        poses: &poses[k],
    };
    intersects_many(side(0), side(1), 0, &mut answers);
    for (i, &answer) in answers.iter().enumerate() {
        let placed = [0, 1].map(|k| Placed::new(&*shapes[k][i], &poses[k][i]));
        assert_eq!(answer, intersects(placed[0], placed[1]), "{i}");
        let apart = distance(placed[0], placed[1]);
        assert_eq!(answer, apart == 0.0, "{i}: {apart}");
        assert_eq!(apart, distance(placed[1], placed[0]));
    }
    let met = answers.iter().filter(|x| **x).count();
    assert!((count / 2..count * 9 / 10).contains(&met), "{met}");
}

/// The tip of a dart on an edge of another, or as near to it as floats are: orientations round to the wrong
/// sign.
#[test]
fn a_tip_at_an_edge_beside_integers() {
    let mut random = Random::new(11);
    let (mut met, count) = (0, 3000);
    for round in 0..count {
        let snapped = |p: DVec2| (p / UNIT).round() * UNIT;
        let mut point = |x: f64, y: f64| snapped(DVec2::new(x, y) + random.vector::<DVec2>(1.0));
        let (left, right) = (point(-8.0, 0.0), point(8.0, 0.0));
        let below = vec![left, point(0.0, -3.0), right, point(0.0, -9.0)];
        // The edge from one end of the first dart to its notch, and a tip on that edge.
        let tip = snapped(left.lerp(below[1], 0.3 + 0.4 * (round as f64 / f64::from(count))));
        let above = vec![tip, point(6.0, 9.0), point(-4.0, 6.0), point(-8.0, 9.0)];
        let rings = [vec![below], vec![above]];
        let [p, q] = [0, 1].map(|k| Shape::<DVec2>::polygon(&rings[k][0], &[]).unwrap());
        let at = Pose::<DVec2>::IDENTITY;
        let (meet, _) = truth(&exact(&rings[0], DVec2::ZERO), &exact(&rings[1], DVec2::ZERO));
        let (placed_p, placed_q) = (Placed::new(&p, &at), Placed::new(&q, &at));
        assert_eq!(intersects(placed_p, placed_q), meet, "{round} {rings:?}");
        met += i32::from(meet);
    }
    assert!((count / 4..count * 3 / 4).contains(&met), "{met}");
}

/// Polygons beside polygons, circles and compounds, at single places and in a batch: the same bits.
#[test]
fn distances_in_a_batch_have_the_bits_of_single_ones() {
    let mut random = Random::new(36);
    let (mut met, mut apart) = (0, 0);
    for round in 0..10 {
        let mut shape = |k: usize, random: &mut Random| match k % 5 {
            3 => Shape::circle(random.between(0.5, 6.0)).unwrap(),
            4 => Shape::compound(vec![(polygon(random).0, Pose::at(DVec2::X * 9.0).unwrap())]).unwrap(),
            // Of many parts, of which the border alone is searched: it is far from what is deep inside.
            2 => {
                let corner = |k: usize| {
                    DVec2::from_angle(0.02 * k as f64) * if k.is_multiple_of(2) { 9.0 } else { 10.0 }
                };
                Shape::polygon(&(0..314).map(corner).collect::<Vec<_>>(), &[]).unwrap()
            }
            _ => polygon(random).0,
        };
        let column = |first: usize, random: &mut Random, shape: &mut dyn FnMut(usize, &mut Random) -> _| {
            Column::<DVec2>::new(
                (0..40)
                    .map(|k| std::sync::Arc::new(shape(first * k, random)))
                    .collect(),
            )
        };
        let (a, b) = (
            column(1, &mut random, &mut shape),
            column(round, &mut random, &mut shape),
        );
        let pose = |random: &mut Random| {
            let at = DVec2::new(random.between(-13.0, 13.0), random.between(-11.0, 11.0));
            let at = if random.one_in(3) { at.round() } else { at };
            let turn = Rotation2::from_angle(if random.one_in(2) {
                random.between(-3.0, 3.0)
            } else {
                0.0
            });
            Pose::new(at, turn).unwrap()
        };
        let (left, right) = (
            pose(&mut random),
            (0..40).map(|_| pose(&mut random)).collect::<Vec<_>>(),
        );
        let mut found = [f64::NAN; 37];
        let sides = (
            Side {
                shapes: &a,
                poses: &left,
            },
            Side {
                shapes: &b,
                poses: &right,
            },
        );
        distance_many(sides.0, sides.1, 3, &mut found);
        for (k, found) in found.iter().enumerate() {
            let single = distance(
                Placed::new(&**a.get(k + 3), &left),
                Placed::new(&**b.get(k + 3), &right[k + 3]),
            );
            assert_eq!(found.to_bits(), single.to_bits(), "{round} {k}");
            met += usize::from(single == 0.0);
            apart += usize::from(single > 0.0);
        }
    }
    assert!(met > 100 && apart > 100, "{met} {apart}");
}
