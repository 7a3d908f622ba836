//! Motions through a scene: the first object that a shape meets, and a step in which nothing tunnels.

use clearance::cast::Motion;
use clearance::glam;
use clearance::math::{Pose, Space};
use clearance::scene::{Filter, Handle, Meeting, Scene, SceneError, Travel};
use clearance::shape::Placed;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem, number};
use crate::exchange::space::{AsNumbers, read_motion, read_pose, vector};
use crate::exchange::{self, Writer};
use crate::pairs::{start, write_meeting};
use crate::scene::handle::{self, known};
use crate::scene::*;
use crate::shape::*;

/// The handle and the meeting of a moving shape, in the exchange array; 0 if it meets nothing.
fn sweep<V: AsNumbers>(scene: &Scene<V, ()>, shape: &V::Shape, release: u8, layers: u32) -> Answer<i32> {
    let (pose, motion): (Pose<V>, Motion<V>) = (read_pose(exchange::A, "what")?, read_motion(exchange::MORE));
    let placed = Placed::new(shape, &pose);
    let found = scene.sweep(placed, &motion, start(release), &Filter::on_layers(layers))?;
    let Some(found) = found else { return Ok(0) };
    let mut writer = Writer::answer();
    writer.number(known(found.handle));
    write_meeting(&found.hit, |x| writer.number(x));
    Ok(1)
}

/// The travels, sorted by handle.
struct Travels<V: Space>(Vec<(Handle, Travel<V>)>);

impl<V: AsNumbers> Travels<V> {
    /// The object of handle i moves by the numbers of motion i, in the way of kind i.
    fn new(scene: &Scene<V, ()>, handles: &[f64], motions: &[f64], kinds: &[u8]) -> Answer<Self> {
        let numbers = V::DIM + V::ANGULAR;
        let each = handles.iter().zip(motions.chunks(numbers)).zip(kinds).enumerate();
        let read = |(i, ((&name, motion), &kind)): (usize, ((&f64, &[f64]), &u8))| {
            let unknown = || Problem::from(SceneError::NoSuchObject).of("travels", i);
            let handle = handle::from_number(name).map_err(|_| unknown())?;
            scene.get(handle).ok_or_else(unknown)?;
            let motion = Motion {
                linear: vector(motion),
                angular: V::angular(&motion[V::DIM..]),
            };
            Ok((handle, travel(kind, motion)))
        };
        let mut all = each.map(read).collect::<Answer<Vec<_>>>()?;
        all.sort_by_key(|&(handle, _)| handle);
        match all.windows(2).any(|two| two[0].0 == two[1].0) {
            true => Err(Problem::new(
                "invalid_shape",
                "travels",
                "an object is named twice",
            )),
            false => Ok(Self(all)),
        }
    }
    fn of(&self, handle: Handle) -> Travel<V> {
        let found = self.0.binary_search_by_key(&handle, |&(handle, _)| handle);
        found.map_or(Travel::Still, |i| self.0[i].1)
    }
}

/// A kind of travel, by its index in the list of the TypeScript half.
fn travel<V: AsNumbers>(kind: u8, motion: Motion<V>) -> Travel<V> {
    match kind {
        0 => Travel::Swept(motion),
        1 => Travel::Slide(motion),
        _ => Travel::Free(motion),
    }
}

/// For each meeting both handles, and what [`write_meeting`] writes.
fn write_all<V: AsNumbers>(met: &[Meeting<V>]) -> Vec<f64> {
    let mut out = Vec::new();
    for meeting in met {
        out.extend([meeting.a, meeting.b].map(known));
        write_meeting(&meeting.hit, |x| out.push(x));
    }
    out
}

macro_rules! scene_sweeps {
    ($class:ident, $shape:ident, $vector:ty) => {
        #[wasm_bindgen]
        impl $class {
            pub fn sweep(&self, what: &$shape, release: u8, layers: u32) -> i32 {
                number(sweep::<$vector>(&self.0.scene, &what.0, release, layers))
            }
            #[wasm_bindgen(js_name = sweepStep)]
            pub fn sweep_step(&mut self, handles: &[f64], motions: &[f64], kinds: &[u8]) -> Answer<Vec<f64>> {
                let travels = Travels::new(&self.0.scene, handles, motions, kinds)?;
                let met = self
                    .0
                    .scene
                    .sweep_step(|object| travels.of(object.handle()))?;
                Ok(write_all(&met))
            }
        }
    };
}
#[cfg(feature = "plane")]
scene_sweeps!(Scene2, Shape2, glam::DVec2);
#[cfg(feature = "space")]
scene_sweeps!(Scene3, Shape3, glam::DVec3);
