//! The pairs of a report, ready to be drawn: worst first, each with its contacts.

use clearance::math::{Real, Vector};
use clearance::pair::{Relation, manifold};

use super::Report;
use crate::answer::number;
use crate::shape::ReadSpace;

/// A pair to draw.
pub struct Drawing<V> {
    /// The index of the first object.
    pub a: usize,
    /// The index of the second.
    pub b: usize,
    /// The relation.
    pub relation: Relation,
    /// The clearance, if it has an answer.
    pub clearance: Option<f64>,
    /// From A towards B.
    pub normal: V,
    /// Points of A and of B that face each other.
    pub contacts: Vec<[V; 2]>,
}

/// All pairs of a report, the deepest overlap first.
pub fn drawings<V: ReadSpace>(report: &Report<'_, V>) -> Vec<Drawing<V>> {
    let mut drawings: Vec<_> = report
        .checked
        .findings
        .iter()
        .map(|finding| {
            let witness = finding.clearance.ok();
            Drawing {
                a: finding.a,
                b: finding.b,
                relation: finding.relation,
                clearance: witness.map(|c| number(c.distance)),
                normal: witness.map_or(V::ZERO, |c| c.normal),
                contacts: contacts(report, finding.a, finding.b)
                    .or(witness.map(|c| vec![[c.point_a, c.point_b]]))
                    .unwrap_or_default(),
            }
        })
        .collect();
    let severity = |d: &Drawing<V>| d.clearance.unwrap_or(f64::NEG_INFINITY);
    drawings.sort_by(|p, q| severity(p).total_cmp(&severity(q)));
    drawings
}

/// The points of the contact manifold, if there is one.
fn contacts<V: ReadSpace>(report: &Report<'_, V>, a: usize, b: usize) -> Option<Vec<[V; 2]>> {
    let [a, b] = [a, b].map(|i| report.scene.objects[i].placed());
    let manifold = manifold(a, b, V::Scalar::ZERO).ok()?;
    let points: Vec<_> = manifold
        .contacts()
        .iter()
        .map(|c| [c.point_a, c.point_b])
        .collect();
    (!points.is_empty()).then_some(points)
}

/// The class name of a relation in the style sheets.
pub fn class(relation: Relation) -> &'static str {
    match relation {
        Relation::Disjoint => "near",
        Relation::Touching => "touch",
        Relation::Overlapping => "over",
        Relation::AInB | Relation::BInA | Relation::Equal => "within",
    }
}

/// The worst relation that each object takes part in.
pub fn classes<V: Vector>(count: usize, drawings: &[Drawing<V>]) -> Vec<Option<&'static str>> {
    let mut worst: Vec<Option<Relation>> = vec![None; count];
    for drawing in drawings {
        for i in [drawing.a, drawing.b] {
            worst[i] = worst[i].max(Some(drawing.relation));
        }
    }
    worst.into_iter().map(|relation| relation.map(class)).collect()
}
