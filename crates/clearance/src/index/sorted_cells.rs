//! Boxes sorted by the cell they are in, level by level, and all pairs of them.
//!
//! A counting sort (Green, "Particle simulation using CUDA", 2010): count the boxes of each cell, add up, and put each box
//! in its place, so that those of a cell, and of the cells of a row, lie side by side. Then each box looks at the rest of
//! its own row and at the rows after it, eight others at a time, and every pair is found once. Boxes are kept as 15-bit
//! steps (`level.rs`): 12 bytes each in the plane, 16 in space.
//!
//! No step here depends on a guess: the runs a box looks at are nearly always shorter than eight, and what is found is
//! written by the vector and counted, not branched on. Where steps are equal, a few times in a hundred, and in shared
//! cells, the boxes themselves are asked.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use super::level::{Level, Run, Steps};
use super::pair_list::{ordered, sort_many};
#[cfg(feature = "rayon")]
use super::parallel;
use super::survey::extent;
use super::{Boxes, Broken, SlotPair, Threads};
use crate::math::{Aabb, Vector};
use crate::simd::{GUARDS, Job, Lanes, dispatch};

/// Not in any cell.
pub(super) const NONE: u32 = u32::MAX;
/// What may be read beyond the last entry.
const PADDING: usize = 8;

/// Boxes by cell.
#[derive(Clone, Debug, Default)]
pub(super) struct SortedCells {
    /// From the finest to the coarsest.
    pub(super) levels: Vec<Level>,
    /// The first cell of each level, and the end.
    pub(super) bases: Vec<u32>,
    /// Where each cell's entries begin, and the end of the last.
    pub(super) starts: Vec<u32>,
    /// Of each entry: x and y, as [`Steps::plane`].
    pub(super) planes: Vec<u64>,
    /// Of each entry: z, as [`Steps::depth`]; empty in 2D.
    pub(super) depths: Vec<u32>,
    /// Of each entry: its slot.
    pub(super) ids: Vec<u32>,
    /// Boxes too large for any level, ascending.
    pub(super) large: Vec<u32>,
    /// The place of each slot's cell; later scratch.
    pub(super) by_slot: Vec<u32>,
    /// The number of each entry's cell; later scratch.
    pub(super) by_entry: Vec<u32>,
    /// How many boxes share a cell: the sum of the squares of their counts.
    pub(super) crowding: u64,
    /// For each level, a bit for each other one at which its boxes look.
    looks_at: Vec<u8>,
    /// One for each thread, where there are several.
    #[cfg(feature = "rayon")]
    pub(super) lists: Vec<List>,
}

/// There is a bit for each.
const LEVELS: usize = 8;

impl SortedCells {
    /// Other levels, before [`sort`](Self::sort).
    pub(super) fn cut(&mut self, levels: impl IntoIterator<Item = Level>) {
        self.levels.clear();
        self.levels.extend(levels.into_iter().take(LEVELS));
        self.bases.clear();
        self.bases.push(0);
        for level in &self.levels {
            let base = self.bases[self.bases.len() - 1];
            self.bases.push(base + level.cells);
        }
    }
    /// The sum of the squares of the counts of all cells: what finding all pairs costs at least.
    pub(super) fn crowding(&self) -> u64 {
        self.crowding
    }
    /// The levels.
    pub(super) fn levels(&self) -> &[Level] {
        &self.levels
    }
    /// Who looks at whom: of two levels one looks at the other, whichever costs less.
    ///
    /// A small box looks at few rows of a coarse level but at every box in them; a large one looks at many rows of a fine
    /// level, and mostly meets what is there. A run of up to eight costs 1.
    pub(super) fn decide_who_looks(&mut self, dimension: usize) {
        self.looks_at.clear();
        self.looks_at.resize(self.levels.len(), 0);
        let count = |l: usize| {
            let [base, end] = [l, l + 1].map(|l| self.starts[self.bases[l] as usize]);
            f64::from(end - base)
        };
        for fine in 0..self.levels.len() {
            for coarse in fine + 1..self.levels.len() {
                let (few, many) = (count(coarse), count(fine));
                let times = self.levels[fine].times(&self.levels[coarse]);
                let rows = |times: f64| (1..dimension).map(|_| times / 2.0 + 1.5).product::<f64>();
                let filled = |l: usize, n: f64| n / f64::from(self.levels[l].cells);
                let up = many * rows(1.0) * (1.0 + filled(coarse, few) / 2.0);
                let down = few * rows(times) * (1.0 + filled(fine, many) * times / 4.0);
                // Beyond sixteen times, differences of steps no longer fit; in numbers that repeat, rows would be mixed up.
                if down < up && times < 17.0 && !self.levels[fine].repeats {
                    self.looks_at[coarse] |= 1 << fine;
                } else {
                    self.looks_at[fine] |= 1 << coarse;
                }
            }
        }
    }
    /// Slots of boxes that are too large for any level.
    pub(super) fn large(&self) -> &[u32] {
        &self.large
    }
    #[inline(always)]
    fn view(&self, level: usize) -> View<'_> {
        View {
            level: &self.levels[level],
            starts: &self.starts[self.bases[level] as usize..=self.bases[level + 1] as usize],
            planes: &self.planes,
            depths: &self.depths,
            ids: &self.ids,
            numbers: &self.by_entry,
        }
    }
    /// Sorts all boxes of a table.
    pub(super) fn sort<V: Vector>(&mut self, boxes: &Boxes<V>, threads: Threads) {
        #[cfg(feature = "rayon")]
        if threads == Threads::All && parallel::parts(boxes.len()) > 1 {
            return self.sort_in_parts(boxes, parallel::parts(boxes.len()));
        }
        let _ = threads;
        dispatch(Sort { cells: self, boxes });
    }
    #[inline(always)]
    fn count_cells<V: Vector>(&mut self, boxes: &Boxes<V>) {
        let cells = self.bases[self.bases.len() - 1] as usize;
        self.starts.clear();
        self.starts.resize(cells + 2, 0);
        self.by_slot.resize(boxes.slots().len(), NONE);
        self.large.clear();
        let counts = &mut self.starts[1..];
        let (places, large) = (&mut self.by_slot[..], &mut self.large);
        find(
            &self.levels,
            &self.bases,
            0,
            boxes.slots(),
            places,
            large,
            |cell| {
                counts[cell as usize] += 1;
            },
        );
    }
    /// From counts to where each cell begins.
    fn add_up(&mut self) -> usize {
        let (mut sum, mut crowding) = (0, 0);
        for start in &mut self.starts[1..] {
            crowding += u64::from(*start) * u64::from(*start);
            sum += core::mem::replace(start, sum);
        }
        self.crowding = crowding;
        sum as usize
    }
    /// Makes room for so many entries, and for what may be read beyond the last.
    pub(super) fn make_entries(&mut self, dimension: usize, count: usize) {
        self.planes.resize(count + PADDING, 0);
        self.depths
            .resize(if dimension == 3 { count + PADDING } else { 0 }, 0);
        self.ids.resize(count + PADDING, 0);
        self.by_entry.resize(count + PADDING, 0);
    }
    #[inline(always)]
    fn place<V: Vector>(&mut self, boxes: &Boxes<V>, count: usize) {
        self.make_entries(V::DIM, count);
        let (levels, bases, ends) = (&self.levels[..], &self.bases[..], &mut self.starts[1..]);
        let (planes, depths) = (&mut self.planes[..], &mut self.depths[..]);
        let (ids, numbers) = (&mut self.ids[..], &mut self.by_entry[..]);
        for ((slot, aabb), &cell) in (0..).zip(boxes.slots()).zip(&self.by_slot) {
            if cell == NONE {
                continue;
            }
            let at = &mut ends[cell as usize];
            let entry = *at as usize;
            *at += 1;
            place_entry(
                levels,
                bases,
                slot,
                aabb,
                cell,
                entry,
                (planes, depths, ids, numbers),
            );
        }
    }
    /// Replaces `found` by all pairs of boxes that meet, in ascending order. Only once after each [`sort`](Self::sort).
    pub(super) fn pairs<V: Vector>(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        #[cfg(feature = "rayon")]
        if threads == Threads::All && parallel::parts(boxes.len()) > 1 {
            return self.pairs_in_parts(boxes, parallel::parts(boxes.len()), found);
        }
        let _ = threads;
        let mut list = List {
            pairs: core::mem::take(found),
            count: 0,
        };
        dispatch(Pairs {
            cells: self,
            boxes,
            list: &mut list,
            part: 0,
            parts: 1,
        });
        *found = list.pairs;
        found.truncate(list.count);
        self.pairs_of_large(boxes, found);
        let slots = boxes.slots().len();
        sort_many(found, slots, &mut self.by_slot, &mut self.by_entry);
    }
    pub(super) fn pairs_of_large<V: Vector>(&self, boxes: &Boxes<V>, found: &mut Vec<SlotPair>) {
        for (i, &a) in self.large.iter().enumerate() {
            let aabb = &boxes.slots()[a as usize];
            let later = self.large[i + 1..].iter();
            let met = later.filter(|&&b| boxes.slots()[b as usize].overlaps(aabb));
            found.extend(met.map(|&b| ordered(a, b)));
            let _ = self.overlapping_small(boxes, aabb, &mut |b| {
                found.push(ordered(a, b));
                ControlFlow::Continue(())
            });
        }
    }
    /// Calls `visit` with the slot of every box that meets `query`.
    pub(super) fn overlapping<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut met = self
            .large
            .iter()
            .filter(|&&b| boxes.slots()[b as usize].overlaps(query));
        met.try_for_each(|&b| visit(b))?;
        self.overlapping_small(boxes, query, visit)
    }
    fn overlapping_small<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (l, level) in self.levels.iter().enumerate() {
            let (base, end) = (self.bases[l] as usize, self.bases[l + 1] as usize);
            let (first, last) = (self.starts[base] as usize, self.starts[end] as usize);
            let steps = level.steps(query);
            if level.count_cells(&steps, V::DIM) > ((last - first) / 2) as f64 {
                self.visit_entries(boxes, query, first, last, |_| true, visit)?;
                continue;
            }
            level.runs(&steps, V::DIM, |run, row| {
                let is_home =
                    |aabb: &Aabb<V>| !level.is_shared || level.is_in_row(&level.steps(aabb), &steps, row);
                let [(a, b), (c, d)] = self.view(l).entries(run);
                self.visit_entries(boxes, query, a, b, is_home, visit)?;
                self.visit_entries(boxes, query, c, d, is_home, visit)
            })?;
        }
        ControlFlow::Continue(())
    }
    fn visit_entries<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        first: usize,
        last: usize,
        is_home: impl Fn(&Aabb<V>) -> bool,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for &slot in self.ids.get(first..last).unwrap_or(&[]) {
            let aabb = &boxes.slots()[slot as usize];
            if aabb.overlaps(query) && is_home(aabb) {
                visit(slot)?;
            }
        }
        ControlFlow::Continue(())
    }
    /// Checks that every box is in its cell, once, but for those that have changed since.
    pub(super) fn validate<V: Vector>(
        &self,
        boxes: &Boxes<V>,
        is_stale: impl Fn(u32) -> bool,
    ) -> Result<(), Broken> {
        let count = self.starts.last().map_or(0, |&end| end as usize);
        let all = self.ids[..count.min(self.ids.len())].iter().chain(&self.large);
        let fresh = boxes.iter().filter(|(slot, _)| !is_stale(*slot)).count();
        if all.filter(|&&slot| !is_stale(slot)).count() != fresh {
            return Err(Broken("the grid does not hold each box once"));
        }
        for (cell, ends) in self
            .starts
            .windows(2)
            .take(self.starts.len().saturating_sub(2))
            .enumerate()
        {
            for &slot in self.ids.get(ends[0] as usize..ends[1] as usize).unwrap_or(&[]) {
                if is_stale(slot) {
                    continue;
                }
                let home = boxes.get(slot).and_then(|aabb| home(&self.levels, aabb));
                if home.is_none_or(|(l, steps)| {
                    self.bases[l] + (self.levels[l].cell(&steps) & self.levels[l].mask) != cell as u32
                }) {
                    return Err(Broken("a box is not in its cell"));
                }
            }
        }
        Ok(())
    }
    #[cfg(feature = "rayon")]
    fn bytes_of_lists(&self) -> usize {
        let pairs: usize = self.lists.iter().map(|list| list.pairs.capacity()).sum();
        pairs * size_of::<SlotPair>()
    }
    #[cfg(not(feature = "rayon"))]
    fn bytes_of_lists(&self) -> usize {
        0
    }
    /// Bytes on the heap.
    pub(super) fn bytes(&self) -> usize {
        let words = [
            &self.bases,
            &self.starts,
            &self.depths,
            &self.ids,
            &self.large,
            &self.by_slot,
            &self.by_entry,
        ];
        words
            .iter()
            .map(|list| list.capacity() * size_of::<u32>())
            .sum::<usize>()
            + self.planes.capacity() * size_of::<u64>()
            + self.levels.capacity() * size_of::<Level>()
            + self.bytes_of_lists()
    }
}

/// Finds the cell of each box, and those that are too large for any.
#[inline(always)]
fn find<V: Vector>(
    levels: &[Level],
    bases: &[u32],
    first: u32,
    boxes: &[Aabb<V>],
    places: &mut [u32],
    large: &mut Vec<u32>,
    mut count: impl FnMut(u32),
) {
    for ((slot, aabb), place) in (first..).zip(boxes).zip(places) {
        *place = NONE;
        // Free slots hold what is not a number.
        if aabb.min.get(0) <= aabb.max.get(0) {
            let Some((l, steps)) = home(levels, aabb) else {
                large.push(slot);
                continue;
            };
            *place = bases[l] + (levels[l].cell(&steps) & levels[l].mask);
            count(*place);
        }
    }
}

/// The same for a part of the boxes, without counting; returns the large ones.
#[cfg(feature = "rayon")]
#[inline(always)]
pub(super) fn find_cells<V: Vector>(
    levels: &[Level],
    bases: &[u32],
    first: u32,
    boxes: &[Aabb<V>],
    places: &mut [u32],
) -> Vec<u32> {
    let mut large = Vec::new();
    find(levels, bases, first, boxes, places, &mut large, |_| {});
    large
}

/// Planes, depths, slots and numbers of cells of entries.
type Columns<'a> = (&'a mut [u64], &'a mut [u32], &'a mut [u32], &'a mut [u32]);

/// Writes an entry.
#[inline(always)]
pub(super) fn place_entry<V: Vector>(
    levels: &[Level],
    bases: &[u32],
    slot: u32,
    aabb: &Aabb<V>,
    cell: u32,
    entry: usize,
    (planes, depths, ids, numbers): Columns<'_>,
) {
    let level = &levels[if levels.len() == 1 {
        0
    } else {
        level_of(bases, cell)
    }];
    let steps = level.steps(aabb);
    planes[entry] = steps.plane();
    if V::DIM == 3 {
        depths[entry] = steps.depth();
    }
    ids[entry] = slot;
    numbers[entry] = level.cell(&steps);
}

/// The level that a place of the table belongs to.
#[inline(always)]
fn level_of(bases: &[u32], cell: u32) -> usize {
    bases[1..].iter().take_while(|&&end| cell >= end).count()
}

/// Which level a box belongs to, and its steps there; `None` if it is too large for all.
#[inline(always)]
pub(super) fn home<V: Vector>(levels: &[Level], aabb: &Aabb<V>) -> Option<(usize, Steps)> {
    if let [level] = levels {
        let steps = level.steps(aabb);
        return steps.fits(V::DIM).then_some((0, steps));
    }
    let first = {
        let size = extent(aabb);
        levels
            .iter()
            .take_while(|level| !level.is_wide_enough(size))
            .count()
    };
    (first..levels.len())
        .map(|l| (l, levels[l].steps(aabb)))
        .find(|(_, steps)| steps.fits(V::DIM))
}

struct Sort<'a, V> {
    cells: &'a mut SortedCells,
    boxes: &'a Boxes<V>,
}

impl<V: Vector> Job for Sort<'_, V> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        self.cells.count_cells(self.boxes);
        let count = self.cells.add_up();
        self.cells.decide_who_looks(V::DIM);
        self.cells.place(self.boxes, count);
    }
}

/// A list that is written eight pairs at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    pub(super) pairs: Vec<SlotPair>,
    pub(super) count: usize,
}

impl List {
    /// Room for eight more.
    #[inline(always)]
    fn room(&mut self) -> Option<&mut [SlotPair; 8]> {
        if self.count + 8 > self.pairs.len() {
            self.grow();
        }
        self.pairs.get_mut(self.count..)?.first_chunk_mut()
    }
    #[cold]
    fn grow(&mut self) {
        let longer = self.pairs.len().max(64) * 3 / 2;
        self.pairs.resize(longer.max(self.pairs.capacity()), [0; 2]);
    }
}

/// A box that looks for others.
#[derive(Clone, Copy)]
struct Seeker {
    plane: u64,
    depth: u32,
    slot: u32,
}

impl Seeker {
    /// From the form in which entries are kept to that in which they are compared: negated, corners swapped.
    #[inline(always)]
    fn new(plane: u64, depth: u32, slot: u32) -> Self {
        Self {
            plane: (GUARDS - plane.rotate_left(32)) | GUARDS,
            depth: (GUARDS as u32 - depth.rotate_left(16)) | GUARDS as u32,
            slot,
        }
    }
}

/// The entries of one level, with all that is read of them at hand.
#[derive(Clone, Copy)]
struct View<'a> {
    level: &'a Level,
    /// Of this level's cells.
    starts: &'a [u32],
    planes: &'a [u64],
    depths: &'a [u32],
    ids: &'a [u32],
    numbers: &'a [u32],
}

impl View<'_> {
    /// The entries of a run of cells, which may go on at the beginning of the table.
    #[inline(always)]
    fn entries(&self, run: Run) -> [(usize, usize); 2] {
        let mask = self.level.mask;
        let (first, last) = (run.first & mask, run.first.wrapping_add(run.more) & mask);
        let at = |cell: u32| self.starts.get(cell as usize).map_or(0, |&start| start as usize);
        if first <= last {
            [(at(first), at(last + 1)), (0, 0)]
        } else {
            [(at(first), at(self.level.cells)), (at(0), at(last + 1))]
        }
    }
}

/// Finds the pairs of one part of the entries, and of one part of the slots across levels.
pub(super) struct Pairs<'a, V> {
    pub(super) cells: &'a SortedCells,
    pub(super) boxes: &'a Boxes<V>,
    pub(super) list: &'a mut List,
    pub(super) part: usize,
    pub(super) parts: usize,
}

impl<V: Vector> Job for Pairs<'_, V> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        // Not where the lists of other threads are: they would fight for its cache line.
        let mut list = List {
            pairs: core::mem::take(&mut self.list.pairs),
            count: 0,
        };
        let (cells, slots) = (self.cells, self.boxes.slots());
        let part = |count: usize| count * self.part / self.parts..count * (self.part + 1) / self.parts;
        let entries = part(cells.starts.last().map_or(0, |&end| end as usize));
        for l in 0..cells.levels.len() {
            forward::<V, L>(lanes, &cells.view(l), slots, &entries, &mut list);
        }
        if cells.levels.len() > 1 {
            across(lanes, cells, slots, part(slots.len()), &mut list);
        }
        *self.list = list;
    }
}

/// Pairs of each entry of a level with those that come after it.
#[inline(always)]
fn forward<V: Vector, L: Lanes>(
    lanes: L,
    view: &View<'_>,
    slots: &[Aabb<V>],
    part: &Range<usize>,
    list: &mut List,
) {
    let (Some(&first), Some(&last)) = (view.starts.first(), view.starts.last()) else {
        return;
    };
    for entry in part.start.max(first as usize)..part.end.min(last as usize) {
        let plane = view.planes[entry];
        let depth = if V::DIM == 3 { view.depths[entry] } else { 0 };
        let seeker = Seeker::new(plane, depth, view.ids[entry]);
        let runs = view.level.forward(V::DIM, view.numbers[entry], plane);
        // Written out: a loop would keep its runs in memory.
        let [own, next, lower, upper] = runs;
        rest(lanes, view, slots, &seeker, own, Some(entry + 1), list);
        rest(lanes, view, slots, &seeker, next, None, list);
        if V::DIM == 3 {
            rest(lanes, view, slots, &seeker, lower, None, list);
            rest(lanes, view, slots, &seeker, upper, None, list);
        }
    }
}

/// Pairs of a box with the entries of a run, from a given one on where there is one.
#[inline(always)]
fn rest<V: Vector, L: Lanes>(
    lanes: L,
    view: &View<'_>,
    slots: &[Aabb<V>],
    seeker: &Seeker,
    run: Run,
    from: Option<usize>,
    list: &mut List,
) {
    let [(first, last), (again, end)] = view.entries(run);
    meet(
        lanes,
        view,
        slots,
        seeker,
        run,
        (from.unwrap_or(first), last),
        list,
    );
    if end > again {
        meet_rest(lanes, view, slots, seeker, run, (again, end), list);
    }
}

/// The same as [`meet`], where it is rare.
#[cold]
#[inline(always)]
fn meet_rest<V: Vector, L: Lanes>(
    lanes: L,
    view: &View<'_>,
    slots: &[Aabb<V>],
    seeker: &Seeker,
    run: Run,
    entries: (usize, usize),
    list: &mut List,
) {
    meet(lanes, view, slots, seeker, run, entries, list);
}

/// Pairs of each box with those of the levels its own looks at.
#[inline(always)]
fn across<V: Vector, L: Lanes>(
    lanes: L,
    cells: &SortedCells,
    slots: &[Aabb<V>],
    part: Range<usize>,
    list: &mut List,
) {
    let first = part.start as u32;
    for ((slot, aabb), &cell) in (first..).zip(&slots[part.clone()]).zip(&cells.by_slot[part]) {
        if cell == NONE {
            continue;
        }
        let mut looks_at = cells.looks_at[level_of(&cells.bases, cell)];
        while looks_at != 0 {
            let l = looks_at.trailing_zeros() as usize;
            looks_at &= looks_at - 1;
            let view = cells.view(l);
            let steps = view.level.steps(aabb);
            let seeker = Seeker::new(steps.plane(), steps.depth(), slot);
            // Loops, not a closure: that would be compiled without the instructions of these lanes.
            let [xs, ys, zs] = view.level.window(&steps, V::DIM);
            for z in zs[0]..=zs[1] {
                for y in ys[0]..=ys[1] {
                    rest(lanes, &view, slots, &seeker, view.level.run(xs, y, z), None, list);
                }
            }
        }
    }
}

/// Pairs of a box with the entries of a run, at least eight of which are read.
#[inline(always)]
fn meet<V: Vector, L: Lanes>(
    lanes: L,
    view: &View<'_>,
    slots: &[Aabb<V>],
    seeker: &Seeker,
    run: Run,
    (mut first, last): (usize, usize),
    list: &mut List,
) {
    loop {
        let wanted = ((1_u32 << last.saturating_sub(first).min(8)) - 1) as u8;
        let (Some(planes), Some(ids)) = (eight(view.planes, first), eight(view.ids, first)) else {
            return;
        };
        let meeting = lanes.meet_four(seeker.plane, planes);
        let (mut bits, mut clear) = (meeting.possible & wanted, meeting.clear);
        if V::DIM == 3 {
            let Some(depths) = eight(view.depths, first) else {
                return;
            };
            let meeting = lanes.meet_two(seeker.depth, depths);
            (bits, clear) = (bits & meeting.possible, clear & meeting.clear);
        }
        if view.level.is_shared {
            let Some(numbers) = eight(view.numbers, first) else {
                return;
            };
            bits &= lanes.within(run.first, run.more, numbers);
            clear &= if view.level.repeats { 0 } else { 0xff };
        }
        if bits & !clear != 0 {
            bits = ask(slots, seeker.slot, ids, bits);
        }
        let Some(room) = list.room() else { return };
        list.count += lanes.pairs(seeker.slot, ids, bits, room);
        first += 8;
        if first >= last {
            return;
        }
    }
}

/// Leaves the bits of those boxes that do meet.
#[cold]
#[inline(never)]
fn ask<V: Vector>(slots: &[Aabb<V>], slot: u32, ids: &[u32; 8], bits: u8) -> u8 {
    let aabb = &slots[slot as usize];
    let meets = |k: &usize| bits >> k & 1 == 1 && slots[ids[*k] as usize].overlaps(aabb);
    (0..8).filter(meets).fold(0, |bits, k| bits | 1 << k)
}

#[inline(always)]
fn eight<T>(list: &[T], first: usize) -> Option<&[T; 8]> {
    list.get(first..)?.first_chunk()
}
