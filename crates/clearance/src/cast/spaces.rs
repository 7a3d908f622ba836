//! The four spaces: which exact test serves which shape, in one match for each dimension, and which sweeps
//! have a fast path.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

use alloc::vec::Vec;

use glam::{DMat3, DQuat, DVec2, DVec3, Mat3, Quat, Vec2, Vec3};

use super::decided::Filtered;
use super::ray::exact::along::Projection;
use super::ray::exact::hull::{Polytope, PolytopeFace};
use super::ray::exact::line::{Crossing, first_hit};
use super::ray::exact::{flat, round, smooth};
use super::ray::fast_path::{self, FlaggedHit};
use super::ray::filter::{self, FilterRay, FilteredRay};
use super::ray::space::{RayQuery, RaySpace};
use super::ray::{Ray, parts};
use super::sweep::space::{AngularOf, SweepSpace};
use super::sweep::{self, Hit};
use crate::math::{Pose, Real, Rotation2, lift};
use crate::shape::{
    AnyShape, ConvexPolygon, HalfSpace, Placed, Polyhedron, Rounded, Shape2, Shape3, ShapeSpace, Space2,
    Space3, Triangle,
};

/// A space in which rays are cast and shapes are swept: every one of the four.
pub trait CastSpace: RaySpace + SweepSpace {
    /// The shape that is one point.
    fn point() -> Self::Shape {
        Self::Shape::point()
    }
    /// The rotation that takes the first axes to these two unit vectors, at a right angle to each other; in
    /// the plane only `x` counts.
    #[doc(hidden)]
    fn facing(x: Self, y: Self) -> Option<Self::Rotation>;
}

/// Shapes of both dimensions, grown by a ball.
impl RayQuery {
    fn project(&self) -> Projection {
        Projection::new(self.ray)
    }
    fn ball(&self, radius: f64) -> Option<Crossing> {
        first_hit(round::ball(&self.ray, DVec3::ZERO, radius))
    }
    fn origin(&self, grown: f64) -> Option<Crossing> {
        if grown > 0.0 {
            return self.ball(grown);
        }
        first_hit(self.project().point(DVec3::ZERO))
    }
    fn capsule<V: ShapeSpace>(&self, ends: &[V; 2], radius: f64) -> Option<Crossing> {
        first_hit(round::capsule(&self.ray, ends.map(|p| self.point(p)), radius))
    }
    fn segment<V: ShapeSpace>(&self, ends: &[V; 2], grown: f64) -> Option<Crossing> {
        if grown > 0.0 {
            return self.capsule(ends, grown);
        }
        let projection = self.project();
        let [a, b] = ends.map(|p| projection.project(self.point(p)));
        first_hit(projection.segment(&a, &b, None))
    }
    fn half_space<V: ShapeSpace>(&self, h: &HalfSpace<V>, grown: f64) -> Option<Crossing> {
        let normal = lift(h.normal());
        let unit = -libm::frexp(normal.abs().max_element()).1;
        let normal = DVec3::from_array(normal.to_array().map(|x| libm::scalbn(x, unit)));
        // The factor that enlarges comes first, so that no product is subnormal unless the result is.
        let (up, down) = (unit.max(0), unit.min(0));
        let offset = libm::scalbn(libm::scalbn(h.offset().to_f64(), up) * self.scale, down);
        flat::half_space(&self.ray, normal, offset + grown * normal.length())
    }
    fn hull(&self, hull: &Polytope, grown: f64) -> Option<Crossing> {
        let projection = self.project();
        first_hit(if grown > 0.0 {
            hull.rounded_span(&projection, grown)
        } else {
            hull.span(&projection)
        })
    }
    fn curved<V: ShapeSpace>(&self, shape: &V::Shape, grown: f64) -> Option<Crossing> {
        smooth::curved(&self.ray, shape.curved()?, self.scale, grown)
    }
    fn triangle<V: Space3>(&self, triangle: &Triangle<V>, grown: f64) -> Option<Crossing> {
        let corners = triangle.vertices().map(|v| self.point(v));
        if grown > 0.0 {
            return self.hull(&Polytope::triangle(corners), grown);
        }
        let projection = self.project();
        let [a, b, c] = corners.map(|p| projection.project(p));
        first_hit(projection.triangle([&a, &b, &c], None))
    }
    fn rounded<V: ShapeSpace>(&self, r: &Rounded<V>, grown: f64, hit: GrownCast<V>) -> Option<Crossing> {
        hit(r.shape(), self, grown + self.length(r.radius()))
    }
    fn polygon<V: Space2>(&self, c: &ConvexPolygon<V>) -> Polytope {
        let vertices: Vec<_> = c.vertices().iter().map(|&v| self.point(v)).collect();
        Polytope::polygon(&vertices)
    }
    fn polyhedron<V: Space3>(&self, p: &Polyhedron<V>) -> Polytope {
        let vertex = |&i: &u32| self.point(p.vertices()[i as usize]);
        let face = |i: usize| PolytopeFace {
            corners: p.face_vertices(i).iter().map(vertex).collect(),
            normal: lift(p.face_normal(i)).normalize(),
        };
        let edges = p.edges().iter();
        let mut edges: Vec<_> = edges.map(|e| (e.vertices.map(|i| vertex(&i)), None)).collect();
        if p.rank() == 0 {
            edges.push(([vertex(&0); 2], None));
        }
        Polytope {
            faces: (0..p.face_count()).map(face).collect(),
            edges,
        }
    }
}

/// The exact test of a shape that is grown by a ball.
type GrownCast<V> = fn(&<V as ShapeSpace>::Shape, &RayQuery, f64) -> Option<Crossing>;

/// How far from the local origin a shape reaches; 0 for a half-space.
fn reach<V: ShapeSpace>(shape: &V::Shape) -> f64 {
    let b = shape.local_aabb();
    let reach = b.min.max_abs().max(b.max.max_abs());
    if reach.is_finite() { reach.to_f64() } else { 0.0 }
}

fn hit2<V: Space2 + RaySpace>(shape: &Shape2<V>, query: &RayQuery, grown: f64) -> Option<Crossing> {
    use Shape2 as S;
    match shape {
        S::Point => query.origin(grown),
        S::Segment(s) => query.segment(s.ends(), grown),
        S::Circle(b) => query.ball(query.length(b.radius()) + grown),
        S::Ellipse(_) => query.curved::<V>(shape, grown),
        S::Capsule(c) => query.capsule(c.ends(), query.length(c.radius()) + grown),
        S::Box(b) if grown == 0.0 => first_hit(flat::cuboid(&query.ray, query.point(b.half_extents()))),
        S::Box(b) => {
            let corners = [0, 1, 3, 2].map(|i| query.point(b.corner(i)));
            query.hull(&Polytope::polygon(&corners), grown)
        }
        S::Convex(c) => query.hull(&query.polygon(c), grown),
        S::HalfSpace(h) => query.half_space(h, grown),
        S::Rounded(r) => query.rounded(r, grown, hit2),
        S::Polygon(_) | S::Polyline(_) | S::Bitmap(_) | S::Compound(_) => parts::hit::<V>(shape, query),
    }
}

fn hit3<V: Space3 + RaySpace>(shape: &Shape3<V>, query: &RayQuery, grown: f64) -> Option<Crossing> {
    use Shape3 as S;
    match shape {
        S::Point => query.origin(grown),
        S::Segment(s) => query.segment(s.ends(), grown),
        S::Triangle(t) => query.triangle(t, grown),
        S::Sphere(b) => query.ball(query.length(b.radius()) + grown),
        S::Ellipsoid(_) | S::Cylinder(_) | S::Cone(_) => query.curved::<V>(shape, grown),
        S::Capsule(c) => query.capsule(c.ends(), query.length(c.radius()) + grown),
        S::Box(b) if grown == 0.0 => first_hit(flat::cuboid(&query.ray, query.point(b.half_extents()))),
        S::Box(b) => query.hull(&Polytope::cuboid(query.point(b.half_extents())), grown),
        S::Convex(c) => query.hull(&query.polyhedron(c), grown),
        S::HalfSpace(h) => query.half_space(h, grown),
        S::Rounded(r) => query.rounded(r, grown, hit3),
        S::Mesh(_) | S::Terrain(_) | S::Compound(_) => parts::hit::<V>(shape, query),
    }
}

macro_rules! impl_cast_space {
    ($($v:ty: $hit:ident, $fast_path:ident, $sweep:path, $turning:expr, $facing:expr);+) => { $(
        impl CastSpace for $v {
            fn facing(x: Self, y: Self) -> Option<Self::Rotation> {
                $facing(x, y)
            }
        }
        impl RaySpace for $v {
            fn extent(shape: &Self::Shape) -> f64 {
                reach::<$v>(shape)
            }
            fn first_hit(shape: &Self::Shape, query: &RayQuery) -> Option<Crossing> {
                $hit(shape, query, 0.0)
            }
            #[inline]
            fn filtered_hit(shape: &Self::Shape, local: &FilterRay) -> FilteredRay {
                filter::$hit(shape, local)
            }
            #[inline(always)]
            fn fast_path_hit(shape: &Self::Shape, pose: &Pose<Self>, ray: &Ray<Self>) -> FlaggedHit<Self::Double> {
                fast_path::$fast_path(shape, pose, ray)
            }
        }
        impl SweepSpace for $v {
            #[inline]
            fn sweep_fast_path(a: &Placed<'_, Self>, b: &Placed<'_, Self>, way: Self) -> Filtered<Hit<Self>> {
                $sweep(a, b, way)
            }
            #[inline]
            fn filter_turning(
                a: &Placed<'_, Self>,
                b: &Placed<'_, Self>,
                way: Self,
                rates: [AngularOf<Self>; 2],
            ) -> Filtered<Hit<Self>> {
                $turning(a, b, way, rates)
            }
        }
    )+ };
}
impl_cast_space!(
    Vec2: hit2, plane, sweep::plane, sweep::plane_turning, |x: Vec2, _| Rotation2::from_direction(x.x, x.y);
    DVec2: hit2, plane, sweep::plane, sweep::plane_turning, |x: DVec2, _| Rotation2::from_direction(x.x, x.y);
    Vec3: hit3, space, sweep::space, |_, _, _, _| None,
        |x: Vec3, y| Some(Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))));
    DVec3: hit3, space, sweep::space, |_, _, _, _| None,
        |x: DVec3, y| Some(DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))))
);
