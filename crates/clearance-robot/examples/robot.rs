//! The robot arm of `examples/robot-arm` among fifty obstacles: what collides, how near it comes, and which
//! ways are free.
//!
//!     cargo run --release -p clearance-robot --example robot

use std::error::Error;
use std::path::Path;

use clearance_io::files::Access;
use clearance_io::scene::{Scene, read_scene};
use clearance_robot::{Obstacles, PathOutcome, PathSettings, Robot};

/// The arm's usual rest pose, the fingers half open.
const REST: [f64; 8] = [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785, 0.02];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/robot-arm");
    let robot = Robot::load(folder.join("panda.urdf"))?;
    let Scene::Double3(scene) = read_scene(&folder.join("obstacles.json"), &Access::default())? else {
        return Err("the obstacles are not in space and double precision".into());
    };
    let shapes = scene
        .objects
        .iter()
        .map(|object| ((*object.stand.shape).clone(), object.stand.pose));
    let obstacles = Obstacles::new(shapes.collect());
    for joint in robot.joints() {
        println!("{}: from {} to {}", joint.name, joint.limits[0], joint.limits[1]);
    }

    let posture = robot.at(&REST)?;
    for pair in posture.collisions(&obstacles) {
        println!("at rest, {} collides", robot.names(pair).join(" with obstacle "));
    }
    if let Some(nearest) = posture.nearest(&obstacles) {
        println!(
            "at rest, the nearest pair {:?} is {:.4} m apart",
            robot.names(nearest.pair),
            nearest.clearance.distance
        );
    }
    for (joint, change) in [(0, 0.5), (0, -0.5), (1, 0.6), (3, -0.4), (4, 2.0)] {
        let mut goal = REST;
        goal[joint] += change;
        let report = robot.path(&REST, &goal, &obstacles, &PathSettings::default())?;
        print!(
            "{} by {change}: ",
            robot.joints().nth(joint).map_or("", |joint| &joint.name)
        );
        match report.outcome {
            PathOutcome::Free {
                clearance: [low, high],
                ..
            } => {
                println!(
                    "free, with a least clearance of {low:.4} to {high:.4} m; {} steps",
                    report.steps
                );
            }
            PathOutcome::Contact(contact) => println!(
                "meets {:?} at {:.6} of the way, near {:.3}; {} steps",
                robot.names(contact.pair),
                contact.time,
                contact.point,
                report.steps
            ),
            PathOutcome::Undecided { free_until } => println!("free until {free_until}"),
        }
    }
    Ok(())
}
