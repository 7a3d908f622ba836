//! What the tests of curved shapes need: which curved solid a shape is, and the normals of its border where
//! that is flat.

use alloc::vec::Vec;

use glam::DVec3;

use super::any::{AnyShape, Space2, Space3};
use super::shape2::Shape2;
use super::shape3::Shape3;
use crate::math::{Real, Vector, lift};
use crate::shape::convex::Polyhedron;

/// A curved solid other than a ball, in its own frame; of a rounded one the shape inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curved {
    /// Half the length of each axis; of an ellipse the third is 0.
    Ellipsoid(DVec3),
    /// Around Y.
    Cylinder {
        /// Half the length along Y.
        half_height: f64,
        /// Of the cross-section.
        radius: f64,
    },
    /// Around Y, apex up.
    Cone {
        /// Half the length along Y.
        half_height: f64,
        /// Of the base.
        radius: f64,
    },
}

impl Curved {
    /// With all lengths multiplied.
    pub(crate) fn scaled(self, by: f64) -> Self {
        match self {
            Self::Ellipsoid(radii) => Self::Ellipsoid(radii * by),
            Self::Cylinder { half_height, radius } => Self::Cylinder {
                half_height: half_height * by,
                radius: radius * by,
            },
            Self::Cone { half_height, radius } => Self::Cone {
                half_height: half_height * by,
                radius: radius * by,
            },
        }
    }
}

/// The normals, in the local frame, of the planes that touch a convex shape in more than a point.
///
/// Where two shapes touch with a flat part of one, or with a straight line of each, the normal of the
/// separating plane is one of these or a cross product of two axes.
#[derive(Clone, Debug, Default)]
pub struct FlatNormals {
    /// Outward normals of flat faces; in the plane, of edges.
    pub normals: Vec<DVec3>,
    /// Normals of planes that touch the shape along a straight line; none in the plane.
    pub circles: Vec<NormalCircle>,
}

impl FlatNormals {
    fn new(normals: impl Into<Vec<DVec3>>, circles: impl Into<Vec<NormalCircle>>) -> Self {
        let (normals, circles) = (normals.into(), circles.into());
        Self { normals, circles }
    }
}

/// A circle of unit vectors, `axis · n = height`: on the Gauss map, the normals of planes that touch a shape
/// along a straight line. For an edge and for the side of a cylinder the height is 0, for that of a cone not.
#[derive(Clone, Copy, Debug)]
pub struct NormalCircle {
    /// Of length 1.
    pub axis: DVec3,
    /// Between -1 and 1.
    pub height: f64,
    /// `height² + width² = 1`, to the last bit even where the height is nearly 1.
    pub width: f64,
}

impl NormalCircle {
    /// The circle with the opposite height.
    pub fn mirrored(self) -> Self {
        Self {
            height: -self.height,
            ..self
        }
    }
    /// The great circle perpendicular to `axis`.
    pub fn across(axis: DVec3) -> Self {
        Self {
            axis,
            height: 0.0,
            width: 1.0,
        }
    }
}

/// The edges of polyhedra with more edges than this are left to the search.
const MOST_EDGES: usize = 64;

fn both_ways(v: DVec3) -> [DVec3; 2] {
    [v, -v]
}

pub(super) fn curved2<V: Space2>(shape: &Shape2<V>) -> Option<Curved> {
    match shape {
        Shape2::Ellipse(e) => Some(Curved::Ellipsoid(lift(e.radii()))),
        Shape2::Rounded(r) => curved2(r.shape()),
        _ => None,
    }
}

pub(super) fn curved3<V: Space3>(shape: &Shape3<V>) -> Option<Curved> {
    Some(match shape {
        Shape3::Ellipsoid(e) => Curved::Ellipsoid(lift(e.radii())),
        Shape3::Cylinder(c) => Curved::Cylinder {
            half_height: c.half_height().to_f64(),
            radius: c.radius().to_f64(),
        },
        Shape3::Cone(c) => Curved::Cone {
            half_height: c.half_height().to_f64(),
            radius: c.radius().to_f64(),
        },
        Shape3::Rounded(r) => return curved3(r.shape()),
        _ => return None,
    })
}

pub(super) fn flat_normals2<V: Space2>(shape: &Shape2<V>) -> FlatNormals {
    let normals = match shape {
        Shape2::Box(_) => [DVec3::X, DVec3::Y].into_iter().flat_map(both_ways).collect(),
        Shape2::Convex(c) => c.normals().iter().map(|&n| lift(n)).collect(),
        Shape2::Segment(_) | Shape2::Capsule(_) => rod::<V>(shape)
            .map(|along| DVec3::new(-along.y, along.x, 0.0))
            .map_or(Vec::new(), |n| both_ways(n).into()),
        Shape2::Rounded(r) => return flat_normals2(r.shape()),
        _ => Vec::new(),
    };
    FlatNormals::new(normals, [])
}

pub(super) fn flat_normals3<V: Space3>(shape: &Shape3<V>) -> FlatNormals {
    match shape {
        Shape3::Box(_) => {
            let normals: Vec<_> = DVec3::AXES.into_iter().flat_map(both_ways).collect();
            FlatNormals::new(normals, DVec3::AXES.map(NormalCircle::across))
        }
        Shape3::Convex(p) => polyhedron(p),
        Shape3::Triangle(t) => {
            let [a, b, c] = t.vertices().map(lift);
            let edges = [b - a, c - b, a - c].into_iter().filter_map(Vector::normalized);
            let normal = (b - a).cross(c - a).normalized();
            let circles: Vec<_> = edges.map(NormalCircle::across).collect();
            FlatNormals::new(normal.map_or(Vec::new(), |n| both_ways(n).into()), circles)
        }
        Shape3::Segment(_) | Shape3::Capsule(_) => {
            let circle = rod::<V>(shape).map(NormalCircle::across);
            FlatNormals::new([], circle.into_iter().collect::<Vec<_>>())
        }
        Shape3::Cylinder(_) => FlatNormals::new(both_ways(DVec3::Y), [NormalCircle::across(DVec3::Y)]),
        Shape3::Cone(c) => {
            let (height, radius) = (2.0 * c.half_height().to_f64(), c.radius().to_f64());
            let side = libm::hypot(height, radius);
            let side = NormalCircle {
                axis: DVec3::Y,
                height: radius / side,
                width: height / side,
            };
            FlatNormals::new([DVec3::NEG_Y], [side])
        }
        Shape3::Rounded(r) => flat_normals3(r.shape()),
        _ => FlatNormals::default(),
    }
}

/// The direction between the ends of a segment or capsule.
fn rod<V: super::any::ShapeSpace>(shape: &V::Shape) -> Option<DVec3> {
    let core = shape.core()?;
    let [first, .., last] = &*core.vertices else {
        return None;
    };
    (lift(*last) - lift(*first)).normalized()
}

fn polyhedron<V: Space3>(p: &Polyhedron<V>) -> FlatNormals {
    let corner = |i: u32| lift(p.vertices()[i as usize]);
    let direction = |[i, j]: [u32; 2]| (corner(j) - corner(i)).normalized();
    let edges = if p.edges().len() <= MOST_EDGES {
        p.edges()
    } else {
        &[]
    };
    FlatNormals {
        normals: p.face_normals().iter().map(|&n| lift(n)).collect(),
        circles: edges
            .iter()
            .filter_map(|e| direction(e.vertices))
            .map(NormalCircle::across)
            .collect(),
    }
}
