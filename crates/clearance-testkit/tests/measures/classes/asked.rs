//! How tests ask what a pair of parts is called.

use clearance::Pose;
use clearance::assembly::{Class, Finding, Settings, Solid, Tolerance, interference};
use clearance::d3::Shape;
use clearance::glam::DVec3;

pub const AUTO: Settings = Settings {
    tolerance: Tolerance::Auto,
    within: None,
    depth: false,
    shapes: false,
};

pub fn within(tolerance: f64) -> Settings {
    Settings {
        tolerance: Tolerance::Length(tolerance),
        ..AUTO
    }
}

pub fn found_at(
    a: &Shape<DVec3>,
    b: &Shape<DVec3>,
    poses: [&Pose<DVec3>; 2],
    settings: &Settings,
) -> Option<Finding> {
    let [a, b] = [a, b].map(|shape| Solid::new(shape.clone(), 0.0, settings.reach()));
    interference((&a, poses[0]), (&b, poses[1]), settings)
}

pub fn class(a: &Shape<DVec3>, b: &Shape<DVec3>, settings: &Settings) -> Option<Class> {
    let here = Pose::IDENTITY;
    found_at(a, b, [&here, &here], settings).map(|found| found.class)
}

pub fn moved(by: DVec3) -> Pose<DVec3> {
    Pose::at(by).expect("finite")
}
