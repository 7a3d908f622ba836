//! What two triangles have in common as seen along a direction: a convex polygon of up to seven corners.
//!
//! Source: Sutherland and Hodgman, "Reentrant polygon clipping", 1974. Points are (u, v, height): the height
//! along the direction is not looked at while a triangle is cut by the sides of another one.

use arrayvec::ArrayVec;
use glam::{DVec2, DVec3, Vec3Swizzles};

/// Three corners, and one more for each cut: three sides and a plane.
pub(super) type Piece = ArrayVec<DVec3, 8>;

/// A facet as seen along a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Its number in the mesh.
    pub facet: u32,
    /// Corners as (u, v, height), counter-clockwise in the plane of u and v.
    pub corners: [DVec3; 3],
    /// The gradient of its height over u and v.
    slope: DVec2,
    /// Whether it faces upwards.
    pub is_upper: bool,
    /// How far the surfaces at its corners may be from it and from facets beside it.
    pub bulge: f64,
}

impl Seen {
    /// `None` if it is seen from its edge: its area is no more than what rounding makes of a line.
    pub fn new([a, b, c]: [DVec3; 3], rounding: f64) -> Option<Self> {
        let (p, q) = ((b - a).xy(), (c - a).xy());
        let area = p.perp_dot(q);
        let longest = p.length().max(q.length()).max((q - p).length());
        if area.abs() <= longest * rounding {
            return None;
        }
        let (rise_p, rise_q) = (b.z - a.z, c.z - a.z);
        let slope = DVec2::new(rise_p * q.y - rise_q * p.y, rise_q * p.x - rise_p * q.x) / area;
        let is_upper = area > 0.0;
        let corners = if is_upper { [a, b, c] } else { [a, c, b] };
        Some(Self {
            facet: 0,
            corners,
            slope,
            is_upper,
            bulge: 0.0,
        })
    }
    /// The least and the greatest height of its corners.
    pub fn heights(&self) -> [f64; 2] {
        let [a, b, c] = self.corners.map(|corner| corner.z);
        [a.min(b).min(c), a.max(b).max(c)]
    }
    /// The middle of its corners.
    pub fn middle(&self) -> DVec3 {
        self.corners.into_iter().sum::<DVec3>() / 3.0
    }
    /// Its height over a point, which is that of a corner at most and at least.
    pub fn height(&self, p: DVec2) -> f64 {
        let [least, greatest] = self.heights();
        let height = self.corners[0].z + self.slope.dot(p - self.corners[0].xy());
        height.clamp(least, greatest)
    }
    /// The piece over which both facets are; `z` is by how much this one is above the other. Only where it is
    /// above counts.
    pub fn above(&self, lower: &Self) -> Piece {
        let mut piece: Piece = self.corners.into_iter().collect();
        for k in 0..3 {
            let (start, end) = (lower.corners[k].xy(), lower.corners[(k + 1) % 3].xy());
            piece = cut(&piece, |p| (end - start).perp_dot(p.xy() - start));
        }
        for p in &mut piece {
            p.z = self.height(p.xy()) - lower.height(p.xy());
        }
        cut(&piece, |p| p.z)
    }
}

/// Whether a corner of both is seen in one place. Corners are on the surfaces, so these touch there.
pub(super) fn share_a_corner(upper: &Seen, lower: &Seen, rounding: f64) -> bool {
    let mut others = lower
        .corners
        .iter()
        .flat_map(|q| upper.corners.map(|p| (p - *q).xy()));
    others.any(|off| off.length() <= rounding)
}

/// How far two facets are from each other as seen along the direction, if their sides do not cross.
pub(super) fn gap_beside(upper: &Seen, lower: &Seen) -> f64 {
    let [p, q] = [upper, lower].map(|seen| seen.corners.map(|corner| corner.xy()));
    let from = |points: &[DVec2; 3], sides: &[DVec2; 3]| {
        let to_side = |p: DVec2, k: usize| {
            let (start, along) = (sides[k], sides[(k + 1) % 3] - sides[k]);
            let at = ((p - start).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            (p - start - along * at).length()
        };
        let all = points.iter().flat_map(|&p| (0..3).map(move |k| to_side(p, k)));
        all.fold(f64::INFINITY, f64::min)
    };
    from(&p, &q).min(from(&q, &p))
}

/// The part of a polygon where a linear function is not negative.
fn cut(polygon: &Piece, side: impl Fn(DVec3) -> f64) -> Piece {
    let mut kept = Piece::new();
    for (i, &p) in polygon.iter().enumerate() {
        let q = polygon[(i + 1) % polygon.len()];
        let (at_p, at_q) = (side(p), side(q));
        if at_p >= 0.0 {
            let _ = kept.try_push(p);
        }
        if at_p * at_q < 0.0 {
            let _ = kept.try_push(p + (q - p) * (at_p / (at_p - at_q)));
        }
    }
    kept
}

/// Whether a polygon is no wider than what rounding makes of a line.
pub(super) fn is_line(piece: &Piece, rounding: f64) -> bool {
    let Some(&start) = piece.first() else {
        return true;
    };
    let sides = piece.iter().zip(piece.iter().skip(1));
    let area: f64 = sides
        .map(|(p, q)| (*p - start).xy().perp_dot((*q - start).xy()))
        .sum();
    let longest = piece
        .iter()
        .map(|p| (*p - start).xy().length())
        .fold(0.0, f64::max);
    area.abs() <= longest * rounding
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_testkit::Random;

    fn triangle(random: &mut Random) -> [DVec3; 3] {
        core::array::from_fn(|_| DVec3::from_array(core::array::from_fn(|_| random.between(-1.0, 1.0))))
    }

    /// Each point of the piece is over both triangles and is above, and points that are so lie in it.
    #[test]
    fn as_points_one_by_one() {
        let mut random = Random::new(26);
        let (mut inside, mut outside) = (0, 0);
        for _ in 0..400 {
            let made = [triangle(&mut random), triangle(&mut random)].map(|t| Seen::new(t, 1e-9));
            let [Some(upper), Some(lower)] = made else {
                continue;
            };
            let piece = upper.above(&lower);
            let [a, b, c] = upper.corners.map(|corner| corner.xy());
            for i in 0..40 {
                let (v, w) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                // Most points are over one of the triangles, since few others are over both.
                let p = match i % 4 {
                    0 => DVec2::new(2.0 * v - 1.0, 2.0 * w - 1.0),
                    _ => a + (b - a) * (v * 0.8) + (c - a) * (w * (1.0 - v * 0.8)),
                };
                let is_over = |seen: &Seen| {
                    (0..3).all(|k| {
                        let (s, e) = (seen.corners[k].xy(), seen.corners[(k + 1) % 3].xy());
                        (e - s).perp_dot(p - s) >= 0.0
                    })
                };
                let expected = is_over(&upper) && is_over(&lower) && upper.height(p) >= lower.height(p);
                let is_in = piece.len() > 2
                    && (0..piece.len()).all(|i| {
                        let (s, e) = (piece[i].xy(), piece[(i + 1) % piece.len()].xy());
                        (e - s).perp_dot(p - s) >= -1e-12
                    });
                assert_eq!(is_in, expected, "{upper:?} {lower:?} {p}");
                *if expected { &mut inside } else { &mut outside } += 1;
            }
        }
        assert!(inside > 500 && outside > 5000, "{inside} {outside}");
    }
}
