//! What the pairs of a scene are called.
//!
//! In space and double precision the parts are an assembly. In single precision and in the plane faces are
//! not recognised: the relation decides, and an overlap no deeper than the tolerance is contact.

use std::collections::BTreeMap;
use std::sync::Arc;

use clearance::assembly::{
    self, Assembly, Candidates, Class, Common, Contact, Decided, FacePair, Severity, Solid, Taken,
    Unanswerable, Watch,
};
use clearance::cast::{DepthBounds, depth_bounds};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::math::Real;
use clearance::measure::Which;
use clearance::pair::{Clearance, QueryError, Relation, clearance, relation};
use clearance::shape::Shape3;

use super::earlier::Earlier;
use super::plan::Plan;
use super::state::State;
use crate::scene::Object;
use crate::shape::ReadSpace;

/// A pair to report.
#[derive(Clone, Debug)]
pub struct Finding<V: ReadSpace> {
    /// The index of the first object.
    pub a: usize,
    /// The index of the second, later in the file.
    pub b: usize,
    /// The number of the rule that took it, in [`Plan::rules`].
    pub rule: Option<usize>,
    /// What a clash counts as.
    pub severity: Severity,
    /// Whether it is new, where it was compared with what was known.
    pub state: Option<State>,
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
    /// Whether it counts against the input: a clash of severity `error` that was not known.
    pub fn fails(&self) -> bool {
        self.class.is_clash() && self.severity == Severity::Error && self.state != Some(State::Still)
    }
    /// Whether it has no class, and that is of severity `error`.
    pub fn is_open(&self) -> bool {
        self.class == Class::Unanswered && self.severity == Severity::Error
    }
    /// What a clash counts as, where a rule says so: without rules all are of severity `error`.
    pub fn severity_by_rule(&self) -> Option<Severity> {
        let is_said = self.rule.is_some() || self.severity != Severity::Error;
        is_said.then_some(self.severity)
    }
}

/// A space whose pairs have classes: all four have.
pub trait Classified: ReadSpace {
    /// What is found of the pairs that `allows` allows, in the order of the objects; those that an earlier
    /// check has decided are taken from there.
    fn findings(
        objects: &[Object<Self>],
        plan: &Plan,
        earlier: Option<&Earlier<Self>>,
        allows: &(dyn Fn(usize, usize) -> bool + Sync),
        watch: &Watch<'_>,
    ) -> Decided<Finding<Self>> {
        let boxes = objects.iter().map(|object| object.placed().aabb()).collect();
        let candidates = Candidates::new(boxes, &plan.rules, allows);
        let decide = |a, b, taken: &Taken| {
            answered(earlier, [a, b], taken).unwrap_or_else(|| pair_by_relation(objects, taken, [a, b]))
        };
        candidates.decide(0, &decide, watch)
    }
}

impl Classified for Vec2 {}
impl Classified for DVec2 {}
impl Classified for Vec3 {}

impl Classified for DVec3 {
    fn findings(
        objects: &[Object<Self>],
        plan: &Plan,
        earlier: Option<&Earlier<Self>>,
        allows: &(dyn Fn(usize, usize) -> bool + Sync),
        watch: &Watch<'_>,
    ) -> Decided<Finding<Self>> {
        let assembly = assembly_of(objects, plan.repaired_within);
        let candidates = assembly.candidates(&plan.rules, allows);
        let decide = |a, b, taken: &Taken| {
            answered(earlier, [a, b], taken).unwrap_or_else(|| pair_by_class(&assembly, taken, [a, b]))
        };
        candidates.decide(0, &decide, watch)
    }
}

/// What an earlier check found out about a pair; `None` if it must be decided.
fn answered<V: ReadSpace>(
    earlier: Option<&Earlier<V>>,
    pair: [usize; 2],
    taken: &Taken,
) -> Option<Option<Finding<V>>> {
    earlier?.answer(pair, taken.settings.shapes)
}

fn pair_by_class(assembly: &Assembly, taken: &Taken, [a, b]: [usize; 2]) -> Option<Finding<DVec3>> {
    Some(found([a, b], taken, assembly.pair(a, b, &taken.settings)?))
}

/// What was found of a pair, and the rule that took it.
pub(crate) fn found([a, b]: [usize; 2], taken: &Taken, found: assembly::Finding) -> Finding<DVec3> {
    Finding {
        a,
        b,
        rule: taken.rule,
        severity: taken.severity,
        state: None,
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
}

/// The objects as an assembly; those of one shape share their solid.
fn assembly_of(objects: &[Object<DVec3>], repaired_within: f64) -> Assembly {
    assembly_by(objects, &|shape, rounded_by| {
        Solid::new(shape, rounded_by, repaired_within)
    })
}

/// The objects as an assembly of solids that are made by a function of the shape and how far its coordinates
/// are rounded, once for each shape. Objects of one shape have one solid if their places are equally exact,
/// else solids that share what is computed.
pub(crate) fn assembly_by(objects: &[Object<DVec3>], make: &dyn Fn(Shape3<DVec3>, f64) -> Solid) -> Assembly {
    let mut solids: BTreeMap<usize, BTreeMap<u64, Arc<Solid>>> = BTreeMap::new();
    let mut assembly = Assembly::default();
    for object in objects {
        let of_shape = solids
            .entry(Arc::as_ptr(&object.stand.shape) as usize)
            .or_default();
        let rounded_by = object.rounded_by(object.stand.pose.scale());
        let first = of_shape.values().next().cloned();
        let solid = of_shape.entry(rounded_by.to_bits()).or_insert_with(|| {
            let made = || make((*object.stand.shape).clone(), rounded_by);
            Arc::new(first.map_or_else(made, |solid| solid.rounded(rounded_by)))
        });
        assembly.add(object.id.text.clone(), solid.clone(), object.stand.pose);
    }
    assembly
}

fn pair_by_relation<V: ReadSpace>(
    objects: &[Object<V>],
    taken: &Taken,
    [a, b]: [usize; 2],
) -> Option<Finding<V>> {
    let settings = &taken.settings;
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
        rule: taken.rule,
        severity: taken.severity,
        state: None,
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
