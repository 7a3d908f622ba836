//! From all contacts of a manifold to the four that carry it: the deepest one, and with it the largest area.

use glam::DVec3;
use smallvec::SmallVec;

use super::raw_contact::{RawContact, RawContacts};

/// Merges contacts that are closer than `tolerance`; the deeper one stays.
pub(crate) fn merge(contacts: &mut RawContacts, n: DVec3, tolerance: f64) {
    let apart = |p: &RawContact, q: &RawContact| {
        let d = p.a - q.a;
        (d - n * d.dot(n)).length_squared() > tolerance * tolerance
    };
    let mut kept = 0;
    for i in 0..contacts.len() {
        let contact = contacts[i];
        match contacts[..kept].iter_mut().find(|k| !apart(k, &contact)) {
            Some(near) if contact.clearance < near.clearance => *near = contact,
            Some(_) => {}
            None => {
                contacts[kept] = contact;
                kept += 1;
            }
        }
    }
    contacts.truncate(kept);
}

/// Those four of the contacts that carry the rest: the deepest, the one furthest from it, the one that makes
/// the largest triangle with these, and the one that adds most area on the far side of one of its edges. Of
/// equals the first.
pub(crate) fn to_four(contacts: &RawContacts, n: DVec3) -> SmallVec<[RawContact; 4]> {
    if contacts.len() <= 4 {
        return contacts.iter().copied().collect();
    }
    let area = |p: usize, q: usize, r: &RawContact| {
        let (p, q) = (contacts[p].a, contacts[q].a);
        (q - p).cross(r.a - p).dot(n)
    };
    let squared = |p: usize, c: &RawContact| (c.a - contacts[p].a).length_squared();
    let [first, second, third] = largest_triangle(contacts, &|c| c.clearance, &squared, &area);
    // Counter-clockwise, so that what lies outside has a negative area with some edge.
    let is_clockwise = area(first, second, &contacts[third]) < 0.0;
    let (q, r) = if is_clockwise {
        (third, second)
    } else {
        (second, third)
    };
    let edges = [(first, q), (q, r), (r, first)];
    let outside = |c: &RawContact| edges.iter().map(|&(p, q)| -area(p, q, c)).fold(0.0, f64::max);
    let mut chosen: SmallVec<[usize; 4]> = SmallVec::from_slice(&[first, q, r, best(contacts, &outside)]);
    chosen.sort_unstable();
    chosen.dedup();
    chosen.into_iter().map(|i| contacts[i]).collect()
}

/// The first three of the four: the lowest, the one furthest from it, and the one that makes the largest
/// triangle with these.
#[inline]
pub(super) fn largest_triangle<C>(
    contacts: &[C],
    clearance: &dyn Fn(&C) -> f64,
    squared_distance: &dyn Fn(usize, &C) -> f64,
    area: &dyn Fn(usize, usize, &C) -> f64,
) -> [usize; 3] {
    let first = best(contacts, &|c| -clearance(c));
    let second = best(contacts, &|c| squared_distance(first, c));
    let third = best(contacts, &|c| area(first, second, c).abs());
    [first, second, third]
}

/// The contact that measures most, the first of equals.
#[inline]
pub(super) fn best<C>(contacts: &[C], measure: &dyn Fn(&C) -> f64) -> usize {
    let (mut best, mut most) = (0, measure(&contacts[0]));
    for (i, contact) in contacts.iter().enumerate().skip(1) {
        let value = measure(contact);
        if value > most {
            (best, most) = (i, value);
        }
    }
    best
}
