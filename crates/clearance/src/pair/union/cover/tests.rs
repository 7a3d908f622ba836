//! Boxes and triangles cut up at points with whole coordinates: the pieces are known to fill the whole, and
//! not to fill it without one of them.

use alloc::vec;
use alloc::vec::Vec;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

use crate::cast::{CastSpace, closest_point};
use crate::math::{Pose, Real, Space, Vector};
use crate::noise;
use crate::pair::ask::table::PairSpace;
use crate::pair::{Relation, clearance, intersects, relation};
use crate::shape::{Placed, Shape2, Shape3, ShapeSpace};

/// A sequence of numbers that look random.
struct Random(u64);
impl Random {
    fn below(&mut self, n: usize) -> usize {
        (noise::next(&mut self.0) >> 33) as usize % n
    }
}

/// A space in which compounds can be built.
trait Built: PairSpace + Space {
    fn convex(points: &[Self]) -> Self::Shape;
    fn compound(parts: Vec<(Self::Shape, Pose<Self>)>) -> Self::Shape;
    fn ball(radius: f64) -> Self::Shape;
    fn capsule(from: f64, to: f64, radius: f64) -> Self::Shape;
}
macro_rules! built {
    ($($v:ty: $shape:ident, $ball:ident);+) => { $(
        impl Built for $v {
            fn convex(points: &[Self]) -> Self::Shape {
                $shape::convex(points).unwrap()
            }
            fn compound(parts: Vec<(Self::Shape, Pose<Self>)>) -> Self::Shape {
                $shape::compound(parts).unwrap()
            }
            fn ball(radius: f64) -> Self::Shape {
                $shape::$ball(Real::lit(radius)).unwrap()
            }
            fn capsule(from: f64, to: f64, radius: f64) -> Self::Shape {
                let at = |x: f64| <$v>::from_fn(|_| Real::lit(x));
                $shape::capsule(at(from), at(to), Real::lit(radius)).unwrap()
            }
        }
    )+ };
}
built!(Vec2: Shape2, circle; DVec2: Shape2, circle; Vec3: Shape3, sphere; DVec3: Shape3, sphere);

macro_rules! in_each_space {
    ($($test:ident)+) => { $(
        #[test]
        fn $test() {
            generic::$test::<Vec2>();
            generic::$test::<DVec2>();
            generic::$test::<Vec3>();
            generic::$test::<DVec3>();
        }
    )+ };
}
in_each_space!(simplices_that_fill_a_box turned_boxes_side_by_side balls_in_boxes nested_compounds rods_in_rods
    ways_out_of_unions);

fn ask<V: ShapeSpace + PairSpace>(a: &V::Shape, b: &V::Shape) -> Relation {
    let here: Pose<V> = Pose::IDENTITY;
    let (a, b) = (Placed::new(a, &here), Placed::new(b, &here));
    let answer = relation(a, b);
    assert_eq!(relation(b, a), answer.mirrored());
    assert_eq!(intersects(a, b), answer.intersects());
    assert_eq!(
        clearance(a, b).unwrap().distance < Real::ZERO,
        answer > Relation::Touching
    );
    answer
}

mod generic {
    use super::*;

    /// Simplices with whole coordinates between 0 and 64, which fill that box.
    fn simplices(random: &mut Random, dim: usize, splits: usize) -> Vec<Vec<[i64; 3]>> {
        let mut all: Vec<Vec<[i64; 3]>> = Vec::new();
        // Kuhn's: one for each order of the axes.
        let orders: &[&[usize]] = match dim {
            2 => &[&[0, 1], &[1, 0]],
            _ => &[
                &[0, 1, 2],
                &[0, 2, 1],
                &[1, 0, 2],
                &[1, 2, 0],
                &[2, 0, 1],
                &[2, 1, 0],
            ],
        };
        for order in orders {
            let mut corner = [0; 3];
            let mut simplex = vec![corner];
            for &axis in *order {
                corner[axis] = 64;
                simplex.push(corner);
            }
            all.push(simplex);
        }
        for _ in 0..splits {
            // One of them is split at a point of its interior, or a single one at the middle of an edge.
            let at = random.below(all.len());
            let simplex = all[at].clone();
            let (i, j) = (random.below(dim + 1), random.below(dim + 1));
            let point: [i64; 3] = if i != j && random.below(2) == 0 {
                core::array::from_fn(|x| (simplex[i][x] + simplex[j][x]) / 2)
            } else {
                core::array::from_fn(|x| simplex.iter().map(|c| c[x]).sum::<i64>() / (dim as i64 + 1))
            };
            let pieces: Vec<Vec<[i64; 3]>> = (0..=dim)
                .map(|k| {
                    let mut piece = simplex.clone();
                    piece[k] = point;
                    piece
                })
                .collect();
            // Where the point is within the simplex, the pieces fill it.
            let sizes: Vec<i64> = pieces.iter().map(|p| volume(p, dim).abs()).collect();
            if sizes.iter().sum::<i64>() == volume(&simplex, dim).abs() {
                all.remove(at);
                let filled = pieces.into_iter().zip(&sizes).filter(|(_, s)| **s > 0);
                all.extend(filled.map(|(p, _)| p));
            }
        }
        all
    }
    fn volume(simplex: &[[i64; 3]], dim: usize) -> i64 {
        let way = |k: usize| -> [i64; 3] { core::array::from_fn(|x| simplex[k][x] - simplex[0][x]) };
        let (u, v) = (way(1), way(2));
        let w = if dim == 3 { way(3) } else { [0, 0, 1] };
        (u[1] * v[2] - u[2] * v[1]) * w[0]
            + (u[2] * v[0] - u[0] * v[2]) * w[1]
            + (u[0] * v[1] - u[1] * v[0]) * w[2]
    }
    fn points<V: Vector>(corners: &[[i64; 3]], scale: f64) -> Vec<V> {
        corners
            .iter()
            .map(|c| V::from_fn(|x| V::Scalar::lit(c[x] as f64 * scale)))
            .collect()
    }
    fn union<V: Built>(pieces: &[Vec<V>]) -> V::Shape {
        V::compound(pieces.iter().map(|p| (V::convex(p), Pose::IDENTITY)).collect())
    }
    /// The hull of points with whole coordinates between 1 and 63.
    fn inner<V: Built>(random: &mut Random, scale: f64) -> V::Shape {
        let count = 2 + random.below(4);
        let corners: Vec<[i64; 3]> = (0..count)
            .map(|_| [0; 3].map(|_: i64| 1 + random.below(63) as i64))
            .collect();
        V::convex(&points::<V>(&corners, scale))
    }

    pub(super) fn simplices_that_fill_a_box<V: Built>() {
        let mut random = Random(7);
        let (mut without, mut inside) = (0, 0);
        let rounds = 16;
        for round in 0..rounds {
            let scale = libm::exp2([0.0, -20.0, if V::Scalar::IS_SINGLE { 40.0 } else { 60.0 }][round % 3]);
            let cut = simplices(&mut random, V::DIM, 1 + round % 6);
            let pieces: Vec<Vec<V>> = cut.iter().map(|s| points(s, scale)).collect();
            let whole: Vec<[i64; 3]> = (0..1 << V::DIM)
                .map(|c: i64| [c & 1, c >> 1 & 1, c >> 2 & 1].map(|b| b * 64))
                .collect();
            let whole = V::convex(&points::<V>(&whole, scale));
            let filled = union(&pieces);
            assert_eq!(ask::<V>(&whole, &filled), Relation::Equal);
            let shape = inner::<V>(&mut random, scale);
            assert_eq!(ask::<V>(&shape, &filled), Relation::AInB, "{shape:?}");

            // Without one of them, only what does not meet its interior is covered.
            let gone = random.below(pieces.len());
            let mut rest = pieces.clone();
            let gap = V::convex(&rest.swap_remove(gone));
            let holed = union(&rest);
            assert_eq!(ask::<V>(&whole, &holed), Relation::BInA);
            let answer = ask::<V>(&shape, &holed);
            let reaches = ask::<V>(&shape, &gap) > Relation::Touching;
            assert_eq!(answer != Relation::AInB, reaches, "{shape:?} {holed:?}");
            without += usize::from(reaches);
            inside += usize::from(!reaches);

            // One unit in the last place off a piece's corner that lies in the interior.
            let at =
                |p: &V| (0..V::DIM).all(|x| p.get(x) > Real::ZERO && p.get(x) < V::Scalar::lit(64.0 * scale));
            let mut shrunk = pieces.clone();
            let mut corners = shrunk.iter_mut().flatten();
            if let Some(corner) = corners.find(|p| at(p)) {
                let (own, axis) = (*corner, random.below(V::DIM));
                let step = own.get(axis) * V::Scalar::EPSILON;
                let way = if random.below(2) == 0 { step } else { -step };
                *corner = V::from_fn(|x| own.get(x) + if x == axis { way } else { Real::ZERO });
                // The volume tells whether the piece became smaller; if it became larger, the rest still
                // fills the box.
                let moved = ask::<V>(&whole, &union(&shrunk));
                let twice = V::from_fn(|x| own.get(x) + if x == axis { -way } else { Real::ZERO });
                let mut grown = pieces.clone();
                for p in grown.iter_mut().flatten().filter(|p| **p == own).take(1) {
                    *p = twice;
                }
                let other = ask::<V>(&whole, &union(&grown));
                assert!([Relation::BInA, Relation::Equal].contains(&moved));
                assert!([Relation::BInA, Relation::Equal].contains(&other));
                assert!(moved == Relation::BInA || other == Relation::BInA);
            }
        }
        assert!(without > 2 && inside > 2, "{without} {inside}");
    }

    pub(super) fn ways_out_of_unions<V: Built + CastSpace>() {
        let mut random = Random(11);
        let mut by_gap = 0;
        for round in 0..40 {
            let cut = simplices(&mut random, V::DIM, 1 + round % 5);
            let pieces: Vec<Vec<V>> = cut.iter().map(|s| points(s, 1.0)).collect();
            let here: Pose<V> = Pose::IDENTITY;
            let p = V::from_fn(|_| V::Scalar::lit(1.0 + random.below(620) as f64 * 0.1));
            // The nearest side of the box, whatever the box is made of.
            let to_side = (0..V::DIM).map(|x| p.get(x).min(V::Scalar::lit(64.0) - p.get(x)));
            let to_side = to_side.fold(V::Scalar::INFINITY, Real::min);
            let check = |shape: &V::Shape, distance: V::Scalar| {
                let found = closest_point(Placed::new(shape, &here), p).unwrap();
                let error = V::Scalar::EPSILON * V::Scalar::lit(512.0);
                assert!(
                    (found.distance + distance).abs() < error,
                    "{found:?} {distance} {p:?} {shape:?}"
                );
                assert!((found.point - p - found.normal * distance).length() < error * V::Scalar::lit(2.0));
            };
            check(&union(&pieces), to_side);
            // Without one of the pieces, the hole is a way out, too.
            let mut rest = pieces.clone();
            let gap = V::convex(&rest.swap_remove(random.below(pieces.len())));
            let to_gap = convex_distance(&gap, p);
            if to_gap > Real::ZERO {
                check(&union(&rest), to_gap.min(to_side));
                by_gap += usize::from(to_gap < to_side);
            }
        }
        assert!(by_gap > 5, "{by_gap}");
    }
    fn convex_distance<V: Built + CastSpace>(shape: &V::Shape, p: V) -> V::Scalar {
        let here: Pose<V> = Pose::IDENTITY;
        closest_point(Placed::new(shape, &here), p).unwrap().distance
    }

    fn cuboid<V: Built>(low: &[f64], high: &[f64]) -> V::Shape {
        let corner =
            |c: usize| V::from_fn(|x| V::Scalar::lit(if c >> x & 1 == 1 { high[x] } else { low[x] }));
        let corners: Vec<V> = (0..1 << V::DIM).map(corner).collect();
        V::convex(&corners)
    }

    pub(super) fn turned_boxes_side_by_side<V: Built>() {
        let whole = |gap: f64| {
            let parts = [
                cuboid::<V>(&[-1.0, 0.0, 0.0], &[1.0, 2.0, 2.0]),
                cuboid::<V>(&[1.0 + gap, 0.0, 0.0], &[3.0, 2.0, 2.0]),
            ];
            V::compound(parts.into_iter().map(|p| (p, Pose::IDENTITY)).collect())
        };
        let bar = cuboid::<V>(&[0.0, 0.5, 0.5], &[2.5, 1.0, 1.0]);
        assert_eq!(ask::<V>(&bar, &whole(0.0)), Relation::AInB);
        assert_eq!(
            ask::<V>(&bar, &whole(V::Scalar::EPSILON.to_f64())),
            Relation::Overlapping
        );
        assert_eq!(
            ask::<V>(&bar, &whole(-V::Scalar::EPSILON.to_f64())),
            Relation::AInB
        );
        // Flat: a segment across the seam, and one along a border.
        let capsule = V::convex(&[
            V::from_fn(|_| Real::lit(0.5)),
            V::from_fn(|x| Real::lit([2.5, 1.0, 0.75][x])),
        ]);
        assert_eq!(ask::<V>(&capsule, &whole(0.0)), Relation::AInB);
        assert_eq!(
            ask::<V>(&capsule, &whole(V::Scalar::EPSILON.to_f64())),
            Relation::Overlapping
        );
        // Boxes that share only an edge (in the plane a corner).
        let corners = [
            cuboid::<V>(&[0.0, 0.0, 0.0], &[1.0, 1.0, 2.0]),
            cuboid::<V>(&[1.0, 1.0, 0.0], &[2.0, 2.0, 2.0]),
        ];
        let stairs = V::compound(corners.into_iter().map(|p| (p, Pose::IDENTITY)).collect());
        let across = |y: f64| {
            V::convex(&[
                V::from_fn(|x| Real::lit([0.5, 0.5, 1.0][x])),
                V::from_fn(|x| Real::lit([1.5, y, 1.0][x])),
            ])
        };
        assert_eq!(ask::<V>(&across(1.5), &stairs), Relation::AInB);
        assert_eq!(
            ask::<V>(&across(1.5 + V::Scalar::EPSILON.to_f64()), &stairs),
            Relation::Overlapping
        );
        assert_eq!(
            ask::<V>(&cuboid::<V>(&[0.5; 3], &[1.5; 3]), &stairs),
            Relation::Overlapping
        );
    }

    pub(super) fn balls_in_boxes<V: Built>() {
        let boxes = |top: f64| {
            let parts = [
                cuboid::<V>(&[-1.0, -1.0, -1.0], &[0.25, top, 1.0]),
                cuboid::<V>(&[0.25, -1.0, -1.0], &[1.0, 1.0, 1.0]),
            ];
            V::compound(parts.into_iter().map(|p| (p, Pose::IDENTITY)).collect())
        };
        let ball = V::ball(1.0);
        assert_eq!(ask::<V>(&ball, &boxes(1.0)), Relation::AInB);
        assert_eq!(
            ask::<V>(&ball, &boxes(1.0 - V::Scalar::EPSILON.to_f64())),
            Relation::Overlapping
        );
        // And a box in balls that overlap with a margin.
        let at = |x: f64| Pose::at(V::from_fn(|i| Real::lit(if i == 0 { x } else { 0.0 }))).unwrap();
        let balls = |x: f64| V::compound(vec![(V::ball(1.0), at(-x)), (V::ball(1.0), at(x))]);
        let bar = cuboid::<V>(&[-1.0, -0.25, -0.25], &[1.0, 0.25, 0.25]);
        assert_eq!(ask::<V>(&bar, &balls(0.75)), Relation::AInB);
        assert_eq!(ask::<V>(&bar, &balls(0.98)), Relation::Overlapping);
        assert_eq!(ask::<V>(&V::ball(0.5), &balls(0.75)), Relation::AInB);
        assert_eq!(ask::<V>(&V::ball(0.7), &balls(0.75)), Relation::Overlapping);
    }

    pub(super) fn rods_in_rods<V: Built>() {
        let rods = |gap: f64, radius: f64| {
            let parts = [V::capsule(0.0, 1.0, radius), V::capsule(1.0 + gap, 2.0, radius)];
            V::compound(parts.into_iter().map(|p| (p, Pose::IDENTITY)).collect())
        };
        let whole = V::capsule(0.0, 2.0, 0.5);
        assert_eq!(ask::<V>(&whole, &rods(0.0, 0.5)), Relation::Equal);
        assert_eq!(ask::<V>(&whole, &rods(0.0, 0.625)), Relation::AInB);
        assert_eq!(ask::<V>(&whole, &rods(0.25, 0.5)), Relation::BInA);
        assert_eq!(
            ask::<V>(&V::capsule(0.5, 1.5, 0.5), &rods(0.0, 0.5)),
            Relation::AInB
        );
        assert_eq!(
            ask::<V>(&V::capsule(0.5, 1.5, 0.625), &rods(0.0, 0.5)),
            Relation::Overlapping
        );
    }

    pub(super) fn nested_compounds<V: Built>() {
        let mut random = Random(3);
        let pieces: Vec<Vec<V>> = simplices(&mut random, V::DIM, 5)
            .iter()
            .map(|s| points(s, 1.0))
            .collect();
        let (first, second) = pieces.split_at(pieces.len() / 2);
        let nested = V::compound(vec![
            (union(first), Pose::IDENTITY),
            (union(second), Pose::IDENTITY),
        ]);
        assert_eq!(ask::<V>(&nested, &union(&pieces)), Relation::Equal);
        let other: Vec<Vec<V>> = simplices(&mut random, V::DIM, 5)
            .iter()
            .map(|s| points(s, 1.0))
            .collect();
        assert_eq!(ask::<V>(&nested, &union(&other)), Relation::Equal);
        assert_eq!(ask::<V>(&nested, &union(&other[1..])), Relation::BInA);
    }
}

#[test]
fn polygons_with_holes_and_pixels() {
    let ring = |low: f64, high: f64| [(low, low), (high, low), (high, high), (low, high)].map(DVec2::from);
    let frame = Shape2::polygon(&ring(0.0, 4.0), &[ring(1.0, 3.0).to_vec()]).unwrap();
    let plug = Shape2::convex(&ring(1.0, 3.0)).unwrap();
    let whole = Shape2::convex(&ring(0.0, 4.0)).unwrap();
    let at = |shape: &Shape2<DVec2>| (shape.clone(), Pose::IDENTITY);
    let filled = Shape2::compound(vec![at(&frame), at(&plug)]).unwrap();
    assert_eq!(ask::<DVec2>(&whole, &filled), Relation::Equal);
    assert_eq!(ask::<DVec2>(&frame, &filled), Relation::AInB);
    let small = Shape2::convex(&ring(1.0, 3.0_f64.next_down())).unwrap();
    let loose = Shape2::compound(vec![at(&frame), at(&small)]).unwrap();
    assert_eq!(ask::<DVec2>(&whole, &loose), Relation::BInA);
    assert_eq!(ask::<DVec2>(&frame, &loose), Relation::AInB);
    // Four bars make the frame.
    let bar = |low: (f64, f64), high: (f64, f64)| {
        let corners = [low, (high.0, low.1), high, (low.0, high.1)].map(DVec2::from);
        (Shape2::convex(&corners).unwrap(), Pose::IDENTITY)
    };
    let bars = vec![
        bar((0.0, 0.0), (4.0, 1.0)),
        bar((3.0, 1.0), (4.0, 4.0)),
        bar((0.0, 3.0), (3.0, 4.0)),
        bar((0.0, 1.0), (1.0, 3.0)),
    ];
    assert_eq!(
        ask::<DVec2>(&frame, &Shape2::compound(bars.clone()).unwrap()),
        Relation::Equal
    );
    assert_eq!(
        ask::<DVec2>(&frame, &Shape2::compound(bars[1..].to_vec()).unwrap()),
        Relation::BInA
    );
    // Pixels: two that share a side, and the rest of the square.
    let half = Shape2::bitmap(&["11", "00"], 2.0).unwrap();
    let rest = Shape2::bitmap(&["00", "11"], 2.0).unwrap();
    let both = Shape2::compound(vec![at(&half), at(&rest)]).unwrap();
    assert_eq!(ask::<DVec2>(&whole, &both), Relation::Equal);
    assert_eq!(ask::<DVec2>(&frame, &both), Relation::AInB);
    let cross = Shape2::bitmap(&["10", "01"], 2.0).unwrap();
    let other = Shape2::bitmap(&["01", "10"], 2.0).unwrap();
    let both = Shape2::compound(vec![at(&cross), at(&other)]).unwrap();
    assert_eq!(ask::<DVec2>(&whole, &both), Relation::Equal);
    assert_eq!(ask::<DVec2>(&frame, &both), Relation::AInB);
}

/// The mesh around a box, without its corner piece between `notch` and `high`: an L from above, along Z.
fn bracket(notch: f64, high: f64) -> Shape3<DVec3> {
    let outline = [
        (0.0, 0.0),
        (high, 0.0),
        (high, notch),
        (notch, notch),
        (notch, high),
        (0.0, high),
    ];
    let mut vertices = Vec::new();
    for z in [0.0, high] {
        vertices.extend(outline.map(|(x, y)| DVec3::new(x, y, z)));
    }
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for [a, b, c] in [[0, 1, 3], [1, 2, 3], [0, 3, 5], [3, 4, 5]] {
        triangles.push([c, b, a]);
        triangles.push([a + 6, b + 6, c + 6]);
    }
    for i in 0..6 {
        let j = (i + 1) % 6;
        triangles.push([i, j, j + 6]);
        triangles.push([i, j + 6, i + 6]);
    }
    Shape3::mesh(vertices, triangles).unwrap()
}

#[test]
fn meshes_that_are_not_convex() {
    let mesh = bracket(2.0, 4.0);
    let cuboid = |low: [f64; 3], high: [f64; 3]| {
        let corner = |c: usize| DVec3::from_fn(|x| if c >> x & 1 == 1 { high[x] } else { low[x] });
        Shape3::convex(&(0..8).map(corner).collect::<Vec<_>>()).unwrap()
    };
    let at = |shape: &Shape3<DVec3>| (shape.clone(), Pose::IDENTITY);
    let whole = cuboid([0.0; 3], [4.0; 3]);
    let corner = cuboid([2.0, 2.0, 0.0], [4.0; 3]);
    let filled = Shape3::compound(vec![at(&mesh), at(&corner)]).unwrap();
    assert_eq!(ask::<DVec3>(&whole, &filled), Relation::Equal);
    assert_eq!(ask::<DVec3>(&mesh, &filled), Relation::AInB);
    let short = cuboid([2.0, 2.0, 0.0], [4.0, 4.0, 4.0_f64.next_down()]);
    let loose = Shape3::compound(vec![at(&mesh), at(&short)]).unwrap();
    assert_eq!(ask::<DVec3>(&whole, &loose), Relation::BInA);
    // The bracket from two boxes, and from one that is a little too thin.
    let arm = |thick: f64| {
        Shape3::compound(vec![
            at(&cuboid([0.0; 3], [4.0, thick, 4.0])),
            at(&cuboid([0.0; 3], [2.0, 4.0, 4.0])),
        ])
        .unwrap()
    };
    assert_eq!(ask::<DVec3>(&mesh, &arm(2.0)), Relation::Equal);
    assert_eq!(ask::<DVec3>(&mesh, &arm(2.0_f64.next_down())), Relation::BInA);
    assert_eq!(ask::<DVec3>(&mesh, &arm(2.0_f64.next_up())), Relation::AInB);
    // Two brackets, one turned by half a turn, cross each other.
    let turned = Pose::new(DVec3::new(4.0, 4.0, 0.0), DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0)).unwrap();
    let both = Shape3::compound(vec![at(&mesh), (mesh.clone(), turned)]).unwrap();
    assert_eq!(ask::<DVec3>(&whole, &both), Relation::Equal);
    let higher = cuboid([0.0; 3], [4.0, 4.0, 4.0_f64.next_up()]);
    assert_eq!(ask::<DVec3>(&higher, &both), Relation::BInA);
    assert_eq!(
        ask::<DVec3>(&Shape3::cylinder(1.5, 1.0).unwrap(), &both),
        Relation::Overlapping
    );
}

#[test]
fn smooth_shapes_in_boxes() {
    let cuboid = |low: f64, high: f64| {
        let corner = |c: usize| {
            DVec3::from_fn(|x| {
                if c >> x & 1 == 1 {
                    [high, 2.0, 2.0][x]
                } else {
                    [low, -2.0, -2.0][x]
                }
            })
        };
        (
            Shape3::convex(&(0..8).map(corner).collect::<Vec<_>>()).unwrap(),
            Pose::IDENTITY,
        )
    };
    let can = Shape3::cylinder(1.5, 1.0).unwrap();
    let boxes = |gap: f64| Shape3::compound(vec![cuboid(-2.0, 0.3), cuboid(0.3 + gap, 2.0)]).unwrap();
    assert_eq!(ask::<DVec3>(&can, &boxes(0.0)), Relation::AInB);
    assert_eq!(ask::<DVec3>(&can, &boxes(1e-3)), Relation::Overlapping);
}
