//! Arbitrary bytes for every reader and every question, as in the fuzz targets, but without a fuzzer to guide
//! them.

use clearance_testkit::Random;

use crate::bytes;
use crate::run::{Class, Outcome};

/// The class.
pub const CLASS: Class = Class {
    name: "bytes",
    about: "arbitrary bytes into every question and reader",
    hits: [0, 100],
    ask,
};

const TARGETS: [fn(&[u8]); 9] = [
    bytes::construction,
    bytes::relation,
    bytes::clearance,
    bytes::manifold,
    bytes::ray,
    bytes::closest_point,
    bytes::scene,
    bytes::query,
    bytes::mesh,
];

fn ask(random: &mut Random) -> Outcome {
    let target = random.pick(&TARGETS);
    let length = random.count(0, 300);
    let bytes: Vec<u8> = (0..length).map(|_| random.whole(0, 255) as u8).collect();
    target(&bytes);
    Ok(true)
}
