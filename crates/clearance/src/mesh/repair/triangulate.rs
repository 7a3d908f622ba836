//! The triangulation of a ring of points in space with the least area.
//!
//! Source: Barequet and Sharir, "Filling gaps in the boundary of a polyhedron" (1995), after Klincsek,
//! "Minimal triangulations of polygonal domains" (1980). Idea: some triangle stands on the edge between the
//! first and the last point, and splits the ring into two that are triangulated on their own. So the best
//! triangulation between each two points follows from those between points closer to each other in the ring.
//! A ring in a plane gets a triangulation without overlaps, for overlaps have more area.
//!
//! Where we differ: slivers count more than any area, since in a plane all triangulations have the same; and
//! some diagonals are forbidden.

use alloc::vec;
use alloc::vec::Vec;

use glam::DVec3;

/// A triangle is a sliver if its height is less than this part of its longest side.
const SLIVER: f64 = 1e-9;

/// How good a triangulation is: slivers, then area.
type Cost = (u32, f64);

/// No triangulation.
const IMPOSSIBLE: Cost = (u32::MAX, f64::INFINITY);

/// The best triangulation between two points of the ring, and the third corner on the edge between them.
#[derive(Clone, Copy)]
struct Best {
    cost: Cost,
    corner: u32,
}

/// Triangles between points of a ring, turning the same way as the ring; `None` where forbidden diagonals
/// leave no triangulation. Takes O(n³) time and O(n²) memory.
pub(super) fn least_area(
    points: &[DVec3],
    is_forbidden: impl Fn(usize, usize) -> bool,
) -> Option<Vec<[usize; 3]>> {
    let n = points.len();
    let start = Best {
        cost: (0, 0.0),
        corner: 0,
    };
    let mut table = vec![start; n * n];
    for length in 2..n {
        for i in 0..n - length {
            let j = i + length;
            let is_diagonal = length < n - 1;
            table[i * n + j] = if is_diagonal && is_forbidden(i, j) {
                Best {
                    cost: IMPOSSIBLE,
                    corner: 0,
                }
            } else {
                best_corner(points, &table, [i, j])
            };
        }
    }
    let whole = table.get(n.checked_sub(1)?)?;
    (n > 2 && whole.cost < IMPOSSIBLE).then(|| triangles(&table, n))
}

fn best_corner(points: &[DVec3], table: &[Best], [i, j]: [usize; 2]) -> Best {
    let n = points.len();
    let mut best = Best {
        cost: IMPOSSIBLE,
        corner: i as u32 + 1,
    };
    for k in i + 1..j {
        let (left, right) = (table[i * n + k].cost, table[k * n + j].cost);
        let below = plus(left, right);
        if below >= best.cost {
            continue;
        }
        let cost = plus(below, cost([points[i], points[k], points[j]]));
        if cost < best.cost {
            best = Best {
                cost,
                corner: k as u32,
            };
        }
    }
    best
}

fn plus(a: Cost, b: Cost) -> Cost {
    (a.0.saturating_add(b.0), a.1 + b.1)
}

fn cost([a, b, c]: [DVec3; 3]) -> Cost {
    let twice = (b - a).cross(c - a).length();
    let longest = [b - a, c - a, c - b].map(|e| e.length_squared());
    let is_sliver = twice <= SLIVER * longest.into_iter().fold(0.0, f64::max);
    (u32::from(is_sliver), 0.5 * twice)
}

/// Reads the triangles from the table, from the whole ring down.
fn triangles(table: &[Best], n: usize) -> Vec<[usize; 3]> {
    let mut all = Vec::with_capacity(n - 2);
    let mut open = vec![[0, n - 1]];
    while let Some([i, j]) = open.pop() {
        if j - i < 2 {
            continue;
        }
        let k = table[i * n + j].corner as usize;
        all.push([i, k, j]);
        open.extend([[k, j], [i, k]]);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a plane the areas add up to that of the polygon only if nothing overlaps.
    #[test]
    fn a_concave_ring_of_the_plane() {
        let comb = [
            (0, 0),
            (6, 0),
            (6, 3),
            (5, 1),
            (4, 3),
            (3, 1),
            (2, 3),
            (1, 1),
            (0, 3),
        ];
        let points = comb.map(|(x, y)| DVec3::new(f64::from(x), f64::from(y), 0.0));
        let found = least_area(&points, |_, _| false).unwrap();
        assert_eq!(found.len(), 7);
        let normals = found.iter().map(|t| {
            let [a, b, c] = t.map(|k| points[k]);
            (b - a).cross(c - a).z
        });
        assert!(normals.clone().all(|z| z > 0.0));
        assert_eq!(normals.sum::<f64>(), 2.0 * 12.0);
    }
    #[test]
    fn no_slivers_where_points_are_in_line() {
        let points = [(0, 0), (1, 0), (2, 0), (2, 2), (1, 2), (0, 2)]
            .map(|(x, y)| DVec3::new(f64::from(x), f64::from(y), 0.0));
        for [i, k, j] in least_area(&points, |_, _| false).unwrap() {
            assert!((points[k] - points[i]).cross(points[j] - points[i]).z > 0.5);
        }
        assert!(least_area(&points[..2], |_, _| false).is_none());
        assert!(least_area(&points, |_, _| true).is_none());
    }
}
