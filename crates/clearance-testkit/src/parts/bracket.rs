//! A solid that is not convex, for which two boxes give the answers: an L of two arms, as a polygon or a
//! closed mesh.

use clearance::shape::{Shape2, Shape3, Space2, Space3};

use crate::TestSpace;
use crate::generate::scalar;

/// The outline of the L, counter-clockwise.
const OUTLINE: [[f64; 2]; 6] = [
    [0.0, 0.0],
    [1.5, 0.0],
    [1.5, 0.5],
    [0.5, 0.5],
    [0.5, 1.25],
    [0.0, 1.25],
];
/// Its thickness in space.
const THICK: f64 = 0.75;

/// The two arms as hulls of their corners; their union is the bracket.
pub fn arms<V: TestSpace>() -> [V::Shape; 2] {
    [[1.5, 0.5], [0.5, 1.25]].map(|[width, height]| {
        let corner = |i: usize| {
            let high = |k: usize, most: f64| if i >> k & 1 == 1 { most } else { 0.0 };
            let c = [high(0, width), high(1, height), high(2, THICK)];
            V::from_fn(|k| scalar::<V>(c[k]))
        };
        let corners: Vec<V> = (0..1 << V::DIM).map(corner).collect();
        V::convex(&corners).expect("finite")
    })
}

/// The bracket as a polygon.
pub fn bracket2<V: Space2>() -> Shape2<V> {
    let outline = OUTLINE.map(|[x, y]| V::new(scalar::<V>(x), scalar::<V>(y)));
    Shape2::polygon(&outline, &[]).expect("simple")
}

/// The bracket as a closed mesh: the outline below, the outline above, and walls between them.
pub fn bracket3<V: Space3>() -> Shape3<V> {
    let level = |z: f64| OUTLINE.map(|[x, y]| V::new(scalar::<V>(x), scalar::<V>(y), scalar::<V>(z)));
    let cap: [[u32; 3]; 4] = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
    let top = cap.map(|t| t.map(|i| i + 6));
    let bottom = cap.map(|[a, b, c]| [a, c, b]);
    let walls = (0..6).flat_map(|i| {
        let next = (i + 1) % 6;
        [[i, next, next + 6], [i, next + 6, i + 6]]
    });
    let triangles = top.into_iter().chain(bottom).chain(walls).collect();
    Shape3::mesh([level(0.0), level(THICK)].concat(), triangles).expect("indices in range")
}
