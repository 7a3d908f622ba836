//! `Character2` and `Character3`: a capsule that walks through a scene, with its state; `Movers2` and
//! `Movers3`: the objects that push it.

use std::cell::Cell;

use clearance::character::{Capsule, Input, NoRoom, Plane, Room, Settings, Slope, State, Step};
use clearance::glam;
use clearance::scene::{Filter, Scene};
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem, number};
use crate::exchange;
use crate::exchange::space::{AsNumbers, numbers, read_pose, vector};
use crate::scene::handle::{self, known};
use crate::scene::*;
use crate::shape::*;

/// A character and its state.
pub struct Walker<V: AsNumbers> {
    who: Capsule<V>,
    state: Cell<State<V>>,
}

/// `[radius, height, gravity]`, then the settings with a default, NaN for the default, then the direction up,
/// if given.
fn settings<V: AsNumbers>(numbers: &[f64]) -> Settings<V> {
    let given = |i: usize| numbers.get(i).copied().unwrap_or(f64::NAN);
    let usual = Settings::new(given(0), given(1), given(2));
    let or = |i: usize, usual: f64| if given(i).is_nan() { usual } else { given(i) };
    let up = numbers.get(7..).filter(|up| up.len() == V::DIM);
    Settings {
        max_slope: or(3, usual.max_slope),
        step_height: or(4, usual.step_height),
        snap: or(5, usual.snap),
        skin: or(6, usual.skin),
        up: up.map_or(usual.up, vector),
        ..usual
    }
}

impl<V: AsNumbers> Walker<V> {
    fn new(numbers: &[f64]) -> Answer<Self> {
        Ok(Self {
            who: Capsule::new(&settings(numbers))?,
            state: Cell::new(State::at(V::ZERO)),
        })
    }
    /// Makes a step, whose result [`write_step`] writes. The movers are in `room`.
    fn step(
        &self,
        room: &mut Room<V>,
        scene: &Scene<V, ()>,
        wish: &[f64],
        time: f64,
        layers: u32,
    ) -> Answer<Vec<f64>> {
        let jump = wish.get(V::DIM).copied().filter(|jump| !jump.is_nan());
        let input = Input {
            velocity: vector(wish),
            jump,
        };
        let about = Filter::on_layers(layers);
        let step = self
            .who
            .step_in(room, scene, &self.state.get(), &input, time, &about)?;
        self.state.set(step.state);
        Ok(write_step(step))
    }
    /// Takes the state of another character, or returns the object that it would overlap, and how deep.
    fn take_over(&self, other: &Self, scene: &Scene<V, ()>, layers: u32) -> Answer<Vec<f64>> {
        let about = Filter::on_layers(layers);
        match self.who.take_over(scene, &other.state.get(), &about) {
            Ok(state) => {
                self.state.set(state);
                Ok(numbers([state.position, state.fall]))
            }
            Err(NoRoom::Blocked { by, depth }) => Ok(vec![known(by), depth]),
            Err(NoRoom::Query(error)) => Err(error.into()),
            Err(other) => Err(Problem::new("unsupported_pair", "", other.to_string())),
        }
    }
    fn set(&self, position: &[f64], fall: &[f64]) -> Answer<()> {
        let state = State {
            position: vector(position),
            fall: vector(fall),
            standing: None,
        };
        for (name, v) in [("position", state.position), ("fall", state.fall)] {
            if !clearance::math::Vector::is_finite(v) {
                return Err(Problem::new("not_finite", name, "must be finite"));
            }
        }
        self.state.set(state);
        Ok(())
    }
}

/// Writes position, fall, and how it was carried; standing (0 or 1), then handle, normal and point of the
/// ground; the numbers of hits and planes; for each its normal, point, handle and slope, and for hits how far
/// it pressed; crushed (0 or 1), then by which object, against which, and how deep.
fn write_step<V: AsNumbers>(step: &Step<V>) -> Vec<f64> {
    let mut out = numbers([step.state.position, step.state.fall, step.carried]);
    match &step.state.standing {
        Some(ground) => {
            out.extend([1.0, known(ground.handle)]);
            out.extend(numbers([ground.normal, ground.point]));
        }
        None => out.extend([0.0, f64::NAN].into_iter().chain(numbers([V::ZERO, V::ZERO]))),
    }
    out.extend([step.hits.len() as f64, step.planes.len() as f64]);
    for hit in &step.hits {
        write_plane(&hit.plane, &mut out);
        out.extend(numbers([hit.pressed]));
    }
    step.planes.iter().for_each(|plane| write_plane(plane, &mut out));
    match &step.crushed {
        Some(crush) => out.extend([
            1.0,
            known(crush.by),
            crush.against.map_or(f64::NAN, known),
            crush.depth,
        ]),
        None => out.extend([0.0, f64::NAN, f64::NAN, 0.0]),
    }
    out
}

/// Moves an object to the pose in the exchange array, and remembers its previous pose.
fn move_object<V: AsNumbers>(room: &mut Room<V>, scene: &mut Scene<V, ()>, name: f64) -> Answer<i32> {
    let pose = read_pose(exchange::A, "pose")?;
    room.movers.set_pose(scene, handle::from_number(name)?, pose)?;
    Ok(0)
}

fn write_plane<V: AsNumbers>(plane: &Plane<V>, out: &mut Vec<f64>) {
    out.extend(numbers([plane.normal, plane.point]));
    out.push(known(plane.handle));
    out.push(match plane.slope {
        Slope::Walkable => 0.0,
        Slope::Ledge => 1.0,
        Slope::Steep => 2.0,
    });
}

macro_rules! character_class {
    ($class:ident, $movers:ident, $scene:ident, $shape:ident, $vector:ty) => {
        /// The objects that have moved since characters made their last step, and scratch memory for steps.
        #[wasm_bindgen]
        #[derive(Default)]
        pub struct $movers(Room<$vector>);

        #[wasm_bindgen]
        impl $movers {
            #[wasm_bindgen(constructor)]
            pub fn new() -> Self {
                Self::default()
            }
            #[wasm_bindgen(js_name = setPose)]
            pub fn set_pose(&mut self, scene: &mut $scene, handle: f64) -> i32 {
                number(move_object(&mut self.0, &mut scene.0.scene, handle))
            }
            pub fn clear(&mut self) {
                self.0.movers.clear();
            }
            pub fn length(&self) -> usize {
                self.0.movers.len()
            }
        }

        /// A capsule that walks through a scene.
        #[wasm_bindgen]
        pub struct $class(Walker<$vector>);

        #[wasm_bindgen]
        impl $class {
            #[wasm_bindgen(constructor)]
            pub fn new(settings: &[f64]) -> Answer<Self> {
                Ok(Self(Walker::new(settings)?))
            }
            pub fn step(
                &self,
                movers: &mut $movers,
                scene: &$scene,
                wish: &[f64],
                time: f64,
                layers: u32,
            ) -> Answer<Vec<f64>> {
                self.0
                    .step(&mut movers.0, &scene.0.scene, wish, time, layers)
            }
            #[wasm_bindgen(js_name = takeOver)]
            pub fn take_over(&self, other: &$class, scene: &$scene, layers: u32) -> Answer<Vec<f64>> {
                self.0.take_over(&other.0, &scene.0.scene, layers)
            }
            pub fn set(&self, position: &[f64], fall: &[f64]) -> Answer<()> {
                self.0.set(position, fall)
            }
            pub fn shape(&self) -> $shape {
                $shape::of(self.0.who.shape().clone())
            }
        }
    };
}
#[cfg(feature = "plane")]
character_class!(Character2, Movers2, Scene2, Shape2, glam::DVec2);
#[cfg(feature = "space")]
character_class!(Character3, Movers3, Scene3, Shape3, glam::DVec3);
