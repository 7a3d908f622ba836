//! How far parts are from a character, and which of them a ray meets.

use super::NearbyParts;
use crate::cast::{Ray, ray};
use crate::character::CharacterSpace;
use crate::character::gap::LocalSegment;
use crate::math::{Aabb, Pose, Real, ScalarOf, Vector, lift};
use crate::pair::{QueryError, clearance};
use crate::shape::Placed;

/// A character's body, or a part of it: a segment with a ball around it.
pub(in crate::character) struct CapsuleBody<'b, V: CharacterSpace> {
    /// Relative to the body's position.
    pub(in crate::character) ends: [V; 2],
    pub(in crate::character) radius: V::Scalar,
    /// The same as a shape.
    pub(in crate::character) shape: &'b V::Shape,
}

/// How far a part is from a character at a position.
#[derive(Clone, Copy, Debug)]
pub(in crate::character) struct PartDistance<V: Vector> {
    at: V,
    pub(in crate::character) gap: V::Scalar,
    /// Towards the character.
    pub(in crate::character) normal: V,
    /// A point of the part.
    pub(in crate::character) point: V,
    /// Whether the gap is the distance. If not, it is a lower bound.
    is_distance: bool,
}

/// Where a ray first meets a part.
#[derive(Clone, Copy, Debug)]
pub(in crate::character) struct PartHit<V: Vector> {
    pub(in crate::character) part: usize,
    pub(in crate::character) time: V::Scalar,
    /// None where the ray begins in the part.
    pub(in crate::character) normal: Option<V>,
}

impl<V: CharacterSpace> NearbyParts<'_, V> {
    /// How far a part is from the character, whose body is the same in all calls. If the part is surely
    /// further than `enough`, the answer may be a lower bound on the distance that is more than `enough`.
    #[inline]
    pub(in crate::character) fn distance(
        &self,
        part: usize,
        body: &CapsuleBody<'_, V>,
        at: V,
        enough: V::Scalar,
    ) -> Result<PartDistance<V>, QueryError> {
        let cached = &self.parts[part].known;
        if let Some(known) = cached.get() {
            if known.is_distance && known.at == at {
                return Ok(known);
            }
            // The plane that separated the two before bounds the distance at the new position.
            let gap = known.gap + known.normal.dot(at - known.at);
            if gap > enough {
                return Ok(PartDistance { gap, ..known });
            }
        }
        let known = self.measure(part, body, at, enough)?;
        cached.set(Some(known));
        Ok(known)
    }
    /// The same for any body, computed anew.
    pub(in crate::character) fn measure(
        &self,
        part: usize,
        body: &CapsuleBody<'_, V>,
        at: V,
        enough: V::Scalar,
    ) -> Result<PartDistance<V>, QueryError> {
        match self.in_floats(part, body, at, enough) {
            Some(known) => Ok(known),
            None => self.by_clearance(part, body, at),
        }
    }
    fn in_floats(
        &self,
        part: usize,
        body: &CapsuleBody<'_, V>,
        at: V,
        enough: V::Scalar,
    ) -> Option<PartDistance<V>> {
        let (shape, frame) = self.part(part);
        let (from, scale, radius) = (lift(at), frame.scale(), body.radius.to_f64());
        let segment = LocalSegment::new(body.ends.map(|end| frame.to_local(from + lift(end))));
        let found = V::segment_gap(shape, &segment, (enough.to_f64() + radius) / scale)?;
        Some(PartDistance {
            at,
            gap: ScalarOf::<V>::lit(found.distance * scale - radius),
            normal: frame.direction_to_world(found.normal),
            point: frame.to_world(found.point),
            is_distance: found.is_distance,
        })
    }
    #[cold]
    fn by_clearance(
        &self,
        part: usize,
        body: &CapsuleBody<'_, V>,
        at: V,
    ) -> Result<PartDistance<V>, QueryError> {
        let pose = Pose::at(at).map_err(|_| QueryError::TooLarge("position"))?;
        let other = Placed::new(body.shape, &pose);
        let answer = self.with_part(part, |part| clearance(part, other));
        let c = answer.unwrap_or(Err(QueryError::NotFinite("position")))?;
        let (gap, normal, point) = (c.distance, c.normal, c.point_a);
        Ok(PartDistance {
            at,
            gap,
            normal,
            point,
            is_distance: true,
        })
    }
    fn with_part<R>(&self, part: usize, question: impl FnMut(Placed<'_, V>) -> R) -> Option<R> {
        let part = &self.parts[part];
        self.in_frame(part.frame, part.shape.get(), question)
    }
    /// The part that a ray along `way`, no longer than that, meets first.
    pub(in crate::character) fn first_hit(&self, from: V, way: V) -> Result<Option<PartHit<V>>, QueryError> {
        let end = from + way;
        let around = Aabb {
            min: from.min(end),
            max: from.max(end),
        };
        let mut first: Option<PartHit<V>> = None;
        for (part, aabb) in self.boxes.iter().enumerate() {
            if aabb.overlaps(&around)
                && let Some(hit) = self.hit(part, from, way)?
                && first.is_none_or(|first| hit.time < first.time)
            {
                first = Some(hit);
            }
        }
        Ok(first)
    }
    fn hit(&self, part: usize, from: V, way: V) -> Result<Option<PartHit<V>>, QueryError> {
        let (shape, frame) = self.part(part);
        let (start, end) = (lift(from), lift(from) + lift(way));
        let segment = LocalSegment::new([frame.to_local(start), frame.to_local(end)]);
        if let Some(entry) = V::segment_entry(shape, &segment) {
            return Ok(entry.map(|entry| PartHit {
                part,
                time: ScalarOf::<V>::lit(entry.time),
                normal: entry.normal.map(|n| frame.direction_to_world(n)),
            }));
        }
        let line = Ray {
            origin: from,
            direction: way,
            max_time: Real::ONE,
        };
        let hit = self
            .with_part(part, |part| ray(part, &line))
            .transpose()?
            .flatten();
        Ok(hit.map(|hit| PartHit {
            part,
            time: hit.time,
            normal: hit.normal,
        }))
    }
}
