//! Tiles of space, for checks that are divided among processes: each pair belongs to one of them.
//!
//! The box around all objects is halved at a median of their middles, along the longest side of these, until
//! there are enough tiles. A tile has the objects whose boxes, grown by how near pairs are looked at, come
//! into it. A pair belongs to the tile that the lower corner of the common part of its boxes is in; where
//! they are apart, that corner is as well a point near both. So each pair is decided once, and a tile has
//! both of its objects.

use clearance::glam::DVec3;
use clearance::math::Aabb;

/// A part of space: points that are not below `low` and below `high`, along each axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile {
    pub low: DVec3,
    pub high: DVec3,
}

impl Tile {
    const ALL: Self = Self {
        low: DVec3::NEG_INFINITY,
        high: DVec3::INFINITY,
    };
    /// Whether the pair with these boxes belongs to it.
    pub fn owns(&self, a: &Aabb<DVec3>, b: &Aabb<DVec3>) -> bool {
        let corner = a.min.max(b.min);
        (0..3)
            .all(|k| self.low[k] <= corner[k] && (corner[k] < self.high[k] || self.high[k] == f64::INFINITY))
    }
    /// Whether a box comes into it, or to its border.
    fn meets(&self, aabb: &Aabb<DVec3>) -> bool {
        self.low.cmple(aabb.max).all() && aabb.min.cmple(self.high).all()
    }
    fn halves(&self, axis: usize, at: f64) -> [Self; 2] {
        let [mut below, mut above] = [*self, *self];
        below.high[axis] = at;
        above.low[axis] = at;
        [below, above]
    }
}

/// At least so many tiles, as far as the middles of the boxes can be told apart, and the objects of each. The
/// boxes are those of the objects, grown.
pub fn tiles(boxes: &[Aabb<DVec3>], count: usize) -> Vec<(Tile, Vec<u32>)> {
    let all: Vec<u32> = (0..boxes.len() as u32).collect();
    let mut done = Vec::new();
    let mut open = vec![(Tile::ALL, all, count)];
    while let Some((tile, members, count)) = open.pop() {
        match split(&tile, &members, boxes).filter(|_| count > 1) {
            None => done.push((tile, members)),
            Some(halves) => {
                for (half, share) in halves.into_iter().zip([count / 2, count - count / 2]) {
                    let members = members.iter().copied();
                    let members = members.filter(|&i| half.meets(&boxes[i as usize]));
                    open.push((half, members.collect(), share));
                }
            }
        }
    }
    done
}

/// Both halves of a tile: at the median of the middles in it along the axis along which these are farthest
/// apart.
fn split(tile: &Tile, members: &[u32], boxes: &[Aabb<DVec3>]) -> Option<[Tile; 2]> {
    let middles = |axis: usize| {
        let of = members.iter().map(move |&i| {
            let aabb = &boxes[i as usize];
            0.5 * aabb.min[axis] + 0.5 * aabb.max[axis]
        });
        of.filter(move |x| x.is_finite() && tile.low[axis] < *x && *x < tile.high[axis])
    };
    let extent = |axis: usize| {
        let ends = middles(axis).fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        });
        ends[1] - ends[0]
    };
    let axis = (0..3).max_by(|&p, &q| extent(p).total_cmp(&extent(q)))?;
    if extent(axis) <= 0.0 || extent(axis).is_nan() {
        return None;
    }
    let mut along: Vec<f64> = middles(axis).collect();
    let middle = along.len() / 2;
    let (_, at, _) = along.select_nth_unstable_by(middle, f64::total_cmp);
    Some(tile.halves(axis, *at))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes on a lattice, so that many corners are on the borders of tiles; some without end, some in one
    /// place.
    fn boxes(seed: u64, count: usize) -> Vec<Aabb<DVec3>> {
        let mut state = seed;
        let mut dice = |sides: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((state >> 40) % sides) as f64
        };
        let mut made: Vec<_> = (0..count)
            .map(|_| {
                let min = DVec3::new(dice(12), dice(12), dice(4));
                let size = DVec3::new(dice(3), dice(3), dice(3));
                Aabb { min, max: min + size }
            })
            .collect();
        made.push(Aabb {
            min: DVec3::new(f64::NEG_INFINITY, 0.0, f64::NEG_INFINITY),
            max: DVec3::INFINITY,
        });
        made
    }

    /// Each pair of boxes that are near enough belongs to one tile, which has both of its objects.
    #[test]
    fn each_pair_belongs_to_one_tile() {
        let (mut pairs, mut shared) = (0, 0);
        for seed in 0..20 {
            let reach = [0.0, 1.0, 2.5][seed as usize % 3];
            let boxes = boxes(seed, 150);
            let grown: Vec<_> = boxes.iter().map(|aabb| aabb.inflated(reach)).collect();
            let tiles = tiles(&grown, 1 + seed as usize);
            assert!(tiles.len() > seed as usize);
            for b in 0..boxes.len() {
                for a in 0..b {
                    let has = |members: &[u32]| [a, b].iter().all(|&i| members.contains(&(i as u32)));
                    let together = tiles.iter().filter(|(_, members)| has(members)).count();
                    let owners = tiles.iter().filter(|(tile, _)| tile.owns(&boxes[a], &boxes[b]));
                    let owners: Vec<_> = owners.collect();
                    assert_eq!(owners.len(), 1, "{seed}: {a} {b}");
                    if grown[a].overlaps(&boxes[b]) {
                        pairs += 1;
                        shared += usize::from(together > 1);
                        assert!(has(&owners[0].1), "{seed}: {a} {b}");
                    }
                }
            }
        }
        assert!(pairs > 5000 && shared > 500, "{pairs} {shared}");
    }

    /// Objects in one place cannot be told apart; nothing goes on forever.
    #[test]
    fn what_is_in_one_place_is_one_tile() {
        let point = Aabb {
            min: DVec3::ONE,
            max: DVec3::ONE,
        };
        assert_eq!(tiles(&[point; 50], 8).len(), 1);
        assert_eq!(tiles(&[], 8).len(), 1);
    }
}
