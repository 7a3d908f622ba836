//! Objects that move by themselves, such as doors, lifts and crushers, and where they came from.

use alloc::vec::Vec;

use glam::DVec3;
use smallvec::SmallVec;

use crate::cast::{Motion, swept_aabb};
use crate::character::CharacterSpace;
use crate::character::nearby::are_near;
use crate::character::state::Standing;
use crate::math::{Aabb, Pose, Real, Rotation, ScalarOf, Space, lift, lower};
use crate::scene::{Accept, Data, Handle, Scene, SceneError};
use crate::shape::{AnyShape, Placed};

/// The objects that have moved since characters made their last step, each with its pose before.
///
/// A scene only knows where objects are now. Objects moved through this list also push the characters that
/// they meet on their way: keep the list in a [`Room`](crate::character::Room) and step with that. An object
/// moved otherwise pushes only what it overlaps where it is now, and jumps over what was between. What a
/// character stands on carries it in both cases.
///
/// Costs each step a box test for each object in the list, and some distance queries for those near the
/// character.
///
/// ```
/// use clearance::{Pose, character::{Capsule, Input, Room, Settings, State}, d3::Shape, glam::DVec3};
/// use clearance::scene::{Filter, Object, Scene};
/// let mut scene = Scene::<DVec3>::default();
/// scene.add(Object::new(Shape::half_space(DVec3::Y, 0.0)?, Pose::IDENTITY))?;
/// let wall = scene.add(Object::new(Shape::cuboid(DVec3::new(0.1, 2.0, 2.0))?, Pose::at(DVec3::X * -1.0)?))?;
/// let (walker, mut room) = (Capsule::new(&Settings::new(0.3, 1.8, 9.81))?, Room::default());
/// let mut state = State::at(DVec3::ZERO);
/// for i in 0..5 {
///     room.movers.clear(); // a new step begins
///     room.movers.set_pose(&mut scene, wall, Pose::at(DVec3::X * f64::from(i))?)?; // 60 metres a second
///     state = walker.step_in(&mut room, &scene, &state, &Input::walk(DVec3::ZERO), 1.0 / 60.0, &Filter::ALL)?.state;
/// }
/// assert!(state.position.x > 4.4 && state.position.x < 4.5); // before the wall, not behind it
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Movers<V: Space> {
    all: Vec<MoverPath<V>>,
}

/// The way of an object.
#[derive(Clone, Copy, Debug)]
struct MoverPath<V: Space> {
    handle: Handle,
    from: Pose<V>,
    to: Pose<V>,
    /// The box around all of the way.
    around: Aabb<V>,
}

impl<V: CharacterSpace> Movers<V> {
    /// Moves an object of a scene. It goes straight from the pose it had when this list was last
    /// [cleared](Self::clear), and turns at a constant rate, by half a turn at most.
    ///
    /// Errors: those of [`Scene::set_pose`]; then nothing has moved.
    pub fn set_pose<T: Data>(
        &mut self,
        scene: &mut Scene<V, T>,
        handle: Handle,
        pose: Pose<V>,
    ) -> Result<(), SceneError> {
        let before = scene.get(handle).map(|object| *object.pose());
        scene.set_pose(handle, pose)?;
        let known = self.all.iter().position(|path| path.handle == handle);
        let from = known.map(|i| self.all[i].from).or(before).unwrap_or(pose);
        let Some(object) = scene.get(handle) else {
            return Ok(());
        };
        let path = MoverPath {
            handle,
            from,
            to: pose,
            around: around::<V>(object.shape(), &from, &pose),
        };
        match known {
            Some(i) => self.all[i] = path,
            None => self.all.push(path),
        }
        Ok(())
    }
    /// Forgets all ways. Call it before objects are moved for the next step.
    pub fn clear(&mut self) {
        self.all.clear();
    }
    /// The number of objects that have moved.
    pub fn len(&self) -> usize {
        self.all.len()
    }
    /// Whether nothing has moved.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
    /// The movers whose ways come near a box. The first is what the character stands on, if that has moved.
    /// The answer is how much the box grows: by as far as all of them together may push.
    pub(in crate::character) fn near<'s, T: Data>(
        &self,
        scene: &'s Scene<V, T>,
        standing: Option<&Standing<V>>,
        reach: &Aabb<V>,
        about: &impl Accept<V, T>,
        found: &mut MoversNear<'s, V>,
    ) -> V::Scalar {
        let counts = |handle| {
            let object = scene.get(handle);
            object.is_some_and(|object| !object.is_sensor() && about.accepts(&object))
        };
        let ridden = standing.and_then(|s| s.moved(scene));
        if let Some((handle, [from, _])) = ridden.filter(|(handle, _)| counts(*handle)) {
            found.extend(Mover::new(scene, handle, from));
        }
        let middle = reach.min.midpoint(reach.max);
        let size = lift(reach.max - reach.min).length();
        let push = |m: &Mover<'s, V>| m.rate(lift(m.from.position() - middle).length() + size);
        let all = |found: &MoversNear<'s, V>| ScalarOf::<V>::lit(found.iter().map(push).sum());
        // What one mover pushes may come to another: repeat until no new mover is found.
        let mut known = usize::MAX;
        while known != found.len() && !self.all.is_empty() {
            known = found.len();
            let grown = reach.inflated(all(found));
            for path in self.all.iter().filter(|path| are_near(&path.around, &grown)) {
                let is_known = found.iter().any(|m| m.handle == path.handle);
                if path.from != path.to && !is_known && counts(path.handle) {
                    found.extend(Mover::new(scene, path.handle, path.from));
                }
            }
        }
        all(found)
    }
}

/// The box around a shape on its way.
fn around<V: CharacterSpace>(shape: &V::Shape, from: &Pose<V>, to: &Pose<V>) -> Aabb<V> {
    let larger = if to.scale() > from.scale() {
        to.scale()
    } else {
        from.scale()
    };
    let start = from.scaled(larger).unwrap_or(*from);
    swept_aabb(Placed::new(shape, &start), &between(from, to)).unwrap_or_else(|_| Aabb::everything())
}

/// The straight way from one pose to another.
fn between<V: Space>(from: &Pose<V>, to: &Pose<V>) -> Motion<V> {
    let angular = if from.rotation() == to.rotation() {
        Default::default()
    } else {
        to.rotation().after(from.rotation().inverse()).angular()
    };
    Motion {
        linear: to.position() - from.position(),
        angular,
    }
}

/// The movers near a character. What the character stands on, if that has moved, is the first.
pub(in crate::character) type MoversNear<'s, V> = SmallVec<[Mover<'s, V>; 2]>;

/// An object on its way, at times from 0 to 1.
pub(in crate::character) struct Mover<'s, V: CharacterSpace> {
    pub(in crate::character) handle: Handle,
    pub(in crate::character) shape: &'s V::Shape,
    from: Pose<V>,
    to: Pose<V>,
    motion: Motion<V>,
    /// The angle of the whole way, in radians.
    pub(in crate::character) turn: f64,
    /// No point of the shape is further from the object's position than this.
    reach: f64,
    /// Whether the object has gone into the character and is now ignored.
    pub(in crate::character) is_let_through: bool,
}

impl<'s, V: CharacterSpace> Mover<'s, V> {
    fn new<T: Data>(scene: &'s Scene<V, T>, handle: Handle, from: Pose<V>) -> Option<Self> {
        let object = scene.get(handle)?;
        let (shape, to): (&'s V::Shape, _) = (object.shape(), *object.pose());
        let (motion, bounds) = (between(&from, &to), shape.local_aabb());
        let corner = lift(bounds.min).abs().max(lift(bounds.max).abs()).length();
        let scale = from.scale().to_f64().max(to.scale().to_f64());
        Some(Self {
            handle,
            shape,
            turn: <V::Rotation as Rotation<V>>::rate(motion.angular).to_f64(),
            motion,
            from,
            to,
            reach: corner * scale,
            is_let_through: false,
        })
    }
    /// Its pose at a time.
    pub(in crate::character) fn at(&self, time: f64) -> Pose<V> {
        if time >= 1.0 {
            return self.to;
        }
        let (from, to) = (self.from.scale(), self.to.scale());
        let scale = from + (to - from) * ScalarOf::<V>::lit(time);
        let there = self.motion.at(&self.from, Real::lit(time));
        there.and_then(|pose| pose.scaled(scale)).unwrap_or(self.to)
    }
    /// How far a point that goes along with it moves from one time to another.
    pub(in crate::character) fn drift(&self, point: DVec3, [from, to]: [f64; 2]) -> DVec3 {
        let local = self.at(from).frame().local_point(lower(point));
        lift(self.at(to).frame().point(local)) - point
    }
    /// The velocity of a point of it, per whole way.
    pub(in crate::character) fn velocity(&self, point: DVec3, time: f64) -> DVec3 {
        use crate::math::Angular;
        let pose = self.at(time);
        let arm: V = lower(point - lift(pose.position()));
        let growth = (self.to.scale() - self.from.scale()) / pose.scale();
        lift(self.motion.linear + self.motion.angular.swing(arm) + arm * growth)
    }
    /// An upper bound on the speed of the points that are no further from its position than `far`.
    pub(in crate::character) fn rate(&self, far: f64) -> f64 {
        let arm = self.reach.min(far);
        let growth = (self.to.scale() - self.from.scale()).abs() / self.from.scale().max(self.to.scale());
        let round = self.turn + growth.to_f64();
        let round = if round > 0.0 { round * arm } else { 0.0 };
        lift(self.motion.linear).length() + round
    }
}
