//! What the pairs of a scene are called.
//!
//! In space and double precision the parts are an assembly. In single precision and in the plane faces are
//! not recognised: the relation decides, and an overlap no deeper than the tolerance is contact.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use clearance::assembly::{Assembly, Class, Common, Contact, FacePair, Settings, Solid, Unanswerable};
use clearance::cast::{DepthBounds, depth_bounds};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::index::StaticTree;
use clearance::math::{Aabb, Real};
use clearance::measure::Which;
use clearance::pair::{Clearance, QueryError, Relation, clearance, relation};

use crate::scene::Object;
use crate::shape::ReadSpace;

/// A pair to report.
#[derive(Clone, Debug)]
pub struct Finding<V: ReadSpace> {
    /// The index of the first object.
    pub a: usize,
    /// The index of the second, later in the file.
    pub b: usize,
    /// What the pair is called.
    pub class: Class,
    /// The exact relation of the numbers as given.
    pub relation: Relation,
    /// The clearance, or why it has no answer.
    pub clearance: Result<Clearance<V>, QueryError>,
    /// What two tessellations of its faces may differ by.
    pub tolerance: f64,
    /// The faces that decided.
    pub faces: Option<FacePair>,
    /// How far one must be moved, where they overlap.
    pub depth: Option<DepthBounds<V>>,
    /// The common part, where there is one.
    pub common: Option<Common>,
    /// The contact, where there is one.
    pub contact: Option<Contact>,
    /// Why it is unanswered.
    pub why: Option<Unanswerable>,
}

impl<V: ReadSpace> Finding<V> {
    /// Why it is unanswered, with the name of the part because of which it is.
    pub fn reason(&self, objects: &[Object<V>]) -> Option<String> {
        let why = self.why?;
        let part = match why.which() {
            Which::A => self.a,
            Which::B => self.b,
        };
        Some(why.describe(&objects[part].id.text))
    }
}

/// A space whose pairs have classes: all four have.
pub trait Classified: ReadSpace {
    /// The pairs to report of those that `allows` allows, in the order of the objects; calls `done` as
    /// [`check`](super::check()) does.
    fn findings(
        objects: &[Object<Self>],
        settings: &Settings,
        allows: &(dyn Fn(usize, usize) -> bool + Sync),
        done: &(dyn Fn(usize) + Sync),
    ) -> Vec<Finding<Self>> {
        by_relation(objects, settings, allows, done)
    }
}

impl Classified for Vec2 {}
impl Classified for DVec2 {}
impl Classified for Vec3 {}

impl Classified for DVec3 {
    fn findings(
        objects: &[Object<Self>],
        settings: &Settings,
        allows: &(dyn Fn(usize, usize) -> bool + Sync),
        done: &(dyn Fn(usize) + Sync),
    ) -> Vec<Finding<Self>> {
        let assembly = assembly(objects, settings);
        let rule = |a, b| allows(a, b).then_some(*settings);
        let found = assembly.check_by(settings.reach(), &rule, done);
        let finding = |pair: clearance::assembly::Interference| {
            let found = pair.finding;
            Finding {
                a: pair.a,
                b: pair.b,
                class: found.class,
                relation: found.relation,
                clearance: found.clearance,
                tolerance: found.tolerance,
                faces: found.faces,
                depth: found.depth,
                common: found.common,
                contact: found.contact,
                why: found.why,
            }
        };
        found.into_iter().map(finding).collect()
    }
}

/// The objects as an assembly; those of one shape share their solid.
fn assembly(objects: &[Object<DVec3>], settings: &Settings) -> Assembly {
    let repaired_within = settings.tolerance.length();
    let mut solids: BTreeMap<usize, Arc<Solid>> = BTreeMap::new();
    let mut assembly = Assembly::default();
    for object in objects {
        let shape = &object.stand.shape;
        let solid = solids
            .entry(Arc::as_ptr(shape) as usize)
            .or_insert_with(|| Arc::new(Solid::new((**shape).clone(), object.precision(), repaired_within)));
        assembly.add(object.id.text.clone(), solid.clone(), object.stand.pose);
    }
    assembly
}

fn by_relation<V: ReadSpace>(
    objects: &[Object<V>],
    settings: &Settings,
    allows: &(dyn Fn(usize, usize) -> bool + Sync),
    done: &(dyn Fn(usize) + Sync),
) -> Vec<Finding<V>> {
    let boxes: Vec<_> = objects.iter().map(|object| object.placed().aabb()).collect();
    let tree = StaticTree::build(&boxes);
    let rows = each(objects.len(), |a| {
        let around = grown(&boxes[a], settings.reach());
        let mut others = Vec::new();
        let _ = tree.overlapping(&around, &mut |b| {
            if b as usize > a && allows(a, b as usize) {
                others.push(b as usize);
            }
            ControlFlow::Continue(())
        });
        others.sort_unstable();
        let pair = |b| pair_by_relation(objects, settings, [a, b]);
        let row: Vec<_> = others.into_iter().filter_map(pair).collect();
        done(1);
        row
    });
    rows.into_iter().flatten().collect()
}

#[cfg(feature = "rayon")]
fn each<T: Send>(count: usize, row: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    use rayon::prelude::*;
    (0..count).into_par_iter().map(row).collect()
}

#[cfg(not(feature = "rayon"))]
fn each<T>(count: usize, row: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(row).collect()
}

/// A box grown by a distance on every side, and by more than the rounding of the sums: nothing nearer than
/// the distance is outside of it.
fn grown<V: ReadSpace>(aabb: &Aabb<V>, distance: f64) -> Aabb<V> {
    if distance <= 0.0 {
        return *aabb;
    }
    let epsilon = V::Scalar::EPSILON;
    let margin = V::Scalar::lit(distance * (1.0 + 8.0 * epsilon.to_f64())).min(V::Scalar::MAX);
    let error_bound = |x: V::Scalar| x.abs() * (epsilon * V::Scalar::lit(2.0));
    Aabb {
        min: V::from_fn(|k| aabb.min.get(k) - margin - error_bound(aabb.min.get(k))),
        max: V::from_fn(|k| aabb.max.get(k) + margin + error_bound(aabb.max.get(k))),
    }
}

fn pair_by_relation<V: ReadSpace>(
    objects: &[Object<V>],
    settings: &Settings,
    [a, b]: [usize; 2],
) -> Option<Finding<V>> {
    let placed = [a, b].map(|i| objects[i].placed());
    let relation = relation(placed[0], placed[1]);
    if relation == Relation::Disjoint && settings.reach() == 0.0 {
        return None;
    }
    let clearance = clearance(placed[0], placed[1]);
    let distance = clearance.as_ref().ok().map(|c| c.distance.to_f64());
    let tolerance = settings.tolerance.length();
    let is_within = |limit: f64| distance.is_some_and(|d| d.abs() <= limit);
    let class = match relation {
        Relation::Equal => Class::Duplicate,
        Relation::AInB | Relation::BInA => Class::Containment,
        Relation::Overlapping if is_within(tolerance) => Class::Contact,
        Relation::Overlapping => Class::Interference,
        Relation::Touching => Class::Contact,
        Relation::Disjoint if is_within(tolerance) => Class::Contact,
        Relation::Disjoint
            if settings
                .within
                .zip(distance)
                .is_some_and(|(within, d)| d < within) =>
        {
            Class::Near
        }
        Relation::Disjoint => return None,
    };
    let is_deep = settings.depth && relation.overlaps();
    Some(Finding {
        a,
        b,
        class,
        relation,
        clearance,
        tolerance,
        faces: None,
        depth: is_deep
            .then(|| depth_bounds(placed[0], placed[1]).ok().flatten())
            .flatten(),
        common: None,
        contact: None,
        why: None,
    })
}
