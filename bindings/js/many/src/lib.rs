//! The parts of the package that one call from JavaScript runs many times: batches of pairs, and the indexes
//! of scenes.
//!
//! The profile `wasm` compiles this crate for speed and all others for size. Generic code is compiled in the
//! crate that uses it with concrete types. So the functions are instantiated here for 2D and 3D, as methods
//! of [`Many`]; a generic function of this crate called from another would be compiled there, for size.

mod as_numbers;
mod handle;
mod pairs;
mod scenes;
mod side;

use clearance::glam::{DVec2, DVec3};
use clearance::index::Index;
use clearance::math::{Aabb, InvalidPose};
use clearance::pair::{Column, QueryError};
use clearance::scene::{Filter, Handle, Scene, SceneError};
use clearance::shape::Placed;

pub use as_numbers::{AsNumbers, vector};
pub use handle::{from_number, known, to_number};
pub use pairs::Unanswered;
pub use side::{Side, of_pair};

/// The questions, for 2D and 3D.
pub trait Many: AsNumbers {
    /// A side of a batch; the error is the index of the first invalid pose, and why it is invalid.
    fn side<'a>(shapes: &'a Column<Self>, poses: &'a [f64]) -> Result<Side<'a, Self>, (usize, InvalidPose)>;
    /// Whether each pair meets.
    fn intersects_many(sides: [&Side<'_, Self>; 2]) -> Result<Vec<bool>, Unanswered>;
    /// The distance of each pair.
    fn distance_many(sides: [&Side<'_, Self>; 2]) -> Result<Vec<f64>, Unanswered>;
    /// The usual indexes, by name; `None` for any other name.
    fn index(name: &str) -> Option<Box<dyn Index<Self>>>;
    /// Sets the poses of existing objects, which keep their scales. The poses must have been
    /// [checked](Self::check).
    fn set_poses(scene: &mut Scene<Self, ()>, handles: &[Handle], poses: &[f64]) -> Result<(), SceneError>;
    /// Checks poses; the error is the index of the first invalid pose, and why it is invalid.
    fn check(poses: &[f64]) -> Result<(), (usize, InvalidPose)>;
    /// Adds the handles of the objects that a shape meets, as numbers.
    fn overlapping(scene: &Scene<Self, ()>, shape: Placed<'_, Self>, about: &Filter, found: &mut Vec<f64>);
    /// The same for an upright box with these corners.
    fn overlapping_corners(
        scene: &Scene<Self, ()>,
        corners: &Aabb<Self>,
        about: &Filter,
        found: &mut Vec<f64>,
    ) -> Result<(), QueryError>;
    /// An update of a scene.
    fn update(scene: &mut Scene<Self, ()>) -> Result<(), SceneError>;
}

macro_rules! many {
    ($($vector:ty),+) => { $(
        impl Many for $vector {
            fn side<'a>(shapes: &'a Column<Self>, poses: &'a [f64]) -> Result<Side<'a, Self>, (usize, InvalidPose)> {
                Side::new(shapes, poses)
            }
            fn intersects_many(sides: [&Side<'_, Self>; 2]) -> Result<Vec<bool>, Unanswered> {
                pairs::intersects(sides)
            }
            fn distance_many(sides: [&Side<'_, Self>; 2]) -> Result<Vec<f64>, Unanswered> {
                pairs::distance(sides)
            }
            fn index(name: &str) -> Option<Box<dyn Index<Self>>> {
                scenes::index(name)
            }
            fn set_poses(scene: &mut Scene<Self, ()>, handles: &[Handle], poses: &[f64]) -> Result<(), SceneError> {
                scenes::set_poses(scene, handles, poses)
            }
            fn check(poses: &[f64]) -> Result<(), (usize, InvalidPose)> {
                as_numbers::check::<Self>(poses)
            }
            fn overlapping(scene: &Scene<Self, ()>, shape: Placed<'_, Self>, about: &Filter, found: &mut Vec<f64>) {
                scene.each_overlapping(shape, about, |handle| found.push(known(handle)));
            }
            fn overlapping_corners(
                scene: &Scene<Self, ()>,
                corners: &Aabb<Self>,
                about: &Filter,
                found: &mut Vec<f64>,
            ) -> Result<(), QueryError> {
                scene.each_overlapping_corners(corners, about, |handle| found.push(known(handle)))
            }
            fn update(scene: &mut Scene<Self, ()>) -> Result<(), SceneError> {
                scene.update()
            }
        }
    )+ };
}
many!(DVec2, DVec3);
