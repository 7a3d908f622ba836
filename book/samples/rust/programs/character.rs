use clearance::character::{Capsule, Input, Settings, Slope, State};
use clearance::scene::{Filter, Object, Scene};
use clearance::{Pose, d2::Shape, glam::DVec2};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: course
    let at = |x, y| Pose::at(DVec2::new(x, y));
    let mut scene = Scene::<DVec2>::default();
    let ground = Shape::half_space(DVec2::Y, 0.0)?; // all that is below y = 0
    scene.add(Object::new(ground, Pose::IDENTITY))?;
    for step in 0..3 {
        let half = 0.125 * f64::from(step + 1);
        let stair = Shape::cuboid(DVec2::new(0.5, half))?; // a stair of three steps
        scene.add(Object::new(stair, at(3.0 + f64::from(step), half)?))?;
    }
    scene.add(Object::new(Shape::cuboid(DVec2::new(0.5, 1.0))?, at(8.0, 1.0)?))?; // a wall
    let plate = Shape::cuboid(DVec2::new(1.0, 0.125))?;
    let lift = scene.add(Object::new(plate, at(12.0, -0.125)?))?; // level with the ground
    // ANCHOR_END: course

    // ANCHOR: walk
    let walker = Capsule::new(&Settings { step_height: 0.3, ..Settings::new(0.25, 1.75, 9.81) })?;
    let mut state = State::at(DVec2::ZERO);
    for frame in 1..=300 {
        let walk = Input::walk(DVec2::new(2.0, 0.0));
        let step = walker.step(&scene, &state, &walk, 1.0 / 60.0, &Filter::ALL)?;
        state = step.state;
        if frame % 50 == 0 {
            let (x, y, stands) = (state.position.x, state.position.y, state.is_standing());
            let blocked = step.hits.iter().filter(|hit| hit.plane.slope == Slope::Steep).count();
            println!("frame {frame}: x {x:.2}, y {y:.2}, stands {stands}, blocked {blocked}");
        }
    }
    // ANCHOR_END: walk

    // ANCHOR: jump
    let walker = Capsule::new(&Settings::new(0.25, 1.75, 9.81))?;
    let (mut state, still) = (State::at(DVec2::new(12.0, 0.0)), Input::walk(DVec2::ZERO));
    for frame in 0..30 {
        scene.set_pose(lift, at(12.0, -0.125 + 0.05 * f64::from(frame))?)?;
        state = walker.step(&scene, &state, &still, 1.0 / 60.0, &Filter::ALL)?.state;
    }
    println!("lifted to {:.1}", state.position.y);
    let mut highest = state.position.y;
    for frame in 0..90 {
        let input = if frame == 0 { still.jumping(5.0) } else { still };
        state = walker.step(&scene, &state, &input, 1.0 / 60.0, &Filter::ALL)?.state;
        highest = highest.max(state.position.y);
    }
    println!("jumped to {highest:.1}, stands again: {}", state.is_standing());
    // ANCHOR_END: jump
    Ok(())
}
