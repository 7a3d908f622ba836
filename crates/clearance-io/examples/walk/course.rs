//! The course and its routes, read from `examples/walk`.

use std::path::Path;

use clearance::character::{BoxSettings, Input};
use clearance::glam::DVec3;
use clearance::scene::{Object, Scene};
use clearance_io::files::Access;
use clearance_io::scene::{Scene as File, read_scene};
use serde::Deserialize;

use super::Answer;

/// A route on the course.
#[derive(Deserialize)]
pub struct Route {
    pub name: String,
    pub start: [f64; 3],
    /// Each leg: seconds, speed along X and Z, and the speed of a jump if the leg begins with one.
    pub legs: Vec<Vec<f64>>,
}

/// The objects of the course, and the routes.
pub struct Course {
    pub scene: Scene<DVec3>,
    pub routes: Vec<Route>,
}

/// Reads both files.
pub fn read() -> Answer<Course> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/walk");
    let File::Double3(file) =
        read_scene(&folder.join("course.json"), &Access::default()).map_err(|problem| problem.to_string())?
    else {
        return Err("course.json: not of three dimensions".into());
    };
    let mut scene = Scene::default();
    for object in file.objects {
        scene.add(Object::new(object.stand.shape, object.stand.pose))?;
    }
    scene.update()?;
    let routes = serde_json::from_str(&std::fs::read_to_string(folder.join("routes.json"))?)?;
    Ok(Course { scene, routes })
}

impl Route {
    /// Walks the route at a rate: calls `step` in turn with the time of each step. The last step of a leg is
    /// shorter if the leg is not a whole number of steps.
    pub fn walk<M>(
        &self,
        hertz: f64,
        mut step: impl FnMut(&Input<DVec3>, f64) -> Answer<M>,
    ) -> Answer<Vec<M>> {
        let mut marks = Vec::new();
        for leg in &self.legs {
            let mut input = Input::walk(DVec3::new(leg[1], 0.0, leg[2]));
            input.jump = leg.get(3).copied();
            let steps = leg[0] * hertz;
            let whole = (steps + 1e-6).floor();
            let rest = (steps - whole) / hertz;
            for _ in 0..whole as u32 {
                marks.push(step(&input, 1.0 / hertz)?);
                input.jump = None;
            }
            if rest > 1e-6 / hertz {
                marks.push(step(&input, rest)?);
            }
        }
        Ok(marks)
    }
}

/// A box just narrow enough for the tunnel, as high as the capsule.
pub fn box_settings() -> BoxSettings<DVec3> {
    BoxSettings {
        half_extents: DVec3::new(0.25, 0.9, 0.25),
        gravity: 9.81,
        max_slope: std::f64::consts::FRAC_PI_4,
        reach: 0.3,
        skin: 0.009_375,
    }
}
