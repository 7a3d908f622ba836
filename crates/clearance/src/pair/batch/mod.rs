//! Many pairs in one call, for the bindings that take arrays.
//!
//! With small polygons, most of the time of a batch would go into fetching shapes from memory and into
//! mispredicted branches. So a [`Column`] keeps what is needed first in the order of the batch, one array
//! each, which the processor prefetches by itself: the bounding balls of all shapes and the edges of small
//! polygons. The batch is then asked in passes: the balls of all pairs; of the pairs left, all edges, without
//! an unpredictable branch and with the widest registers there are; and what is left then, pair by pair. The
//! borders of small polygons that may be concave are kept in that order, too, and are read first
//! (`plane/regions.rs`).
//!
//! Error bounds are those of the balls (`bounding_balls.rs`) and of the polygons (`plane/polygons.rs`).
//! Distances are asked in the same passes (`distances.rs`), which end where a pair surely meets. Of pairs
//! that are apart, shapes and their parts are prefetched some pairs ahead.
//!
//! A [`PlacedColumn`](by_index::PlacedColumn) is asked about any pairs of its shapes, by index, as a broad
//! phase finds them. What a pass needs of a shape is computed once for all its pairs, and eight pairs are
//! asked at a time (`pair/eight/`).
//!
//! Limits: only `intersects` and, side by side, `distance` are asked in passes; of shapes of space the balls
//! alone decide, by index boxes, triangles and capsules too (`pair/eight/`).
//!
//! Imports run one way: `column` → `side` → `passes` → `distances` → `by_index` → `pair_cache`.
//!
//! `inline(always)`: what is not inlined into `simd::widest` loses its wide registers.

pub(super) mod by_index;
pub(super) mod column;
pub(super) mod distances;
pub(super) mod pair_cache;
pub(super) mod passes;
pub(super) mod side;
