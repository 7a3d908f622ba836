//! Moves of the parts of an assembly, one after the other: what they meet, and how near they come to the
//! others.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::body::{Body, corners_of};
use super::report::{LeastClearance, Move, MoveReport, PathContact, PathError, PathReport};
use super::swept;
use super::two_solids::{Meeting, TwoSolids};
use crate::assembly::{Assembly, Class, Part, Settings, Tolerance};
use crate::math::{Aabb, InvalidPose, Pose};
use crate::pair::{distance, intersects};

/// Parts are put in order by their distance at so many times, and at the start.
const ORDERED_BY: u32 = 4;
/// A move is divided into so many pieces to see which boxes it passes.
const PIECES: u32 = 16;

/// Follows moves of the parts of an assembly, one after the other, and reports what each meets and how near
/// it comes to the parts that do not move with it.
///
/// Two parts that are apart when a move begins meet when their closed sets do; where facets stand for curved
/// faces, when these overlap by more than the tolerance explains. So curved faces meet later than their
/// surfaces do, by the time in which they come to overlap by as much. Surfaces that overlap by less are asked
/// for as [`interference`](crate::assembly::interference()) does, each time the body has moved by a 128th of
/// its size. Parts in contact when a move begins may slide along each other or tip about an edge: they meet
/// when they overlap by more than rounding and the tolerance explain. Parts that interfere when a move begins
/// meet at time 0. A move is followed to its end, whatever it meets.
///
/// `allows` says of which pairs of parts it is asked; `watch` is called after each pair, and stops the work
/// if it breaks.
///
/// Cost: a distance for each step of a body towards another, and where facets are near each other a look at
/// each pair of them for each time that is asked about: most once for a window in which the body moves by a
/// thirty-second of its size.
///
/// ```
/// use clearance::{Pose, assembly::{Assembly, Solid, Tolerance}, d3::Shape, glam::DVec3, motion::{Move, Screw, follow}};
/// use core::ops::ControlFlow::Continue;
/// use std::sync::Arc;
/// let block = Arc::new(Solid::new(Shape::cuboid(DVec3::ONE)?, 0.0, 0.0));
/// let mut shelf = Assembly::default();
/// shelf.add("moving", block.clone(), Pose::IDENTITY);
/// shelf.add("floor", block.clone(), Pose::at(DVec3::Z * -2.0)?); // it slides on this one
/// shelf.add("stop", block.clone(), Pose::at(DVec3::X * 4.0)?);
/// let moves = [Move { parts: vec![0], screw: Screw::straight(DVec3::X * 4.0) }];
/// let report = follow(&shelf, &moves, Tolerance::Auto, &|_, _| true, &|| Continue(()))?;
/// let contacts = &report.moves[0].contacts;
/// assert_eq!((contacts.len(), contacts[0].with), (1, 2));
/// assert!((contacts[0].time - 0.5).abs() < 1e-9 && report.moves[0].is_certified);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn follow(
    assembly: &Assembly,
    moves: &[Move],
    tolerance: Tolerance,
    allows: &dyn Fn(usize, usize) -> bool,
    watch: &dyn Fn() -> ControlFlow<()>,
) -> Result<PathReport, PathError> {
    let mut now = assembly.clone();
    let mut reports = Vec::new();
    for (of, one) in moves.iter().enumerate() {
        let poses = checked(&now, one, of)?;
        reports.push(match now.in_unit() {
            Some((unit, scaled)) => {
                let one = &one.times(unit);
                let report = Follower::new(&scaled, one, unit.tolerance(tolerance), watch).report(allows)?;
                report.times(unit.inverse())
            }
            None => Follower::new(&now, one, tolerance, watch).report(allows)?,
        });
        for (part, pose) in poses {
            now.place(part, pose);
        }
    }
    Ok(PathReport {
        moves: reports,
        poses: now.parts().iter().map(|part| part.pose).collect(),
    })
}

/// The poses of the parts of move number `of` at its end.
fn checked(assembly: &Assembly, one: &Move, of: usize) -> Result<Vec<(usize, Pose<DVec3>)>, PathError> {
    if one.parts.is_empty() || one.parts.iter().any(|&part| part >= assembly.parts().len()) {
        return Err(PathError::Part { of });
    }
    if !one.screw.is_finite() {
        return Err(PathError::Motion { of });
    }
    let end = |&part: &usize| {
        let start = assembly.parts()[part].pose;
        Pose::at(DVec3::splat(one.screw.farthest(&start)))?;
        one.screw.pose(&start, 1.0).map(|pose| (part, pose))
    };
    let ends: Result<Vec<_>, InvalidPose> = one.parts.iter().map(end).collect();
    ends.map_err(|_| PathError::Motion { of })
}

/// One move.
struct Follower<'a> {
    assembly: &'a Assembly,
    /// Of all parts.
    boxes: Vec<Aabb<DVec3>>,
    one: &'a Move,
    tolerance: Tolerance,
    watch: &'a dyn Fn() -> ControlFlow<()>,
}

/// What is known of a pair before it moves.
enum Begin {
    /// They interfere.
    Interferes(Meeting),
    /// They touch, within the tolerance.
    Touches,
    Apart,
    /// It cannot be told.
    Unanswered,
}

/// A part that moves.
struct Mover<'a> {
    part: usize,
    /// `None` if it has no facets.
    body: Option<Body<'a>>,
    /// Boxes around all its places.
    passed: Vec<Aabb<DVec3>>,
}

/// A part that does not.
struct Other {
    part: usize,
    /// How far its surfaces are from those that the mover passes, at least.
    apart: f64,
    /// A distance that the way comes near to.
    near: f64,
}

impl<'a> Follower<'a> {
    fn new(
        assembly: &'a Assembly,
        one: &'a Move,
        tolerance: Tolerance,
        watch: &'a dyn Fn() -> ControlFlow<()>,
    ) -> Self {
        let boxes = assembly.parts().iter().map(|part| part.placed().aabb());
        Self {
            boxes: boxes.collect(),
            assembly,
            one,
            tolerance,
            watch,
        }
    }
    fn report(&self, allows: &dyn Fn(usize, usize) -> bool) -> Result<MoveReport, PathError> {
        let mut report = MoveReport {
            contacts: Vec::new(),
            least_clearance: None,
            is_certified: true,
        };
        for &part in &self.one.parts {
            let mover = self.mover(part);
            for other in self.others(&mover, allows) {
                self.look_at(&mover, &other, &mut report);
                if (self.watch)().is_break() {
                    return Err(PathError::Stopped);
                }
            }
        }
        report.contacts.sort_by(|p, q| p.time.total_cmp(&q.time));
        Ok(report)
    }
    fn mover(&self, part: usize) -> Mover<'a> {
        let moving = &self.assembly.parts()[part];
        Mover {
            part,
            body: Body::new(moving),
            passed: self.passed(moving, &self.boxes[part]),
        }
    }
    /// The parts that do not move, those that are near first: they bound what must be known of the others.
    fn others(&self, mover: &Mover<'_>, allows: &dyn Fn(usize, usize) -> bool) -> Vec<Other> {
        let is_other = |part: &usize| !self.one.parts.contains(part) && allows(mover.part, *part);
        let other = |part: usize| {
            let apart = self.apart(mover, part);
            let near = if apart > 0.0 {
                apart
            } else {
                self.sampled([mover.part, part])
            };
            Other { part, apart, near }
        };
        let all = 0..self.boxes.len();
        let mut others: Vec<_> = all.filter(is_other).map(other).collect();
        others.sort_by(|p, q| p.near.total_cmp(&q.near));
        others
    }
    /// How far the surfaces of a part are from all places of a mover, at least.
    fn apart(&self, mover: &Mover<'_>, other: usize) -> f64 {
        let gap = gap(&mover.passed, &self.boxes[other]);
        let parts = [mover.part, other];
        let most: f64 = parts
            .map(|i| self.assembly.parts()[i].most_bulge(&self.boxes[i]))
            .iter()
            .sum();
        match gap > 0.0 && gap < most {
            // Rarely so near: then it is worth recognising faces.
            true => (gap
                - parts
                    .map(|i| self.assembly.parts()[i].bulge())
                    .iter()
                    .sum::<f64>())
            .max(0.0),
            false => gap,
        }
    }
    /// The least distance of two parts at some times.
    fn sampled(&self, parts: [usize; 2]) -> f64 {
        let [moving, other] = parts.map(|i| &self.assembly.parts()[i]);
        let at = |i: u32| {
            let time = f64::from(i) / f64::from(ORDERED_BY);
            let pose = self.one.screw.pose(&moving.pose, time).ok()?;
            Some(distance_between(moving, &pose, other))
        };
        (0..=ORDERED_BY).filter_map(at).fold(f64::INFINITY, f64::min)
    }
    /// Boxes around all places of a part, for each piece of the time.
    fn passed(&self, part: &Part, bounds: &Aabb<DVec3>) -> Vec<Aabb<DVec3>> {
        let screw = &self.one.screw;
        let room = 0.5 * screw.greatest_speed(corners_of(bounds)) / f64::from(PIECES);
        let piece = |i: u32| {
            let pose = screw.pose(&part.pose, (f64::from(i) + 0.5) / f64::from(PIECES));
            let aabb = pose.map(|pose| part.placed_at(&pose).aabb());
            aabb.map_or(Aabb::everything(), |aabb| aabb.inflated(room))
        };
        (0..PIECES).map(piece).collect()
    }
    fn look_at(&self, mover: &Mover<'_>, other: &Other, report: &mut MoveReport) {
        let best = report.least_clearance.map_or(f64::INFINITY, |least| least.value);
        if other.apart > 0.0 && other.apart >= best {
            return;
        }
        let pair = [mover.part, other.part];
        let [moving, still] = pair.map(|i| &self.assembly.parts()[i]);
        let begin = self.begin(pair);
        report.is_certified &= !matches!(begin, Begin::Unanswered);
        let is_touching = matches!(begin, Begin::Touches);
        let body = Body::new(still);
        let solids = mover.body.as_ref().zip(body.as_ref());
        let solids =
            solids.map(|(p, q)| TwoSolids::new([p, q], &self.one.screw, self.tolerance, is_touching));
        let meeting = match begin {
            Begin::Interferes(meeting) => Some(meeting),
            _ if other.apart > 0.0 => None,
            _ => match &solids {
                Some(solids) => solids.meeting(),
                None => {
                    let met = swept::meeting([moving, still], &self.one.screw, self.tolerance, is_touching);
                    met.unwrap_or_else(|_| {
                        report.is_certified = false;
                        None
                    })
                }
            },
        };
        report.is_certified &= solids.as_ref().is_none_or(TwoSolids::is_told);
        if let Some(meeting) = meeting {
            report.is_certified &= meeting.is_resolved;
            report.contacts.push(contact(pair, &meeting));
        }
        let met = meeting.map(|meeting| meeting.time);
        let nearest = match (met.or(is_touching.then_some(0.0)), &solids) {
            (Some(time), _) => (best > 0.0).then_some((0.0, time, 0.0)),
            (None, Some(solids)) => solids.approach(best),
            (None, None) => swept::approach(moving, still, &self.one.screw, best),
        };
        if let Some((value, time, within)) = nearest {
            report.least_clearance = Some(LeastClearance {
                value,
                within,
                part: mover.part,
                with: other.part,
                time,
            });
        }
    }
    fn begin(&self, [moving, other]: [usize; 2]) -> Begin {
        let settings = Settings {
            tolerance: self.tolerance,
            ..Settings::default()
        };
        let found = self.assembly.pair(moving, other, &settings);
        let Some(found) = found else {
            return Begin::Apart;
        };
        match found.class {
            Class::Contact => Begin::Touches,
            Class::Near => Begin::Apart,
            Class::Unanswered => Begin::Unanswered,
            _ => Begin::Interferes(Meeting {
                time: 0.0,
                point: found
                    .clearance
                    .map_or(self.boxes[other].center(), |c| 0.5 * (c.point_a + c.point_b)),
                normal: found.clearance.map_or(DVec3::Z, |c| c.normal),
                is_resolved: true,
            }),
        }
    }
}

fn contact([part, with]: [usize; 2], meeting: &Meeting) -> PathContact {
    PathContact {
        part,
        with,
        time: meeting.time,
        point: meeting.point,
        normal: meeting.normal,
    }
}

/// The distance of a part at a pose from another one where it is, as their shapes are; 0 where they meet.
pub(super) fn distance_between(moving: &Part, pose: &Pose<DVec3>, other: &Part) -> f64 {
    let [moving, other] = [moving.placed_at(pose), other.placed()];
    // Whether they meet at all takes less time than that they are not apart.
    if intersects(moving, other) {
        0.0
    } else {
        distance(moving, other)
    }
}

/// How far boxes that a part passes are from another box, at least.
fn gap(passed: &[Aabb<DVec3>], bounds: &Aabb<DVec3>) -> f64 {
    passed
        .iter()
        .map(|piece| piece.distance(bounds))
        .fold(f64::INFINITY, f64::min)
}
