//! Characters on a course of stairs, ramps, gutters, a spiral, a tunnel, a bridge with a hole and ridges:
//! `cargo run --release --example walk -- [--svg FILE] [--walks N] [--crowd N [--place NAME]]`.
//!
//! Walks each route at 30, 60 and 240 steps a second and prints how far apart the ends are; draws the routes;
//! lets N characters walk at random and finds the smallest gap to anything; measures the time of a crowd.

mod course;
mod picture;

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use clearance::character::{Box as Block, BoxState, Capsule, Input, Room, Settings, State};
use clearance::glam::DVec3;
use clearance::scene::Filter;
use clearance::{Placed, Pose, clearance};
use course::{Course, Route};

type Answer<T> = Result<T, std::boxed::Box<dyn Error>>;

fn main() -> Answer<()> {
    let mut args = std::env::args().skip(1);
    let (mut svg, mut walks, mut crowd, mut place) = (None, 0_u32, 0_usize, String::new());
    while let Some(arg) = args.next() {
        let value = args.next().ok_or(format!("{arg}: needs a value"))?;
        match arg.as_str() {
            "--svg" => svg = Some(PathBuf::from(value)),
            "--walks" => walks = value.parse()?,
            "--crowd" => crowd = value.parse()?,
            "--place" => place = value,
            _ => return Err(format!("{arg}: --svg, --walks, --crowd or --place").into()),
        }
    }
    let course = course::read()?;
    let walker = Capsule::new(&Settings::new(0.3, 1.8, 9.81))?;
    let paths = compare("a capsule", &course, |route, hertz| {
        walk(&course, &walker, route, hertz)
    })?;
    let block = Block::new(&course::box_settings())?;
    compare("a box", &course, |route, hertz| {
        walk_as_box(&course, &block, route, hertz)
    })?;
    if let Some(file) = svg {
        std::fs::write(&file, picture::draw(&course, &paths)?)?;
    }
    if walks > 0 {
        wander(&course, &walker, walks)?;
    }
    if crowd > 0 {
        time(&course, &walker, (crowd, &place))?;
    }
    Ok(())
}

/// One place on a route.
pub struct Mark {
    position: DVec3,
    is_standing: bool,
}

/// Walks every route at three rates; returns the marks of the second.
fn compare(
    kind: &str,
    course: &Course,
    walk: impl Fn(&Route, f64) -> Answer<Vec<Mark>>,
) -> Answer<Vec<Vec<Mark>>> {
    let mut paths = Vec::new();
    println!("{kind:30} end (60 Hz)                 30 Hz, 240 Hz off by");
    for route in &course.routes {
        let runs = [30.0, 60.0, 240.0].map(|hertz| walk(route, hertz));
        let [slow, path, fast] = runs;
        let (slow, path, fast) = (slow?, path?, fast?);
        let end = |path: &[Mark]| path.last().map_or(DVec3::NAN, |mark| mark.position);
        let off = [&slow, &fast].map(|other| 1000.0 * (end(other) - end(&path)).length());
        let at = end(&path);
        println!(
            "{:30} {:7.3} {:7.3} {:7.3}   {:7.2} mm {:7.2} mm",
            route.name, at.x, at.y, at.z, off[0], off[1]
        );
        paths.push(path);
    }
    Ok(paths)
}

fn walk(course: &Course, walker: &Capsule<DVec3>, route: &Route, hertz: f64) -> Answer<Vec<Mark>> {
    let mut state = State::at(DVec3::from(route.start));
    route.walk(hertz, |input, time| {
        let step = walker.step(&course.scene, &state, input, time, &Filter::ALL)?;
        state = step.state;
        Ok(Mark {
            position: state.position,
            is_standing: state.is_standing(),
        })
    })
}

fn walk_as_box(course: &Course, who: &Block<DVec3>, route: &Route, hertz: f64) -> Answer<Vec<Mark>> {
    let mut state = BoxState::at(DVec3::from(route.start));
    route.walk(hertz, |input, time| {
        state = who.step(&course.scene, &state, input, time, &Filter::ALL)?;
        Ok(Mark {
            position: state.position,
            is_standing: state.ground.is_some(),
        })
    })
}

/// Random walks of ten seconds each, at 60 Hz, with a new direction about every half second and sometimes a
/// jump.
fn wander(course: &Course, walker: &Capsule<DVec3>, walks: u32) -> Answer<()> {
    let skin = walker.settings().skin;
    let (mut least, mut below, mut at) = (f64::INFINITY, 0, DVec3::ZERO);
    let mut random = Random(1);
    let start = Instant::now();
    for walk in 0..walks {
        let route = &course.routes[walk as usize % course.routes.len()];
        let mut state = State::at(DVec3::from(route.start));
        let mut input = Input::walk(DVec3::ZERO);
        for i in 0..600 {
            if i % 30 == 0 || random.next() < 0.02 {
                let angle = random.next() * std::f64::consts::TAU;
                input = Input::walk(DVec3::new(angle.cos(), 0.0, angle.sin()) * (random.next() * 5.0));
                input.jump = (random.next() < 0.2).then(|| random.next() * 6.0);
            }
            state = walker
                .step(&course.scene, &state, &input, 1.0 / 60.0, &Filter::ALL)?
                .state;
            input.jump = None;
            let gap = gap(course, walker, state.position)?;
            if gap < least {
                (least, at) = (gap, state.position);
            }
            below += u32::from(state.position.y < -0.01);
        }
    }
    println!(
        "{walks} random walks: smallest gap {:.3} mm of a skin of {:.3} mm, at {at}; {below} steps below the ground; {:.1} s",
        1000.0 * least,
        1000.0 * skin,
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

/// The distance of the character from everything; negative if it overlaps something.
fn gap(course: &Course, walker: &Capsule<DVec3>, at: DVec3) -> Answer<f64> {
    let pose = Pose::at(at)?;
    let placed = Placed::new(walker.shape(), &pose);
    let near = placed.aabb().inflated(0.1);
    let mut least = f64::INFINITY;
    for handle in course.scene.overlapping_box(&near, &Filter::ALL) {
        if let Some(object) = course.scene.get(handle) {
            least = least.min(clearance(placed, object.placed())?.distance);
        }
    }
    Ok(least)
}

/// The time of a step for each character of a crowd at 30 Hz, by place.
fn time(course: &Course, walker: &Capsule<DVec3>, (crowd, place): (usize, &str)) -> Answer<()> {
    let mut random = Random(2);
    let mut starts: Vec<(&str, DVec3)> = course
        .routes
        .iter()
        .map(|route| (route.name.as_str(), DVec3::from(route.start)))
        .collect();
    starts.push(("in the gutter", DVec3::new(24.0, 1.0, 0.0)));
    starts.push(("on the ridges", DVec3::new(28.0, 2.0, 16.0)));
    starts.push(("on the spiral", DVec3::new(32.5, 2.5, -4.0)));
    starts.push(("in the tunnel", DVec3::new(8.0, 0.02, 9.0)));
    starts.push(("on the stairs", DVec3::new(4.6, 1.0, 0.5)));
    starts.retain(|(name, _)| name.contains(place));
    let (mut total, mut worst, mut room) = (0.0, 0.0_f64, Room::default());
    for (name, at) in &starts {
        let mut states: Vec<_> = (0..crowd / starts.len())
            .map(|_| {
                let aside = DVec3::new(random.next() - 0.5, 0.0, random.next() - 0.5);
                let spread = if *name == "in the tunnel" { 0.0 } else { 1.0 };
                State::at(*at + aside * spread)
            })
            .collect();
        let (mut spent, mut steps) = (0.0, 0);
        for second in 0..4 {
            let inputs: Vec<_> = states
                .iter()
                .map(|_| {
                    let angle = random.next() * std::f64::consts::TAU;
                    Input::walk(DVec3::new(angle.cos(), 0.0, angle.sin()) * 2.0)
                })
                .collect();
            for _ in 0..15 {
                let start = Instant::now();
                for (state, input) in states.iter_mut().zip(&inputs) {
                    *state = walker
                        .step_in(&mut room, &course.scene, state, input, 1.0 / 30.0, &Filter::ALL)?
                        .state;
                }
                if second > 0 {
                    spent += start.elapsed().as_secs_f64();
                    steps += states.len();
                }
            }
        }
        let each = 1e6 * spent / steps as f64;
        println!("{name:30} {each:6.2} us per character and step");
        total += each;
        worst = worst.max(each);
    }
    for (name, each) in [("mean", total / starts.len() as f64), ("worst", worst)] {
        println!(
            "{name} {each:.2} us: {:.0} at 30 Hz on one core",
            1e6 / 30.0 / each
        );
    }
    Ok(())
}

/// Random numbers from 0 to 1 (a permuted congruential generator).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / f64::from(1 << 24)
    }
}
