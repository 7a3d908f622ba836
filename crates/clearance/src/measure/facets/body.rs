//! The facets of one border that are near the other one, in the world.
//!
//! Only what is asked for is placed: first the facets whose boxes meet the common box of both shapes, and a
//! corner when it is first needed. So a small shape beside a large mesh takes no more than the facets near
//! it.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::signs::{Form, Moves, Steps, ray_passes};
use super::site::{Placer, Site, Unit};
use super::sparse_list::SparseList;
use crate::exact::number::round::times_power_of_two;
use crate::index::{PlacedTree, TwoTrees};
use crate::math::{Aabb, Place, Real};
use crate::shape::{Border, BoundedFrame, ShapeSpace};

/// A facet near the other border.
pub(in crate::measure) struct LocalFacet {
    /// Its number in the border.
    pub index: usize,
    /// Its corners among the sites; in the plane the last one counts for nothing.
    pub corners: [u32; 3],
    pub form: Form,
}

impl LocalFacet {
    /// Whether it has no area (in the plane: no length).
    pub fn is_flat(&self) -> bool {
        self.form.tilt == Ordering::Equal
    }
}

/// The facets of one border that are near the other one.
pub(in crate::measure) struct Body<'a, V: ShapeSpace> {
    pub border: &'a dyn Border<V>,
    /// Takes boxes to the world.
    frame: BoundedFrame<V>,
    tree: PlacedTree<'a, V>,
    /// The same where nothing is rotated: the origin, and an error bound for all boxes.
    straight: Option<(V, V::Scalar)>,
    placer: Placer,
    /// For each corner of the border its site plus 1, or 0.
    site_of: SparseList,
    pub sites: Vec<Site>,
    /// For each facet of the border its place in `facets` plus 1, or 0.
    slot_of: SparseList,
    pub facets: Vec<LocalFacet>,
    steps: Steps,
    /// Twice the unit and more: no coordinate in the world is larger.
    size: f64,
}

impl<'a, V: ShapeSpace> Body<'a, V> {
    pub fn new(border: &'a dyn Border<V>, place: &Place<'_, V>, (unit, steps): (&Unit, Steps)) -> Self {
        let own = border.place_in(place);
        let (frame, placer) = (BoundedFrame::of(place), Placer::new(&own, unit));
        let whole = border.facet_boxes().whole();
        let error = frame.error(whole.min.abs().max(whole.max.abs()));
        Self {
            border,
            straight: (!placer.is_turned()).then(|| (frame.point(V::ZERO), error)),
            frame,
            tree: PlacedTree::new(border.facet_boxes().tree(), place),
            placer,
            site_of: SparseList::new(border.corner_count()),
            sites: Vec::new(),
            slot_of: SparseList::new(border.facet_count()),
            facets: Vec::new(),
            steps,
            size: times_power_of_two(2.0, unit.exponent),
        }
    }
    /// A box of the border in the world, never too small.
    pub fn world_box(&self, local: &Aabb<V>) -> Aabb<V> {
        match self.straight {
            None => self.frame.turned_box(*local),
            Some((origin, error)) => {
                let point = |p: V| p * self.frame.scale() + origin;
                Aabb {
                    min: point(local.min) - V::splat(error),
                    max: point(local.max) + V::splat(error),
                }
            }
        }
    }
    /// Every two facets, of this border and of another, whose boxes meet.
    pub fn pairs_near(&self, other: &Self) -> Vec<[usize; 2]> {
        let boxes = [self, other].map(|body| body.border.facet_boxes());
        let trees = TwoTrees::new(&self.tree, &other.tree, 0.0);
        let mut pairs = Vec::new();
        let _ = trees.meeting(&mut |i, j| {
            let (i, j) = (i as usize, j as usize);
            let [own, others] =
                [(self, boxes[0], i), (other, boxes[1], j)].map(|(b, all, i)| b.world_box(&all.aabb(i)));
            if own.overlaps(&others) {
                pairs.push([i, j]);
            }
            ControlFlow::Continue(())
        });
        pairs
    }
    /// Every two different facets of this border whose boxes meet; the smaller number first.
    pub fn own_pairs_near(&self) -> Vec<[u32; 2]> {
        let boxes = self.border.facet_boxes();
        let mut pairs = Vec::new();
        let _ = TwoTrees::new(&self.tree, &self.tree, 0.0).meeting(&mut |i, j| {
            if i < j && boxes.aabb(i as usize).overlaps(&boxes.aabb(j as usize)) {
                pairs.push([i, j]);
            }
            ControlFlow::Continue(())
        });
        pairs
    }
    /// Loads the facets whose boxes meet `near`.
    pub fn load_near(&mut self, near: &Aabb<V>) {
        let mut found = Vec::new();
        let boxes = self.border.facet_boxes();
        let test = |b: &Aabb<V>| self.world_box(b).overlaps(near);
        let _ = boxes.meeting_in((&self.tree.frame, &self.frame), near, &test, &mut |i| {
            found.push(i);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        for i in found {
            self.load(i);
        }
    }
    /// The place of a facet among the loaded ones.
    pub fn load(&mut self, i: usize) -> usize {
        if let Some(slot) = self.slot(i) {
            return slot;
        }
        let corners = self.corners(i);
        let form = Form::new(&self.sites_of(&corners)[..V::DIM], self.steps);
        self.facets.push(LocalFacet {
            index: i,
            corners,
            form,
        });
        self.slot_of.set(i, self.facets.len() as u32);
        self.facets.len() - 1
    }
    /// The place of a facet, if it is loaded.
    pub fn slot(&self, i: usize) -> Option<usize> {
        (self.slot_of.get(i) as usize).checked_sub(1)
    }
    fn corners(&mut self, i: usize) -> [u32; 3] {
        let mut corners = [0; 3];
        for (k, corner) in corners.iter_mut().enumerate().take(V::DIM) {
            *corner = self.site(i, k);
        }
        corners
    }
    fn site(&mut self, i: usize, k: usize) -> u32 {
        let number = self.border.corner_index(i, k);
        if let Some(site) = self.site_of.get(number).checked_sub(1) {
            return site;
        }
        self.sites.push(self.placer.site(self.border.corner(i, k)));
        self.site_of.set(number, self.sites.len() as u32);
        self.sites.len() as u32 - 1
    }
    #[inline]
    fn sites_of(&self, corners: &[u32; 3]) -> [&Site; 3] {
        let [a, b, c] = *corners;
        [
            &self.sites[a as usize],
            &self.sites[b as usize],
            &self.sites[c as usize],
        ]
    }
    /// The corners of a loaded facet; in the plane the last one counts for nothing.
    #[inline]
    pub fn corners_of(&self, slot: usize) -> [&Site; 3] {
        self.sites_of(&self.facets[slot].corners)
    }
    /// The winding number of the whole border around a point of the other one, along the ray from it towards
    /// larger coordinates of one axis.
    pub fn winding(&mut self, p: &Site, unit: &Unit, moves: Moves) -> i32 {
        let origin = unit.rounded_origin();
        let world = |i: usize| times_power_of_two(p.high[i] + origin[i], unit.exponent);
        let margin = self.size * f64::EPSILON * 16.0 + f64::MIN_POSITIVE;
        let axis = 0;
        let may_meet = |b: &Aabb<V>| {
            let b = self.world_box(b);
            (0..V::DIM).all(|i| {
                let (low, high) = (b.min.get(i).to_f64(), b.max.get(i).to_f64());
                (i == axis || low - margin <= world(i)) && world(i) <= high + margin
            })
        };
        let mut met = Vec::new();
        let _ = self.border.facet_boxes().passing(&may_meet, &mut |i| {
            met.push(i);
            ControlFlow::Continue(())
        });
        met.into_iter()
            .map(|i| {
                let corners = self.corners(i);
                let facet = &self.sites_of(&corners)[..V::DIM];
                ray_passes(facet, p, axis, moves, self.steps)
            })
            .sum()
    }
}
