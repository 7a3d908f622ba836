//! Which peers answer in which space.
//!
//! Left out: Jolt and Bullet, of whose broad phases no crate gives one alone.

use clearance::glam::{Vec2, Vec3};

use super::{Engine, Solid, World, is_wanted};
use super::{peer_box2d, peer_bvh, peer_obvhs, peer_parry, peer_rapier, peer_rstar};

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
            "parry": peer_parry::plane::Parry::new(world),
            "rapier": peer_rapier::plane::Rapier::new(world),
            "box2d": peer_box2d::Box2d::new(world),
            "obvhs": peer_obvhs::Obvhs::new(world),
            "bvh": peer_bvh::Bvh::<Self, 2>::new(world),
            "rstar": peer_rstar::Rstar::<Self, 2>::new(world),
        )
    }
}

impl Space for Vec3 {
    // Box2D is of the plane.
    fn peers(world: &World<Self>, wanted: &str) -> Engines<Self> {
        wanted!(wanted,
            "parry": peer_parry::space::Parry::new(world),
            "rapier": peer_rapier::space::Rapier::new(world),
            "obvhs": peer_obvhs::Obvhs::new(world),
            "bvh": peer_bvh::Bvh::<Self, 3>::new(world),
            "rstar": peer_rstar::Rstar::<Self, 3>::new(world),
        )
    }
}
