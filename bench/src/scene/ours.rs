//! clearance's broad phase over each of its indexes.

use clearance::index::{BroadPhase, IndexKind, Threads};
use clearance::math::{Aabb, Vector};

use super::{Engine, World, is_wanted};

/// One over each index that stands a chance at this count. `-in-order`: the boxes lie in the table as in
/// space.
pub fn engines<V: Vector>(world: &World<V>, wanted: &str) -> Vec<Box<dyn Engine<V>>> {
    use IndexKind::{Brute, Grid, HashGrid, KdTree, Orthtree, Tree};
    let is_many = world.boxes.len() > 500_000;
    let stands_a_chance = |kind: &IndexKind| {
        *kind != Brute && (!is_many || [Tree, Grid, HashGrid, Orthtree, KdTree].contains(kind))
    };
    let mut all: Vec<Box<dyn Engine<V>>> = Vec::new();
    let mut offer = |kind, threads, in_order| {
        if is_wanted(&name(kind, threads, in_order), wanted) {
            all.push(Box::new(Ours::new(world, kind, threads, in_order)));
        }
    };
    for &kind in IndexKind::ALL.iter().filter(|kind| stands_a_chance(kind)) {
        offer(kind, Threads::One, false);
        if [Tree, Grid, HashGrid].contains(&kind) {
            offer(kind, Threads::One, true);
        }
        if [Grid, HashGrid].contains(&kind) {
            offer(kind, Threads::All, false);
            offer(kind, Threads::All, true);
        }
    }
    all
}

fn name(kind: IndexKind, threads: Threads, in_order: bool) -> String {
    let threads = if threads == Threads::All {
        "-all-threads"
    } else {
        ""
    };
    let order = if in_order { "-in-order" } else { "" };
    format!("clearance-{kind}{threads}{order}")
}

struct Ours<V: Vector> {
    kind: IndexKind,
    threads: Threads,
    in_order: bool,
    broad_phase: BroadPhase<V>,
    /// The slot of each object.
    slots: Vec<u32>,
    /// The object in each slot.
    objects: Vec<u32>,
    all_move: bool,
    /// What moves in the next step, in ascending order of slots where these are in order.
    staged: Vec<(u32, Aabb<V>)>,
}

impl<V: Vector> Ours<V> {
    fn new(world: &World<V>, kind: IndexKind, threads: Threads, in_order: bool) -> Self {
        let mut objects: Vec<u32> = (0..world.boxes.len() as u32).collect();
        if in_order {
            objects.sort_by_cached_key(|&i| morton(&world.boxes[i as usize]));
        }
        let mut broad_phase = BroadPhase::new(kind).with_threads(threads);
        broad_phase.reserve(objects.len());
        let mut slots = vec![0; objects.len()];
        for &object in &objects {
            slots[object as usize] = broad_phase
                .insert(world.boxes[object as usize])
                .expect("a box of the world");
        }
        // Built before the clock runs, as the peers are.
        broad_phase.pairs();
        Self {
            kind,
            threads,
            in_order,
            broad_phase,
            slots,
            objects,
            all_move: world.all_move,
            staged: Vec::new(),
        }
    }
}

impl<V: Vector> Engine<V> for Ours<V> {
    fn name(&self) -> String {
        name(self.kind, self.threads, self.in_order)
    }
    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_string()
    }
    fn prepare(&mut self, boxes: &[Aabb<V>], moved: &[u32]) {
        let slots = &self.slots;
        self.staged.clear();
        self.staged
            .extend(moved.iter().map(|&i| (slots[i as usize], boxes[i as usize])));
        if self.in_order {
            self.staged.sort_unstable_by_key(|&(slot, _)| slot);
        }
    }
    fn step(&mut self, _: &[Aabb<V>], _: &[u32]) {
        for &(slot, aabb) in &self.staged {
            let _ = self.broad_phase.update(slot, aabb);
        }
        if self.all_move {
            self.broad_phase.pairs();
        } else {
            self.broad_phase.changed_pairs();
        }
    }
    fn pairs(&self) -> &[[u32; 2]] {
        self.broad_phase.found()
    }
    fn object(&self, name: u32) -> u32 {
        self.objects[name as usize]
    }
    fn bytes(&self) -> usize {
        // The boxes are the caller's, as for the peers, which are given them at every step.
        let boxes = size_of_val(self.broad_phase.boxes().slots());
        self.broad_phase.bytes() - boxes
    }
}

/// Where a box lies on the curve of Morton (1966), in cells of 2: neighbours in space are mostly neighbours
/// on it.
fn morton<V: Vector>(aabb: &Aabb<V>) -> u64 {
    use clearance::math::Real;
    let cell = |k: usize| (aabb.min.get(k).to_f64() / 2.0 + 4096.0) as u64;
    (0..20 * V::DIM).fold(0, |code, bit| {
        code | (cell(bit % V::DIM) >> (bit / V::DIM) & 1) << bit
    })
}
