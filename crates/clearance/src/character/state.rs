//! What a character is told, where it is, and what happened to it.

use alloc::vec::Vec;

use super::planes::Plane;
use crate::character::CharacterSpace;
use crate::math::{Pose, Real, Space, Vector};
use crate::pair::QueryError;
use crate::scene::{Data, Handle, Scene};

/// What a character wishes to do in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input<V: Vector> {
    /// The velocity it wishes. Only the horizontal part counts, and as speed seen from above.
    pub velocity: V,
    /// The speed at which it jumps up; ignored unless it stands. On a moving platform, relative to the
    /// platform.
    pub jump: Option<V::Scalar>,
}

impl<V: Vector> Input<V> {
    /// Walks with a velocity; in the air, steers with it.
    pub fn walk(velocity: V) -> Self {
        Self { velocity, jump: None }
    }
    /// The same with a jump at the beginning of the step.
    pub fn jumping(self, speed: V::Scalar) -> Self {
        Self {
            jump: Some(speed),
            ..self
        }
    }
    /// Checks that the input and a step of time are finite, and that time and jump are not negative.
    pub(super) fn check(&self, time: V::Scalar) -> Result<(), QueryError> {
        let is_usable = |x: V::Scalar| x.is_finite() && x >= Real::ZERO;
        let checks = [
            ("time", is_usable(time)),
            ("velocity", self.velocity.is_finite()),
            ("jump", self.jump.is_none_or(is_usable)),
        ];
        let wrong = checks.iter().find(|(_, is_right)| !is_right);
        wrong.map_or(Ok(()), |(name, _)| Err(QueryError::NotFinite(name)))
    }
}

/// Where a character is and how it falls: all that a step needs to know of the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State<V: Space> {
    /// Its lowest point.
    pub position: V,
    /// Its own velocity of falling, rising or sliding; zero where it stands. A character that leaves a
    /// platform keeps the platform's velocity, which is added here.
    pub fall: V,
    /// What it stands on.
    pub standing: Option<Standing<V>>,
}

/// What a character stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing<V: Space> {
    /// The object.
    pub handle: Handle,
    /// Unit vector out of the ground; in a crease between steep slopes, the normal of the crease.
    pub normal: V,
    /// The point of contact.
    pub point: V,
    /// The object's pose when the character stood on it.
    rest: Option<Pose<V>>,
}

impl<V: CharacterSpace> State<V> {
    /// At rest in the air, with the feet at this position. The first step finds the ground.
    pub fn at(position: V) -> Self {
        Self {
            position,
            ..Self::default()
        }
    }
    /// Whether the character stands.
    pub fn is_standing(&self) -> bool {
        self.standing.is_some()
    }
}

impl<V: CharacterSpace> Standing<V> {
    /// The ground that a character stands on, with the object's pose of now.
    pub(super) fn on<T: Data>(scene: &Scene<V, T>, handle: Handle, [normal, point]: [V; 2]) -> Self {
        Self {
            handle,
            normal,
            point,
            rest: scene.get(handle).map(|object| *object.pose()),
        }
    }
    /// The object, and its poses before and now, if it has moved since.
    pub(super) fn moved<T: Data>(&self, scene: &Scene<V, T>) -> Option<(Handle, [Pose<V>; 2])> {
        let (rest, object) = (self.rest?, scene.get(self.handle)?);
        (*object.pose() != rest).then_some((self.handle, [rest, *object.pose()]))
    }
    /// How far the object has moved a point of itself since.
    pub(super) fn carried<T: Data>(&self, scene: &Scene<V, T>, foot: V) -> V {
        let carried = self
            .moved(scene)
            .map(|(_, [from, to])| to.frame().point(from.frame().local_point(foot)) - foot);
        carried.filter(|way| way.is_finite()).unwrap_or(V::ZERO)
    }
}

/// Something that stopped a character.
///
/// A step does not move the object. To have the character push it, move it by as much of `pressed` as its
/// weight lets through:
///
/// ```
/// use clearance::{Pose, character::{Capsule, Input, Settings, State}, d3::Shape, glam::DVec3};
/// use clearance::scene::{Filter, Object, Scene};
/// let mut scene = Scene::<DVec3>::default();
/// scene.add(Object::new(Shape::half_space(DVec3::Y, 0.0)?, Pose::IDENTITY))?;
/// let crate_ = scene.add(Object::new(Shape::cuboid(DVec3::ONE)?, Pose::at(DVec3::new(2.0, 1.0, 0.0))?))?;
/// let walker = Capsule::new(&Settings::new(0.3, 1.8, 9.81))?;
/// let mut state = State::at(DVec3::ZERO);
/// for _ in 0..120 {
///     let step = walker.step(&scene, &state, &Input::walk(DVec3::X * 2.0), 1.0 / 60.0, &Filter::ALL)?;
///     for hit in step.hits.iter().filter(|hit| hit.plane.handle == crate_) {
///         let before = scene.get(crate_).ok_or("gone")?.pose().position();
///         scene.set_pose(crate_, Pose::at(before + hit.pressed * 0.5)?)?; // half as fast as it would walk
///     }
///     state = step.state;
/// }
/// let there = scene.get(crate_).ok_or("gone")?.pose().position();
/// assert!(there.x > 3.0 && there.x - state.position.x > 1.3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Vector> {
    /// Where, and which object.
    pub plane: Plane<V>,
    /// How much further the character would have gone into the plane.
    pub pressed: V,
}

/// The outcome of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step<V: Space> {
    /// Where the character is now, and what it stands on.
    pub state: State<V>,
    /// What stopped it, in order.
    pub hits: Vec<Hit<V>>,
    /// The planes that it chose to go along, in order.
    pub planes: Vec<Plane<V>>,
    /// How far a moving platform has carried it, or would have carried it if nothing had been in the way.
    pub carried: V,
    /// Set if something overlaps the character that it could not be moved out of.
    pub crushed: Option<Crush<V>>,
}

/// A character has no room left: something overlaps it, and it could not be moved out.
///
/// A step never moves a character into anything, but what moves into the character may overlap it after the
/// step: a lift under a ceiling, a wall that closes on another. What this means is for the game to decide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crush<V: Vector> {
    /// The object that came too far; of several, the one that is deepest in the character.
    pub by: Handle,
    /// The object that the character could not be moved through; none where no single object opposes the
    /// motion, as in the middle of a large object.
    pub against: Option<Handle>,
    /// How deep `by` is in the character at the end of the step. If `by` went right through the character
    /// within the step, how far it went on after there was no room left.
    pub depth: V::Scalar,
}

/// What a character has to do in a step.
#[derive(Clone, Copy, Default)]
pub(super) struct Task<V: Vector> {
    /// The velocity it wishes.
    pub(super) wish: V,
    /// Its velocity of falling, or of a jump.
    pub(super) fall: V,
    pub(super) jumps: bool,
    /// How far the platform that it stands on has moved.
    pub(super) carried: V,
    pub(super) time: V::Scalar,
}

impl<V: CharacterSpace> Task<V> {
    /// What the input means to a character with this position, fall and ground. `foot` is the point of the
    /// character that its platform carries.
    ///
    /// Errors: a number that is not finite, a negative time.
    pub(super) fn new<T: Data>(
        scene: &Scene<V, T>,
        (position, fall, standing): (V, V, Option<&Standing<V>>),
        foot: V,
        (input, up): (&Input<V>, V),
        time: V::Scalar,
    ) -> Result<Self, QueryError> {
        input.check(time)?;
        if !(position.is_finite() && fall.is_finite()) {
            return Err(QueryError::NotFinite("state"));
        }
        let jump = input.jump.filter(|_| standing.is_some());
        Ok(Self {
            wish: input.velocity,
            fall: jump.map_or(fall, |speed| up * speed),
            jumps: jump.is_some(),
            carried: standing.map_or(V::ZERO, |standing| standing.carried(scene, foot)),
            time,
        })
    }
}
