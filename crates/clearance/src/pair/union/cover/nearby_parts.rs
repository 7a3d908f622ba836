//! The parts of a union near some place: hulls and half-spaces, solids by their borders, and curved shapes.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::curved::CurvedPart;
use crate::exact::Dyadic;
use crate::exact::place::ExactPoint;
use crate::math::{Aabb, Place};
use crate::pair::ask::table::PairSpace;
use crate::pair::decide;
use crate::pair::solids::PlacedBorder;
use crate::shape::{AnyShape, Parts, Placed};

/// The convex shapes and solids of a union, placed in the world.
pub(super) struct NearbyParts<'s, V: PairSpace, const D: usize> {
    /// The points of each hull.
    pub hulls: Vec<Vec<ExactPoint<D>>>,
    /// The normal and offset of each half-space.
    pub half_spaces: Vec<(ExactPoint<D>, Dyadic)>,
    pub solids: Vec<PlacedBorder<'s, V, D>>,
    pub curved: Vec<CurvedPart<'s, V, D>>,
    /// Only parts that meet this box are gathered.
    near: Aabb<V>,
    /// Whether flat parts are gathered, too; they cover nothing that has an interior.
    flat: bool,
    /// The exponent of the largest coordinate there.
    unit: i64,
}

impl<'s, V: PairSpace, const D: usize> NearbyParts<'s, V, D> {
    pub fn none(near: Aabb<V>, flat: bool, unit: i64) -> Self {
        Self {
            hulls: Vec::new(),
            half_spaces: Vec::new(),
            solids: Vec::new(),
            curved: Vec::new(),
            near,
            flat,
            unit,
        }
    }
    pub fn count(&self) -> usize {
        self.hulls.len() + self.half_spaces.len() + self.solids.len() + self.curved.len()
    }
    /// Adds a shape at `place`, or those parts of it that are near.
    pub fn gather(&mut self, shape: &'s V::Shape, place: &Place<'_, V>) {
        let placed = Placed { shape, place: *place };
        if !placed.aabb().overlaps(&self.near) {
            return;
        }
        match shape.parts() {
            None => self.convex(shape, place),
            Some(parts) => match parts.as_convex() {
                Some(convex) => self.convex(convex, place),
                None => self.parts(parts, place),
            },
        }
    }
    fn parts(&mut self, parts: &'s dyn Parts<V>, place: &Place<'_, V>) {
        if let Some(border) = parts.border() {
            self.solids.push(PlacedBorder::new(border, place, self.unit));
            return;
        }
        if !self.flat && !parts.holds_any_shape() {
            return;
        }
        let near = self.near;
        let _ = parts.part_boxes().meeting(place, &near, &mut |i| {
            let part = parts.part(i);
            match part.stored_shape() {
                Some(shape) => part.placed_in(place, |p| self.gather(shape, &p.place)),
                None => part.placed_in(place, |p| self.core(p)),
            }
            ControlFlow::Continue(())
        });
    }
    fn convex(&mut self, shape: &'s V::Shape, place: &Place<'_, V>) {
        let placed = Placed { shape, place: *place };
        if shape.core().is_some() {
            self.core(placed);
        } else if let Some(half_space) = decide::exact_half_space::<V, D>(placed) {
            if half_space.radius.is_zero() {
                self.half_spaces.push((half_space.normal, half_space.offset));
            } else {
                self.curved.push(CurvedPart::HalfSpace(half_space));
            }
        } else {
            self.curved.push(CurvedPart::smooth(shape, place));
        }
    }
    fn core(&mut self, placed: Placed<'_, V>) {
        let is_flat = || placed.shape.flat().is_some();
        if placed.shape.core().is_none() || (!self.flat && is_flat()) {
            return;
        }
        let (points, radius) = decide::exact_core(&placed);
        if radius.is_zero() {
            self.hulls.push(points);
        } else {
            self.curved.push(CurvedPart::round(points, radius, self.unit));
        }
    }
}
