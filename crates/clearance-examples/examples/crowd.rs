//! A million boxes, all moving:
//! `cargo run --release --example crowd -- [boxes] [steps] [index] [percent that moves]`.
//!
//! Each box meets about three others. Prints what a step costs, the caller's motion and the scene's update
//! apart.

use std::env;
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clearance::Pose;
use clearance::d2::Shape;
use clearance::glam::Vec2;
use clearance::index::IndexKind;
use clearance::scene::{Detail, Handle, Moving, Object, Scene};

/// Each box's own velocity lies beside it, in the scene's order.
type Crowd = Scene<Vec2, Vec2>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let mut next = |default: &str| args.next().unwrap_or_else(|| default.to_owned());
    let (count, steps) = (next("1000000").parse()?, next("60").parse::<u32>()?);
    let index: IndexKind = next("grid").parse()?;
    let percent: u64 = next("100").parse()?;

    let side = (count as f32 / 1.3).sqrt();
    let (mut scene, handles) = crowd(count, side, index)?;
    scene.update()?;
    let (mut motion, mut update, mut began) = (Duration::ZERO, Duration::ZERO, 0);
    let mut random = Random(7);
    for _ in 0..steps {
        let start = Instant::now();
        if percent >= 100 {
            scene.move_all(|object| walk(object, side));
        } else {
            for _ in 0..handles.len() as u64 * percent / 100 {
                let handle = handles[random.next() as usize % handles.len()];
                scene
                    .get_mut(handle)
                    .into_iter()
                    .for_each(|object| walk(object, side));
            }
        }
        motion += start.elapsed();
        let start = Instant::now();
        scene.update()?;
        update += start.elapsed();
        began += scene.contacts().began().count();
    }
    let each = |time: Duration| time.as_nanos() as f64 / f64::from(steps) / count as f64;
    println!(
        "{count} boxes over {index}, {percent} % moving, {} pairs, {began} began",
        scene.contacts().len()
    );
    println!(
        "{:.1} steps per second",
        f64::from(steps) / (motion + update).as_secs_f64()
    );
    println!(
        "{:.1} ns per box to move it, {:.1} to update",
        each(motion),
        each(update)
    );
    println!("{} bytes per box", scene.bytes() / count.max(1));
    Ok(())
}

/// Boxes of four sizes, anywhere in a square.
fn crowd(count: usize, side: f32, index: IndexKind) -> Result<(Crowd, Vec<Handle>), Box<dyn Error>> {
    let shapes: Result<Vec<_>, _> = (0..4)
        .map(|i| Shape::cuboid(Vec2::splat(0.3 + 0.1 * i as f32)))
        .collect();
    let shapes: Vec<_> = shapes?.into_iter().map(Arc::new).collect();
    let mut random = Random(1);
    let mut scene = Crowd::new(index).with_detail(Detail::Boxes);
    let objects: Result<Vec<_>, Box<dyn Error>> = (0..count)
        .map(|i| {
            let pose = Pose::at(Vec2::new(random.below(side), random.below(side)))?;
            let velocity = Vec2::new(random.below(0.2) - 0.1, random.below(0.2) - 0.1);
            Ok(Object::new(Arc::clone(&shapes[i % 4]), pose).with_data(velocity))
        })
        .collect();
    let handles = scene.add_many(objects?)?;
    Ok((scene, handles))
}

/// A step of one box.
fn walk(mut object: Moving<'_, Vec2, Vec2>, side: f32) {
    let velocity = *object.data();
    let position = object.position() + velocity;
    *object.data() = bounced(position, velocity, side);
    let _ = object.set_position(position);
}

/// The velocity of what is at `position` after the walls.
fn bounced(position: Vec2, velocity: Vec2, side: f32) -> Vec2 {
    let turn = |x: f32, v: f32| {
        if x < 0.0 {
            v.abs()
        } else if x > side {
            -v.abs()
        } else {
            v
        }
    };
    Vec2::new(turn(position.x, velocity.x), turn(position.y, velocity.y))
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
    fn below(&mut self, limit: f32) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32 * limit
    }
}
