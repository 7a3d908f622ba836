//! When two moving convex shapes first meet.
//!
//! A sweep of clearance takes a unit of time and ends; a cast of parry may go on without end. So a straight
//! cast is cut where the two have surely passed each other: after the balls around both have. Against a
//! half-space the time is that of the gap at the speed of the approach, in closed form.
//!
//! A distance that is to be kept is a ball added to one of the two. An overlap at the start counts unless the
//! caller asks to go on where the motion leads out of it: clearance's [`Start::ReleaseOverlap`].

use clearance::cast::{Motion, Start, SweepHit, sweep};
use clearance::math::Place;
use clearance::{Placed, Pose, clearance};
use parry::math::{Pose as ParryPose, Real, Vector};
use parry::query::details::ShapeCastOptions;
use parry::query::{NonlinearRigidMotion, ShapeCastHit, ShapeCastStatus, Unsupported};
use parry::shape::Shape as ParryShape;

use crate::numbers::{Local, Point, Shape, point, pose};
use crate::pair::Pair;
use crate::shape::{Mapped, mapped};

/// How far beyond the end of its way a straight cast is looked at: more than all rounding.
const BEYOND: f64 = 1.001;

fn start(stop_at_penetration: bool) -> Start {
    if stop_at_penetration {
        Start::Touching
    } else {
        Start::ReleaseOverlap
    }
}

/// `parry::query::cast_shapes` for two convex shapes.
pub(crate) fn straight(
    pos12: &ParryPose,
    velocity: Vector,
    g1: &dyn ParryShape,
    g2: &dyn ParryShape,
    options: ShapeCastOptions,
) -> Result<Option<ShapeCastHit>, Unsupported> {
    let pair = Pair::new(pos12, g1, g2)?;
    let velocity = point(velocity);
    let Some(end) = end_of_way(&pair, [g1, g2], velocity, options)? else {
        return Ok(None);
    };
    let grown = match options.target_distance {
        0.0 => None,
        target => Some(grown(Pair::new(pos12, g1, g2)?, g1, target)?),
    };
    let [a, b] = grown.as_ref().unwrap_or(&pair).placed();
    let motion = Motion::linear(velocity * end);
    let hit = sweep(a, &Motion::none(), b, &motion, start(options.stop_at_penetration));
    let Some(hit) = hit.map_err(|_| Unsupported)? else {
        return Ok(None);
    };
    let time = hit.time * end;
    let there = pair
        .pose
        .moved_to(pair.pose.position() + velocity * time)
        .map_err(|_| Unsupported)?;
    let places = [Place::world(&Pose::IDENTITY), Place::world(&there)];
    impact([&pair.a, &pair.b], places, &hit, time, options.target_distance).map(Some)
}

/// The time after which the two cannot meet any more, at most the one asked for; `None` where they never
/// meet.
fn end_of_way(
    pair: &Pair,
    [g1, g2]: [&dyn ParryShape; 2],
    velocity: Point,
    options: ShapeCastOptions,
) -> Result<Option<f64>, Unsupported> {
    let (most, target) = (
        f64::from(options.max_time_of_impact),
        f64::from(options.target_distance),
    );
    let is_flat = [g1, g2].map(|g| g.as_halfspace().is_some());
    let end = if is_flat[0] || is_flat[1] {
        let c = pair.clearance()?;
        let speed = -velocity.dot(c.normal);
        let gap = (c.distance - target).max(0.0);
        if gap == 0.0 {
            1.0
        } else if speed > 0.0 {
            gap / speed
        } else {
            return Ok(None);
        }
    } else {
        let [s1, s2] = [g1, g2].map(|g| g.compute_local_bounding_sphere());
        let apart = pair.pose.frame().point(point(s2.center)) - point(s1.center);
        let reach = apart.length() + f64::from(s1.radius) + f64::from(s2.radius) + target;
        let speed = velocity.length();
        if speed > 0.0 { reach / speed } else { 1.0 }
    };
    Ok(Some(if end > 0.0 && end.is_finite() {
        most.min(end * BEYOND)
    } else {
        most.min(1.0)
    }))
}

/// The pair with a distance added to one of them that is no half-space.
fn grown(pair: Pair, g1: &dyn ParryShape, target: Real) -> Result<Pair, Unsupported> {
    let Pair { a, b, pose } = pair;
    let (a, b) = match g1.as_halfspace() {
        Some(_) => (Some(a), b.grown(target)),
        None => (a.grown(target), Some(b)),
    };
    Ok(Pair {
        a: a.ok_or(Unsupported)?,
        b: b.ok_or(Unsupported)?,
        pose,
    })
}

/// The hit as parry reports it: the closest or deepest points of both where they are then, each in its own
/// frame.
fn impact(
    shapes: [&Shape; 2],
    places: [Place<'_, Point>; 2],
    hit: &SweepHit<Point>,
    time: f64,
    target: Real,
) -> Result<ShapeCastHit, Unsupported> {
    let [a, b] = [0, 1].map(|i| Placed {
        shape: shapes[i],
        place: places[i],
    });
    let c = clearance(a, b).map_err(|_| Unsupported)?;
    let [first, second] = places.map(|place| Local(place.frame()));
    let status = if !hit.is_resolved {
        ShapeCastStatus::OutOfIterations
    } else if hit.time == 0.0 && c.distance < target.into() {
        ShapeCastStatus::PenetratingOrWithinTargetDist
    } else {
        ShapeCastStatus::Converged
    };
    Ok(ShapeCastHit {
        time_of_impact: time as Real,
        witness1: first.point(c.point_a),
        witness2: second.point(c.point_b),
        normal1: first.direction(c.normal),
        normal2: second.direction(-c.normal),
        status,
        subshape1: 0,
        subshape2: 0,
    })
}

/// A shape that moves and turns about a point of its own, which clearance turns about the position of the
/// outer of two poses.
struct Turning {
    shape: Mapped,
    inner: Pose<Point>,
    outer: Pose<Point>,
    motion: Motion<Point>,
}

impl Turning {
    /// From `from` on, in `span` as the unit of time.
    fn new(shape: &dyn ParryShape, motion: &NonlinearRigidMotion, from: f64, span: f64) -> Option<Self> {
        let start = pose(&motion.start)?;
        let (center, linear, angular) = (point(motion.local_center), point(motion.linvel), angular(motion));
        let at_zero = start.moved_to(start.frame().point(center)).ok()?;
        let motion = Motion { linear, angular };
        Some(Self {
            shape: mapped(shape)?,
            inner: Pose::at(-center).ok()?,
            outer: motion.at(&at_zero, from).ok()?,
            motion: motion.part(span),
        })
    }
    /// Where it is if the outer pose is `outer`.
    fn placed<'p>(&'p self, outer: &'p Place<'p, Point>) -> Placed<'p, Point> {
        let place = Place {
            pose: &self.inner,
            outer: Some(outer),
        };
        Placed {
            shape: &*self.shape,
            place,
        }
    }
}

#[cfg(feature = "dim2")]
fn angular(motion: &NonlinearRigidMotion) -> f64 {
    motion.angvel.into()
}
#[cfg(feature = "dim3")]
fn angular(motion: &NonlinearRigidMotion) -> Point {
    point(motion.angvel)
}

/// `parry::query::cast_shapes_nonlinear` for two convex shapes.
pub(crate) fn turning(
    shapes: [&dyn ParryShape; 2],
    motions: [&NonlinearRigidMotion; 2],
    [from, to]: [Real; 2],
    stop_at_penetration: bool,
) -> Result<Option<ShapeCastHit>, Unsupported> {
    let (from, span) = (f64::from(from), f64::from(to) - f64::from(from));
    let turning = |i: usize| Turning::new(shapes[i], motions[i], from, span).ok_or(Unsupported);
    let [a, b] = [turning(0)?, turning(1)?];
    let outer = [Place::world(&a.outer), Place::world(&b.outer)];
    let (placed_a, placed_b) = (a.placed(&outer[0]), b.placed(&outer[1]));
    let start = start(stop_at_penetration);
    let hit = sweep(placed_a, &a.motion, placed_b, &b.motion, start).map_err(|_| Unsupported)?;
    let Some(hit) = hit else {
        return Ok(None);
    };
    let there = |of: &Turning| of.motion.at(&of.outer, hit.time).map_err(|_| Unsupported);
    let there = [there(&a)?, there(&b)?];
    let outer = [Place::world(&there[0]), Place::world(&there[1])];
    let places = [a.placed(&outer[0]).place, b.placed(&outer[1]).place];
    impact([&a.shape, &b.shape], places, &hit, from + hit.time * span, 0.0).map(Some)
}
