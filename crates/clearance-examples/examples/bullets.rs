//! Fast bullets and thin walls, step by step and swept: `cargo run --example bullets -- [file.svg]`.
//!
//! The same bullets fly through the same walls twice: once they are put where each step ends and looked at
//! there, once [`Scene::sweep_step`] stops them at what they first meet. Prints how many have tunnelled
//! through a wall, and draws both.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use clearance::cast::Motion;
use clearance::d2::Shape;
use clearance::glam::DVec2;
use clearance::scene::{Object, Scene, Travel};
use clearance::{Pose, Relation};

const WALLS: usize = 14;
const BULLETS: usize = 40;
/// A bullet crosses the room of 16 by 9 in two of these.
const STEPS: usize = 4;
/// Half the thickness of a wall: a hundredth of what a bullet flies in a step.
const THIN: f64 = 0.04;
const RADIUS: f64 = 0.03;

/// What an object is, and how far it goes in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Thing {
    #[default]
    Wall,
    Bullet(DVec2),
}

type World = Scene<DVec2, Thing>;

/// A bullet's way and what became of it.
struct Flight {
    from: DVec2,
    to: DVec2,
    has_tunnelled: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args_os()
        .nth(1)
        .map_or_else(|| env::temp_dir().join("bullets.svg"), PathBuf::from);
    let discrete = fly(world()?, step_by_step)?;
    let swept = fly(world()?, |scene| Ok(scene.sweep_step(travel).map(|_| ())?))?;
    for (name, flights) in [("discrete", &discrete), ("swept", &swept)] {
        let tunnelled = flights.iter().filter(|f| f.has_tunnelled).count();
        println!("{name}: {tunnelled} of {BULLETS} bullets went through a wall");
    }
    fs::write(&file, draw(&world()?, [&discrete, &swept])?)?;
    println!("drawn in {}", file.display());
    Ok(())
}

/// Walls that stand in the way at random, and bullets that all fly from the left.
fn world() -> Result<World, Box<dyn Error>> {
    let (mut scene, mut random) = (World::default(), Random(5));
    for _ in 0..WALLS {
        let at = DVec2::new(2.0 + random.below(13.0), random.below(9.0));
        let pose = Pose::new(
            at,
            clearance::math::Rotation2::from_angle(random.below(0.8) - 0.4),
        )?;
        let half = DVec2::new(THIN, 0.4 + random.below(0.9));
        scene.add(Object::new(Shape::cuboid(half)?, pose).with_data(Thing::Wall))?;
    }
    for i in 0..BULLETS {
        let at = DVec2::new(0.2, 9.0 * (i as f64 + 0.5) / BULLETS as f64);
        let speed = DVec2::new(6.0 + random.below(3.0), random.below(0.6) - 0.3);
        let bullet = Object::new(Shape::circle(RADIUS)?, Pose::at(at)?);
        scene.add(bullet.with_data(Thing::Bullet(speed)))?;
    }
    scene.update()?;
    Ok(scene)
}

fn travel(object: &clearance::scene::ObjectRef<'_, DVec2, Thing>) -> Travel<DVec2> {
    match object.data() {
        Thing::Bullet(speed) if *speed != DVec2::ZERO => Travel::Swept(Motion::linear(*speed)),
        _ => Travel::Still,
    }
}

/// To the end of the step, and only then a look.
fn step_by_step(scene: &mut World) -> Result<(), Box<dyn Error>> {
    scene.move_all(|mut object| {
        if let Thing::Bullet(speed) = *object.data() {
            let _ = object.set_position(object.position() + speed);
        }
    });
    Ok(())
}

/// Lets all bullets fly; what touches something at the end of a step stays there.
fn fly(
    mut scene: World,
    mut step: impl FnMut(&mut World) -> Result<(), Box<dyn Error>>,
) -> Result<Vec<Flight>, Box<dyn Error>> {
    let bullets: Vec<_> = scene
        .iter()
        .filter(|o| *o.data() != Thing::Wall)
        .map(|o| (o.handle(), o.pose().position()))
        .collect();
    for _ in 0..STEPS {
        step(&mut scene)?;
        scene.update()?;
        let met: Vec<_> = scene.contacts().iter().flat_map(|c| [c.a, c.b]).collect();
        for handle in met {
            if let Some(Thing::Bullet(speed)) = scene.data_mut(handle) {
                *speed = DVec2::ZERO;
            }
        }
    }
    let flight = |(handle, from)| {
        let to = scene.get(handle).map_or(from, |o| o.pose().position());
        let has_tunnelled = crosses_a_wall(&scene, from, to)?;
        Ok(Flight {
            from,
            to,
            has_tunnelled,
        })
    };
    bullets.into_iter().map(flight).collect()
}

/// Whether the way from one point to the other leads across the middle of a wall and out again: no cast is
/// asked.
fn crosses_a_wall(scene: &World, from: DVec2, to: DVec2) -> Result<bool, Box<dyn Error>> {
    let way = Shape::segment(from, to)?;
    for wall in scene.iter().filter(|o| *o.data() == Thing::Wall) {
        let Shape::Box(cuboid) = &**wall.shape() else {
            continue;
        };
        let middle = Shape::segment(
            DVec2::Y * -cuboid.half_extents().y,
            DVec2::Y * cuboid.half_extents().y,
        )?;
        let here = Pose::IDENTITY;
        let relation = clearance::relation(
            clearance::Placed::new(&way, &here),
            clearance::Placed::new(&middle, wall.pose()),
        );
        if relation != Relation::Disjoint {
            return Ok(true);
        }
    }
    Ok(false)
}

fn draw(scene: &World, runs: [&Vec<Flight>; 2]) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    let open = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1640 500" width="1640" height="500" font-family="sans-serif">"##;
    writeln!(svg, r##"{open}<rect width="1640" height="500" fill="#fff"/>"##)?;
    for (i, (title, flights)) in ["at the end of each step", "swept"].iter().zip(runs).enumerate() {
        let tunnelled = flights.iter().filter(|f| f.has_tunnelled).count();
        writeln!(svg, r##"<g transform="translate({},40)">"##, 10 + i * 820)?;
        writeln!(
            svg,
            r##"<text y="-14" font-size="20" fill="#222">{title}: {tunnelled} of {BULLETS} through a wall</text>"##
        )?;
        svg.push_str(r##"<svg width="800" height="450" viewBox="0 0 16 9"><rect width="16" height="9" fill="#f2f4f7"/>"##);
        draw_walls(&mut svg, scene)?;
        for f in flights {
            let color = if f.has_tunnelled { "#d33" } else { "#2a7" };
            writeln!(
                svg,
                r##"<path d="M{:.3} {:.3}L{:.3} {:.3}" stroke="{color}" stroke-width=".025"/><circle cx="{:.3}" cy="{:.3}" r=".07" fill="{color}"/>"##,
                f.from.x, f.from.y, f.to.x, f.to.y, f.to.x, f.to.y
            )?;
        }
        svg.push_str("</svg></g>\n");
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

fn draw_walls(svg: &mut String, scene: &World) -> std::fmt::Result {
    for wall in scene.iter() {
        let Shape::Box(cuboid) = &**wall.shape() else {
            continue;
        };
        let (half, at) = (cuboid.half_extents(), wall.pose().position());
        let degrees = wall
            .pose()
            .rotation()
            .sin()
            .atan2(wall.pose().rotation().cos())
            .to_degrees();
        writeln!(
            svg,
            r##"<rect x="{:.3}" y="{:.3}" width="{:.3}" height="{:.3}" transform="translate({:.3},{:.3}) rotate({degrees:.2})" fill="#333"/>"##,
            -half.x,
            -half.y,
            half.x * 2.0,
            half.y * 2.0,
            at.x,
            at.y
        )?;
    }
    Ok(())
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x >> 11) as f64 / (1_u64 << 53) as f64 * limit
    }
}
