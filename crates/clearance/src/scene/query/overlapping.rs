//! The objects that a shape or a box meets.
//!
//! Of nearly all objects that a box meets, boxes tell that it does. An object lies in its own box, so if that
//! lies in the box of the query, the two meet. An upright box holds the box within it (`store/extent.rs`),
//! whose corners are rounded inwards: where two of these have a point in common, so have the shapes. On a
//! grid no sum is rounded, and even boxes that only touch are told so. What is left is asked exactly.
//!
//! The boxes decide only that two meet. That they do not is known from the index, whose boxes are never too
//! small, or is asked.

use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::cast::CastSpace;
use crate::index::Boxes;
use crate::math::{Aabb, Pose, Real, ScalarOf, Vector};
use crate::pair::{QueryError, intersects};
use crate::scene::store::extent::{inner_of, outer_of};
use crate::scene::store::object::Data;
use crate::scene::{Accept, Handle, ObjectRef, Scene};
use crate::shape::{AnyShape, Placed, ShapeSpace};

/// The slots that a query finds; few need no heap memory.
type Slots = SmallVec<[u32; 64]>;

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// The objects that a placed shape meets, touching included, in storage order.
    ///
    /// Errors: a pair whose relation has no answer.
    ///
    /// ```
    /// use clearance::{Placed, Pose, d2::Shape, glam::DVec2, scene::{Filter, Object, ObjectRef, Scene}};
    /// let mut scene = Scene::<DVec2>::default();
    /// let unit = Shape::cuboid(DVec2::ONE)?;
    /// let unit = scene.add(Object::new(unit, Pose::IDENTITY).with_data(7))?;
    /// let ball = Shape::circle(1.0)?;
    /// let corner = Pose::at(DVec2::splat(1.8))?; // its box meets, the ball does not
    /// assert!(scene.overlapping(Placed::new(&ball, &corner), &Filter::ALL).is_empty());
    /// let seven = |object: &ObjectRef<'_, DVec2>| *object.data() == 7;
    /// assert_eq!(scene.overlapping(Placed::new(&ball, &Pose::at(DVec2::X * 2.0)?), &seven), [unit]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlapping(&self, shape: Placed<'_, V>, about: &impl Accept<V, T>) -> Vec<Handle> {
        let mut found = Vec::new();
        self.each_overlapping(shape, about, |handle| found.push(handle));
        found
    }
    /// Calls `visit` with the objects that [`overlapping`](Self::overlapping) lists, in the same order.
    #[inline]
    pub fn each_overlapping(
        &self,
        shape: Placed<'_, V>,
        about: &impl Accept<V, T>,
        visit: impl FnMut(Handle),
    ) {
        let outer = outer_of(&shape);
        let inner = inner_of(&shape).unwrap_or_else(Boxes::nothing);
        self.collect([&outer, &inner], about, |object| intersects(object, shape), visit);
    }
    /// Calls `visit` with the objects that an upright box with these corners meets, touching included, in
    /// storage order: those that [`overlapping`](Self::overlapping) lists for a shape with exactly these
    /// corners, which half extents and a position may have to round.
    ///
    /// Errors: corners that are not finite or are too large, and a `min` beyond `max`.
    ///
    /// ```
    /// use clearance::{Pose, d2::Shape, glam::DVec2, math::Aabb, scene::{Filter, Object, Scene}};
    /// let mut scene = Scene::<DVec2>::default();
    /// scene.add(Object::new(Shape::circle(1.0)?, Pose::IDENTITY))?;
    /// let meeting = |x: f64, y: f64| {
    ///     let corners = Aabb { min: DVec2::new(x, y), max: DVec2::splat(5.0) };
    ///     let mut count = 0;
    ///     scene.each_overlapping_corners(&corners, &Filter::ALL, |_| count += 1).map(|()| count)
    /// };
    /// assert_eq!(meeting(1.0, 0.0), Ok(1)); // they touch
    /// assert_eq!(meeting(0.8, 0.8), Ok(0)); // its box meets, the ball does not
    /// assert!(meeting(6.0, 0.0).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn each_overlapping_corners(
        &self,
        corners: &Aabb<V>,
        about: &impl Accept<V, T>,
        visit: impl FnMut(Handle),
    ) -> Result<(), QueryError> {
        check(corners)?;
        // Made where an object is not a box, or only touches.
        let mut made = None;
        let meets = |object: Placed<'_, V>| meets_corners(object, corners, &mut made);
        self.collect([corners, corners], about, meets, visit);
        Ok(())
    }
    /// Visits the objects whose boxes meet `outer`, and that have a point in `inner` or `meets` says it of.
    #[inline]
    fn collect(
        &self,
        [outer, inner]: [&Aabb<V>; 2],
        about: &impl Accept<V, T>,
        mut meets: impl FnMut(Placed<'_, V>) -> bool,
        mut visit: impl FnMut(Handle),
    ) {
        let boxes = &self.store.boxes;
        let accepts_all = self.store.accepts_all_pairs() && about.accepts_unfiltered();
        let mut slots = Slots::new();
        let boxes_fit = self.store.margin == Real::ZERO;
        let mut look = |slot: u32| {
            let aabb = &boxes.slots()[slot as usize];
            let meets_inner = holds(inner, aabb)
                || boxes_fit && overlaps_surely(inner, aabb) && self.store.is_upright_box(slot);
            if meets_inner && accepts_all {
                return slots.push(slot);
            }
            let Some(object) = self.store.object(slot) else {
                return;
            };
            let mut is_met = || meets_inner || fills(&object, inner) || meets(object.placed());
            if (accepts_all || about.accepts(&object)) && is_met() {
                slots.push(slot);
            }
        };
        for &slot in boxes.changed() {
            if boxes.slots()[slot as usize].overlaps(outer) {
                look(slot);
            }
        }
        let is_settled = boxes.changed().is_empty();
        self.index.overlapping_together(boxes, outer, &mut |slots| {
            for &slot in slots {
                if is_settled || !boxes.is_changed(slot) {
                    look(slot);
                }
            }
        });
        sort(&mut slots);
        for slot in slots {
            visit(self.store.slot_handles[slot as usize]);
        }
    }
}

/// Whether a box lies within another one, borders included; never within one whose corners are NaN.
#[inline]
fn holds<V: Vector>(outer: &Aabb<V>, inner: &Aabb<V>) -> bool {
    outer.min.all_at_most(inner.min) & inner.max.all_at_most(outer.max)
}

/// Whether a box has a point in common with an upright one that another box fits: a corner of that is further
/// out than the true one by 2 EPSILON of its size at most (`store/extent.rs`).
#[inline]
fn overlaps_surely<V: Vector>(inner: &Aabb<V>, fitting: &Aabb<V>) -> bool {
    let rounding = ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(4.0);
    let surely = Aabb {
        min: fitting.min + fitting.min.abs() * rounding,
        max: fitting.max - fitting.max.abs() * rounding,
    };
    surely.overlaps(inner)
}

/// Whether an object is an upright box and has a point in common with the box within the query.
#[inline]
fn fills<V: CastSpace, T>(object: &ObjectRef<'_, V, T>, inner: &Aabb<V>) -> bool {
    inner_of(&object.placed()).is_some_and(|its| its.overlaps(inner))
}

/// Puts different numbers in ascending order. Many are marked as bits, which are read in order.
///
/// On wasm the standard library is compiled for size, and its sort takes longer than the whole query.
#[inline]
fn sort(slots: &mut [u32]) {
    let (Some(&least), Some(&most)) = (slots.iter().min(), slots.iter().max()) else {
        return;
    };
    if slots.len() <= FEW {
        return insert_each(slots);
    }
    let words = (most - least) as usize / 64 + 1;
    if words > slots.len() * 8 {
        return slots.sort_unstable();
    }
    let mut marks = alloc::vec![0_u64; words];
    for &slot in &*slots {
        let at = slot - least;
        marks[at as usize / 64] |= 1 << (at % 64);
    }
    let mut sorted = slots.iter_mut();
    for (start, mut bits) in (least..).step_by(64).zip(marks) {
        while bits != 0 {
            let Some(next) = sorted.next() else { return };
            *next = start + bits.trailing_zeros();
            bits &= bits - 1;
        }
    }
}

/// So few are inserted one by one.
const FEW: usize = 48;

fn insert_each(slots: &mut [u32]) {
    for i in 1..slots.len() {
        let slot = slots[i];
        let mut at = i;
        while at > 0 && slots[at - 1] > slot {
            slots[at] = slots[at - 1];
            at -= 1;
        }
        slots[at] = slot;
    }
}

/// A shape with given corners and its pose, made when it is first asked about.
type Made<V> = Option<Option<(<V as ShapeSpace>::Shape, Pose<V>)>>;

#[inline(never)]
fn meets_corners<V: CastSpace>(object: Placed<'_, V>, corners: &Aabb<V>, made: &mut Made<V>) -> bool {
    let made = made.get_or_insert_with(|| shape_of(corners)).as_ref();
    made.is_some_and(|(shape, pose)| intersects(object, Placed::new(shape, pose)))
}

fn check<V: CastSpace>(corners: &Aabb<V>) -> Result<(), QueryError> {
    let largest = corners.min.max_abs().max(corners.max.max_abs());
    let is_ordered = corners.min.all_at_most(corners.max);
    if !(corners.min.is_finite() && corners.max.is_finite() && is_ordered) {
        return Err(QueryError::NotFinite("corners"));
    }
    if largest > ScalarOf::<V>::LARGEST_COORDINATE {
        return Err(QueryError::TooLarge("corners"));
    }
    Ok(())
}

/// A shape with exactly these corners: a box where its center and half extents are exact, else the hull.
fn shape_of<V: CastSpace>(corners: &Aabb<V>) -> Option<(V::Shape, Pose<V>)> {
    let half = ScalarOf::<V>::HALF;
    let pose = Pose::at(corners.min * half + corners.max * half).ok()?;
    let shape = V::Shape::box_of(corners.max * half - corners.min * half).ok()?;
    let placed = Placed::new(&shape, &pose);
    let is_exact = outer_of(&placed) == *corners && inner_of(&placed) == Some(*corners);
    if is_exact {
        return Some((shape, pose));
    }
    let corner = |i: usize, k: usize| [corners.min, corners.max][i >> k & 1].get(k);
    let all: SmallVec<[V; 8]> = (0..1 << V::DIM).map(|i| V::from_fn(|k| corner(i, k))).collect();
    Some((V::hull_of(&all)?, Pose::IDENTITY))
}
