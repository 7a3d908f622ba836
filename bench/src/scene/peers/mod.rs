//! Which peers answer in which space.
//!
//! Left out: Jolt and Bullet, of whose broad phases no crate gives one alone.

mod box2d;
mod bvh;
mod by_box;
mod obvhs;
mod parry;
mod rapier;
mod rstar;
mod search;

use by_box::ByBox;
use clearance::glam::{Vec2, Vec3};

use super::{Engine, Solid, World, is_wanted};

type Engines<V> = Vec<Box<dyn Engine<V>>>;

/// The spaces of which the peers have a form in single precision.
pub trait Space: Solid {
    /// Those that answer here and are wanted, parry first.
    fn peers(world: &World<Self>, wanted: &str) -> Engines<Self>;
}

/// The engines of these names that are wanted, which alone are built.
macro_rules! wanted {
    ($wanted:expr, $($name:literal: $engine:expr),+ $(,)?) => {{
        let mut all: Engines<Self> = Vec::new();
        $(if is_wanted($name, $wanted) {
            all.push(Box::new($engine));
        })+
        all
    }};
}

impl Space for Vec2 {
    fn peers(world: &World<Self>, wanted: &str) -> Engines<Self> {
        wanted!(wanted,
            "parry": parry::plane::Parry::new(world),
            "rapier": rapier::plane::Rapier::new(world),
            "box2d": box2d::Box2d::new(world),
            "obvhs": ByBox::new(world, obvhs::Obvhs::new),
            "bvh": ByBox::new(world, bvh::Bvh::<2>::new),
            "rstar": ByBox::new(world, rstar::Rstar::<2>::new),
        )
    }
}

impl Space for Vec3 {
    // Box2D is of the plane.
    fn peers(world: &World<Self>, wanted: &str) -> Engines<Self> {
        wanted!(wanted,
            "parry": parry::space::Parry::new(world),
            "rapier": rapier::space::Rapier::new(world),
            "obvhs": ByBox::new(world, obvhs::Obvhs::new),
            "bvh": ByBox::new(world, bvh::Bvh::<3>::new),
            "rstar": ByBox::new(world, rstar::Rstar::<3>::new),
        )
    }
}
