//! Assemblies of shapes for tests.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use clearance::Pose;
use clearance::assembly::{Assembly, Removal, Settings, Solid};
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance_testkit::cubes::BOX;

pub fn assembly_of(shapes: impl IntoIterator<Item = (Shape<DVec3>, Pose<DVec3>)>) -> Assembly {
    let mut assembly = Assembly::default();
    for (i, (shape, pose)) in shapes.into_iter().enumerate() {
        assembly.add(format!("part {i}"), Arc::new(Solid::new(shape, 0.0, 0.0)), pose);
    }
    assembly
}

pub fn in_place(shapes: impl IntoIterator<Item = Shape<DVec3>>) -> Assembly {
    assembly_of(shapes.into_iter().map(|shape| (shape, Pose::IDENTITY)))
}

pub fn removal_of(assembly: &Assembly, directions: &[DVec3]) -> Removal {
    let removal = assembly.removal(directions, &Settings::default(), &|_, _| true, &|_| Continue(()));
    removal.expect("valid directions")
}

/// A block as a mesh.
pub fn cuboid(low: DVec3, high: DVec3) -> Shape<DVec3> {
    let corner = |i: u32| {
        let pick = |k: usize| if i >> k & 1 == 1 { high[k] } else { low[k] };
        DVec3::new(pick(0), pick(1), pick(2))
    };
    Shape::mesh((0..8).map(corner).collect(), BOX.to_vec()).expect("a box")
}
