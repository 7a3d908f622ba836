use clearance::cast::{Motion, Start, sweep};
use clearance::scene::{Object, Scene, Travel};
use clearance::{Placed, Pose, d2::Shape, glam::DVec2, relation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: frames
    let (bullet, wall) = (Shape::circle(0.0625)?, Shape::cuboid(DVec2::new(0.125, 2.0))?);
    let (start, place) = (Pose::IDENTITY, Pose::at(DVec2::new(1.0, 0.0))?);
    let step = DVec2::new(1.5, 0.0); // 90 metres a second, 60 frames a second
    for frame in 0..2 {
        let pose = Pose::at(step * f64::from(frame))?;
        println!(
            "frame {frame}: {}",
            relation(Placed::new(&bullet, &pose), Placed::new(&wall, &place))
        );
    }
    // ANCHOR_END: frames

    // ANCHOR: sweep
    let (moving, still) = (Placed::new(&bullet, &start), Placed::new(&wall, &place));
    let hit = sweep(moving, &Motion::linear(step), still, &Motion::none(), Start::default())?
        .ok_or("no hit")?;
    println!("sweep: at {:.6} of the way, at x = {:.3}", hit.time, hit.point.x);
    // ANCHOR_END: sweep

    // ANCHOR: turning
    let rod = Shape::capsule(DVec2::new(0.5, 0.0), DVec2::new(4.0, 0.0), 0.0625)?;
    let (post, place_of_post) = (Shape::circle(0.125)?, Pose::at(DVec2::new(0.0, 3.0))?);
    let turn = Motion { angular: 2.0, ..Motion::none() }; // by 2 radians
    let (moving, still) = (Placed::new(&rod, &start), Placed::new(&post, &place_of_post));
    let hit = sweep(moving, &turn, still, &Motion::none(), Start::default())?.ok_or("no hit")?;
    println!("turning: at {:.6} of the turn", hit.time);
    // ANCHOR_END: turning

    // ANCHOR: step
    let mut scene = Scene::<DVec2>::default();
    let fired = scene.add(Object::new(bullet, start))?;
    scene.add(Object::new(wall, place))?;
    let meetings = scene.sweep_step(|object| match object.handle() == fired {
        true => Travel::Swept(Motion::linear(step)),
        false => Travel::Still,
    })?;
    let x = scene.get(fired).ok_or("gone")?.pose().position().x;
    scene.update()?;
    println!(
        "step: {} meeting, stopped at {x:.6}, {} overlap",
        meetings.len(),
        scene.contacts().len()
    );
    // ANCHOR_END: step
    Ok(())
}
