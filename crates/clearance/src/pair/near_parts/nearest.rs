//! Two shapes of parts that are apart: the nearest two parts, found branch by branch.

use super::facet_distance::{BallAround, WorldFacets, rounding};
use super::few_parts::FewPairs;
use super::has_many_parts;
use super::nearest_facets::{Candidate, nearest_candidates};
use crate::math::{Place, Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, QueryError};
use crate::pair::ask::table::PairSpace;
use crate::shape::{AnyShape, Border, PartBoxes, PartView, Parts, Placed};

/// The clearance of two shapes that are apart.
pub(in crate::pair) fn clearance<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    let mut nearest = Nearest {
        best: None,
        parts: [0; 2],
    };
    match [a.shape.parts(), b.shape.parts()] {
        [None, None] => return crate::pair::clearance(a, b),
        [None, Some(_)] => return clearance(b, a).map(Clearance::mirrored),
        [Some(parts), None] => nearest.visit_parts((a, parts), b),
        [Some(p), Some(q)] => match [facets_of(p, &a.place), facets_of(q, &b.place)] {
            [Some(p), Some(q)] => nearest.visit_facets([a, b], [&p, &q]),
            _ => nearest.visit_pairs([a, b], [p, q]),
        },
    }
    nearest.answer(a, b)
}

/// The nearest two parts so far; of several at the same distance, those of the lowest numbers, in whatever
/// order they are found.
struct Nearest<V: Vector> {
    best: Option<Clearance<V>>,
    parts: [usize; 2],
}

impl<V: PairSpace> Nearest<V> {
    /// There is at least one part, and parts that are apart have a clearance, so there is always an answer.
    fn answer(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Clearance<V>, QueryError> {
        let (a, b) = (a.shape.kind(), b.shape.kind());
        self.best.ok_or(QueryError::UnsupportedPair { a, b })
    }
    /// Looks at the parts of `a`.
    fn visit_parts(&mut self, (a, parts): (Placed<'_, V>, &dyn Parts<V>), b: Placed<'_, V>) {
        let pieces = Pieces::of(parts);
        let near = facets_of(parts, &a.place).zip(BallAround::new(b, a));
        let is_ball = b.shape.core().is_some_and(|core| core.vertices.len() == 1);
        if let (Some(near), true) = (&near, is_ball) {
            return self.visit_for_ball((a, parts), b, near);
        }
        let query = b.aabb();
        pieces
            .boxes()
            .nearest_to_box(&a.place, (&query, &b.own_box()), &mut |i| match &near {
                Some((facets, ball)) if self.is_beyond_facet((facets, i), ball) => self.distance(),
                _ => pieces.piece(i).placed_in(&a.place, |p| self.visit(p, b, [i, 0])),
            });
    }
    fn is_beyond_facet(&self, (facets, i): (&WorldFacets<'_, V>, usize), ball: &BallAround) -> bool {
        let is_beyond_gap = |c: &Clearance<V>| self.is_beyond(ball.gap_along(facets, i, c.normal));
        self.best.as_ref().is_some_and(is_beyond_gap)
            || self.is_beyond(ball.distance_to(facets, i) - ball.radius)
    }
    /// The facets of a shape that are nearest to the center of a ball are nearest to the ball.
    fn visit_for_ball(
        &mut self,
        (a, parts): (Placed<'_, V>, &dyn Parts<V>),
        b: Placed<'_, V>,
        (facets, ball): &(WorldFacets<'_, V>, BallAround),
    ) {
        let mut least = f64::INFINITY;
        parts.part_boxes().nearest_to(&a.place, &ball.center(), &mut |i| {
            let distance = ball.distance_to(facets, i);
            least = least.min(distance);
            if !self.is_beyond(distance - ball.radius) {
                parts.part(i).placed_in(&a.place, |p| self.visit(p, b, [i, 0]));
            }
            V::Scalar::lit(least + 2.0 * ball.error)
        });
    }
    /// Looks at pairs of facets of two surfaces.
    fn visit_facets(&mut self, [a, b]: [Placed<'_, V>; 2], facets: [&WorldFacets<'_, V>; 2]) {
        let [Some(p), Some(q)] = [a.shape.parts(), b.shape.parts()] else {
            return;
        };
        let Some(rounding) = rounding([a, b]) else {
            return self.visit_pairs([a, b], [p, q]);
        };
        for Candidate { gap, facets: [i, j] } in nearest_candidates(facets, [&a.place, &b.place], rounding) {
            if !self.is_beyond(gap) {
                p.part(i).placed_in(&a.place, |p| {
                    q.part(j).placed_in(&b.place, |q| self.visit(p, q, [i, j]))
                });
            }
        }
    }
    /// Looks at pairs of parts.
    fn visit_pairs(&mut self, [a, b]: [Placed<'_, V>; 2], [p, q]: [&dyn Parts<V>; 2]) {
        let mut few = FewPairs::new();
        if few.fill([(a, p), (b, q)]).is_some() {
            return self.visit_few([(a, p), (b, q)], &mut few);
        }
        let [a_pieces, b_pieces] = [Pieces::of(p), Pieces::of(q)];
        let boxes = [a_pieces.boxes(), b_pieces.boxes()];
        PartBoxes::nearest_pairs(boxes, [&a.place, &b.place], &mut |own, other| {
            for (&i, &j) in own.iter().flat_map(|i| other.iter().map(move |j| (i, j))) {
                let (i, j) = (i as usize, j as usize);
                a_pieces.piece(i).placed_in(&a.place, |p| {
                    b_pieces
                        .piece(j)
                        .placed_in(&b.place, |q| self.visit(p, q, [i, j]))
                });
            }
            self.distance()
        });
    }
    /// Looks at few pairs of parts, those that may be the nearest first.
    fn visit_few(&mut self, [(a, p), (b, q)]: [(Placed<'_, V>, &dyn Parts<V>); 2], few: &mut FewPairs<'_>) {
        while let Some((gap, [i, j])) = few.next() {
            if self.is_beyond(gap) {
                break;
            }
            let before = self.distance();
            p.part(i).placed_in(&a.place, |p| {
                q.part(j).placed_in(&b.place, |q| self.visit(p, q, [i, j]))
            });
            if let Some(best) = self.best.filter(|best| best.distance < before) {
                few.look_along(best.normal);
            }
        }
    }
    /// How far parts may be apart and still be nearer.
    fn distance(&self) -> V::Scalar {
        self.best.map_or(ScalarOf::<V>::INFINITY, |c| c.distance)
    }
    /// Whether parts at least so far apart are no nearer.
    fn is_beyond(&self, bound: f64) -> bool {
        self.best.is_some_and(|c| bound > c.distance.to_f64())
    }
    /// Looks at two parts, and answers how far parts may be apart and still be nearer.
    fn visit(&mut self, p: Placed<'_, V>, q: Placed<'_, V>, parts: [usize; 2]) -> V::Scalar {
        let best = self.distance();
        if let Ok(c) = crate::pair::clearance(p, q) {
            let is_first = c.distance == best && parts < self.parts;
            if self.best.is_none() || c.distance < best || is_first {
                (self.best, self.parts) = (Some(c), parts);
            }
        }
        self.distance()
    }
}

/// What a shape is divided into: its parts, or of a region of the plane with many of them the edges of its
/// border, whose boxes are smaller. Shapes that are apart are nearest on their borders.
struct Pieces<'a, V: PairSpace> {
    parts: &'a dyn Parts<V>,
    border: Option<&'a dyn Border<V>>,
}

impl<'a, V: PairSpace> Pieces<'a, V> {
    fn of(parts: &'a dyn Parts<V>) -> Self {
        let border = parts.border().filter(|_| V::DIM == 2 && has_many_parts(parts));
        Self { parts, border }
    }
    fn boxes(&self) -> &'a PartBoxes<V> {
        self.border
            .map_or_else(|| self.parts.part_boxes(), |border| border.facet_boxes())
    }
    fn piece(&self, i: usize) -> PartView<'a, V> {
        match self.border {
            Some(border) => border.facet(i),
            None => self.parts.part(i),
        }
    }
}

/// The facets of a shape of space, if these are its parts.
fn facets_of<'a, V: PairSpace>(parts: &'a dyn Parts<V>, place: &Place<'_, V>) -> Option<WorldFacets<'a, V>> {
    let is_surface = V::DIM == 3 && !parts.holds_any_shape();
    let border = parts.facets().filter(|_| is_surface)?;
    Some(WorldFacets::new(border, place))
}
