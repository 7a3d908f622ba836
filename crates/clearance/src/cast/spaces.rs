//! The four spaces: which ray test serves which shape, one match for each dimension, and which sweeps have a
//! fast path.

use alloc::vec::Vec;

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::ray::Ray;
use super::ray::exact::along::Sight;
use super::ray::exact::hull::{Face, Hull};
use super::ray::exact::line::{Crossing, Span, first_hit};
use super::ray::exact::{flat, round, smooth};
use super::ray::fast_path;
use super::ray::fast_path::Outcome;
use super::ray::filter;
use super::ray::filter::{Aim, Verdict};
use super::ray::parts;
use super::ray::space::{Hits, RaySpace};
use super::sweep;
use super::sweep::Hit;
use super::sweep::space::{AngularOf, SweepSpace};
use crate::math::{Pose, Real, lift};
use crate::shape::{
    AnyShape, ConvexPolygon, HalfSpace, Placed, Polyhedron, Rounded, Shape2, Shape3, ShapeSpace, Space2,
    Space3,
};

/// A space in which rays are cast and shapes are swept: every one of the four.
pub trait CastSpace: RaySpace + SweepSpace {
    /// The shape that is one point.
    fn point() -> Self::Shape {
        Self::Shape::point()
    }
}

impl Hits {
    fn sight(&self) -> Sight {
        Sight::new(self.ray)
    }
    fn point_span(&self) -> Option<Span> {
        self.sight().point(DVec3::ZERO)
    }
    fn segment<V: ShapeSpace>(&self, ends: [V; 2]) -> Option<Span> {
        let sight = self.sight();
        let [a, b] = ends.map(|p| sight.see(self.point(p)));
        sight.segment(&a, &b, None)
    }
    fn capsule<V: ShapeSpace>(&self, ends: [V; 2], radius: f64) -> Option<Span> {
        round::capsule(&self.ray, ends.map(|p| self.point(p)), radius)
    }
    fn half_space<V: ShapeSpace>(&self, h: &HalfSpace<V>, grown: f64) -> Option<Crossing> {
        let normal = lift(h.normal());
        let unit = -libm::frexp(normal.abs().max_element()).1;
        let normal = DVec3::from_array(normal.to_array().map(|x| libm::scalbn(x, unit)));
        // What makes it larger comes first: neither product is subnormal but where the other would be, too.
        let (up, down) = (unit.max(0), unit.min(0));
        let offset = libm::scalbn(libm::scalbn(h.offset().to_f64(), up) * self.scale, down);
        flat::half_space(&self.ray, normal, offset + grown * normal.length())
    }
    fn hull(&self, hull: &Hull, grown: f64) -> Option<Crossing> {
        let sight = self.sight();
        first_hit(if grown > 0.0 {
            hull.rounded_span(&sight, grown)
        } else {
            hull.span(&sight)
        })
    }
}

/// How far from the local origin a shape reaches; 0 for a half-space.
fn reach<V: ShapeSpace>(shape: &V::Shape) -> f64 {
    let b = shape.local_aabb();
    let reach = b.min.max_abs().max(b.max.max_abs());
    if reach.is_finite() { reach.to_f64() } else { 0.0 }
}

fn polygon<V: Space2>(hits: &Hits, c: &ConvexPolygon<V>) -> Hull {
    let vertices: Vec<_> = c.vertices().iter().map(|&v| hits.point(v)).collect();
    Hull::polygon(&vertices)
}

fn polyhedron<V: Space3>(hits: &Hits, p: &Polyhedron<V>) -> Hull {
    let vertex = |&i: &u32| hits.point(p.vertices()[i as usize]);
    let face = |i: usize| Face {
        corners: p.face_vertices(i).iter().map(vertex).collect(),
        normal: lift(p.face_normal(i)).normalize(),
    };
    let mut edges: Vec<_> = p
        .edges()
        .iter()
        .map(|e| (e.vertices.map(|i| vertex(&i)), None))
        .collect();
    if p.rank() == 0 {
        edges.push(([vertex(&0); 2], None));
    }
    Hull {
        faces: (0..p.face_count()).map(face).collect(),
        edges,
    }
}

fn hit2<V: Space2 + RaySpace>(shape: &Shape2<V>, hits: &Hits, grown: f64) -> Option<Crossing> {
    use Shape2 as S;
    let ray = &hits.ray;
    match shape {
        S::Point if grown == 0.0 => first_hit(hits.point_span()),
        S::Point => first_hit(round::ball(ray, DVec3::ZERO, grown)),
        S::Segment(s) if grown == 0.0 => first_hit(hits.segment(*s.ends())),
        S::Segment(s) => first_hit(hits.capsule(*s.ends(), grown)),
        S::Circle(b) => first_hit(round::ball(ray, DVec3::ZERO, hits.length(b.radius()) + grown)),
        S::Ellipse(e) => smooth::ellipsoid(ray, hits.point(e.radii()), grown),
        S::Capsule(c) => first_hit(hits.capsule(*c.ends(), hits.length(c.radius()) + grown)),
        S::Box(b) if grown == 0.0 => first_hit(flat::cuboid(ray, hits.point(b.half_extents()))),
        S::Box(b) => {
            let corners = [0, 1, 3, 2].map(|i| hits.point(b.corner(i)));
            hits.hull(&Hull::polygon(&corners), grown)
        }
        S::Convex(c) => hits.hull(&polygon(hits, c), grown),
        S::HalfSpace(h) => hits.half_space(h, grown),
        S::Rounded(r) => hit_rounded(r, hits, grown, hit2),
        S::Polygon(_) | S::Polyline(_) | S::Bitmap(_) | S::Compound(_) => parts::hit::<V>(shape, hits),
    }
}

fn hit3<V: Space3 + RaySpace>(shape: &Shape3<V>, hits: &Hits, grown: f64) -> Option<Crossing> {
    use Shape3 as S;
    let ray = &hits.ray;
    match shape {
        S::Point if grown == 0.0 => first_hit(hits.point_span()),
        S::Point => first_hit(round::ball(ray, DVec3::ZERO, grown)),
        S::Segment(s) if grown == 0.0 => first_hit(hits.segment(*s.ends())),
        S::Segment(s) => first_hit(hits.capsule(*s.ends(), grown)),
        S::Triangle(t) => triangle(t.vertices().map(|v| hits.point(v)), hits, grown),
        S::Sphere(b) => first_hit(round::ball(ray, DVec3::ZERO, hits.length(b.radius()) + grown)),
        S::Ellipsoid(e) => smooth::ellipsoid(ray, hits.point(e.radii()), grown),
        S::Capsule(c) => first_hit(hits.capsule(*c.ends(), hits.length(c.radius()) + grown)),
        S::Cylinder(c) => smooth::cylinder(ray, hits.length(c.half_height()), hits.length(c.radius()), grown),
        S::Cone(c) => smooth::cone(ray, hits.length(c.half_height()), hits.length(c.radius()), grown),
        S::Box(b) if grown == 0.0 => first_hit(flat::cuboid(ray, hits.point(b.half_extents()))),
        S::Box(b) => hits.hull(&Hull::cuboid(hits.point(b.half_extents())), grown),
        S::Convex(c) => hits.hull(&polyhedron(hits, c), grown),
        S::HalfSpace(h) => hits.half_space(h, grown),
        S::Rounded(r) => hit_rounded(r, hits, grown, hit3),
        S::Mesh(_) | S::Terrain(_) | S::Compound(_) => parts::hit::<V>(shape, hits),
    }
}

fn triangle(corners: [DVec3; 3], hits: &Hits, grown: f64) -> Option<Crossing> {
    if grown > 0.0 {
        return hits.hull(&Hull::triangle(corners), grown);
    }
    let sight = hits.sight();
    let [a, b, c] = corners.map(|p| sight.see(p));
    first_hit(sight.triangle([&a, &b, &c], None))
}

fn hit_rounded<V: ShapeSpace>(
    r: &Rounded<V>,
    hits: &Hits,
    grown: f64,
    inner: impl Fn(&V::Shape, &Hits, f64) -> Option<Crossing>,
) -> Option<Crossing> {
    inner(r.shape(), hits, grown + hits.length(r.radius()))
}

macro_rules! impl_cast_space {
    ($($v:ty: $hit:ident, $quick:ident, $at_once:ident, $meet:path, $turning:expr);+) => { $(
        impl CastSpace for $v {}
        impl RaySpace for $v {
            fn extent(shape: &Self::Shape) -> f64 {
                reach::<$v>(shape)
            }
            fn first_hit(shape: &Self::Shape, hits: &Hits) -> Option<Crossing> {
                $hit(shape, hits, 0.0)
            }
            #[inline]
            fn quick_hit(shape: &Self::Shape, aim: &Aim) -> Verdict {
                filter::$quick(shape, aim)
            }
            #[inline(always)]
            fn at_once(shape: &Self::Shape, pose: &Pose<Self>, ray: &Ray<Self>) -> Outcome<Self::Double> {
                fast_path::$at_once(shape, pose, ray)
            }
        }
        impl SweepSpace for $v {
            #[inline(always)]
            fn meet_at_once(a: &Placed<'_, Self>, b: &Placed<'_, Self>, way: Self) -> Option<Option<Hit<Self>>> {
                $meet(a, b, way)
            }
            #[inline(always)]
            fn meet_turning(
                a: &Placed<'_, Self>,
                b: &Placed<'_, Self>,
                way: Self,
                rates: [AngularOf<Self>; 2],
            ) -> Option<Option<Hit<Self>>> {
                $turning(a, b, way, rates)
            }
        }
    )+ };
}
impl_cast_space!(
    Vec2: hit2, hit2, plane, sweep::plane, sweep::plane_turning;
    DVec2: hit2, hit2, plane, sweep::plane, sweep::plane_turning;
    Vec3: hit3, hit3, space, sweep::space, |_, _, _, _| None;
    DVec3: hit3, hit3, space, sweep::space, |_, _, _, _| None
);
