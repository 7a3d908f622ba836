//! A path on a page: the moves, what they meet, and the clearance over time.

use clearance::glam::DVec3;
use clearance::motion::{PathContact, Screw};
use serde::Serialize;

use super::{PairData, page_with};
use crate::answer::coordinates;
use crate::check::{Checked, Class};
use crate::report::{Report, Written};
use crate::scene::Objects;
use crate::ways::{Followed, FollowedMove};

/// The moves, one after the other.
#[derive(Serialize)]
pub struct MotionData {
    moves: Vec<MoveData>,
}

#[derive(Serialize)]
struct MoveData {
    /// The numbers of the parts on the page.
    parts: Vec<u32>,
    /// What puts them elsewhere before.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<ScrewData>,
    screw: ScrewData,
    certified: bool,
    least: Option<f64>,
    /// Times and clearances.
    curve: Vec<[f64; 2]>,
}

#[derive(Serialize)]
struct ScrewData {
    about: Vec<f64>,
    linear: Vec<f64>,
    angular: Vec<f64>,
}

fn screw_data(screw: &Screw) -> ScrewData {
    ScrewData {
        about: coordinates(screw.about),
        linear: coordinates(screw.linear),
        angular: coordinates(screw.angular),
    }
}

/// The page of a path of this scene.
pub fn page(title: &str, scene: &Objects<DVec3>, followed: &Followed) -> Written {
    let checked = Checked::nothing();
    let report = Report {
        title,
        scene,
        checked: &checked,
    };
    let add = |numbers: &[Option<u32>]| {
        let moves = followed.moves.iter().map(|one| move_data(one, numbers));
        let motion = MotionData {
            moves: moves.collect(),
        };
        (meetings(followed, numbers), Some(motion))
    };
    page_with(&report, &add, false)
}

fn move_data(one: &FollowedMove, numbers: &[Option<u32>]) -> MoveData {
    let least = one.report.least_clearance.as_ref();
    MoveData {
        parts: one.parts.iter().filter_map(|&part| numbers[part]).collect(),
        before: one.before.as_ref().map(screw_data),
        screw: screw_data(&one.screw),
        certified: one.report.is_certified,
        least: least.map(|least| least.value),
        curve: one
            .curve
            .iter()
            .map(|point| [point.time, point.clearance])
            .collect(),
    }
}

/// What is met, in the order of time.
fn meetings(followed: &Followed, numbers: &[Option<u32>]) -> Vec<PairData<'static>> {
    let moves = followed.moves.iter().enumerate();
    let contacts = moves.flat_map(|(i, one)| one.report.contacts.iter().map(move |contact| (i, contact)));
    let pair = |(i, contact): (usize, &PathContact)| {
        // A meeting at time 1 belongs to its own move, not to the start of the next one.
        let time = contact.time.min(1.0 - f64::EPSILON);
        Some(PairData {
            a: numbers[contact.part]?,
            b: numbers[contact.with]?,
            class: Class::Contact.as_str(),
            relation: "touching",
            tolerance: 0.0,
            place: Some(coordinates(contact.point)),
            moment: Some(i as f64 + time),
            normal: Some(coordinates(contact.normal)),
            ..PairData::default()
        })
    };
    contacts.filter_map(pair).collect()
}
