//! The bouncing sprites of every tutorial, without a window:
//! `cargo run --example sprites -- [folder] [frames]`.
//!
//! Sprites are spawned apart, leave through one wall and come back through the other, and bounce off each
//! other along the normal of their contact. Writes one SVG a frame: the tail of a sprite says how fast it is,
//! a white dot where two touch.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use clearance::d2::Shape;
use clearance::glam::Vec2;
use clearance::math::Aabb;
use clearance::pair::Manifold;
use clearance::response::{Body, Mass, Surface, Walls, bounce};
use clearance::scene::{Detail, Filter, Handle, Object, Scene};
use clearance::{Placed, Pose};

const SCREEN: Vec2 = Vec2::new(640.0, 480.0);
const LARGEST: f32 = 25.0;
const SPRITES: usize = 40;

/// Larger than the screen by a sprite, so that one is out of sight when it goes from wall to wall.
const ROOM: Aabb<Vec2> = Aabb {
    min: Vec2::splat(-LARGEST),
    max: Vec2::new(SCREEN.x + LARGEST, SCREEN.y + LARGEST),
};

#[derive(Clone, Copy, Default)]
struct Sprite {
    velocity: Vec2,
    radius: f32,
    hue: u32,
}

type Sprites = Scene<Vec2, Sprite>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args_os().skip(1);
    let folder = args
        .next()
        .map_or_else(|| env::temp_dir().join("sprites"), PathBuf::from);
    let frames: usize = args.next().map_or(Ok(120), |n| n.to_string_lossy().parse())?;
    fs::create_dir_all(&folder)?;
    let mut scene = spawn()?;
    let mut bounces = 0;
    for frame in 0..frames {
        scene.move_all(|mut object| {
            let velocity = object.data().velocity;
            let there = object.position() + velocity;
            let center = Aabb {
                min: there,
                max: there,
            };
            let kept = Walls::Wrap.keep(&ROOM, &center, velocity);
            let _ = object.set_position(there + kept.shift);
        });
        scene.update()?;
        bounces += bounce_all(&mut scene)?;
        fs::write(folder.join(format!("{frame:03}.svg")), draw(&scene)?)?;
    }
    println!("{frames} frames with {bounces} bounces in {}", folder.display());
    Ok(())
}

/// Sprites where no other is.
fn spawn() -> Result<Sprites, Box<dyn Error>> {
    let mut scene = Sprites::default().with_detail(Detail::Manifold);
    let mut random = Random(3);
    while scene.len() < SPRITES {
        let radius = 10.0 + random.below(LARGEST - 10.0);
        let pose = Pose::at(Vec2::new(random.below(SCREEN.x), random.below(SCREEN.y)))?;
        let circle = Shape::circle(radius)?;
        if scene.overlaps_any(Placed::new(&circle, &pose), &Filter::ALL) {
            continue;
        }
        let sprite = Sprite {
            velocity: Vec2::new(random.below(6.0) - 3.0, random.below(6.0) - 3.0),
            radius,
            // By the golden angle: neighbours in the list look different.
            hue: scene.len() as u32 * 137 % 360,
        };
        scene.add(Object::new(circle, pose).with_data(sprite))?;
    }
    Ok(scene)
}

/// Bounces every two that touch and approach each other; says how many did.
fn bounce_all(scene: &mut Sprites) -> Result<usize, Box<dyn Error>> {
    let touches: Vec<(Handle, Handle, Manifold<Vec2>)> = scene
        .contacts()
        .iter()
        .filter_map(|touch| Some((touch.a, touch.b, *touch.manifold?)))
        .collect();
    let mut bounces = 0;
    for (a, b, manifold) in touches {
        let (mut body_a, mut body_b) = (body(scene, a)?, body(scene, b)?);
        let impulse = bounce(&mut body_a, &mut body_b, &manifold, &Surface::ELASTIC);
        bounces += usize::from(impulse > 0.0);
        for (handle, body) in [(a, body_a), (b, body_b)] {
            if let Some(sprite) = scene.data_mut(handle) {
                sprite.velocity = body.velocity;
            }
        }
    }
    Ok(bounces)
}

/// A sprite as what bounces: its mass is its area, and it does not turn.
fn body(scene: &Sprites, handle: Handle) -> Result<Body<Vec2>, Box<dyn Error>> {
    let object = scene.get(handle).ok_or("no such sprite")?;
    let Sprite { velocity, radius, .. } = *object.data();
    let mass = Mass::without_turning(radius * radius)?;
    Ok(Body {
        velocity,
        ..Body::new(*object.pose(), mass)
    })
}

fn draw(scene: &Sprites) -> Result<String, std::fmt::Error> {
    let (Vec2 { x, y }, mut svg) = (SCREEN, String::new());
    writeln!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {x} {y}" width="{x}" height="{y}">"##
    )?;
    writeln!(svg, r##"<rect width="{x}" height="{y}" fill="#10141c"/>"##)?;
    for object in scene.iter() {
        let (at, sprite) = (object.pose().position(), object.data());
        let Sprite {
            velocity,
            radius,
            hue,
        } = *sprite;
        let tail = at - velocity.normalize_or_zero() * radius - velocity * 6.0;
        writeln!(
            svg,
            r##"<path d="M{:.2} {:.2}L{:.2} {:.2}" stroke="hsl({hue} 70% 60%)" stroke-opacity=".35" stroke-width="{:.2}" stroke-linecap="round"/>"##,
            at.x,
            at.y,
            tail.x,
            tail.y,
            radius * 0.5
        )?;
        writeln!(
            svg,
            r##"<circle cx="{:.2}" cy="{:.2}" r="{radius:.2}" fill="hsl({hue} 70% 60%)"/>"##,
            at.x, at.y
        )?;
    }
    let touches = scene.contacts().iter().filter_map(|touch| touch.manifold);
    for point in touches.flat_map(|manifold| manifold.contacts()) {
        let Vec2 { x, y } = point.point_a;
        writeln!(svg, r##"<circle cx="{x:.2}" cy="{y:.2}" r="3" fill="#fff"/>"##)?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: f32) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x >> 40) as f32 / (1 << 24) as f32 * limit
    }
}
