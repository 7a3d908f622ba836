//! The manifold of a box and a circle: one contact at the closest points (`round/ball_cuboid.rs`), where the
//! features must be named.
//!
//! Where the circle's center is beside a face of the box, or inside, that face touches; where it is beyond
//! two of them, the corner between them. Outlines (`clip.rs`) tell a face from a corner by how high its ends
//! are, up to rounding. Where that leaves the choice to rounding, theirs counts: `None` here.

use super::clip::{corner_feature, edge_feature};
use crate::math::{Real, ScalarOf};
use crate::pair::answer::{Contact, Manifold, QueryError};
use crate::pair::contact::raw_contact::feature_id;
use crate::pair::contact::witness::witness;
use crate::pair::round::ball_cuboid::{BallAtCuboid, PlacedBall, PlacedBox};
use crate::shape::Space2;

/// By how many error bounds a height or a length must differ from 0 to do so for outlines, too, whose bounds
/// are sums of other reaches.
const SURELY: f64 = 8.0;

/// The manifold of a box and a circle, of which the second is A if `is_swapped`; `otherwise` where the sign
/// of the clearance or the feature is undecided.
#[inline(never)]
pub(super) fn manifold<V: Space2>(
    a: PlacedBox<'_, V>,
    b: PlacedBall<'_, V>,
    is_swapped: bool,
    margin: V::Scalar,
    otherwise: impl FnOnce() -> Result<Manifold<V>, QueryError>,
) -> Result<Manifold<V>, QueryError> {
    let pair = BallAtCuboid::new(a, b);
    let Some((normal, contact)) = contact(&pair) else {
        return otherwise();
    };
    let counts = contact.clearance <= margin;
    let normal = if is_swapped { -normal } else { normal };
    Ok(Manifold::of_one(normal, contact.mirrored_if(is_swapped), counts))
}

/// The normal from the box to the circle, and the one contact.
#[inline(always)]
fn contact<V: Space2>(pair: &BallAtCuboid<V>) -> Option<(V, Contact<V>)> {
    let (gap, local) = pair.center_from_box();
    let c = pair.clearance_along((gap, local))?;
    let of_box = feature(pair, local)?;
    Some((c.normal, witness(&c, feature_id(of_box, corner_feature(0)))))
}

/// The feature of the box along a normal of its frame; `None` where rounding chooses.
fn feature<V: Space2>(pair: &BallAtCuboid<V>, normal: V) -> Option<u32> {
    let (way, half) = (pair.beyond(), pair.half());
    let little = pair.error() * ScalarOf::<V>::lit(SURELY);
    let is_beyond = [way.x() != Real::ZERO, way.y() != Real::ZERO];
    let [right, up] = [normal.x() > Real::ZERO, normal.y() > Real::ZERO];
    if is_beyond == [true, true] {
        // How much higher one end of each edge is than the other, along the normal.
        let least = (half.x() * normal.x()).abs().min((half.y() * normal.y()).abs());
        let corner = [[0, 3], [1, 2]][usize::from(right)][usize::from(up)];
        return (least > little).then(|| corner_feature(corner));
    }
    let is_upright = normal.x().abs() > normal.y().abs();
    let from_corner = match is_upright {
        true => half.y() - pair.center().y().abs(),
        false => half.x() - pair.center().x().abs(),
    };
    let edge = match is_upright {
        true => [3, 1][usize::from(right)],
        false => [0, 2][usize::from(up)],
    };
    (from_corner > little).then(|| edge_feature(edge))
}

#[cfg(test)]
mod tests {
    use super::super::clip;
    use super::*;
    use crate::math::{Pose, Rotation2};
    use crate::pair::dice::Dice;
    use crate::shape::{Placed, Shape2};
    use glam::DVec2;

    /// A box and a circle anywhere near it, or, coarse, on a grid where many centers are in line with
    /// corners.
    fn bodies(dice: &mut Dice, is_coarse: bool) -> [(Shape2<DVec2>, Pose<DVec2>); 2] {
        let mut number = || match is_coarse {
            true => libm::round(4.0 * dice.next()) / 4.0,
            false => dice.next(),
        };
        let mut vector = || DVec2::new(number(), number());
        let (half, at, way) = (vector().abs() + 0.25, vector(), vector() * 2.0);
        let radius = 0.25 + vector().x.abs();
        let turn = Rotation2::from_angle(if is_coarse { 0.0 } else { 3.0 * vector().x });
        [
            (
                Shape2::cuboid(half).expect("a box"),
                Pose::new(at, turn).expect("finite"),
            ),
            (
                Shape2::circle(radius).expect("a circle"),
                Pose::at(at + way).expect("finite"),
            ),
        ]
    }

    fn is_close(a: &Contact<DVec2>, b: &Contact<DVec2>) -> bool {
        let points = (a.point_a - b.point_a).abs().max((a.point_b - b.point_b).abs());
        points.max_element().max((a.clearance - b.clearance).abs()) < 1e-12
    }

    /// The same contact as by outlines, with the same features, in both orders.
    #[test]
    fn as_by_outlines() {
        for is_coarse in [false, true] {
            let (mut dice, mut decided, mut features) = (Dice(22), 0, [0; 8]);
            for _ in 0..3000 {
                let [(cuboid, here), (circle, there)] = bodies(&mut dice, is_coarse);
                let (a, b) = (Placed::new(&cuboid, &here), Placed::new(&circle, &there));
                let (Shape2::Box(x), Shape2::Circle(y)) = (a.shape, b.shape) else {
                    panic!("a box and a circle");
                };
                let c = crate::pair::clearance(a, b).expect("an answer");
                for (general, swapped) in [
                    (clip(a, b, &c, 0.25), false),
                    (clip(b, a, &c.mirrored(), 0.25), true),
                ] {
                    let none = || Err(QueryError::ZeroDirection);
                    let Ok(found) = manifold((x, &a.place), (y, &b.place), swapped, 0.25, none) else {
                        continue;
                    };
                    let (found, general) = (found.contacts(), general.contacts());
                    assert_eq!(found.len(), general.len(), "{found:?} {general:?} {a:?} {b:?}");
                    decided += 1;
                    for (p, q) in found.iter().zip(general) {
                        assert!(is_close(p, q), "{p:?} {q:?} {a:?} {b:?}");
                        assert_eq!(p.feature, q.feature, "{a:?} {b:?}");
                        let [first, second] = [p.feature.a, p.feature.b];
                        features[if swapped { second } else { first } as usize] += 1;
                    }
                }
            }
            let least = if is_coarse { 3500 } else { 5900 };
            assert!(decided > least, "{decided}");
            assert!(features.iter().all(|count| *count > 100), "{features:?}");
        }
    }
}
