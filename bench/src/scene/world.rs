//! The boxes of a case and how they move: the same on every machine.

use clearance::math::{Aabb, Real, Vector};
use clearance_testkit::Random;

/// Boxes, and which of them moved in the last step.
pub struct World<V> {
    /// In random order, wherever they are.
    pub boxes: Vec<Aabb<V>>,
    /// Names of the boxes that moved, ascending.
    pub moved: Vec<u32>,
    /// Whether all move, and so all pairs are wanted.
    pub all_move: bool,
    velocities: Vec<V>,
    side: f64,
    /// One in so many moves at a step.
    pub share: usize,
    step: usize,
}

/// Objects of a cluster.
const CLUSTER: usize = 1000;

/// A step of a world.
pub struct Step<V: Vector> {
    /// Which boxes move.
    pub moved: Vec<u32>,
    /// These afterwards.
    boxes: Vec<Aabb<V>>,
}

impl<V: Vector> Step<V> {
    /// Makes the step in a copy of the world as it was before.
    pub fn make(&self, boxes: &mut [Aabb<V>]) {
        for (&i, aabb) in self.moved.iter().zip(&self.boxes) {
            boxes[i as usize] = *aabb;
        }
    }
}

impl<V: Vector> World<V> {
    /// `uniform`, `clustered` or `mixed`; `10k`, `100k` or `1m`; `all`, `10pct` or `1pct`.
    pub fn new(spread: &str, count: &str, motion: &str) -> Self {
        let count = match count {
            "10k" => 10_000,
            "100k" => 100_000,
            _ => 1_000_000,
        };
        let share = match motion {
            "all" => 1,
            "10pct" => 10,
            _ => 100,
        };
        let mut random = Random::new(2026);
        let sizes: Vec<V> = (0..count)
            .map(|_| on_grid(size(&mut random, spread), 0.5 * GRID))
            .collect();
        let side = side_for_three_overlaps(&sizes);
        let (side, centers) = centers(&mut random, spread, count, side);
        let centers: Vec<V> = centers.into_iter().map(|center| on_grid(center, GRID)).collect();
        let place = |(center, size): (&V, &V)| Aabb {
            min: *center - *size * V::Scalar::HALF,
            max: *center + *size * V::Scalar::HALF,
        };
        Self {
            boxes: centers.iter().zip(&sizes).map(place).collect(),
            moved: Vec::new(),
            all_move: share == 1,
            velocities: (0..count).map(|_| on_grid(random.vector(0.05), GRID)).collect(),
            side,
            share,
            step: 0,
        }
    }
    /// Makes so many steps; what each of them moves where to.
    pub fn steps(&mut self, count: usize) -> Vec<Step<V>> {
        let step = |_| {
            self.advance();
            Step {
                boxes: self.moved.iter().map(|&i| self.boxes[i as usize]).collect(),
                moved: self.moved.clone(),
            }
        };
        (0..count).map(step).collect()
    }
    /// Moves the next share of the boxes, and turns back those at a wall.
    fn advance(&mut self) {
        self.moved.clear();
        // Others at every step, and no two neighbours of the table more often than any two.
        let first = self.step * 37 % self.share;
        self.moved
            .extend((first..self.boxes.len()).step_by(self.share).map(|i| i as u32));
        self.step += 1;
        for &name in &self.moved {
            let (aabb, velocity) = (
                &mut self.boxes[name as usize],
                &mut self.velocities[name as usize],
            );
            let (center, old) = (aabb.center(), *velocity);
            *velocity = V::from_fn(|k| {
                let (x, v) = (center.get(k).to_f64(), old.get(k));
                let leaves = x < 0.0 && v < Real::ZERO || x > self.side && v > Real::ZERO;
                if leaves { -v } else { v }
            });
            aabb.min += *velocity;
            aabb.max += *velocity;
        }
    }
}

/// Numbers of a world are multiples of a power of two: sums and halves of them are exact, and an engine that
/// keeps centers has the boxes of one that keeps corners.
const GRID: f64 = 4096.0;

fn on_grid<V: Vector>(v: V, steps_per_unit: f64) -> V {
    V::from_fn(|k| Real::lit((v.get(k).to_f64() * steps_per_unit).round() / steps_per_unit))
}

/// Half an edge to a whole one; mixed ones from 0.01 to 10, every magnitude as often.
fn size<V: Vector>(random: &mut Random, spread: &str) -> V {
    let scale = if spread == "mixed" {
        1e-2 * 1e3_f64.powf(random.between(0.0, 1.0))
    } else {
        1.0
    };
    V::from_fn(|_| Real::lit(random.between(0.5, 1.0) * scale))
}

/// Two boxes of sizes a and b, thrown into a cube, meet with a probability of the product of a + b over its
/// volume.
fn side_for_three_overlaps<V: Vector>(sizes: &[V]) -> f64 {
    let half = sizes.len() / 2;
    let shifts = [half, half / 3, half / 7];
    let volume = |shift: &usize| {
        let pairs = sizes.iter().zip(sizes.iter().cycle().skip(*shift));
        let of = |(a, b): (&V, &V)| (0..V::DIM).map(|k| (*a + *b).get(k).to_f64()).product::<f64>();
        pairs.map(of).sum::<f64>()
    };
    let sum = shifts.iter().map(volume).sum::<f64>() / shifts.len() as f64;
    (sum / 3.0).powf(1.0 / V::DIM as f64)
}

/// All over a cube, or in bells in a larger one that they fill to a tenth. Also gives the side of the cube.
fn centers<V: Vector>(random: &mut Random, spread: &str, count: usize, side: f64) -> (f64, Vec<V>) {
    if spread != "clustered" {
        let mut center = |_| V::from_fn(|_| Real::lit(random.between(0.0, side)));
        return (side, (0..count).map(&mut center).collect());
    }
    let share = (CLUSTER as f64 / count as f64).powf(1.0 / V::DIM as f64);
    let radius = side * share * if V::DIM == 2 { 0.75 } else { 0.62 };
    let side = side * 10_f64.powf(1.0 / V::DIM as f64);
    let middles: Vec<V> = (0..count.div_ceil(CLUSTER))
        .map(|_| V::from_fn(|_| Real::lit(random.between(0.0, side))))
        .collect();
    let centers = (0..count).map(|_| {
        let middle = *random.pick(&middles);
        // The sum of three: nearly a bell.
        let around: V = random.vector::<V>(1.0) + random.vector(1.0) + random.vector(1.0);
        middle + around * V::Scalar::lit(radius / 2.0)
    });
    (side, centers.collect())
}
