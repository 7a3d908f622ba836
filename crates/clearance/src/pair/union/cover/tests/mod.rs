//! Boxes and triangles cut up at points with whole coordinates: the pieces are known to fill the whole, and
//! not to fill it without one of them.

mod few_parts;
mod not_convex;
mod simplices;
mod ways_out;

use alloc::vec::Vec;
use glam::{DVec2, DVec3, Vec2, Vec3};

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

/// Tests of these files, each in all four spaces.
macro_rules! in_each_space {
    ($($file:ident: $($test:ident)+);+) => { $($(
        #[test]
        fn $test() {
            $file::$test::<Vec2>();
            $file::$test::<DVec2>();
            $file::$test::<Vec3>();
            $file::$test::<DVec3>();
        }
    )+)+ };
}
in_each_space!(simplices: simplices_that_fill_a_box nested_compounds; ways_out: ways_out_of_unions;
    few_parts: turned_boxes_side_by_side balls_in_boxes rods_in_rods);

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
