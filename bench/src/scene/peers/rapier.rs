//! rapier's `BroadPhaseBvh`, driven as its documentation allows without its pipeline: `set_aabb` for each box
//! that moved, then `update`, which keeps a map of pairs of fattened boxes and says what came and went.
//!
//! The clock covers both. rapier gives no list of pairs, so the one that is compared is kept beside the clock
//! from its events, and narrowed to the boxes that do meet.

use std::collections::HashSet;

use clearance::math::Aabb;

use crate::engine::locked_version;
use crate::heap::Meter;
use crate::scene::{Engine, World};

macro_rules! rapier {
    ($name:ident, $rapier:ident, $v:ty, $convert:expr) => {
        /// In one of the spaces.
        pub mod $name {
            use super::*;
            use $rapier::geometry::{Aabb as Bounds, BroadPhaseBvh, BroadPhasePairEvent};
            use $rapier::prelude::{
                ActiveCollisionTypes, ColliderBuilder, ColliderHandle, ColliderSet, IntegrationParameters,
                RigidBodySet,
            };

            /// The broad phase and what it wants to be shown.
            pub struct Rapier {
                broad_phase: BroadPhaseBvh,
                parameters: IntegrationParameters,
                colliders: ColliderSet,
                bodies: RigidBodySet,
                handles: Vec<ColliderHandle>,
                events: Vec<BroadPhasePairEvent>,
                pairs: HashSet<[u32; 2]>,
                found: Vec<[u32; 2]>,
                meter: Meter,
            }

            fn bounds(aabb: &Aabb<$v>) -> Bounds {
                let convert: fn($v) -> $rapier::math::Vector = $convert;
                Bounds::new(convert(aabb.min), convert(aabb.max))
            }

            impl Rapier {
                /// Built over the boxes of the world.
                pub fn new(world: &World<$v>) -> Self {
                    let mut colliders = ColliderSet::new();
                    // Their shapes are never looked at: boxes are set one by one.
                    let collider =
                        || ColliderBuilder::ball(0.5).active_collision_types(ActiveCollisionTypes::all());
                    let handles: Vec<_> = world
                        .boxes
                        .iter()
                        .map(|_| colliders.insert(collider()))
                        .collect();
                    let mut this = Self {
                        broad_phase: BroadPhaseBvh::new(),
                        parameters: IntegrationParameters::default(),
                        colliders,
                        bodies: RigidBodySet::new(),
                        handles,
                        events: Vec::new(),
                        pairs: HashSet::new(),
                        found: Vec::new(),
                        meter: Meter::default(),
                    };
                    let all: Vec<u32> = (0..world.boxes.len() as u32).collect();
                    this.step(&world.boxes, &all);
                    this.collect(&world.boxes, &all);
                    this
                }
            }

            impl Engine<$v> for Rapier {
                fn name(&self) -> String {
                    "rapier".to_string()
                }
                fn version(&self) -> String {
                    locked_version(stringify!($rapier))
                }
                fn step(&mut self, boxes: &[Aabb<$v>], moved: &[u32]) {
                    self.events.clear();
                    self.meter.run(|| {
                        for &i in moved {
                            let bounds = bounds(&boxes[i as usize]);
                            self.broad_phase
                                .set_aabb(&self.parameters, self.handles[i as usize], bounds);
                        }
                        self.broad_phase.update(
                            &self.parameters,
                            &self.colliders,
                            &self.bodies,
                            &[],
                            &[],
                            &mut self.events,
                        );
                    });
                }
                fn collect(&mut self, boxes: &[Aabb<$v>], moved: &[u32]) {
                    for event in &self.events {
                        let (BroadPhasePairEvent::AddPair(pair) | BroadPhasePairEvent::DeletePair(pair)) =
                            event;
                        let name = |handle: ColliderHandle| handle.into_raw_parts().0;
                        let pair = [name(pair.collider1), name(pair.collider2)];
                        match event {
                            BroadPhasePairEvent::AddPair(_) => self.pairs.insert(pair),
                            BroadPhasePairEvent::DeletePair(_) => self.pairs.remove(&pair),
                        };
                    }
                    let mut is_moved = vec![false; boxes.len()];
                    moved.iter().for_each(|&i| is_moved[i as usize] = true);
                    let meet = |&&[a, b]: &&[u32; 2]| {
                        (is_moved[a as usize] || is_moved[b as usize])
                            && boxes[a as usize].overlaps(&boxes[b as usize])
                    };
                    self.found.clear();
                    self.found.extend(self.pairs.iter().filter(meet));
                }
                fn pairs(&self) -> &[[u32; 2]] {
                    &self.found
                }
                fn object(&self, name: u32) -> u32 {
                    name
                }
                fn bytes(&self) -> usize {
                    let events = self.events.capacity() * size_of::<BroadPhasePairEvent>();
                    self.meter.bytes().saturating_sub(events)
                }
            }
        }
    };
}
rapier!(plane, rapier2d, clearance::glam::Vec2, |v| {
    rapier2d::math::Vector::new(v.x, v.y)
});
rapier!(space, rapier3d, clearance::glam::Vec3, |v| {
    rapier3d::math::Vector::new(v.x, v.y, v.z)
});
