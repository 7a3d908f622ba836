//! Points in polygons and bitmaps, beside integers where nothing turns, else beside `relation`, which places
//! facets exactly and does not ask what tells most points from the border quickly.

use clearance::cast::{contains, contains_points};
use clearance::glam::{DVec2, Vec2};
use clearance::index::Threads;
use clearance::math::Real;
use clearance::pair::{Column, Side, intersects_many};
use clearance::picture::Mask;
use clearance::shape::{Bitmap, Polygon, Shape2};
use clearance::{Placed, Pose, Relation, d2::Shape, intersects, relation};
use clearance_testkit::Random;

use super::few_edges::{Point, UNIT, boxes_meet, exact, is_inside, polygon, turn};

fn holds(border: &[[Point; 2]], p: Point) -> bool {
    let is_on = |edge: &[Point; 2]| turn(*edge, p) == 0 && boxes_meet(*edge, [p; 2]);
    border.iter().any(is_on) || is_inside(p, border)
}

/// A ring of many corners at whole numbers, in which few edges are long.
fn ragged(random: &mut Random, count: usize, radius: f64) -> Vec<DVec2> {
    let corner = |k: usize, random: &mut Random| {
        let angle = core::f64::consts::TAU * (k as f64 + random.between(0.0, 0.4)) / count as f64;
        (DVec2::from_angle(angle) * radius * random.between(0.93, 1.0)).round()
    };
    (0..count).map(|k| corner(k, random)).collect()
}

/// A comb of long teeth, along x or along y.
fn comb(random: &mut Random, teeth: usize, is_upright: bool) -> Vec<DVec2> {
    let (width, length) = (3.0, random.between(20.0, 5000.0).round());
    let tooth = |k: usize| {
        let x = 2.0 * width * k as f64;
        [(x, 0.0), (x, length), (x + width, length), (x + width, 0.0)]
    };
    let mut ring: Vec<DVec2> = (0..teeth).flat_map(tooth).map(DVec2::from).collect();
    ring.push(DVec2::new(2.0 * width * teeth as f64 - width, -4.0));
    ring.push(DVec2::new(0.0, -4.0));
    let turned = |p: DVec2| if is_upright { p } else { DVec2::new(-p.y, p.x) };
    ring.into_iter().map(turned).collect()
}

fn large(random: &mut Random) -> Vec<DVec2> {
    match random.between(0.0, 1.0) {
        x if x < 0.5 => {
            let (count, radius) = (
                65 + random.between(0.0, 400.0) as usize,
                random.between(400.0, 4000.0),
            );
            ragged(random, count, radius)
        }
        x => {
            let teeth = 16 + random.between(0.0, 60.0) as usize;
            comb(random, teeth, x < 0.75)
        }
    }
}

/// A point on a corner, on an edge or beside either, or anywhere around.
fn place(random: &mut Random, rings: &[Vec<DVec2>]) -> DVec2 {
    let all: Vec<DVec2> = rings.iter().flatten().copied().collect();
    let k = random.between(0.0, all.len() as f64 - 0.01) as usize;
    let (a, b) = (all[k], all[(k + 1) % all.len()]);
    let nudged = |p: DVec2, random: &mut Random| {
        let by = |x: f64| UNIT.max(x.abs().next_up() - x.abs());
        p + DVec2::from_array([p.x, p.y].map(|x| random.between(-2.4, 2.4).round() * by(x)))
    };
    let low = all.iter().copied().fold(DVec2::INFINITY, DVec2::min);
    let high = all.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
    let anywhere = DVec2::new(
        random.between(low.x - 1.0, high.x + 1.0),
        random.between(low.y - 1.0, high.y + 1.0),
    );
    match random.between(0.0, 5.0) as usize {
        0 => nudged(a, random),
        1 => nudged(a * 0.5 + b * 0.5, random),
        2 => a.lerp(b, (random.between(0.0, 8.0)).round() / 8.0).round(),
        3 => nudged((a * 0.5 + b * 0.5).round(), random),
        _ => (anywhere * 8.0).round() / 8.0,
    }
}

/// All ways to ask whether a shape holds a point.
fn asked(shape: &Shape<DVec2>, pose: &Pose<DVec2>, at: DVec2) -> [bool; 4] {
    let (a, spot, here) = (Placed::new(shape, pose), Shape::Point, Pose::at(at).unwrap());
    let b = Placed::new(&spot, &here);
    let sides = [shape, &spot].map(|s| Column::new(vec![s.clone().into()]));
    let mut answers = [false];
    let [p, q] = [
        Side {
            shapes: &sides[0],
            poses: pose,
        },
        Side {
            shapes: &sides[1],
            poses: &here,
        },
    ];
    intersects_many(p, q, 0, &mut answers);
    let many = contains_points(a, &[at], Threads::One);
    assert_eq!(many, [contains(a, at)]);
    [
        contains(a, at).unwrap(),
        intersects(a, b),
        intersects(b, a),
        answers[0],
    ]
}

#[test]
fn points_in_polygons_beside_integers() {
    let mut random = Random::new(61);
    let (mut held, mut on_border, mut count) = (0, 0, 0);
    for round in 0..100 {
        let (shape, rings) = if round % 2 == 0 {
            polygon(&mut random)
        } else {
            let ring = large(&mut random);
            match Polygon::new(&ring, &[]) {
                Ok(polygon) => (Shape2::Polygon(polygon), vec![ring]),
                Err(_) => continue,
            }
        };
        let border = exact(&rings, DVec2::ZERO);
        let scale = 2.0_f64.powi([0, -40, 40, 3][round / 2 % 4]);
        let pose = Pose::IDENTITY.scaled(scale).unwrap();
        for _ in 0..30 {
            let at = place(&mut random, &rings);
            let p = [(at.x / UNIT) as i128, (at.y / UNIT) as i128];
            let truth = holds(&border, p);
            assert_eq!(
                asked(&shape, &pose, at * scale),
                [truth; 4],
                "{round} {at} {rings:?}"
            );
            count += 1;
            held += usize::from(truth);
            on_border += usize::from(truth && !is_inside(p, &border));
        }
    }
    assert!(
        count > 2000 && held > count / 3 && held < 4 * count / 5,
        "{held} of {count}"
    );
    assert!(on_border > count / 20, "{on_border} of {count}");
}

/// Turned, moved far away, scaled: world corners are rounded, and `relation` places them as they are defined.
fn beside_relation<V: clearance_testkit::TestSpace + clearance::shape::Space2>(seed: u64, far: f64) {
    let mut random = Random::new(seed);
    let (mut held, mut count) = (0, 0);
    for round in 0..160 {
        let ring = if round % 2 == 0 {
            polygon(&mut random).1.swap_remove(0)
        } else {
            large(&mut random)
        };
        let lowered: Vec<V> = ring
            .iter()
            .map(|p| V::from_fn(|i| V::Scalar::lit(p[i])))
            .collect();
        let Ok(polygon) = Polygon::new(&lowered, &[]) else {
            continue;
        };
        let shape = Shape2::Polygon(polygon);
        let scale = V::Scalar::lit(*random.pick(&[1.0, 0.37, 1e-3, 900.0]));
        let reach = *random.pick(&[0.0, 5.0, far]);
        let position = random.vector::<V>(reach);
        let pose = Pose::new(position, V::any_rotation(&mut random))
            .unwrap()
            .scaled(scale)
            .unwrap();
        for _ in 0..16 {
            let local = place(&mut random, core::slice::from_ref(&ring));
            let at = pose.frame().point(V::from_fn(|i| V::Scalar::lit(local[i])));
            let here = Pose::at(at).unwrap();
            let (a, spot) = (Placed::new(&shape, &pose), Shape2::Point);
            let b = Placed::new(&spot, &here);
            let truth = relation(a, b) != Relation::Disjoint;
            assert_eq!(
                (intersects(a, b), intersects(b, a)),
                (truth, truth),
                "{round} {local} {pose:?}"
            );
            assert_eq!(contains(a, at), Ok(truth), "{round} {local} {pose:?}");
            held += usize::from(truth);
            count += 1;
        }
    }
    assert!(
        count > 1800 && held > count / 3 && held < 3 * count / 4,
        "{held} of {count}"
    );
}

#[test]
fn points_in_turned_polygons() {
    beside_relation::<DVec2>(62, 1e9);
    beside_relation::<Vec2>(63, 1e4);
}

/// Points of a grid of eighths of a pixel, and beside these: held where any pixel is filled that they are in.
#[test]
fn points_in_bitmaps() {
    let mut random = Random::new(64);
    let (mut held, mut on_border, mut count) = (0, 0, 0);
    for round in 0..60 {
        let (width, height) = (random.count(1, 70), random.count(1, 70));
        let odds = random.between(0.05, 1.0);
        let mask = Mask::from_fn(width, height, |_, _| random.between(0.0, 1.0) < odds).unwrap();
        let size = 2.0_f64.powi([0, -30, 5][round % 3]);
        let Ok(bitmap) = Bitmap::from_mask(mask.clone(), size) else {
            continue;
        };
        let shape = Shape2::Bitmap(bitmap);
        for _ in 0..60 {
            let along = |random: &mut Random, n: usize| {
                let at = (random.between(-0.3, n as f64 + 0.3) * 8.0).round() / 8.0;
                if random.one_in(3) {
                    at + random.between(-2.4, 2.4).round() * UNIT
                } else {
                    at
                }
            };
            let at = DVec2::new(along(&mut random, width), along(&mut random, height));
            let pixels = |x: f64| [x.floor(), x.ceil() - 1.0];
            let is_filled = |x: f64, y: f64| x >= 0.0 && y >= 0.0 && mask.is_filled(x as usize, y as usize);
            let near = pixels(at.x).map(|x| pixels(at.y).map(|y| is_filled(x, y)));
            let truth = near.iter().flatten().any(|is| *is);
            assert_eq!(
                asked(&shape, &Pose::IDENTITY, at * size),
                [truth; 4],
                "{round} {at}"
            );
            held += usize::from(truth);
            on_border += usize::from(truth && near.iter().flatten().any(|is| !is));
            count += 1;
        }
    }
    assert!(
        count > 3000 && held > count / 3 && held < 9 * count / 10,
        "{held} of {count}"
    );
    assert!(on_border > count / 20, "{on_border} of {count}");
}
