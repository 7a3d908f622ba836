//! The index that chooses: a tree, if the processor can search it for many boxes at once (AVX2 or AVX-512);
//! without that, a grid where most boxes move, and a tree elsewhere.
//!
//! With such instructions a tree finds the pairs of boxes that all move as fast as a grid where they are
//! spread evenly in the plane, and faster by a tenth to two fifths in clusters, for mixed sizes, and in
//! space. Without them it is slower there, so a grid may pay. Then the choice depends on this:
//!
//! - *How much moves.* A grid is sorted again in every step, so it pays where most boxes move: it is chosen
//!   after two steps in a row in which more than a quarter of the boxes moved. A tree is updated box by
//!   box: it is chosen again after eight steps in a row in which fewer than an eighth moved, so that what
//!   it saves pays for building it. If the caller can use all pairs as well as those of changed boxes, as a
//!   scene that lists boxes can, the limits are one in seven and one in nine for boxes of similar size,
//!   because then a grid need neither search for single boxes nor pick their pairs.
//! - *The spread of sizes.* Cells suit boxes of one size. Where more than one in eight boxes is smaller
//!   than a quarter of the largest (the largest half percent not counted), several levels of cells are
//!   better: a [`HashGrid`], which has as many levels as pay. A sample of 2048 boxes is surveyed in every
//!   sixteenth step.
//! - *Crowding.* Clusters alone do no harm, because empty cells cost nothing. But where, once sorted, a box
//!   shares its cell with more than 16 others, a tree is chosen.
//!
//! A change of index builds the other index; it is the only thing that allocates in a step.
//!
//! The choice depends on the boxes and on the kind of processor, neither on threads nor on time: the same
//! calls always use the same index, and every index gives the same pairs in the same order. Limit: a tree
//! is rebuilt now and then, and such a step takes twice as long. For even step times choose [`Grid`].

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::cells::survey::Survey;
use super::{
    Boxes, Broken, Grid, HashGrid, Index, IndexKind, SlotPair, Target, Threads, Tree, Visit, VisitWithin,
};
use crate::math::{Aabb, Vector};

/// The index that chooses between [`Tree`], [`Grid`] and [`HashGrid`], and may change its choice.
#[derive(Clone, Debug)]
pub struct Auto<V: Vector> {
    chosen: Chosen<V>,
    /// How many steps in a row were in favour of another kind.
    against: u32,
    /// How many steps there were.
    steps: u32,
    /// Whether the caller can use all pairs as well as those of changed boxes.
    takes_either: bool,
    /// How many boxes there were when the cells of a grid were too crowded; 0 if they never were.
    crowded_at: usize,
    /// Whether a tree is searched for many boxes at once.
    tree_joins: bool,
}

#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // there is one of it in a scene
enum Chosen<V: Vector> {
    Tree(Tree<V>),
    Grid(Grid),
    HashGrid(HashGrid),
}

impl<V: Vector> Chosen<V> {
    fn of(kind: IndexKind, boxes: &Boxes<V>, threads: Threads) -> Self {
        match kind {
            IndexKind::Grid => Self::Grid(Grid::default()),
            IndexKind::HashGrid => Self::HashGrid(HashGrid::default()),
            _ => Self::Tree(Tree::over(boxes, threads)),
        }
    }
}

/// A grid is better if more than one in `.0` boxes move, a tree if fewer than one in `.1` do. For callers
/// that can use all pairs as well as those of changed boxes.
const EITHER: [usize; 2] = [7, 9];
/// The same for other callers.
const CHANGED: [usize; 2] = [4, 8];
/// So few boxes are as fast in any index.
const FEW: usize = 256;
/// Sizes are surveyed again after so many steps.
const EVERY: u32 = 16;

impl<V: Vector> Default for Auto<V> {
    fn default() -> Self {
        Self {
            chosen: Chosen::Tree(Tree::default()),
            against: 0,
            steps: 0,
            takes_either: false,
            crowded_at: 0,
            tree_joins: Tree::<V>::joins(),
        }
    }
}

impl<V: Vector> Auto<V> {
    /// Which kind it has chosen.
    pub fn chosen(&self) -> IndexKind {
        self.index().kind()
    }
    fn index(&self) -> &dyn Index<V> {
        match &self.chosen {
            Chosen::Tree(tree) => tree,
            Chosen::Grid(grid) => grid,
            Chosen::HashGrid(grid) => grid,
        }
    }
    fn index_mut(&mut self) -> &mut dyn Index<V> {
        match &mut self.chosen {
            Chosen::Tree(tree) => tree,
            Chosen::Grid(grid) => grid,
            Chosen::HashGrid(grid) => grid,
        }
    }
    /// Counts one more step; returns the kind of index to change to, if any.
    fn change(&mut self, boxes: &Boxes<V>) -> Option<IndexKind> {
        if self.tree_joins {
            return None;
        }
        let (changed, count) = (boxes.changed().len(), boxes.len());
        self.steps = self.steps.wrapping_add(1);
        let chosen = self.chosen();
        let [many, little] = if self.takes_either && chosen != IndexKind::HashGrid {
            EITHER
        } else {
            CHANGED
        };
        let speaks_against = if chosen == IndexKind::Tree {
            changed > count / many && count > FEW
        } else {
            changed < count / little || count <= FEW
        };
        self.against = if speaks_against { self.against + 1 } else { 0 };
        if chosen == IndexKind::Tree {
            let is_time = self.against == 2 || self.against > 0 && self.against.is_multiple_of(EVERY);
            let was_crowded = self.crowded_at > 0 && count.abs_diff(self.crowded_at) <= count / 4;
            let other = (is_time && !was_crowded).then(|| for_a_crowd(boxes));
            // Sorting several levels takes no less time than updating a tree.
            return other.filter(|&kind| kind == IndexKind::Grid || changed > count / CHANGED[0]);
        }
        if self.against >= 8 {
            return Some(IndexKind::Tree);
        }
        self.steps.is_multiple_of(EVERY).then(|| for_a_crowd(boxes))
    }
    /// The sum of the squares of the counts of all cells; 0 for a tree.
    fn crowding(&self) -> u64 {
        match &self.chosen {
            Chosen::Tree(_) => 0,
            Chosen::Grid(grid) => grid.crowding(),
            Chosen::HashGrid(grid) => grid.crowding(),
        }
    }
}

/// The kind that suits boxes of these sizes where most move.
fn for_a_crowd<V: Vector>(boxes: &Boxes<V>) -> IndexKind {
    if Survey::are_alike(boxes) {
        IndexKind::Grid
    } else {
        IndexKind::HashGrid
    }
}

impl<V: Vector> Index<V> for Auto<V> {
    fn kind(&self) -> IndexKind {
        IndexKind::Auto
    }
    fn refresh(&mut self, boxes: &Boxes<V>, threads: Threads) {
        if !boxes.changed().is_empty()
            && let Some(other) = self.change(boxes)
            && other != self.chosen()
        {
            self.against = 0;
            self.chosen = Chosen::of(other, boxes, threads);
        }
        self.index_mut().refresh(boxes, threads);
        if self.crowding() > 16 * boxes.len() as u64 {
            self.crowded_at = boxes.len();
            self.chosen = Chosen::Tree(Tree::over(boxes, threads));
        }
    }
    fn pairs(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        self.index_mut().pairs(boxes, threads, found);
    }
    fn changed_pairs(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        self.index_mut().changed_pairs(boxes, threads, found);
    }
    fn find_changed_pairs(&mut self, boxes: &Boxes<V>, found: &mut Vec<SlotPair>) {
        self.index_mut().find_changed_pairs(boxes, found);
    }
    fn prefers_all_pairs(&mut self, boxes: &Boxes<V>) -> bool {
        self.takes_either = true;
        self.index_mut().prefers_all_pairs(boxes)
    }
    fn overlapping(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: Visit<'_>) -> ControlFlow<()> {
        self.index().overlapping(boxes, query, visit)
    }
    fn overlapping_together(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: &mut dyn FnMut(&[u32])) {
        self.index().overlapping_together(boxes, query, visit);
    }
    fn approach(&self, boxes: &Boxes<V>, target: Target<'_, V>, visit: VisitWithin<'_, V>) -> V::Scalar {
        self.index().approach(boxes, target, visit)
    }
    fn draw(&self, boxes: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        self.index().draw(boxes, visit);
    }
    fn validate(&self, boxes: &Boxes<V>) -> Result<(), Broken> {
        self.index().validate(boxes)
    }
    fn bytes(&self) -> usize {
        self.index().bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Brute;
    use glam::Vec2;

    /// 300 boxes in rows at a time; every `one_in`-th has moved.
    fn step(
        auto: &mut Auto<Vec2>,
        boxes: &mut Boxes<Vec2>,
        time: usize,
        one_in: usize,
        size: fn(usize) -> f32,
    ) {
        for i in (0..300).step_by(one_in) {
            let min = Vec2::new((i % 20) as f32, (i / 20) as f32) + 0.25 * (time % 3) as f32;
            let aabb = Aabb {
                min,
                max: min + size(i),
            };
            boxes.update(i as u32, aabb).unwrap();
        }
        auto.refresh(boxes, Threads::One);
        let (mut found, mut truth) = (Vec::new(), Vec::new());
        auto.pairs(boxes, Threads::One, &mut found);
        Brute.pairs(boxes, Threads::One, &mut truth);
        assert!(truth.len() > 100 && found == truth);
        boxes.settle();
    }

    #[test]
    fn without_wide_comparisons_a_crowd_has_a_grid_that_suits_its_sizes() {
        let (mut auto, mut boxes) = (Auto::default(), crowd());
        auto.tree_joins = false;
        let chosen = |auto: &Auto<Vec2>| auto.chosen();
        (0..3).for_each(|time| step(&mut auto, &mut boxes, time, 1, ALIKE));
        assert_eq!(chosen(&auto), IndexKind::Grid);
        (0..7).for_each(|time| step(&mut auto, &mut boxes, time, 30, ALIKE));
        assert_eq!(chosen(&auto), IndexKind::Grid);
        step(&mut auto, &mut boxes, 1, 30, ALIKE);
        assert_eq!(chosen(&auto), IndexKind::Tree);
        (0..40).for_each(|time| step(&mut auto, &mut boxes, time, 1, MIXED));
        assert_eq!(chosen(&auto), IndexKind::HashGrid);
        (0..40).for_each(|time| step(&mut auto, &mut boxes, time, 1, ALIKE));
        assert_eq!(chosen(&auto), IndexKind::Grid);
    }
    #[test]
    fn with_them_everything_has_a_tree() {
        for size in [ALIKE, MIXED] {
            let (mut auto, mut boxes) = (Auto::default(), crowd());
            auto.tree_joins = true;
            for time in 0..40 {
                step(&mut auto, &mut boxes, time, 1, size);
                assert_eq!(auto.chosen(), IndexKind::Tree);
            }
        }
    }
    const ALIKE: fn(usize) -> f32 = |_| 1.25;
    const MIXED: fn(usize) -> f32 = |i| if i % 2 == 0 { 1.5 } else { 0.01 };

    /// The boxes that move.
    fn crowd() -> Boxes<Vec2> {
        let mut boxes = Boxes::new();
        let (min, max) = (Vec2::ZERO, Vec2::ONE);
        (0..300).for_each(|_| assert!(boxes.insert(Aabb { min, max }).is_ok()));
        boxes
    }
}
