//! The pairs of a report of the plane, ready to be drawn: gravest first, each with its contacts.

use clearance::math::{Real, Vector};
use clearance::pair::manifold;

use super::Report;
use crate::answer::number;
use crate::check::Class;
use crate::shape::ReadSpace;

/// A pair to draw.
pub struct Drawing<V> {
    /// The index of the first object.
    pub a: usize,
    /// The index of the second.
    pub b: usize,
    /// What it is called; also the class of its elements in the style sheets.
    pub class: Class,
    /// The clearance, if it has an answer.
    pub clearance: Option<f64>,
    /// From A towards B.
    pub normal: V,
    /// Points of A and of B that face each other.
    pub contacts: Vec<[V; 2]>,
}

/// All pairs of a report, the gravest first.
pub fn drawings<V: ReadSpace>(report: &Report<'_, V>) -> Vec<Drawing<V>> {
    let findings = report.checked.gravest_first().into_iter();
    findings
        .map(|finding| {
            let witness = finding.clearance.ok();
            Drawing {
                a: finding.a,
                b: finding.b,
                class: finding.class,
                clearance: witness.map(|c| number(c.distance)),
                normal: witness.map_or(V::ZERO, |c| c.normal),
                contacts: contacts(report, finding.a, finding.b)
                    .or(witness.map(|c| vec![[c.point_a, c.point_b]]))
                    .unwrap_or_default(),
            }
        })
        .collect()
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

/// The gravest class that each object takes part in, as a class of the style sheets.
pub fn classes<V: Vector>(count: usize, drawings: &[Drawing<V>]) -> Vec<&'static str> {
    let mut classes = vec!["clear"; count];
    // The gravest come first, and the last to write a class wins.
    for drawing in drawings.iter().rev() {
        for i in [drawing.a, drawing.b] {
            classes[i] = drawing.class.as_str();
        }
    }
    classes
}
