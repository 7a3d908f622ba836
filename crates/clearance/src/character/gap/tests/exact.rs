//! The entry of a segment is compared with exact integers, also beside edges by less than floats can tell.

use crate::character::CharacterSpace;
use crate::character::gap::LocalSegment;
use crate::math::lift;
use crate::pair::dice::Dice;
use crate::shape::Shape3;
use glam::{DVec3, Vec3};

type Point = [i128; 3];

fn less(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
fn cross(a: Point, b: Point) -> Point {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
fn dot(a: Point, b: Point) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn float(p: Point) -> DVec3 {
    DVec3::from_array(p.map(|x| x as f64))
}
/// A whole number between `-most` and `most`.
fn whole(dice: &mut Dice, most: i128) -> i128 {
    (dice.next() * most as f64) as i128
}
fn point(dice: &mut Dice, most: i128) -> Point {
    [(); 3].map(|()| whole(dice, most))
}
/// A segment through a point, or past it by a few units; every third is anywhere.
fn through(dice: &mut Dice, p: Point, case: usize) -> [Point; 2] {
    let most = 1 << 16;
    if case.is_multiple_of(3) {
        return [(); 2].map(|()| point(dice, most * most));
    }
    let (way, by) = (point(dice, most), point(dice, (case % 5) as i128));
    let [before, after] = [(); 2].map(|()| whole(dice, most).abs() + 1);
    let end = |k: i128| [0, 1, 2].map(|i| p[i] + by[i] + k * way[i]);
    [end(-before), end(after)]
}

/// The time at which a segment comes in between planes. Each plane is given by the heights of the segment's
/// ends. None where the segment misses; `Err` where it touches a border only, or starts inside.
fn clipped(heights: &[[i128; 2]]) -> Result<Option<f64>, ()> {
    // Fractions are compared by cross multiplication, of numbers up to 2^62.
    let (mut enter, mut exit) = ([0, 1], [1, 1]);
    for &[start, end] in heights {
        let time = [start.abs(), (start - end).abs()];
        match (start.signum(), end.signum()) {
            (0, _) | (_, 0) => return Err(()),
            (1, 1) => return Ok(None),
            (1, -1) if time[0] * enter[1] > enter[0] * time[1] => enter = time,
            (-1, 1) if time[0] * exit[1] < exit[0] * time[1] => exit = time,
            _ => {}
        }
    }
    let [a, b] = [enter[0] * exit[1], exit[0] * enter[1]];
    match a.cmp(&b) {
        core::cmp::Ordering::Less => Ok(Some(enter[0] as f64 / enter[1] as f64)),
        core::cmp::Ordering::Equal => Err(()),
        core::cmp::Ordering::Greater => Ok(None),
    }
}

/// How many answers were decided, and how many of these were hits.
#[derive(Default)]
struct Count {
    all: usize,
    sure: usize,
    hits: usize,
}

impl Count {
    fn ask<V: CharacterSpace>(
        &mut self,
        shape: &V::Shape,
        ends: [V; 2],
        want: Result<Option<f64>, ()>,
        close: f64,
    ) {
        self.all += 1;
        let Some(found) = V::segment_entry(shape, &LocalSegment::new(ends.map(lift))) else {
            return;
        };
        self.sure += 1;
        let Ok(want) = want else {
            panic!("sure of what is on a border: {found:?} {shape:?} {ends:?}");
        };
        assert_eq!(
            found.is_some(),
            want.is_some(),
            "{found:?} {want:?} {shape:?} {ends:?}"
        );
        if let (Some(found), Some(want)) = (found, want) {
            self.hits += 1;
            assert!(
                (found.time - want).abs() <= close,
                "{found:?} {want} {shape:?} {ends:?}"
            );
        }
    }
    fn check(&self, sure: usize, hits: usize) {
        let Self {
            all,
            sure: of,
            hits: met,
        } = self;
        assert!(
            of * 100 > all * sure && met * 100 > all * hits,
            "{of} sure, {met} hits of {all}"
        );
    }
}

#[test]
fn a_triangle_is_entered_where_integers_say_so() {
    let (mut dice, mut count) = (Dice(3), Count::default());
    for case in 0..15_000 {
        let corners = [(); 3].map(|()| point(&mut dice, 1 << 32));
        let [a, b, c] = corners;
        // On a corner, on an edge, in the interior.
        let part = whole(&mut dice, 1 << 20).abs();
        let on = match case % 4 {
            0 => a,
            1 => [0, 1, 2].map(|i| (a[i] + b[i]) / 2),
            2 => [0, 1, 2].map(|i| b[i] + (c[i] - b[i]) * part / (1 << 20)),
            _ => [0, 1, 2].map(|i| (a[i] + b[i] + c[i]) / 3),
        };
        let ends = through(&mut dice, on, case);
        let (e, f, way, seen) = (less(b, a), less(c, a), less(ends[1], ends[0]), less(ends[0], a));
        let (across, moment) = (cross(e, f), cross(way, seen));
        let slope = -dot(across, way);
        let [u, v, height] = [-dot(f, moment), dot(e, moment), dot(across, seen)].map(|x| x * slope.signum());
        let rest = slope.abs() - u - v;
        let least = [u, v, rest, height, slope.abs() - height].into_iter().min();
        let want = match least.unwrap_or(0).signum() {
            0 => Err(()),
            1 => Ok(Some(height as f64 / slope.abs() as f64)),
            _ => Ok(None),
        };
        let Ok(shape) = Shape3::triangle(corners.map(float)) else {
            continue;
        };
        count.ask::<DVec3>(&shape, ends.map(float), want, 1e-9);
    }
    count.check(35, 10);
}

#[test]
fn a_box_is_entered_where_integers_say_so() {
    let (mut dice, mut count) = (Dice(4), Count::default());
    for case in 0..15_000 {
        let half = point(&mut dice, 1 << 32).map(|x| x.abs() + 1);
        // On an edge.
        let mut on = half;
        on[case % 3] = half[case % 3] * whole(&mut dice, 1 << 10) / (1 << 10);
        let ends = through(&mut dice, on, case);
        let heights: [_; 6] = core::array::from_fn(|k| {
            let (i, sign) = (k / 2, [1, -1][k % 2]);
            ends.map(|p| sign * p[i] - half[i])
        });
        let Ok(shape) = Shape3::cuboid(float(half)) else {
            continue;
        };
        count.ask::<DVec3>(&shape, ends.map(float), clipped(&heights), 1e-9);
    }
    count.check(50, 10);
}

#[test]
fn a_polyhedron_in_single_precision_is_entered_where_integers_say_so() {
    let (mut dice, mut count) = (Dice(5), Count::default());
    for case in 0..15_000 {
        let corners = [(); 4].map(|()| point(&mut dice, 1 << 12));
        let on = [0, 1, 2].map(|i| (corners[0][i] + corners[1][i]) / 2);
        let way = point(&mut dice, 1 << 10);
        let by = [case % 4, 1 + case % 3].map(|k| k as i128);
        let ends = [
            [0, 1, 2].map(|i| on[i] - by[0] * way[i]),
            [0, 1, 2].map(|i| on[i] + by[1] * way[i]),
        ];
        let heights: [_; 4] = core::array::from_fn(|k| {
            let [a, b, c, d] = core::array::from_fn(|i| corners[(k + i) % 4]);
            let normal = cross(less(b, a), less(c, a));
            let out = -dot(normal, less(d, a)).signum();
            ends.map(|p| out * dot(normal, less(p, a)))
        });
        let Ok(shape) = Shape3::convex(&corners.map(|p| float(p).as_vec3())) else {
            continue;
        };
        let close = 1e-3;
        count.ask::<Vec3>(&shape, ends.map(|p| float(p).as_vec3()), clipped(&heights), close);
    }
    count.check(30, 5);
}

/// The square of the length of a half-space's normal may overflow or underflow.
#[test]
fn a_half_space_is_entered_whatever_the_length_of_its_normal() {
    let half_spaces = [1e-200, 1e-160, 1.0, 1e130];
    for length in half_spaces {
        let normal = DVec3::new(3.0, 4.0, 0.0) * length;
        let shape = Shape3::<DVec3>::half_space(normal, 10.0 * length).unwrap();
        let ends = [DVec3::new(6.0, 8.0, 1.0), DVec3::ZERO];
        let entry = DVec3::segment_entry(&shape, &LocalSegment::new(ends))
            .flatten()
            .unwrap();
        assert!((entry.time - 0.8).abs() < 1e-15, "{entry:?}");
        let turn = entry.normal.unwrap() - DVec3::new(0.6, 0.8, 0.0);
        assert!(turn.length() < 1e-15, "{entry:?}");
    }
}
