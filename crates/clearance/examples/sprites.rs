//! The bouncing sprites of every tutorial, without a window: `cargo run --example sprites -- [folder] [frames]`.
//!
//! Sprites are spawned apart, leave through one wall and come back through the other, and bounce off each other along the
//! normal of their contact. Writes one SVG a frame.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use clearance::d2::Shape;
use clearance::glam::Vec2;
use clearance::scene::{Detail, Filter, Handle, Object, Scene};
use clearance::{Placed, Pose};

const SCREEN: Vec2 = Vec2::new(640.0, 480.0);
const SPRITES: usize = 40;

#[derive(Clone, Copy, Default)]
struct Sprite {
    velocity: Vec2,
    radius: f32,
}

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
            let _ = object.set_position((object.position() + velocity).rem_euclid(SCREEN));
        });
        scene.update()?;
        bounces += bounce_all(&mut scene);
        fs::write(folder.join(format!("{frame:03}.svg")), draw(&scene)?)?;
    }
    println!("{frames} frames with {bounces} bounces in {}", folder.display());
    Ok(())
}

/// Sprites where no other is.
fn spawn() -> Result<Scene<Vec2, Sprite>, Box<dyn Error>> {
    let mut scene = Scene::<Vec2, Sprite>::default().with_detail(Detail::Manifold);
    let mut random = Random(3);
    while scene.len() < SPRITES {
        let radius = 10.0 + random.below(15.0);
        let pose = Pose::at(Vec2::new(random.below(SCREEN.x), random.below(SCREEN.y)))?;
        let circle = Shape::circle(radius)?;
        if scene.overlaps_any(Placed::new(&circle, &pose), &Filter::ALL)? {
            continue;
        }
        let velocity = Vec2::new(random.below(6.0) - 3.0, random.below(6.0) - 3.0);
        scene.add(Object::new(circle, pose).with_data(Sprite { velocity, radius }))?;
    }
    Ok(scene)
}

/// Bounces every two that touch and approach each other; says how many did.
fn bounce_all(scene: &mut Scene<Vec2, Sprite>) -> usize {
    let touches: Vec<(Handle, Handle, Vec2)> = scene
        .contacts()
        .iter()
        .filter_map(|touch| Some((touch.a, touch.b, touch.manifold?.normal)))
        .collect();
    touches
        .into_iter()
        .filter(|&(a, b, normal)| bounce(scene, a, b, normal).is_some())
        .count()
}

/// An elastic impact along the normal from `a` to `b`; masses are areas.
fn bounce(scene: &mut Scene<Vec2, Sprite>, a: Handle, b: Handle, normal: Vec2) -> Option<()> {
    let (sprite_a, sprite_b) = (*scene.data_mut(a)?, *scene.data_mut(b)?);
    let approach = (sprite_a.velocity - sprite_b.velocity).dot(normal);
    if approach <= 0.0 {
        return None;
    }
    let [mass_a, mass_b] = [sprite_a, sprite_b].map(|sprite| sprite.radius * sprite.radius);
    let impulse = normal * (2.0 * approach * mass_a * mass_b / (mass_a + mass_b));
    scene.data_mut(a)?.velocity -= impulse / mass_a;
    scene.data_mut(b)?.velocity += impulse / mass_b;
    Some(())
}

fn draw(scene: &Scene<Vec2, Sprite>) -> Result<String, std::fmt::Error> {
    let (Vec2 { x, y }, mut svg) = (SCREEN, String::new());
    writeln!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {x} {y}">"##
    )?;
    writeln!(svg, r##"<rect width="{x}" height="{y}" fill="#10141c"/>"##)?;
    for object in scene.iter() {
        let (Vec2 { x, y }, radius) = (object.pose().position(), object.data().radius);
        let hue = object.handle().to_bits() * 47 % 360;
        writeln!(
            svg,
            r##"<circle cx="{x:.2}" cy="{y:.2}" r="{radius:.2}" fill="hsl({hue} 70% 60%)"/>"##
        )?;
    }
    for point in scene
        .contacts()
        .iter()
        .filter_map(|touch| touch.manifold)
        .flat_map(|m| m.contacts())
    {
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
