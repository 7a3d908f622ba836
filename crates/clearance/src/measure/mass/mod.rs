//! Volume, center and inertia of one shape.
//!
//! Meshes, polygons and convex shapes: the signed simplices over their facets, from a point near their
//! middle, so that far from the origin nothing cancels (Tonon, "Explicit exact formulas for the 3-D
//! tetrahedron inertia tensor", 2004). Curved shapes have closed forms. Everything is computed in the shape's
//! own directions, in a unit near its size in the world; then it is turned and moved.

mod moments;

use core::f64::consts::PI;

use glam::{DMat3, DVec3};

use crate::exact::number::round::times_power_of_two;
use crate::math::{Aabb, DoubleFrame, Place, Pose, Real, Vector, lift};
use crate::measure::borders::{border2, border3};
use crate::measure::error::Unmeasured;
use crate::pair::PairSpace;
use crate::shape::{AnyShape, Border, Mesh, Placed, Shape2, Shape3, ShapeSpace, Space2, Space3};
use moments::{BorderSum, Moments};

/// Volume, center and inertia of a body of density 1.
///
/// All is in double precision, in the world. A volume or inertia that no number can hold is infinite or 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties<V: Vector> {
    /// The volume; in the plane the area.
    pub volume: f64,
    /// The center of mass.
    pub center: V::Double,
    /// The inertia about the center, row by row; symmetric. In the plane `inertia[2][2]` is the one about
    /// the center in the plane, and the other entries are those of a thin plate.
    pub inertia: [[f64; 3]; 3],
}

/// How a place in the world is taken in the unit.
#[derive(Clone, Copy)]
pub(in crate::measure) struct Scaled {
    frame: DoubleFrame,
    /// Lengths in the world are divided by two to this power.
    unit: i64,
    /// That as a factor, where it is a float.
    factor: Option<f64>,
}

impl Scaled {
    fn new<V: PairSpace>(place: &Place<'_, V>, unit: i64) -> Self {
        Self {
            frame: DoubleFrame::of_place(place),
            unit,
            factor: (unit.abs() < 1000).then(|| times_power_of_two(1.0, -unit)),
        }
    }
    fn length<S: Real>(&self, x: S) -> f64 {
        let length = x.to_f64() * self.frame.scale;
        match self.factor {
            Some(factor) => length * factor,
            None => times_power_of_two(length, -self.unit),
        }
    }
    /// A local point or way, in the shape's own directions.
    fn point<V: PairSpace>(&self, p: V) -> DVec3 {
        self.way(lift(p))
    }
    fn way(&self, p: DVec3) -> DVec3 {
        DVec3::new(self.length(p.x), self.length(p.y), self.length(p.z))
    }
    /// In the world's directions.
    fn placed(&self, moments: &Moments) -> Moments {
        let origin = self.frame.origin().to_array();
        let position = DVec3::from(origin.map(|x| times_power_of_two(x, -self.unit)));
        let turn = self.frame.seen_from(self.frame.origin());
        moments.placed(&turn).moved(position)
    }
}

/// How the moments of a shape of one dimension are found, in its own directions.
type Own<V> = fn(&<V as ShapeSpace>::Shape, &Scaled) -> Result<Moments, Unmeasured>;

/// The moments of a placed shape.
pub(in crate::measure) fn mass_of<V: PairSpace>(
    shape: Placed<'_, V>,
    own: Own<V>,
) -> Result<MassProperties<V>, Unmeasured> {
    let around = shape.aabb();
    let size = (around.max - around.min).max_abs().to_f64();
    if !size.is_finite() {
        return Err(Unmeasured::Unbounded);
    }
    let unit = unit_near(size);
    let moments = placed_moments(&shape, unit, own)?;
    let dimension = V::DIM as i64;
    let in_world = |x: f64, power: i64| times_power_of_two(x, unit * power) + 0.0;
    let center = moments.center.to_array();
    Ok(MassProperties {
        volume: in_world(moments.volume, dimension),
        center: V::Double::from_fn(|i| in_world(center[i], 1)),
        inertia: moments
            .inertia()
            .transpose()
            .to_cols_array_2d()
            .map(|row| row.map(|x| in_world(x, dimension + 2))),
    })
}

fn placed_moments<V: PairSpace>(
    shape: &Placed<'_, V>,
    unit: i64,
    own: Own<V>,
) -> Result<Moments, Unmeasured> {
    let Some(parts) = shape.shape.parts().filter(|p| p.holds_any_shape()) else {
        let scaled = Scaled::new(&shape.place, unit);
        return Ok(scaled.placed(&own(shape.shape, &scaled)?));
    };
    let mut all = Moments::NONE;
    for i in 0..parts.part_count() {
        let part = parts.part(i);
        let moments = part.placed_in(&shape.place, |placed| placed_moments(&placed, unit, own))?;
        all = all.plus(&moments);
    }
    Ok(all)
}

/// The volume of a mesh that is a solid, in its own frame.
///
/// That of its [`mass_properties`](crate::measure::mass_properties), bit by bit, for those who have no other
/// shapes.
pub(crate) fn mesh_volume<V: Space3 + PairSpace>(mesh: &Mesh<V>) -> f64 {
    let (pose, bounds) = (Pose::IDENTITY, mesh.bounds());
    let unit = unit_near((bounds.max - bounds.min).max_abs().to_f64());
    let moments = by_border(mesh, &Scaled::new(&Place::<V>::world(&pose), unit));
    times_power_of_two(moments.volume, 3 * unit) + 0.0
}

/// The power of two near a size.
fn unit_near(size: f64) -> i64 {
    match size > 0.0 {
        true => i64::from(libm::ilogb(size)),
        false => 0,
    }
}

/// A shape of the plane.
pub(in crate::measure) fn mass2<V: Space2 + PairSpace>(
    shape: &Shape2<V>,
    at: &Scaled,
) -> Result<Moments, Unmeasured> {
    Ok(match shape {
        Shape2::Circle(b) => ellipse(DVec3::new(at.length(b.radius()), at.length(b.radius()), 0.0)),
        Shape2::Ellipse(e) => ellipse(at.point(e.radii())),
        Shape2::Capsule(c) => rod(c.ends().map(|p| at.point(p)), at.length(c.radius()), capsule2),
        other => by_border(border2(other)?.get(), at),
    })
}

/// A shape of space.
pub(in crate::measure) fn mass3<V: Space3 + PairSpace>(
    shape: &Shape3<V>,
    at: &Scaled,
) -> Result<Moments, Unmeasured> {
    Ok(match shape {
        Shape3::Sphere(b) => ellipsoid(DVec3::splat(at.length(b.radius()))),
        Shape3::Ellipsoid(e) => ellipsoid(at.point(e.radii())),
        Shape3::Capsule(c) => rod(c.ends().map(|p| at.point(p)), at.length(c.radius()), capsule3),
        Shape3::Cylinder(c) => cylinder(at.length(c.half_height()), at.length(c.radius())),
        Shape3::Cone(c) => cone(at.length(c.half_height()), at.length(c.radius())),
        Shape3::Box(c) if lift(c.half_extents()).min_element() > 0.0 => cuboid(at.point(c.half_extents())),
        other => by_border(border3(other)?.get(), at),
    })
}

/// A solid or region from its facets.
fn by_border<V: PairSpace>(border: &dyn Border<V>, at: &Scaled) -> Moments {
    let inner = border.pose().map(DoubleFrame::of_pose);
    let corner = |(i, k): (usize, usize)| {
        let p = lift(border.corner(i, k));
        at.way(inner.map_or(p, |frame| frame.outward(p * frame.scale)))
    };
    let all = (0..border.facet_count()).flat_map(|i| (0..V::DIM).map(move |k| (i, k)));
    let around = Aabb::from_points(all.map(corner));
    let middle = around.map_or(DVec3::ZERO, |b| b.center());
    let mut sum = BorderSum::EMPTY;
    for i in 0..border.facet_count() {
        let corners = [0, 1, 2].map(|k| match k < V::DIM {
            true => corner((i, k)) - middle,
            false => DVec3::ZERO,
        });
        sum.add(&corners[..V::DIM]);
    }
    sum.moments(V::DIM).moved(middle)
}

fn cuboid(half: DVec3) -> Moments {
    let volume = 8.0 * half.x * half.y * half.z;
    Moments::symmetric(volume, half * half * (volume / 3.0))
}

fn ellipsoid(radii: DVec3) -> Moments {
    let volume = 4.0 / 3.0 * PI * radii.x * radii.y * radii.z;
    Moments::symmetric(volume, radii * radii * (volume / 5.0))
}

fn ellipse(radii: DVec3) -> Moments {
    let area = PI * radii.x * radii.y;
    Moments::symmetric(area, radii * radii * (area / 4.0))
}

fn cylinder(half_height: f64, radius: f64) -> Moments {
    let volume = 2.0 * PI * radius * radius * half_height;
    let across = radius * radius / 4.0;
    let along = half_height * half_height / 3.0;
    Moments::symmetric(volume, DVec3::new(across, along, across) * volume)
}

/// The center of a cone is a quarter of its height above its base.
fn cone(half_height: f64, radius: f64) -> Moments {
    let volume = 2.0 / 3.0 * PI * radius * radius * half_height;
    let across = radius * radius * (3.0 / 20.0);
    let along = half_height * half_height * (3.0 / 20.0);
    Moments::symmetric(volume, DVec3::new(across, along, across) * volume).moved(DVec3::new(
        0.0,
        -0.5 * half_height,
        0.0,
    ))
}

/// A capsule of half length `half` along x, without its pose.
fn capsule3(half: f64, radius: f64) -> Moments {
    let rod = cylinder(half, radius);
    let turned = Moments {
        second: DMat3::from_diagonal(DVec3::new(
            rod.second.y_axis.y,
            rod.second.x_axis.x,
            rod.second.x_axis.x,
        )),
        ..rod
    };
    // Half a ball has its center 3/8 of the radius from its face.
    let ball = ellipsoid(DVec3::splat(radius));
    with_caps(turned, ball, 3.0 / 8.0 * radius, half)
}

fn capsule2(half: f64, radius: f64) -> Moments {
    let area = 4.0 * half * radius;
    let rod = Moments::symmetric(area, DVec3::new(half * half, radius * radius, 0.0) * (area / 3.0));
    let disc = ellipse(DVec3::new(radius, radius, 0.0));
    with_caps(rod, disc, 4.0 / (3.0 * PI) * radius, half)
}

/// Adds the two halves of a ball at the ends of a rod; `center` is that of half a ball, from its face.
fn with_caps(rod: Moments, ball: Moments, center: f64, half: f64) -> Moments {
    let volume = ball.volume / 2.0;
    let along = ball.second.x_axis.x / 2.0 - volume * center * center;
    let across = ball.second.y_axis.y / 2.0;
    let flat = ball.second.z_axis.z / 2.0;
    let cap = Moments::symmetric(volume, DVec3::new(along, across, flat));
    [1.0, -1.0].into_iter().fold(rod, |all, way| {
        all.plus(&cap.moved(DVec3::X * (way * (half + center))))
    })
}

/// A capsule between two ends, from one along x.
fn rod(ends: [DVec3; 2], radius: f64, along_x: fn(f64, f64) -> Moments) -> Moments {
    let way = (ends[1] - ends[0]) * 0.5;
    let own = along_x(way.length(), radius);
    let x = way.try_normalize().unwrap_or(DVec3::X);
    let (across, along) = (own.second.y_axis.y, own.second.x_axis.x);
    let turned = DMat3::from_cols(x * x.x, x * x.y, x * x.z) * (along - across);
    let round = DVec3::new(
        across,
        across,
        if own.second.z_axis.z == 0.0 { 0.0 } else { across },
    );
    Moments {
        second: turned + DMat3::from_diagonal(round),
        ..own
    }
    .moved((ends[0] + ends[1]) * 0.5)
}
