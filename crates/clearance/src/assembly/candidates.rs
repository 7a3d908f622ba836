//! The pairs of parts that are worth a look: near enough for what the rules say about them.
//!
//! One tree over all boxes finds the pairs for the settings of most pairs. A rule with a greater reach looks
//! for its pairs in a tree of its own over its set: so a wide rule for few parts costs nothing for the
//! others.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::rules::{PartSet, RuleTable, Rules, Taken};
use crate::index::StaticTree;
use crate::math::{Aabb, Real, Vector};

/// Pairs of boxes near each other, in their order: of each box, those with later ones.
///
/// ```
/// use clearance::{assembly::{Candidates, Rules, Settings}, glam::DVec2, math::Aabb};
/// let boxes = (0..4).map(|i| DVec2::splat(f64::from(i))).map(|p| Aabb { min: p, max: p + 0.5 }).collect();
/// let rules = Rules::from(Settings { within: Some(0.5), ..Settings::default() });
/// let candidates = Candidates::new(boxes, &rules, &|a, b| (a, b) != (1, 2));
/// let pairs: Vec<_> = candidates.pairs().map(|(a, b, _)| (a, b)).collect();
/// assert_eq!(pairs, [(0, 1), (2, 3)]);
/// ```
pub struct Candidates<'a, V> {
    boxes: Vec<Aabb<V>>,
    table: RuleTable<'a>,
    allows: &'a (dyn Fn(usize, usize) -> bool + Sync),
    all: StaticTree<V>,
    /// How near pairs are that the tree of all boxes finds; `None` if only rules take pairs.
    reach: Option<f64>,
    wide: Vec<Wide<V>>,
}

/// A rule with a greater reach.
struct Wide<V> {
    rule: usize,
    reach: f64,
    /// Its first and its second set.
    sets: [Members<V>; 2],
}

/// The parts of a set; without a list, all.
struct Members<V>(Option<(Vec<u32>, StaticTree<V>)>);

impl<'a, V: Vector> Candidates<'a, V> {
    /// The pairs of these boxes that the rules look at and `allows` allows. There may be up to 2³² boxes,
    /// none NaN.
    pub fn new(
        boxes: Vec<Aabb<V>>,
        rules: &'a Rules,
        allows: &'a (dyn Fn(usize, usize) -> bool + Sync),
    ) -> Self {
        let reach = rules.otherwise.reach();
        let is_wide = |own: f64| reach.is_none_or(|reach| own > reach);
        let wide = |(i, rule): (usize, &super::rules::Rule)| {
            let own = rule.action.reach().filter(|&own| is_wide(own))?;
            Some(Wide {
                rule: i,
                reach: own,
                sets: [&rule.a, &rule.b].map(|set| Members::new(set, &boxes)),
            })
        };
        Self {
            wide: rules.list.iter().enumerate().filter_map(wide).collect(),
            table: RuleTable::new(rules, boxes.len()),
            all: StaticTree::build(&boxes),
            boxes,
            allows,
            reach,
        }
    }
    /// How many boxes there are.
    pub fn len(&self) -> usize {
        self.boxes.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }
    /// All pairs, found when they are asked for.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize, Taken)> + '_ {
        (0..self.len()).flat_map(move |a| {
            let row = self.row(a).into_iter();
            row.filter_map(move |b| self.taken(a, b).map(|taken| (a, b as usize, taken)))
        })
    }
    /// What the rules say about a pair.
    pub(super) fn taken(&self, a: usize, b: u32) -> Option<Taken> {
        self.table.taken(a, b as usize)
    }
    /// The later boxes that one makes pairs with, in their order.
    pub(super) fn row(&self, a: usize) -> Vec<u32> {
        let mut row = Vec::new();
        if let Some(reach) = self.reach {
            let around = grown(&self.boxes[a], reach);
            let _ = self.all.overlapping(&around, &mut |b| {
                if b as usize > a && self.is_found_among_all(a, b, reach) {
                    row.push(b);
                }
                ControlFlow::Continue(())
            });
        }
        self.wide.iter().for_each(|wide| self.add_wide(a, wide, &mut row));
        row.sort_unstable();
        row
    }
    /// Whether a pair that the tree of all boxes finds is looked at: those of wide rules are found elsewhere.
    fn is_found_among_all(&self, a: usize, b: u32, reach: f64) -> bool {
        let action = self.table.action(self.table.rule(a, b as usize));
        let is_near = |own: f64| {
            own == reach || own < reach && grown(&self.boxes[a], own).overlaps(&self.boxes[b as usize])
        };
        action.reach().is_some_and(is_near) && (self.allows)(a, b as usize)
    }
    /// Adds the pairs of one box and a wide rule.
    fn add_wide(&self, a: usize, wide: &Wide<V>, row: &mut Vec<u32>) {
        let is_in = [0, 1].map(|side| self.table.has(wide.rule, a, side));
        for (side, other) in [(0, 1), (1, 0)] {
            if !is_in[side] {
                continue;
            }
            let around = grown(&self.boxes[a], wide.reach);
            wide.sets[other].near(&self.all, &around, &mut |b| {
                let later = b as usize;
                // Of two parts in both sets, the first look finds the pair.
                let is_again = side == 1 && is_in[0] && self.table.has(wide.rule, later, 1);
                if later > a
                    && !is_again
                    && self.table.rule(a, later) == Some(wide.rule)
                    && (self.allows)(a, later)
                {
                    row.push(b);
                }
            });
        }
    }
}

impl<V: Vector> Members<V> {
    fn new(set: &PartSet, boxes: &[Aabb<V>]) -> Self {
        let PartSet::Of(list) = set else {
            return Self(None);
        };
        let mut list: Vec<u32> = list
            .iter()
            .filter(|&&i| i < boxes.len())
            .map(|&i| i as u32)
            .collect();
        list.sort_unstable();
        list.dedup();
        let own: Vec<_> = list.iter().map(|&i| boxes[i as usize]).collect();
        Self(Some((list, StaticTree::build(&own))))
    }
    /// Calls `visit` with each member whose box meets this one.
    fn near(&self, all: &StaticTree<V>, around: &Aabb<V>, visit: &mut impl FnMut(u32)) {
        let (tree, list) = match &self.0 {
            Some((list, tree)) => (tree, Some(list)),
            None => (all, None),
        };
        let _ = tree.overlapping(around, &mut |i| {
            visit(list.map_or(i, |list| list[i as usize]));
            ControlFlow::Continue(())
        });
    }
}

/// A box grown by a distance on every side, and by more than the rounding of the sums: nothing nearer than
/// the distance is outside of it.
///
/// ```
/// use clearance::{assembly::grown, glam::DVec2, math::Aabb};
/// let unit = Aabb { min: DVec2::ZERO, max: DVec2::ONE };
/// assert!(grown(&unit, 0.1).max.x > 1.1);
/// assert_eq!(grown(&unit, 0.0), unit);
/// ```
pub fn grown<V: Vector>(aabb: &Aabb<V>, distance: f64) -> Aabb<V> {
    if distance <= 0.0 {
        return *aabb;
    }
    let epsilon = V::Scalar::EPSILON;
    let margin = V::Scalar::lit(distance * (1.0 + 8.0 * epsilon.to_f64())).min(V::Scalar::MAX);
    let error_bound = |x: V::Scalar| x.abs() * (epsilon * V::Scalar::lit(2.0));
    Aabb {
        min: V::from_fn(|k| aabb.min.get(k) - margin - error_bound(aabb.min.get(k))),
        max: V::from_fn(|k| aabb.max.get(k) + margin + error_bound(aabb.max.get(k))),
    }
}
