//! What one call from JavaScript asks many times: batches of pairs, and the indexes of scenes.
//!
//! The profile `wasm` compiles this crate for speed and all others for size. Generic code is compiled where
//! it is used with real types, so these are written out here for the plane and for space, as methods of
//! [`Many`]; a generic function of this crate that was called from another would be compiled there, for size.

mod as_numbers;
mod pairs;
mod scenes;
mod side;

use clearance::glam::{DVec2, DVec3};
use clearance::index::Index;
use clearance::math::InvalidPose;
use clearance::pair::Column;
use clearance::scene::{Handle, Scene, SceneError};

pub use as_numbers::{AsNumbers, vector};
pub use pairs::Unanswered;
pub use side::{Side, of_pair};

/// The questions, for the plane and for space.
pub trait Many: AsNumbers {
    /// A side of a batch, or which pose is none, and why.
    fn side<'a>(shapes: &'a Column<Self>, poses: &'a [f64]) -> Result<Side<'a, Self>, (usize, InvalidPose)>;
    /// Whether each pair meets.
    fn intersects_many(sides: [&Side<'_, Self>; 2]) -> Result<Vec<bool>, Unanswered>;
    /// How far apart each pair is.
    fn distance_many(sides: [&Side<'_, Self>; 2]) -> Result<Vec<f64>, Unanswered>;
    /// The usual indexes by their names; `None` for any other.
    fn index(name: &str) -> Option<Box<dyn Index<Self>>>;
    /// Moves and turns objects that are there, which keep their scales, to poses that have been
    /// [checked](Self::check).
    fn set_poses(scene: &mut Scene<Self, ()>, handles: &[Handle], poses: &[f64]) -> Result<(), SceneError>;
    /// Which pose is none, and why.
    fn check(poses: &[f64]) -> Result<(), (usize, InvalidPose)>;
    /// A step of a scene.
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
            fn update(scene: &mut Scene<Self, ()>) -> Result<(), SceneError> {
                scene.update()
            }
        }
    )+ };
}
many!(DVec2, DVec3);
