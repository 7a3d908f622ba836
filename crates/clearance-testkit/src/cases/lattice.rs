//! Shapes and poses on a grid, where ties are common: collinear edges, coinciding corners, parts at equal
//! distances.

use clearance::math::{Pose, Real};

use crate::generate::scalar;
use crate::{Object, Pair, Random, TestSpace};

/// A pair of shapes of any kind on the grid; about half of the pairs meet.
pub fn pair<V: TestSpace>(random: &mut Random) -> Pair<V> {
    // In space a miss is more likely.
    let reach = if V::DIM == 2 { 2 } else { 1 };
    let mut object = || Object {
        shape: shape::<V>(random),
        pose: Pose::at(random.grid::<V>(reach)).expect("finite"),
    };
    Pair {
        a: object(),
        b: object(),
    }
}

/// A shape with integers and halves as coordinates, of any kind except the curved ones.
pub fn shape<V: TestSpace>(random: &mut Random) -> V::Shape {
    match random.count(0, 5) {
        0 | 1 => solid::<V>(random),
        2 => V::half_space(along_an_axis(random), Real::ZERO).expect("a direction"),
        3 => V::special(random),
        _ => compound::<V>(random),
    }
}

fn along_an_axis<V: TestSpace>(random: &mut Random) -> V {
    let (axis, sign) = (random.count(0, V::DIM - 1), *random.pick(&[-1.0, 1.0]));
    V::from_fn(|i| scalar::<V>(if i == axis { sign } else { 0.0 }))
}

fn solid<V: TestSpace>(random: &mut Random) -> V::Shape {
    match random.count(0, 5) {
        0 => V::ball(Real::ONE),
        1 => V::segment(V::ZERO, random.grid(2)),
        2 => V::capsule(V::ZERO, random.grid(1), scalar::<V>(0.5)),
        3 => Ok(V::bracket()),
        4 => V::ellipsoid(halves(random)),
        _ => V::cuboid(halves(random)),
    }
    .expect("valid")
}

fn halves<V: TestSpace>(random: &mut Random) -> V {
    V::from_fn(|_| scalar::<V>(0.5 * random.count(1, 3) as f64))
}

fn compound<V: TestSpace>(random: &mut Random) -> V::Shape {
    let count = random.count(2, 4);
    let mut part = || {
        let at = Pose::at(random.grid::<V>(2)).expect("finite");
        (solid::<V>(random), at)
    };
    V::compound((0..count).map(|_| part()).collect()).expect("parts")
}
