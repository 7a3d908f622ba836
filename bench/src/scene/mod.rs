//! Many boxes that move, and who meets whom: `scene/DIMENSION/SPREAD/COUNT/MOTION`, asked at every step.
//!
//! Boxes are handed over in random order. With `all`, everything moves and all pairs are wanted; with `10pct`
//! and `1pct`, so many move, others at every step, and the pairs of which one has moved are wanted. The clock
//! runs from the new boxes to the list of pairs. Every engine's pairs are compared, at every step, with those
//! of the first engine.

mod ours;
#[cfg(feature = "peers")]
mod peers;
mod through_scene;
mod world;

use std::time::Instant;

use clearance::glam::{Vec2, Vec3};
use clearance::math::{Aabb, Vector};
use serde_json::{Value, json};

use crate::instructions::Job;
use through_scene::Solid;
use world::World;

/// Boxes under the names 0, 1, 2, ..., as an engine keeps them.
pub trait Engine<V> {
    /// `clearance-tree`, `parry`, ...
    fn name(&self) -> String;
    /// Its version.
    fn version(&self) -> String;
    /// Before the clock runs: puts the boxes that will move where it wants them.
    fn prepare(&mut self, _boxes: &[Aabb<V>], _moved: &[u32]) {}
    /// Takes over the boxes that moved and finds the pairs: all, or those of which one has moved.
    fn step(&mut self, boxes: &[Aabb<V>], moved: &[u32]);
    /// After the clock, for an engine that gives no list of pairs: makes one from what it does give.
    fn collect(&mut self, _boxes: &[Aabb<V>], _moved: &[u32]) {}
    /// What the last step found, in names of its own.
    fn pairs(&self) -> &[[u32; 2]];
    /// Which box a name of its own stands for.
    fn object(&self, name: u32) -> u32;
    /// Bytes on the heap, without the list of pairs and one copy of the boxes; of a scene, everything.
    fn bytes(&self) -> usize;
}

/// What one engine did on one case.
pub struct Measured {
    case: String,
    engine: String,
    version: String,
    count: usize,
    pairs: usize,
    wrong: usize,
    ns_per_object: f64,
    ns_per_moved: f64,
    /// Of the first step after those of other engines.
    first_ns_per_moved: f64,
    bytes_per_object: f64,
}

impl Measured {
    /// The line of JSON; `wrong` counts steps whose pairs were not those of the first engine.
    pub fn json(&self) -> Value {
        let round = |x: f64| (x * 10.0).round() / 10.0;
        json!({"case": self.case, "engine": self.engine, "version": self.version, "n": self.count, "hits": self.pairs,
            "wrong": self.wrong, "ns_per_object": round(self.ns_per_object), "ns_per_moved": round(self.ns_per_moved),
            "first_ns_per_moved": round(self.first_ns_per_moved), "bytes_per_object": round(self.bytes_per_object)})
    }
    /// A line for people.
    pub fn row(&self) -> String {
        let wrong = if self.wrong > 0 {
            format!("  {} steps wrong", self.wrong)
        } else {
            String::new()
        };
        format!(
            "{:<32} {:<28} {:>9.1} ns/object {:>9.1} ns/moved ({:.1} cold) {:>7.1} bytes/object {:>9} pairs{wrong}",
            self.case,
            self.engine,
            self.ns_per_object,
            self.ns_per_moved,
            self.first_ns_per_moved,
            self.bytes_per_object,
            self.pairs
        )
    }
}

/// The names of all cases.
pub fn names() -> Vec<String> {
    let mut names = Vec::new();
    for dimension in ["2d", "3d"] {
        for spread in ["uniform", "clustered", "mixed"] {
            for count in ["10k", "100k", "1m"] {
                for motion in ["all", "10pct", "1pct"] {
                    names.push(format!("scene/{dimension}/{spread}/{count}/{motion}"));
                }
            }
        }
    }
    names
}

/// Every engine of which the name contains one of the words of `engine` on the case of this name.
pub fn measure(name: &str, engine: &str) -> Vec<Measured> {
    if name.starts_with("scene/2d") {
        run::<Vec2>(name, engine)
    } else {
        run::<Vec3>(name, engine)
    }
}

#[cfg(not(feature = "peers"))]
trait Space: Solid {}
#[cfg(not(feature = "peers"))]
impl<V: Solid> Space for V {}
#[cfg(feature = "peers")]
use peers::Space;

fn engines<V: Space>(world: &World<V>, wanted: &str) -> Vec<Box<dyn Engine<V>>> {
    let mut all: Vec<Box<dyn Engine<V>>> = Vec::new();
    #[cfg(feature = "peers")]
    all.extend(V::peers(world, wanted));
    all.extend(through_scene::engines(world, wanted));
    all.extend(ours::engines(world, wanted));
    all
}

/// Whether an engine's name contains one of these words; `clearance` alone means the scene, not all that
/// begin so.
fn is_wanted(name: &str, words: &str) -> bool {
    let is_named = |word: &str| name == word || word != "clearance" && name.contains(word);
    words.split(',').any(is_named)
}

/// A step of each engine of ours on one thread, for counting its instructions: 10,000 boxes that have moved a
/// few times.
pub fn jobs(filter: &str) -> Vec<Job> {
    let names = names().into_iter();
    let wanted = names.filter(|name| name.contains("/10k/") && name.contains(filter));
    let of = |name: String| {
        if name.starts_with("scene/2d") {
            steps::<Vec2>(&name)
        } else {
            steps::<Vec3>(&name)
        }
    };
    wanted.flat_map(of).collect()
}

fn steps<V: Space + 'static>(name: &str) -> Vec<Job> {
    let words: Vec<&str> = name.split('/').collect();
    let mut world = World::<V>::new(words[2], words[3], words[4]);
    let engines = through_scene::engines(&world, "")
        .into_iter()
        .chain(ours::engines(&world, ""));
    let engines: Vec<_> = engines
        .filter(|engine| !engine.name().contains("threads"))
        .collect();
    let before = world.boxes.clone();
    let steps = world.steps(4);
    let job = |mut engine: Box<dyn Engine<V>>| -> Job {
        let mut boxes = before.clone();
        for step in &steps {
            step.make(&mut boxes);
            engine.prepare(&boxes, &step.moved);
            if !std::ptr::eq(step, &steps[3]) {
                engine.step(&boxes, &step.moved);
            }
        }
        let moved = steps[3].moved.clone();
        (
            format!("{name}/{}", engine.name()),
            Box::new(move || engine.step(&boxes, &moved)),
        )
    };
    engines.into_iter().map(job).collect()
}

fn run<V: Space>(name: &str, wanted: &str) -> Vec<Measured> {
    let words: Vec<&str> = name.split('/').collect();
    let mut world = World::<V>::new(words[2], words[3], words[4]);
    let mut engines = engines(&world, wanted);
    let mut times = vec![Times::default(); engines.len()];
    let turns = Turns::of(&world);
    for turn in 0..=turns.count {
        let before = world.boxes.clone();
        let steps = world.steps(if turn == 0 { turns.growing() } else { turns.steps });
        let mut truth = vec![None; steps.len()];
        for (engine, times) in engines.iter_mut().zip(&mut times) {
            let mut boxes = before.clone();
            for (i, step) in steps.iter().enumerate() {
                step.make(&mut boxes);
                let time = time(&mut **engine, &boxes, &step.moved);
                if turn > 0 && i == 0 {
                    times.first.push(time);
                } else if turn > 0 && i >= turns.warm {
                    times.later.push(time);
                }
                let hash = hash(&**engine);
                times.wrong += usize::from(*truth[i].get_or_insert(hash) != hash);
            }
        }
    }
    let all = engines.iter().zip(&mut times);
    all.map(|(engine, times)| times.describe(&world, &**engine, name))
        .collect()
}

/// Nanoseconds that a step takes.
fn time<V>(engine: &mut dyn Engine<V>, boxes: &[Aabb<V>], moved: &[u32]) -> f64 {
    engine.prepare(boxes, moved);
    let start = Instant::now();
    engine.step(boxes, moved);
    let time = start.elapsed().as_secs_f64() * 1e9;
    engine.collect(boxes, moved);
    time
}

/// How many steps an engine makes before it is another's turn, and how many turns count.
struct Turns {
    steps: usize,
    /// Of these, how many until each box has moved.
    warm: usize,
    count: usize,
}

impl Turns {
    fn of<V: Vector>(world: &World<V>) -> Self {
        let (longest, counted, count) = match (world.boxes.len(), world.share) {
            (0..50_000, _) => (100, 5, 8),
            (50_000..500_000, 100) => (100, 20, 2),
            (50_000..500_000, _) => (100, 4, 5),
            // More than caches hold.
            _ => (1, 2, 4),
        };
        let warm = world.share.min(longest);
        Self {
            steps: warm + counted,
            warm,
            count,
        }
    }
    /// Steps of the first turn, which counts nothing: what is to be grown has grown.
    fn growing(&self) -> usize {
        self.steps.min(4)
    }
}

/// What the steps of an engine took. The first of a turn finds its memory put out of the caches by all other
/// engines, as in no program that has one; how long it took is told apart, and until each box has moved no
/// other counts.
#[derive(Clone, Default)]
struct Times {
    first: Vec<f64>,
    later: Vec<f64>,
    /// Steps at which the pairs were not those of the first engine.
    wrong: usize,
}

impl Times {
    fn describe<V: Vector>(&mut self, world: &World<V>, engine: &dyn Engine<V>, case: &str) -> Measured {
        let (count, moved) = (world.boxes.len() as f64, world.moved.len() as f64);
        let [first, later] = self.medians();
        Measured {
            case: case.to_string(),
            engine: engine.name(),
            version: engine.version(),
            count: world.boxes.len(),
            pairs: engine.pairs().len(),
            wrong: self.wrong,
            ns_per_object: later / count,
            ns_per_moved: later / moved,
            first_ns_per_moved: first / moved,
            bytes_per_object: engine.bytes() as f64 / count,
        }
    }
    fn medians(&mut self) -> [f64; 2] {
        [&mut self.first, &mut self.later].map(|times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
    }
}

/// The same for the same set of pairs in any order.
fn hash<V>(engine: &dyn Engine<V>) -> (usize, u64) {
    let mix = |&[a, b]: &[u32; 2]| {
        let (a, b) = (engine.object(a), engine.object(b));
        let mut x = u64::from(a.min(b)) << 32 | u64::from(a.max(b));
        // The finalizer of MurmurHash3 (Appleby, 2011).
        for constant in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
            x = (x ^ x >> 33).wrapping_mul(constant);
        }
        x ^ x >> 33
    };
    let sum = engine.pairs().iter().map(mix).fold(0, u64::wrapping_add);
    (engine.pairs().len(), sum)
}
