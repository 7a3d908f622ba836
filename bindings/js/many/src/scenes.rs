//! The updates of scenes, and the usual indexes; those that are only asked for by name are compiled
//! elsewhere.

use clearance::index::{Auto, Grid, HashGrid, Index, Tree};
use clearance::scene::{Handle, Scene, SceneError};

use crate::as_numbers::{AsNumbers, pose};

pub fn index<V: AsNumbers>(name: &str) -> Option<Box<dyn Index<V>>> {
    Some(match name {
        "auto" => Box::new(Auto::<V>::default()),
        "tree" => Box::new(Tree::<V>::default()),
        "grid" => Box::new(Grid::default()),
        "hash-grid" => Box::new(HashGrid::default()),
        _ => return None,
    })
}

pub fn set_poses<V: AsNumbers>(
    scene: &mut Scene<V, ()>,
    handles: &[Handle],
    poses: &[f64],
) -> Result<(), SceneError> {
    for (&handle, numbers) in handles.iter().zip(poses.chunks_exact(V::POSE)) {
        let scale = scene.get(handle).map_or(1.0, |object| object.pose().scale());
        scene.set_pose(handle, pose(numbers)?.scaled(scale)?)?;
    }
    Ok(())
}
