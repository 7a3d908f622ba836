//! What several boxes contain together.

use super::*;

/// A box in a compound of boxes: contained in several of them together, counted in cells of half the size.
#[test]
fn a_box_held_by_boxes_together() {
    let mut random = Random::new(5);
    let mut hits = Hits::default();
    for i in 0..400 {
        let mut cell =
            |low: i64, high: i64| -> [i64; 3] { core::array::from_fn(|_| random.whole(low, high)) };
        // Two boxes, and a third across both, in units of half a cell.
        let held: Vec<_> = (0..4).map(|_| (cell(0, 3), cell(2, 6))).collect();
        let (corner, size) = (cell(0, 4), cell(1, 3));
        let scale = 0.5_f64.powi((i % 5) * 7 - 10);
        let boxed = |corner: [i64; 3], size: [i64; 3]| {
            let half = DVec3::from(size.map(|x| x as f64 * 0.5));
            let middle = DVec3::from(corner.map(|x| x as f64)) + half;
            (Shape3::cuboid(half).unwrap(), Pose::at(middle).unwrap())
        };
        let parts: Vec<_> = held.iter().map(|&(c, s)| boxed(c, s)).collect();
        // Boxes inside boxes inside the whole.
        let inner = Shape3::compound(parts[..2].to_vec()).unwrap();
        let rest = parts[2..].iter().cloned().chain([(inner, Pose::IDENTITY)]);
        let union = Shape3::compound(rest.collect()).unwrap();
        let (small, at) = boxed(corner, size);
        let is_in =
            |p: [i64; 3], c: [i64; 3], s: [i64; 3]| (0..3).all(|k| c[k] <= p[k] && p[k] < c[k] + s[k]);
        let mut cells = Vec::new();
        for x in 0..size[0] {
            for y in 0..size[1] {
                for z in 0..size[2] {
                    cells.push([corner[0] + x, corner[1] + y, corner[2] + z]);
                }
            }
        }
        let count = cells
            .iter()
            .filter(|&&p| held.iter().any(|&(c, s)| is_in(p, c, s)))
            .count();
        hits.count(count == cells.len());
        let pose = at.position();
        let at = Pose::at(pose * scale).unwrap().scaled(scale).unwrap();
        let whole = Pose::IDENTITY.scaled(scale).unwrap();
        let relation = relation(Placed::new(&small, &at), Placed::new(&union, &whole));
        assert_eq!(
            count == cells.len(),
            matches!(relation, Relation::AInB | Relation::Equal),
            "{i}: {relation}"
        );
        assert_eq!(count > 0, relation.overlaps(), "{i}: {relation}");
    }
    hits.check("held together");
}
