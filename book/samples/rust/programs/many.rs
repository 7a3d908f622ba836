use clearance::scene::{Object, Scene};
use clearance::{Pose, d2::Shape, glam::DVec2};

// ANCHOR: crowd
/// The same `count` places in every language: a generator by Park and Miller.
fn crowd(count: usize) -> Vec<DVec2> {
    let mut seed = 1_u64;
    let mut next = || {
        seed = seed * 16807 % 2147483647;
        seed as f64 / 2147483647.0 * 100.0
    };
    (0..count).map(|_| DVec2::new(next(), next())).collect()
}
// ANCHOR_END: crowd

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: all_pairs
    let (places, radius) = (crowd(1000), 0.5);
    let (mut tests, mut met) = (0, 0);
    for (i, p) in places.iter().enumerate() {
        // Each pair once, and none with itself.
        for q in &places[i + 1..] {
            tests += 1;
            met += i32::from(p.distance_squared(*q) <= 4.0 * radius * radius);
        }
    }
    println!("all pairs: {tests} tests, {met} meet");
    // ANCHOR_END: all_pairs

    // ANCHOR: scene
    let mut scene = Scene::<DVec2>::default();
    let mut handles = Vec::new();
    for place in &places {
        handles.push(scene.add(Object::new(Shape::circle(radius)?, Pose::at(*place)?))?);
    }
    scene.update()?;
    println!("scene: {} meet", scene.contacts().len());

    for (handle, place) in handles.into_iter().zip(places).step_by(2) {
        scene.set_pose(handle, Pose::at(place + DVec2::new(0.25, 0.0))?)?; // every other one moves
    }
    scene.update()?;
    let contacts = scene.contacts();
    println!("next frame: {} began, {} ended", contacts.began().count(), contacts.ended().count());
    // ANCHOR_END: scene
    Ok(())
}
