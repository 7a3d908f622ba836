//! What moves, and a box: how it is carried and pushed, the way out of what it is in, and whether it is
//! crushed in the end.

use alloc::vec::Vec;

use glam::DVec3;
use smallvec::SmallVec;

use super::super::near::Near;
use super::ground::{NEAR, TOO_DEEP};
use super::obstacle::{Bulk, Facet, Obstacle, Obstacles};
use super::path::Path;
use super::walk::Walker;
use crate::character::CharacterSpace;
use crate::character::give_way::crush::Crush;
use crate::character::give_way::movers::Mover;
use crate::character::give_way::yielding::way_out;
use crate::character::give_way::{Facing, Shoved, against};
use crate::math::{Aabb, Real, ScalarOf, lower};
use crate::pair::QueryError;
use crate::scene::Handle;
use crate::shape::Placed;

/// Times that a box is moved out of what it is too deep in.
const RECOVERIES: usize = 6;

/// A box among what stands still and what moves.
pub(super) struct Among<'a, 's, V: CharacterSpace> {
    pub(super) obstacles: &'a Obstacles,
    /// Those of what moves, at a time.
    pub(super) moving: &'a mut Obstacles,
    pub(super) near: Near<'s, V>,
    /// What moves, and so does not stand still.
    pub(super) without: SmallVec<[Handle; 4]>,
    /// Where its feet may be with all that is there known, and how much further that would have had to be.
    pub(super) known: [DVec3; 2],
    pub(super) lacks: f64,
    pub(super) bulk: Bulk,
    pub(super) skin: f64,
    pub(super) slack: f64,
}

impl Obstacles {
    /// The facet of an obstacle that a place touches, or that is nearest where it is deep within, and how far
    /// it is outside.
    pub(super) fn touched(&self, obstacle: &Obstacle, at: DVec3, slack: f64) -> Option<(Facet, f64)> {
        let near = DVec3::splat(NEAR * slack);
        if obstacle.is_apart(at - near, at + near) {
            return None;
        }
        let (facet, height) = self.nearest(obstacle, at);
        let is_deep = height < -TOO_DEEP * slack;
        let is_touched = height <= NEAR * slack && (is_deep || self.holds(obstacle, &facet, at, slack));
        is_touched.then_some((facet, height))
    }
}

impl Obstacles {
    /// What a box at a place is deepest in, and how deep; the planes are those of a box with its skin.
    pub(super) fn deepest(&self, at: DVec3, skin: f64) -> Option<(Handle, f64)> {
        let depth = |o: &Obstacle| (o.handle, -self.nearest(o, at).1 - skin);
        let near = self.all.iter().filter(|o| !o.is_apart(at, at)).map(depth);
        near.filter(|(_, depth)| *depth > 0.0)
            .reduce(|a, b| if b.1 > a.1 { b } else { a })
    }
    /// How far up it would rest on all that it can stand on there.
    pub(super) fn rise(&self, at: DVec3, slack: f64) -> f64 {
        let rise = |o: &Obstacle| {
            let (facet, height) = self.nearest(o, at);
            if facet.is_ground {
                (-slack - height) / facet.normal.y
            } else {
                0.0
            }
        };
        let near = self.all.iter().filter(|o| !o.is_apart(at, at));
        near.map(rise).fold(0.0, f64::max)
    }
}

impl Bulk {
    /// The point of the box, its feet at a place, that is furthest against a normal.
    fn corner(&self, at: DVec3, normal: DVec3) -> DVec3 {
        let side = DVec3::select(normal.cmpeq(DVec3::ZERO), DVec3::ZERO, normal.signum());
        at + DVec3::Y * self.middle - self.half * side
    }
}

impl<V: CharacterSpace> Among<'_, '_, V> {
    fn facing(&self, obstacle: &Obstacle, (facet, height): (Facet, f64), mover: Option<usize>) -> Facing {
        Facing {
            normal: facet.normal,
            point: DVec3::ZERO,
            // Where it rests it is one slack deep.
            gap: height + self.slack,
            handle: obstacle.handle,
            mover,
        }
    }
    /// The box with its feet here, and a distance more.
    fn around(&self, at: DVec3, more: f64) -> Aabb<V> {
        let (middle, half) = (
            at + DVec3::Y * self.bulk.middle,
            self.bulk.half + DVec3::splat(more),
        );
        Aabb {
            min: lower(middle - half),
            max: lower(middle + half),
        }
    }
}

impl<V: CharacterSpace> Shoved<V> for Among<'_, '_, V> {
    fn sizes(&self) -> [f64; 4] {
        let half = self.bulk.half;
        let least = if self.bulk.dimension == 2 {
            half.x.min(half.y)
        } else {
            half.min_element()
        };
        [self.skin, self.slack, least, 2.0 * half.max_element()]
    }
    fn feel(
        &mut self,
        at: DVec3,
        (movers, time): (&[Mover<'_, V>], f64),
        facing: &mut Vec<Facing>,
    ) -> Result<f64, QueryError> {
        facing.clear();
        for obstacle in self
            .obstacles
            .all
            .iter()
            .filter(|o| !self.without.contains(&o.handle))
        {
            if let Some(touched) = self.obstacles.touched(obstacle, at, self.slack) {
                facing.push(self.facing(obstacle, touched, None));
            }
        }
        let near = self.sizes()[2];
        let reach = self.around(at, near);
        let mut far = f64::INFINITY;
        for (i, mover) in movers.iter().enumerate().filter(|(_, m)| !m.is_let_through) {
            let pose = mover.at(time);
            let distance = Placed::new(mover.shape, &pose)
                .aabb()
                .distance(&self.around(at, 0.0))
                .to_f64();
            far = far.min(distance.min(near));
            if distance > near {
                continue;
            }
            let mut around = core::mem::take(&mut self.near).emptied();
            around.gather_one(mover.handle, mover.shape, pose, &reach);
            self.moving.fill(&around, &self.bulk);
            self.near = around.emptied();
            for obstacle in &self.moving.all {
                let nearest = self.moving.nearest(obstacle, at);
                let point = self.bulk.corner(at, nearest.0.normal) - nearest.0.normal * nearest.1;
                let found = self.facing(obstacle, nearest, Some(i));
                facing.push(Facing { point, ..found });
            }
        }
        Ok(far)
    }
    fn free(&mut self, at: DVec3, way: DVec3) -> Result<(f64, Option<Facing>), QueryError> {
        if !is_within(at + way, self.known) {
            self.lacks = self.lacks.max(2.0 * way.length());
            return Ok((0.0, None));
        }
        let path = Path::straight(at, way);
        let counts = |o: &Obstacle| {
            !self.without.contains(&o.handle) && self.obstacles.touched(o, at, self.slack).is_none()
        };
        let hit = self.obstacles.first(&path, self.slack, |_, o| counts(o));
        let stop = hit.map(|(_, facet)| Facing {
            normal: facet.normal,
            point: DVec3::ZERO,
            gap: 0.0,
            handle: self
                .without
                .first()
                .copied()
                .unwrap_or(Handle::from_bits(u64::MAX)),
            mover: None,
        });
        Ok((hit.map_or(1.0, |hit| hit.0), stop))
    }
}

fn is_within(at: DVec3, [low, high]: [DVec3; 2]) -> bool {
    at.cmpge(low).all() && at.cmple(high).all()
}

impl Walker<'_> {
    /// Moves out of what it is too deep in, as after something has moved into it, into nothing. Where that
    /// leads out of the box in which everything is known: how much larger that must be.
    pub(super) fn recover(&mut self, skin: f64, known: [DVec3; 2]) -> f64 {
        for _ in 0..RECOVERIES {
            let touched = |o: &Obstacle| self.obstacles.touched(o, self.at, self.slack);
            let near = self.obstacles.all.iter().filter_map(touched);
            let near: SmallVec<[_; 16]> = near.map(|(facet, height)| (facet.normal, height)).collect();
            if near.iter().all(|(_, height)| *height >= -TOO_DEEP * self.slack) {
                break;
            }
            // Where it rests it is one slack deep.
            let gaps = near.iter().map(|(normal, height)| (*normal, height + skin));
            let Some(way) = way_out(gaps, [skin - self.slack, self.slack]) else {
                break;
            };
            if !is_within(self.at + way, known) {
                return 2.0 * way.length();
            }
            let path = Path::straight(self.at, way);
            let is_near = |o: &Obstacle| self.obstacles.touched(o, self.at, self.slack).is_some();
            let hit = self.obstacles.first(&path, self.slack, |_, o| !is_near(o));
            let part = hit.map_or(1.0, |hit| hit.0);
            if part <= 0.0 {
                break;
            }
            self.at = path.point(part) + hit.map_or(DVec3::ZERO, |hit| hit.1.normal * self.slack);
        }
        0.0
    }
    /// What is left of a crush in the end, or what the box is in otherwise.
    pub(super) fn crushed<V: CharacterSpace>(&self, crush: Option<Crush<V>>, skin: f64) -> Option<Crush<V>> {
        let touched = |o: &Obstacle| {
            let (facet, height) = self.obstacles.touched(o, self.at, self.slack)?;
            Some((o.handle, facet.normal, height))
        };
        let touched = || self.obstacles.all.iter().filter_map(touched);
        let deepest = touched().reduce(|a, b| if b.2 < a.2 { b } else { a });
        let Some((by, normal, height)) = deepest.filter(|(_, _, height)| *height < -skin) else {
            return crush;
        };
        let depth = ScalarOf::<V>::lit(-height - skin);
        match crush {
            Some(known) if known.by != by && known.depth >= depth => Some(known),
            known => Some(Crush {
                by,
                against: known
                    .filter(|known| known.by == by)
                    .and_then(|known| known.against)
                    .or_else(|| against(normal, touched().map(|(handle, n, _)| (handle, n)))),
                depth,
            }),
        }
    }
}
