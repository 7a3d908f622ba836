//! Balls and boxes that bounce for ever: `cargo run --release --example balls -- [file.svg] [steps]`.
//!
//! They fall, bounce off each other and off the walls of a room, and turn; surfaces are elastic, so that the
//! energy of all, of motion and of height, must stay what it was. Falling is done exactly (a parabola),
//! bounces by [`clearance::response::bounce`]. Prints the energy now and then, fails if it drifts by more
//! than a thousandth in 10⁶ steps, and draws the last moments.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use clearance::Pose;
use clearance::d2::Shape;
use clearance::glam::DVec2;
use clearance::math::{Real, Rotation2};
use clearance::pair::Manifold;
use clearance::response::{Body, Mass, Surface, bounce};
use clearance::scene::{Detail, Handle, Object, Scene};

const ROOM: DVec2 = DVec2::new(12.0, 8.0);
const FALL: DVec2 = DVec2::new(0.0, -4.0);
const STEP: f64 = 1.0 / 240.0;
/// Of the energy at the start.
const DRIFT: f64 = 1e-3;
/// Moments that are drawn, and steps between them.
const TAIL: (usize, usize) = (24, 6);

type World = Scene<DVec2, Option<Body<DVec2>>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args_os().skip(1);
    let file = args
        .next()
        .map_or_else(|| env::temp_dir().join("balls.svg"), PathBuf::from);
    let steps: usize = args
        .next()
        .map_or(Ok(1_000_000), |n| n.to_string_lossy().parse())?;
    let mut scene = world()?;
    let start = energy(&scene);
    let (mut bounces, mut trails) = (0, Vec::new());
    for step in 0..=steps {
        if step.is_multiple_of((steps / 10).max(1)) {
            let now = energy(&scene);
            println!(
                "step {step:>8}  energy {now:.9}  drift {:+.2e}  bounces {bounces}",
                now / start - 1.0
            );
        }
        if step + TAIL.0 * TAIL.1 > steps && (steps - step).is_multiple_of(TAIL.1) {
            trails.push(poses(&scene));
        }
        fall(&mut scene)?;
        scene.update()?;
        bounces += bounce_all(&mut scene);
    }
    fs::write(&file, draw(&scene, &trails)?)?;
    println!("drawn in {}", file.display());
    let drift = (energy(&scene) / start - 1.0).abs();
    if drift > DRIFT {
        return Err(format!("the energy has drifted by {drift:e}").into());
    }
    Ok(())
}

/// Four walls, which do not move, and in rows what does.
fn world() -> Result<World, Box<dyn Error>> {
    let mut scene = World::default().with_detail(Detail::Manifold);
    for side in [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y] {
        let half = ROOM * 0.5 + DVec2::splat(1.0);
        let thick = side.abs() * 0.5 + (DVec2::ONE - side.abs()) * half;
        let pose = Pose::at(ROOM * 0.5 + side * (ROOM * 0.5 + DVec2::splat(0.5)))?;
        scene.add(Object::new(Shape::cuboid(thick)?, pose).with_data(None))?;
    }
    for i in 0..20_u32 {
        let (column, row) = (f64::from(i % 5), f64::from(i / 5));
        let at = DVec2::new(1.6 + column * 2.2 + row * 0.13, 1.3 + row * 1.8);
        let pose = Pose::new(at, Rotation2::from_angle(f64::from(i) * 0.37))?;
        let size = 0.3 + f64::from(i % 4) * 0.08;
        let (shape, mass) = if i % 2 == 0 {
            (Shape::circle(size)?, Mass::ball(size * size * 3.0, size)?)
        } else {
            let half = DVec2::new(size, size * 0.7);
            (Shape::cuboid(half)?, Mass::cuboid(half.x * half.y * 4.0, half)?)
        };
        let mut body = Body::new(pose, mass);
        body.velocity = DVec2::new(f64::from(i % 3) - 1.0, f64::from(i % 7) * 0.4 - 1.0) * 1.5;
        body.angular = f64::from(i % 5) - 2.0;
        scene.add(Object::new(shape, pose).with_data(Some(body)))?;
    }
    scene.update()?;
    Ok(scene)
}

/// Everything on its parabola for a step, turning at a constant rate.
fn fall(scene: &mut World) -> Result<(), Box<dyn Error>> {
    let handles: Vec<Handle> = scene
        .iter()
        .filter(|o| o.data().is_some())
        .map(|o| o.handle())
        .collect();
    for handle in handles {
        let Some(Some(body)) = scene.data_mut(handle) else {
            continue;
        };
        let at = body.pose.position() + body.velocity * STEP + FALL * (0.5 * STEP * STEP);
        body.velocity += FALL * STEP;
        let turned = body.pose.rotation();
        let angle = turned.sin().atan2(turned.cos()) + body.angular * STEP;
        body.pose = Pose::new(at, Rotation2::from_angle(angle))?;
        let pose = body.pose;
        scene.set_pose(handle, pose)?;
    }
    Ok(())
}

/// Bounces every two that touch and approach each other; says how many did.
fn bounce_all(scene: &mut World) -> usize {
    let touches: Vec<(Handle, Handle, Manifold<DVec2>)> = scene
        .contacts()
        .iter()
        .filter_map(|touch| Some((touch.a, touch.b, *touch.manifold?)))
        .collect();
    let mut bounces = 0;
    for (a, b, manifold) in touches {
        let (mut body_a, mut body_b) = (body(scene, a), body(scene, b));
        let impulse = bounce(&mut body_a, &mut body_b, &manifold, &Surface::ELASTIC);
        bounces += usize::from(impulse > 0.0);
        for (handle, body) in [(a, body_a), (b, body_b)] {
            if let Some(Some(own)) = scene.data_mut(handle) {
                *own = body;
            }
        }
    }
    bounces
}

/// What bounces; a wall that nothing moves.
fn body(scene: &World, handle: Handle) -> Body<DVec2> {
    let object = scene.get(handle);
    let own = object.as_ref().and_then(|o| *o.data());
    own.unwrap_or_else(|| Body::new(object.map_or(Pose::IDENTITY, |o| *o.pose()), Mass::fixed()))
}

/// Of motion and of height.
fn energy(scene: &World) -> f64 {
    let bodies = scene.iter().filter_map(|o| *o.data());
    bodies
        .map(|b| b.energy() - FALL.y * b.pose.position().y / b.mass.inverse())
        .sum()
}

fn poses(scene: &World) -> Vec<(Handle, Pose<DVec2>)> {
    let moving = scene.iter().filter(|o| o.data().is_some());
    moving.map(|o| (o.handle(), *o.pose())).collect()
}

/// The room with y upwards; of each body where it was lately, the last place filled.
fn draw(scene: &World, trails: &[Vec<(Handle, Pose<DVec2>)>]) -> Result<String, std::fmt::Error> {
    let mut svg = String::new();
    writeln!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.2 -0.2 12.4 8.4" width="992" height="672"><rect x="-0.2" y="-0.2" width="12.4" height="8.4" fill="#333"/><g transform="translate(0,8) scale(1,-1)"><rect width="12" height="8" fill="#f2f4f7"/>"##
    )?;
    for (i, poses) in trails.iter().enumerate() {
        let is_last = i + 1 == trails.len();
        for (number, (handle, pose)) in poses.iter().enumerate() {
            let Some(object) = scene.get(*handle) else {
                continue;
            };
            let paint = if is_last {
                format!(
                    r##"fill="hsl({} 60% 55%)" stroke="#222" stroke-width=".03""##,
                    number * 137 % 360
                )
            } else {
                format!(
                    r##"fill="none" stroke="hsl({} 60% 55%)" stroke-opacity=".35" stroke-width=".02""##,
                    number * 137 % 360
                )
            };
            let (at, angle) = (pose.position(), pose.rotation());
            let degrees = angle.sin().atan2(angle.cos()).to_degrees();
            let place = format!(
                r##"transform="translate({:.3},{:.3}) rotate({degrees:.2})""##,
                at.x, at.y
            );
            match &**object.shape() {
                Shape::Circle(ball) => {
                    writeln!(svg, r##"<circle r="{:.3}" {place} {paint}/>"##, ball.radius())?
                }
                Shape::Box(cuboid) => {
                    let half = cuboid.half_extents();
                    let (x, y, width, height) = (-half.x, -half.y, half.x.to_f64() * 2.0, half.y * 2.0);
                    writeln!(
                        svg,
                        r##"<rect x="{x:.3}" y="{y:.3}" width="{width:.3}" height="{height:.3}" {place} {paint}/>"##
                    )?;
                }
                _ => {}
            }
        }
    }
    svg.push_str("</g></svg>\n");
    Ok(svg)
}
