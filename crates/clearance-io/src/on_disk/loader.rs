//! Solids that are loaded when a pair needs them, and dropped when the memory is needed for others: those
//! that were not used for the longest time first.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use clearance::assembly::{LoosePairs, Solid};
use lru::LruCache;

use super::blobs::{Key, ReadShapes, read_shape};
use crate::problem::Problem;

/// A solid in memory takes about this many times the bytes of its shape in the file: its tree, its faces, and
/// what is made of these when it is asked about. Of 343 meshes of 10,000 triangles it was 6 times as much.
const LARGER: usize = 10;
/// And so many bytes besides, however few facets it has: what has no facets is seen as a polyhedron.
const AT_LEAST: usize = 1 << 14;

/// The solids of a file of shapes that are in memory, and answers about them. Who decides several tasks of
/// one file keeps them from one to the next: what is recognised of a shape takes longer than most pairs.
#[derive(Default)]
pub struct KeptSolids {
    state: Mutex<State>,
    /// Some solid was loaded.
    loaded: Condvar,
    pub(super) pairs: LoosePairs,
}

impl KeptSolids {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Loads solids, for all threads together.
pub(super) struct Loader<'a> {
    shapes: &'a dyn ReadShapes,
    kept: &'a KeptSolids,
    repaired_within: f64,
    /// How many bytes may be in memory.
    budget: AtomicUsize,
    loads: AtomicU64,
}

/// A shape, and within what it is repaired, as bits.
type Repaired = (Key, u64);

struct State {
    /// The last used comes first.
    here: LruCache<Repaired, Loaded>,
    bytes: usize,
    /// What a thread is loading.
    coming: HashSet<Repaired>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            here: LruCache::unbounded(),
            bytes: 0,
            coming: HashSet::new(),
        }
    }
}

/// The solids of a shape, which share what is computed.
struct Loaded {
    first: Arc<Solid>,
    /// Others, by how far coordinates may be rounded, as bits.
    rounded: BTreeMap<u64, Arc<Solid>>,
}

impl Loaded {
    fn get(&mut self, rounded_by: f64) -> Arc<Solid> {
        if self.first.rounded_by().to_bits() == rounded_by.to_bits() {
            return Arc::clone(&self.first);
        }
        let made = self.rounded.entry(rounded_by.to_bits());
        Arc::clone(made.or_insert_with(|| Arc::new(self.first.rounded(rounded_by))))
    }
}

impl<'a> Loader<'a> {
    pub fn new(
        shapes: &'a dyn ReadShapes,
        kept: &'a KeptSolids,
        repaired_within: f64,
        budget: usize,
    ) -> Self {
        Self {
            shapes,
            kept,
            repaired_within,
            budget: budget.into(),
            loads: AtomicU64::new(0),
        }
    }
    /// The solid of a shape; where another thread is loading it, waits for that.
    pub fn get(&self, key: Key, rounded_by: f64) -> Result<Arc<Solid>, Problem> {
        let repaired = (key, self.repaired_within.to_bits());
        let mut state = self.kept.lock();
        loop {
            if let Some(loaded) = state.here.get_mut(&repaired) {
                return Ok(loaded.get(rounded_by));
            }
            if state.coming.insert(repaired) {
                break;
            }
            let waiting = self.kept.loaded.wait(state);
            state = waiting.unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        let coming = Coming {
            kept: self.kept,
            key: repaired,
        };
        let shape = read_shape(self.shapes, key)?;
        let solid = Arc::new(Solid::new(shape, rounded_by, self.repaired_within));
        self.loads.fetch_add(1, Ordering::Relaxed);
        self.keep(repaired, &solid);
        drop(coming);
        Ok(solid)
    }
    /// How often a solid was loaded.
    pub fn loads(&self) -> u64 {
        self.loads.load(Ordering::Relaxed)
    }
    /// Leaves so many bytes of the memory to something else.
    pub fn leave(&self, bytes: usize) {
        let less = |budget: usize| Some(budget.saturating_sub(bytes));
        let _ = self
            .budget
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }
    fn keep(&self, key: Repaired, solid: &Arc<Solid>) {
        let mut state = self.kept.lock();
        state.bytes += size(key);
        while state.bytes > self.budget.load(Ordering::Relaxed)
            && let Some((dropped, _)) = state.here.pop_lru()
        {
            state.bytes -= size(dropped);
        }
        let loaded = Loaded {
            first: Arc::clone(solid),
            rounded: BTreeMap::new(),
        };
        state.here.put(key, loaded);
    }
}

/// About how many bytes the solids of a shape take.
fn size((key, _): Repaired) -> usize {
    key.bytes as usize * LARGER + AT_LEAST
}

/// A solid that is being loaded; other threads go on when this is dropped, also where it could not be loaded.
struct Coming<'a> {
    kept: &'a KeptSolids,
    key: Repaired,
}

impl Drop for Coming<'_> {
    fn drop(&mut self) {
        self.kept.lock().coming.remove(&self.key);
        self.kept.loaded.notify_all();
    }
}
