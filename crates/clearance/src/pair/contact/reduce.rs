//! From all contacts of a manifold to the four that carry it: the deepest one, and with it the largest area.

use glam::DVec3;
use smallvec::SmallVec;

use super::cut3::{RawContact, RawContacts};

/// Drops contacts that lie on one another, closer than `tolerance`; keeps the deeper one.
pub(crate) fn merge(contacts: &mut RawContacts, n: DVec3, tolerance: f64) {
    let apart = |p: &RawContact, q: &RawContact| {
        let d = p.a - q.a;
        (d - n * d.dot(n)).length_squared() > tolerance * tolerance
    };
    let mut kept = 0;
    for i in 0..contacts.len() {
        let contact = contacts[i];
        match contacts[..kept].iter_mut().find(|k| !apart(k, &contact)) {
            Some(twin) if contact.clearance < twin.clearance => *twin = contact,
            Some(_) => {}
            None => {
                contacts[kept] = contact;
                kept += 1;
            }
        }
    }
    contacts.truncate(kept);
}

/// The deepest, the one furthest from it, the one that makes the largest triangle with these, and the one
/// that adds most on the far side of one of its edges. Of equals the first.
pub(crate) fn to_four(contacts: &RawContacts, n: DVec3) -> SmallVec<[RawContact; 4]> {
    if contacts.len() <= 4 {
        return contacts.iter().copied().collect();
    }
    let best = |measure: &dyn Fn(&RawContact) -> f64| {
        let mut best = 0;
        for i in 1..contacts.len() {
            if measure(&contacts[i]) > measure(&contacts[best]) {
                best = i;
            }
        }
        best
    };
    let area = |p: usize, q: usize, r: &RawContact| {
        let (p, q) = (contacts[p].a, contacts[q].a);
        (q - p).cross(r.a - p).dot(n)
    };
    let first = best(&|c| -c.clearance);
    let second = best(&|c| (c.a - contacts[first].a).length_squared());
    let third = best(&|c| area(first, second, c).abs());
    // Counter-clockwise, so that what lies outside has a negative area with some edge.
    let (second, third) = if area(first, second, &contacts[third]) < 0.0 {
        (third, second)
    } else {
        (second, third)
    };
    let ring = [(first, second), (second, third), (third, first)];
    let outside = |c: &RawContact| ring.iter().map(|&(p, q)| -area(p, q, c)).fold(0.0, f64::max);
    let fourth = best(&outside);
    let mut chosen: SmallVec<[usize; 4]> = SmallVec::from_slice(&[first, second, third, fourth]);
    chosen.sort_unstable();
    chosen.dedup();
    chosen.into_iter().map(|i| contacts[i]).collect()
}
