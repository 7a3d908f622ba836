//! Parts that hold each other by their form: a key in the keyways of a shaft and a hub, and a clip on a rail.

use std::iter::once;

use clearance::d3::Shape;
use clearance::glam::{DVec2, DVec3};

use crate::cubes::{Cells, mesh_of};
use crate::extruded::plate;

/// A shaft and a hub around Z of radius 10 with keyways along it, towards X: they are 4 wide, and reach from
/// X = 7 to X = 12.
#[derive(Clone, Copy, Debug)]
pub struct Keyed {
    /// How many chords the circle has at least.
    pub sides: u32,
    /// By how much the key is smaller than its slot, on each side.
    pub play: f64,
}

/// The half width of a keyway.
pub const HALF_WIDTH: f64 = 2.0;
/// The radius of the shaft.
pub const RADIUS: f64 = 10.0;
/// Where the floors of the keyways are, along X.
pub const FLOORS: [f64; 2] = [7.0, 12.0];

impl Keyed {
    /// Where the walls of a keyway meet the circle, along X.
    pub fn mouth() -> f64 {
        (RADIUS * RADIUS - HALF_WIDTH * HALF_WIDTH).sqrt()
    }
    /// The points of the circle without the keyway's mouth, counter-clockwise from its upper end.
    fn arc(self) -> Vec<DVec2> {
        let mouth = HALF_WIDTH.atan2(Self::mouth());
        let floor = (RADIUS * RADIUS - FLOORS[0] * FLOORS[0]).sqrt().atan2(FLOORS[0]);
        // The circle has points where the line of the shaft's floor meets it, so that its ends are fans.
        let full = std::f64::consts::TAU;
        let pieces = [
            (mouth, floor),
            (floor, full - floor),
            (full - floor, full - mouth),
        ];
        let points = pieces.into_iter().flat_map(|(start, end)| {
            let steps = ((end - start) / full * f64::from(self.sides)).ceil();
            (0..steps as u32).map(move |i| start + (end - start) * f64::from(i) / steps)
        });
        let angles = points.chain(once(full - mouth));
        angles.map(|angle| DVec2::from_angle(angle) * RADIUS).collect()
    }
    /// The shaft, from `low` to `high`.
    pub fn shaft(self, [low, high]: [f64; 2]) -> Shape<DVec3> {
        let slot = [-HALF_WIDTH, HALF_WIDTH].map(|y| DVec2::new(FLOORS[0], y));
        let outline: Vec<DVec2> = self.arc().into_iter().chain(slot).collect();
        let count = outline.len() as u32;
        let (lower, upper) = (count - 2, count - 1);
        let is_beside = |p: &DVec2| p.x > FLOORS[0] - 1e-9;
        let (first, last) = (
            outline.iter().take_while(|p| is_beside(p)).count() as u32 - 1,
            outline
                .iter()
                .rposition(|p| !is_beside(p))
                .map_or(0, |i| i as u32 + 1),
        );
        let middle = count;
        let fan = |from: u32, ring: Vec<u32>| {
            ring.windows(2)
                .map(|pair| [from, pair[0], pair[1]])
                .collect::<Vec<_>>()
        };
        let left = (first..=last).chain([lower, upper, first]).collect();
        let cap = [
            fan(middle, left),
            fan(upper, (0..=first).collect()),
            fan(lower, (last..lower).collect()),
        ]
        .concat();
        let points = outline.iter().copied().chain(once(DVec2::ZERO));
        let level = |z: f64| points.clone().map(move |p| p.extend(z));
        let up = count + 1;
        let sides = (0..count).flat_map(|i| {
            let j = (i + 1) % count;
            [[i, j, j + up], [i, j + up, i + up]]
        });
        let ends = cap
            .iter()
            .flat_map(|&[a, b, c]| [[a, c, b], [a + up, b + up, c + up]]);
        Shape::mesh(
            level(low).chain(level(high)).collect(),
            sides.chain(ends).collect(),
        )
        .expect("a shaft")
    }
    /// The hub, from `low` to `high`, with an outer radius of 20.
    pub fn hub(self, [low, high]: [f64; 2]) -> Shape<DVec3> {
        let slot = [-HALF_WIDTH, HALF_WIDTH].map(|y| DVec2::new(FLOORS[1], y));
        let inner: Vec<DVec2> = self.arc().into_iter().chain(slot).collect();
        let outer: Vec<DVec2> = inner.iter().map(|p| p.normalize() * 20.0).collect();
        plate(&inner, &outer, [low, high])
    }
    /// The key, from `low` to `high`.
    pub fn key(self, [low, high]: [f64; 2]) -> Shape<DVec3> {
        let [x, end] = [FLOORS[0] + self.play, FLOORS[1] - self.play];
        let half = HALF_WIDTH - self.play;
        let corners =
            |z: f64| [(x, -half), (end, -half), (end, half), (x, half)].map(|(x, y)| DVec3::new(x, y, z));
        Shape::convex(&[corners(low), corners(high)].concat()).expect("a key")
    }
}

/// A rail along Y with a head over a narrower web, and a clip around the head whose lips reach below it, with
/// some play on all sides. Pulled up, the lips catch; along the rail it slides off.
#[derive(Clone, Copy, Debug)]
pub struct Clip {
    /// How far the clip is from the head.
    pub play: f64,
    /// How far its lips reach below the head on each side; none if it is bent open.
    pub lip: f64,
}

impl Clip {
    /// The head reaches from X = -2 to 2 and from Z = 2 to 3; the web below it is 1 wide.
    pub fn rail() -> Shape<DVec3> {
        let (xs, zs) = ([-4.0, -2.0, -0.5, 0.5, 2.0, 4.0], [0.0, 1.0, 2.0, 3.0]);
        let base = (0..5).map(|x| [x, 0, 0]);
        let head = (1..4).map(|x| [x, 0, 2]);
        of_lines(base.chain(head).chain(once([2, 0, 1])), &xs, [-5.0, 5.0], &zs)
    }
    /// The clip, from Y = -1 to 1.
    pub fn clip(self) -> Shape<DVec3> {
        let side = 2.0 + self.play;
        let (lip, edge) = (2.0 - self.lip, side + 0.5);
        let xs = [-edge, -side, -lip, lip, side, edge];
        let zs = [1.5 - self.play, 2.0 - self.play, 3.0 + self.play, 4.0];
        let top = (0..5).map(|x| [x, 0, 2]);
        let arms = [0, 4].into_iter().flat_map(|x| [[x, 0, 0], [x, 0, 1]]);
        let lips = [1, 3].into_iter().filter(|_| self.lip > 0.0).map(|x| [x, 0, 0]);
        of_lines(top.chain(arms).chain(lips), &xs, [-1.0, 1.0], &zs)
    }
}

/// Cells between lines at these coordinates.
fn of_lines(cells: impl Iterator<Item = [i32; 3]>, xs: &[f64], ys: [f64; 2], zs: &[f64]) -> Shape<DVec3> {
    let at = |lines: &[f64], i: f64| lines[i as usize];
    mesh_of(&cells.collect::<Cells>(), |[x, y, z]| {
        DVec3::new(at(xs, x), at(&ys, y), at(zs, z))
    })
}
