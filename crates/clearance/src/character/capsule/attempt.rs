//! A step with everything in mind that is within a distance.

use alloc::vec::Vec;

use super::settings::Capsule;
use super::surroundings::{CapsuleContact, Surroundings};
use super::walk::CapsuleWalker;
use crate::character::CharacterSpace;
use crate::character::check::STEEPEST_COSINE;
use crate::character::nearby::NearbyParts;
use crate::character::planes::Plane;
use crate::character::push::PushScratch;
use crate::character::push::movers::{Movers, MoversNear};
use crate::character::state::{State, Step, Task};
use crate::math::{Aabb, Real, ScalarOf};
use crate::pair::QueryError;
use crate::scene::{Accept, Data, Handle, Scene};

/// How far behind its edge the tread of a step must be walkable, in radii: the smallest tread that holds a
/// foot.
pub(super) const TREAD: f64 = 0.125;
/// The shortest piece that a way around something, or to where the ground ends, is divided into, is this
/// fraction of a step's time.
const PIECES: f64 = 64.0;

/// Memory of the steps of capsules, kept from step to step.
#[derive(Default)]
pub(in crate::character) struct CapsuleScratch<V: CharacterSpace> {
    near: NearbyParts<'static, V>,
    moving: NearbyParts<'static, V>,
    pub(super) lists: StepLists<V>,
    push: PushScratch,
    pub(in crate::character) step: Step<V>,
}

/// Lists that a step writes to.
#[derive(Default)]
pub(super) struct StepLists<V: CharacterSpace> {
    /// The contacts of all scans of a step, one after the other.
    pub(super) contacts: Vec<CapsuleContact<V>>,
    /// Lists of planes that are not in use.
    pub(super) spare: Vec<Vec<Plane<V>>>,
    /// Planes that stopped the character where it is though it did not seem to touch them: those of inner
    /// edges that bend inwards.
    pub(super) blocked: Vec<Plane<V>>,
    /// Objects that are ignored.
    pub(super) ignored: Vec<Handle>,
}

impl<V: CharacterSpace> Capsule<V> {
    /// A step with everything in mind that is nearer than a step needs plus `more`. Returns how much more it
    /// would have needed: the way out of what the character is deep in may lead further.
    pub(in crate::character) fn attempt<T: Data>(
        &self,
        scratch: &mut CapsuleScratch<V>,
        (scene, movers): (&Scene<V, T>, &Movers<V>),
        state: &State<V>,
        task: &Task<V>,
        about: &impl Accept<V, T>,
        more: V::Scalar,
    ) -> Result<V::Scalar, QueryError> {
        let mut reach = self.reach(state.position, task).inflated(more);
        let mut near_movers = MoversNear::new();
        let far = movers.near(scene, state.standing.as_ref(), &reach, about, &mut near_movers);
        reach = reach.inflated(far);
        let mut near: NearbyParts<'_, V> = core::mem::take(&mut scratch.near);
        near.gather(scene, &reach, about);
        let moving = core::mem::take(&mut scratch.moving);
        let mut walker = CapsuleWalker {
            around: Surroundings::new(self, near, moving, reach, &mut scratch.lists),
            at: state.position,
            fall: task.fall,
            wish: task.wish,
            stands: state.is_standing() && !task.jumps,
            step: &mut scratch.step,
            known: None,
            scan: None,
            least: task.time * ScalarOf::<V>::lit(1.0 / PIECES),
            may_snap: true,
        };
        let went = walker.go(scene, task, &mut near_movers, &mut scratch.push);
        let (lacks, near, moving) = walker.around.end();
        (scratch.near, scratch.moving) = (near.emptied(), moving.emptied());
        went.map(|()| lacks)
    }
    /// The box around all that a step may come to.
    fn reach(&self, at: V, task: &Task<V>) -> Aabb<V> {
        let (settings, time) = (self.settings(), task.time);
        let drop = settings.gravity * time * time * ScalarOf::<V>::HALF;
        let level = task.wish.length() * time;
        // Walkable slopes lead up or down by the tangent of their angle.
        let slope = level / self.slope_cosine.max(Real::lit(STEEPEST_COSINE));
        let far = level + (task.fall.length() * time + drop);
        // On an edge the character stands lower than on the surface beside the edge.
        let sunk = settings.radius * (ScalarOf::<V>::ONE - self.slope_cosine);
        let upright = settings.step_height.max(settings.snap) + sunk + slope;
        // Whether a contact is at a ledge depends on what is a little behind it.
        let beyond = settings.skin * ScalarOf::<V>::lit(3.0) + settings.radius * ScalarOf::<V>::lit(TREAD);
        let more = V::splat(far + beyond) + settings.up.abs() * upright;
        let around = self.aabb(at).union(&self.aabb(at + task.carried));
        Aabb {
            min: around.min - more,
            max: around.max + more,
        }
    }
}
