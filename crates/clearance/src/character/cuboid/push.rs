//! How moving objects carry and push a box, depenetration, and whether the box is crushed in the end.

use alloc::vec::Vec;

use glam::DVec3;
use smallvec::SmallVec;

use super::ground::{NEAR, TOO_DEEP};
use super::obstacle::{BoxBody, Obstacle, ObstaclePlane, Obstacles};
use super::trajectory::Trajectory;
use super::walk::BoxWalker;
use crate::character::CharacterSpace;
use crate::character::nearby::NearbyParts;
use crate::character::push::movers::Mover;
use crate::character::push::nearest_motion::way_out;
use crate::character::push::{BodySizes, PushPlane, Pushable, final_crush};
use crate::character::state::Crush;
use crate::math::{Aabb, Real, ScalarOf, lower};
use crate::pair::QueryError;
use crate::scene::Handle;
use crate::shape::Placed;

/// How often a box is moved out of what it is too deep in.
const RECOVERIES: usize = 6;

/// A box among what stands still and what moves.
pub(super) struct PushedBox<'a, 's, V: CharacterSpace> {
    pub(super) obstacles: &'a Obstacles,
    /// Scratch: the obstacles of a mover at a time, and its parts.
    pub(super) moving: &'a mut Obstacles,
    pub(super) parts: NearbyParts<'s, V>,
    /// The movers, which are no obstacles that stand still.
    pub(super) ignored: SmallVec<[Handle; 4]>,
    /// Where its feet may be so that everything around it is known.
    pub(super) known: [DVec3; 2],
    /// How much larger this region would have had to be.
    pub(super) lacks: f64,
    pub(super) body: BoxBody,
}

impl Obstacles {
    /// The plane of an obstacle that the box touches, or, deep in the obstacle, the nearest one; and how far
    /// the box is outside of it.
    pub(super) fn touched(&self, obstacle: &Obstacle, at: DVec3) -> Option<(ObstaclePlane, f64)> {
        let near = DVec3::splat(NEAR * self.tolerance);
        if obstacle.is_apart(at - near, at + near) {
            return None;
        }
        let (plane, height) = self.nearest(obstacle, at);
        let is_deep = height < -TOO_DEEP * self.tolerance;
        let is_touched = height <= NEAR * self.tolerance && (is_deep || self.holds(obstacle, &plane, at));
        is_touched.then_some((plane, height))
    }
    /// The plane that stops a motion first, of obstacles that `counts` accepts and that are not touched.
    fn first_untouched(
        &self,
        trajectory: &Trajectory,
        counts: impl Fn(&Obstacle) -> bool,
    ) -> Option<(f64, ObstaclePlane)> {
        let is_touched = |o: &Obstacle| self.touched(o, trajectory.at).is_some();
        self.first(trajectory, |_, o| counts(o) && !is_touched(o))
    }
    /// What a box at a position is deepest in, and how deep. The planes are those of a box with its skin.
    pub(super) fn deepest(&self, at: DVec3, skin: f64) -> Option<(Handle, f64)> {
        let near = self.all.iter().filter(|o| !o.is_apart(at, at));
        let depths = near.map(|o| (o.handle, -self.nearest(o, at).1 - skin));
        let deep = depths.filter(|(_, depth)| *depth > 0.0);
        deep.reduce(|a, b| if b.1 > a.1 { b } else { a })
    }
    /// How far up a box would rest on all ground that it overlaps.
    pub(super) fn rise(&self, at: DVec3) -> f64 {
        let near = self.all.iter().filter(|o| !o.is_apart(at, at));
        let nearest = near.map(|o| self.nearest(o, at));
        let ground = nearest.filter(|(plane, _)| plane.is_ground);
        let rises = ground.map(|(plane, height)| (-self.tolerance - height) / plane.normal.y);
        rises.fold(0.0, f64::max)
    }
}

impl BoxBody {
    /// The support point of the box against a normal, its feet at a position.
    fn corner(&self, at: DVec3, normal: DVec3) -> DVec3 {
        let side = DVec3::select(normal.cmpeq(DVec3::ZERO), DVec3::ZERO, normal.signum());
        at + DVec3::Y * self.middle - self.half * side
    }
    /// The box with its feet here, and a distance more.
    fn around<V: CharacterSpace>(&self, at: DVec3, more: f64) -> Aabb<V> {
        let (middle, half) = (at + DVec3::Y * self.middle, self.half + DVec3::splat(more));
        Aabb {
            min: lower(middle - half),
            max: lower(middle + half),
        }
    }
    fn least_half(&self) -> f64 {
        if self.dimension == 2 {
            self.half.x.min(self.half.y)
        } else {
            self.half.min_element()
        }
    }
    /// Where the box rests it is one tolerance deep.
    fn push_plane(&self, obstacle: &Obstacle, (plane, height): (ObstaclePlane, f64)) -> PushPlane {
        PushPlane {
            normal: plane.normal,
            point: DVec3::ZERO,
            gap: height + self.tolerance,
            handle: obstacle.handle,
            mover: None,
        }
    }
}

impl<V: CharacterSpace> Pushable<V> for PushedBox<'_, '_, V> {
    fn sizes(&self) -> BodySizes {
        BodySizes {
            skin: self.body.skin,
            tolerance: self.body.tolerance,
            least: self.body.least_half(),
            largest: 2.0 * self.body.half.max_element(),
        }
    }
    fn find_planes(
        &mut self,
        at: DVec3,
        (movers, time): (&[Mover<'_, V>], f64),
        planes: &mut Vec<PushPlane>,
    ) -> Result<f64, QueryError> {
        let still = self
            .obstacles
            .all
            .iter()
            .filter(|o| !self.ignored.contains(&o.handle));
        planes.extend(still.filter_map(|obstacle| {
            let touched = self.obstacles.touched(obstacle, at)?;
            Some(self.body.push_plane(obstacle, touched))
        }));
        let near = self.body.least_half();
        let reach = self.body.around(at, near);
        let mut far = f64::INFINITY;
        for (i, mover) in movers.iter().enumerate().filter(|(_, m)| !m.is_let_through) {
            let pose = mover.at(time);
            let aabb = Placed::new(mover.shape, &pose).aabb();
            let distance = aabb.distance(&self.body.around(at, 0.0)).to_f64();
            far = far.min(distance.min(near));
            if distance > near {
                continue;
            }
            let mut parts = core::mem::take(&mut self.parts).emptied();
            parts.gather_one(mover.handle, mover.shape, pose, &reach);
            self.moving.fill(&parts, &self.body);
            self.parts = parts.emptied();
            for obstacle in &self.moving.all {
                let nearest = self.moving.nearest(obstacle, at);
                let point = self.body.corner(at, nearest.0.normal) - nearest.0.normal * nearest.1;
                let plane = self.body.push_plane(obstacle, nearest);
                planes.push(PushPlane {
                    point,
                    mover: Some(i),
                    ..plane
                });
            }
        }
        Ok(far)
    }
    fn free_part(&mut self, at: DVec3, way: DVec3) -> Result<(f64, Option<PushPlane>), QueryError> {
        if !is_within(at + way, self.known) {
            self.lacks = self.lacks.max(2.0 * way.length());
            return Ok((0.0, None));
        }
        let is_still = |o: &Obstacle| !self.ignored.contains(&o.handle);
        let hit = self
            .obstacles
            .first_untouched(&Trajectory::straight(at, way), is_still);
        let handle = self.ignored.first().copied();
        let stop = hit.map(|(_, plane)| PushPlane {
            normal: plane.normal,
            point: DVec3::ZERO,
            gap: 0.0,
            handle: handle.unwrap_or(Handle::from_bits(u64::MAX)),
            mover: None,
        });
        Ok((hit.map_or(1.0, |hit| hit.0), stop))
    }
}

fn is_within(at: DVec3, [low, high]: [DVec3; 2]) -> bool {
    at.cmpge(low).all() && at.cmple(high).all()
}

impl BoxWalker<'_> {
    /// The obstacles that are touched: the object, the plane, and how far the box is outside of it.
    fn touched(&self) -> impl Iterator<Item = (Handle, DVec3, f64)> {
        let all = self.obstacles.all.iter();
        all.filter_map(|o| {
            let (plane, height) = self.obstacles.touched(o, self.at)?;
            Some((o.handle, plane.normal, height))
        })
    }
    /// Depenetration: moves the box out of what it is too deep in, as after something has moved into it, and
    /// into nothing. If the way leads out of the region in which everything is known: how much larger that
    /// must be.
    pub(super) fn depenetrate(&mut self, skin: f64, known: [DVec3; 2]) -> f64 {
        for _ in 0..RECOVERIES {
            let near: SmallVec<[_; 16]> = self
                .touched()
                .map(|(_, normal, height)| (normal, height))
                .collect();
            if near
                .iter()
                .all(|(_, height)| *height >= -TOO_DEEP * self.tolerance)
            {
                break;
            }
            // Where the box rests it is one tolerance deep.
            let gaps = near.iter().map(|(normal, height)| (*normal, height + skin));
            let Some(way) = way_out(gaps, [skin - self.tolerance, self.tolerance]) else {
                break;
            };
            if !is_within(self.at + way, known) {
                return 2.0 * way.length();
            }
            let trajectory = Trajectory::straight(self.at, way);
            let hit = self.obstacles.first_untouched(&trajectory, |_| true);
            let part = hit.map_or(1.0, |hit| hit.0);
            if part <= 0.0 {
                break;
            }
            self.at = trajectory.point(part) + hit.map_or(DVec3::ZERO, |hit| hit.1.normal * self.tolerance);
        }
        0.0
    }
    /// The crush at the end of a step.
    pub(super) fn final_crush<V: CharacterSpace>(
        &self,
        during: Option<Crush<V>>,
        skin: f64,
    ) -> Option<Crush<V>> {
        let deepest = self.touched().reduce(|a, b| if b.2 < a.2 { b } else { a });
        let deepest = deepest.filter(|(_, _, height)| *height < -skin);
        let deepest = deepest.map(|(by, normal, height)| (by, normal, ScalarOf::<V>::lit(-height - skin)));
        final_crush(during, deepest, self.touched().map(|(handle, n, _)| (handle, n)))
    }
}
