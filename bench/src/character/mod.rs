//! What a step of a character costs: `character/DIMENSION/KIND/WORLD`, a crowd at 30 Hz on one core.
//!
//! Each of a thousand walks at random for four seconds, at 2 m/s and another way every half second, alone:
//! they do not see each other. The clock runs over the steps of all. Afterwards it is counted how many stand
//! in something: `wrong`.

mod world;

use std::error::Error;
use std::time::Instant;

use clearance::character::CharacterSpace;
use clearance::character::{Box as Block, BoxSettings, BoxState, Capsule, Input, Room, Settings, State};
use clearance::math::Pose;
use clearance::scene::Filter;
use clearance::shape::{AnyShape, Placed};
use clearance::{clearance, glam::DVec3};
use clearance_testkit::Random;
use serde_json::{Value, json};

use crate::instructions::Job;
use world::World;

const CROWD: usize = 1000;
/// The crowd whose instructions are counted.
const FEW: usize = 20;
/// Rounds of the whole walk, of which the median counts.
const ROUNDS: usize = 5;
const HERTZ: f64 = 30.0;
const STEPS: usize = 120;
/// Steps after which a character goes another way.
const LEG: usize = 15;
const SPEED: f64 = 2.0;
const BOX: DVec3 = DVec3::new(0.25, 0.9, 0.25);

type Answer<T> = Result<T, Box<dyn Error>>;

/// The names of all cases.
pub fn names() -> Vec<String> {
    let of = |dimension: usize| {
        let kinds = ["capsule", "box"].into_iter();
        kinds.flat_map(move |kind| {
            let worlds = world::names(dimension).iter();
            worlds.map(move |world| format!("character/{dimension}d/{kind}/{world}"))
        })
    };
    [3, 2].into_iter().flat_map(of).collect()
}

/// Measures one case.
pub fn measure(name: &str) -> Answer<Value> {
    let words: Vec<&str> = name.split('/').collect();
    let (ns, wrong) = match (words[1], words[2]) {
        ("3d", "capsule") => walk(&world::of_space(words[3])?, capsule()?)?,
        ("3d", _) => walk(&world::of_space(words[3])?, block(BOX)?)?,
        (_, "capsule") => walk(&world::of_plane(words[3])?, capsule()?)?,
        _ => walk(&world::of_plane(words[3])?, block(BOX.truncate())?)?,
    };
    Ok(
        json!({"case": name, "engine": "clearance-f64", "n": CROWD, "ns_per_step": (ns * 10.0).round() / 10.0,
        "wrong": wrong, "at_30_hz": (1e9 / HERTZ / ns).round()}),
    )
}

/// A leg of a small crowd that has walked one before, for counting its instructions.
pub fn jobs(filter: &str) -> Answer<Vec<Job>> {
    let wanted = names().into_iter().filter(|name| name.contains(filter));
    wanted.map(job).collect()
}

fn job(name: String) -> Answer<Job> {
    let words: Vec<&str> = name.split('/').collect();
    let leg = match (words[1], words[2]) {
        ("3d", "capsule") => later_leg(world::of_space(words[3])?, capsule()?)?,
        ("3d", _) => later_leg(world::of_space(words[3])?, block(BOX)?)?,
        (_, "capsule") => later_leg(world::of_plane(words[3])?, capsule()?)?,
        _ => later_leg(world::of_plane(words[3])?, block(BOX.truncate())?)?,
    };
    Ok((name, leg))
}

fn later_leg<V, S>(world: World<V>, mut walker: Walker<V, S>) -> Answer<Box<dyn FnMut()>>
where
    V: CharacterSpace<Scalar = f64> + 'static,
    S: 'static,
{
    let mut random = Random::new(2026);
    let mut states = starts(&world, walker.at, FEW, &mut random);
    let [first, second] = [0, 1].map(|_| directions(FEW, &mut random));
    walk_leg(&world, &mut walker, &mut states, &first)?;
    Ok(Box::new(move || {
        walk_leg(&world, &mut walker, &mut states, &second).expect("as in the leg before");
    }))
}

/// Who walks.
struct Walker<V: CharacterSpace, S> {
    /// What tells whether it is in something.
    body: V::Shape,
    /// How it starts at a place.
    at: fn(V) -> S,
    /// Makes a step, and says where the body is then.
    step: Step<V, S>,
}

type Step<V, S> = Box<dyn FnMut(&World<V>, &mut S, &Input<V>) -> Answer<V>>;

fn capsule<V: CharacterSpace<Scalar = f64> + 'static>() -> Answer<Walker<V, State<V>>> {
    let who = Capsule::<V>::new(&Settings::new(0.3, 1.8, 9.81))?;
    let mut room = Room::default();
    Ok(Walker {
        body: who.shape().clone(),
        at: State::at,
        step: Box::new(move |world, state, input| {
            let step = who.step_in(&mut room, &world.scene, state, input, 1.0 / HERTZ, &Filter::ALL)?;
            *state = step.state;
            Ok(state.position)
        }),
    })
}

fn block<V: CharacterSpace<Scalar = f64> + 'static>(half_extents: V) -> Answer<Walker<V, BoxState<V>>> {
    let who = Block::new(&BoxSettings {
        half_extents,
        gravity: 9.81,
        max_slope: std::f64::consts::FRAC_PI_4,
        reach: 0.3,
        skin: 0.009_375,
    })?;
    let raised = V::from_fn(|i| if i == 1 { 0.25 } else { 0.0 });
    let mut room = Room::default();
    Ok(Walker {
        // A ball in its middle will do.
        body: <V::Shape as AnyShape<V>>::ball(0.25)?,
        at: BoxState::at,
        step: Box::new(move |world, state, input| {
            *state = who.step_in(&mut room, &world.scene, state, input, 1.0 / HERTZ, &Filter::ALL)?;
            Ok(state.position + raised)
        }),
    })
}

/// Nanoseconds of a step, the median of the rounds, and how many stand in something in the end.
fn walk<V: CharacterSpace<Scalar = f64>, S>(
    world: &World<V>,
    mut walker: Walker<V, S>,
) -> Answer<(f64, usize)> {
    let (mut rounds, mut wrong) = (Vec::new(), 0);
    for _ in 0..ROUNDS {
        let mut random = Random::new(2026);
        let mut states = starts(world, walker.at, CROWD, &mut random);
        let (mut spent, mut places) = (0.0, Vec::new());
        for _ in 0..STEPS / LEG {
            let inputs = directions(CROWD, &mut random);
            let clock = Instant::now();
            places = walk_leg(world, &mut walker, &mut states, &inputs)?;
            spent += clock.elapsed().as_secs_f64();
        }
        rounds.push(1e9 * spent / (CROWD * STEPS) as f64);
        let body = &walker.body;
        wrong = count(places.iter().map(|place| is_in_something(world, body, *place)))?;
    }
    rounds.sort_unstable_by(f64::total_cmp);
    Ok((rounds[ROUNDS / 2], wrong))
}

/// Moves all in one direction each, and says where their bodies are then.
fn walk_leg<V: CharacterSpace, S>(
    world: &World<V>,
    walker: &mut Walker<V, S>,
    states: &mut [S],
    inputs: &[Input<V>],
) -> Answer<Vec<V>> {
    let mut places = Vec::with_capacity(states.len());
    for _ in 0..LEG {
        places.clear();
        for (state, input) in states.iter_mut().zip(inputs) {
            places.push((walker.step)(world, state, input)?);
        }
    }
    Ok(places)
}

fn starts<V: CharacterSpace<Scalar = f64>, S>(
    world: &World<V>,
    at: fn(V) -> S,
    count: usize,
    random: &mut Random,
) -> Vec<S> {
    let start = |i: usize| {
        let aside = V::from_fn(|k| {
            if k == 1 {
                0.0
            } else {
                random.between(-0.5, 0.5) * world.aside
            }
        });
        at(world.starts[i % world.starts.len()] + aside)
    };
    (0..count).map(start).collect()
}

fn directions<V: CharacterSpace<Scalar = f64>>(count: usize, random: &mut Random) -> Vec<Input<V>> {
    (0..count).map(|_| direction(random)).collect()
}

fn direction<V: CharacterSpace<Scalar = f64>>(random: &mut Random) -> Input<V> {
    let angle = random.between(0.0, std::f64::consts::TAU);
    Input::walk(V::from_fn(|i| SPEED * [angle.cos(), 0.0, angle.sin()][i]))
}

fn count(answers: impl Iterator<Item = Answer<bool>>) -> Answer<usize> {
    let mut sum = 0;
    for answer in answers {
        sum += usize::from(answer?);
    }
    Ok(sum)
}

fn is_in_something<V: CharacterSpace<Scalar = f64>>(
    world: &World<V>,
    body: &V::Shape,
    at: V,
) -> Answer<bool> {
    let pose = Pose::at(at)?;
    let body = Placed::new(body, &pose);
    for handle in world.scene.overlapping_box(&body.aabb(), &Filter::ALL) {
        if let Some(object) = world.scene.get(handle)
            && clearance(body, object.placed())?.distance < 0.0
        {
            return Ok(true);
        }
    }
    Ok(false)
}
