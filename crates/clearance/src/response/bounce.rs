//! Two bodies collide: impulses at the contact points.
//!
//! Newton's law of restitution holds at every contact at once: a contact that closes at speed v opens at
//! restitution · v, or faster, and then takes no impulse. If all open at exactly that speed, elastic bounces
//! conserve energy: it changes, contact by contact, by the impulse times the mean of the speeds before and
//! after.
//!
//! The impulses are found by sweeping over the contacts; each is set as if it were alone, and never pulls
//! (sequential impulses, Catto, "Iterative dynamics with temporal coherence", 2005: projected Gauss–Seidel).
//! Contacts that nearly coincide converge slowly to their shares of an impulse. So without friction the
//! sweeps only decide the proportion of the impulses, and the energy decides their size. Contacts that begin
//! to close only because of others take part in another round, a bounce of its own.
//!
//! Friction stops the sliding at each contact as far as friction times the normal impulse can (Coulomb). Its
//! direction is that of the sliding, so no tangent basis is needed, and 2D and 3D are alike.
//!
//! Limits: in rigid mechanics, bounces of several contacts with friction have more than one right answer. If
//! an answer would gain energy (Kane's paradox), the bounce is computed without friction.

use arrayvec::ArrayVec;

use super::Body;
use crate::math::{Real, ScalarOf, Space};
use crate::pair::Manifold;

/// How a pair of surfaces bounces and slides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface<S> {
    /// The fraction of the speed that is restored, 0 to 1.
    pub restitution: S,
    /// The coefficient of friction, from 0: the largest friction force relative to the normal force.
    pub friction: S,
}

impl<S: Real> Surface<S> {
    /// Bounces with all its speed, without friction.
    pub const ELASTIC: Self = Self {
        restitution: S::ONE,
        friction: S::ZERO,
    };
}

/// The largest number of sweeps over the contacts; most bounces need fewer than 60.
const SWEEPS: usize = 200;
/// The largest number of bounces of contacts that others have made to close; two or three are the most ever
/// seen.
const ROUNDS: usize = 8;

/// Changes the motion of two bodies that touch so that no contact of the manifold closes any more. Returns
/// the sum of the normal impulses, 0 where nothing was closing.
///
/// The manifold is that of the shape of `a` with that of `b`. Momentum is conserved. Energy is conserved by
/// elastic surfaces and never gained. If an input is not finite, neither are the answers.
///
/// ```
/// use clearance::{Placed, Pose, d2::Shape, glam::DVec2, manifold, response::{Body, Mass, Surface, bounce}};
/// let ball = Shape::circle(1.0)?;
/// let (here, there) = (Pose::at(DVec2::ZERO)?, Pose::at(DVec2::X * 2.0)?);
/// let touch = manifold(Placed::new(&ball, &here), Placed::new(&ball, &there), 0.0)?;
/// let (mut a, mut b) = (Body::new(here, Mass::ball(1.0, 1.0)?), Body::new(there, Mass::ball(1.0, 1.0)?));
/// a.velocity = DVec2::new(3.0, 1.0);
/// bounce(&mut a, &mut b, &touch, &Surface::ELASTIC);
/// assert_eq!((a.velocity, b.velocity), (DVec2::Y, DVec2::X * 3.0)); // balls of one mass swap what is along the normal
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bounce<V: Space>(
    a: &mut Body<V>,
    b: &mut Body<V>,
    manifold: &Manifold<V>,
    surface: &Surface<V::Scalar>,
) -> V::Scalar {
    let mut sum = ScalarOf::<V>::ZERO;
    for _ in 0..ROUNDS {
        let start = [*a, *b];
        let mut impact = Impact::new([*a, *b], manifold, *surface);
        if impact.contacts.is_empty() {
            break;
        }
        impact.solve();
        if surface.friction > Real::ZERO && impact.energy(&impact.bodies) > impact.energy(&start) {
            let smooth = Surface {
                friction: Real::ZERO,
                ..*surface
            };
            impact = Impact::new(start, manifold, smooth);
            impact.solve();
        }
        [*a, *b] = impact.bodies;
        sum = impact.contacts.iter().fold(sum, |sum, c| sum + c.normal_impulse);
    }
    sum
}

/// A contact point that closes.
struct ClosingContact<V: Space> {
    arms: [V; 2],
    /// The relative speed along the normal at the beginning: negative, as the contact closes.
    normal_speed: V::Scalar,
    /// The inverse effective mass of both bodies along the normal.
    inverse_effective_mass: V::Scalar,
    normal_impulse: V::Scalar,
    friction_impulse: V,
}

struct Impact<V: Space> {
    bodies: [Body<V>; 2],
    normal: V,
    surface: Surface<V::Scalar>,
    contacts: ArrayVec<ClosingContact<V>, 4>,
}

impl<V: Space> Impact<V> {
    fn new(bodies: [Body<V>; 2], manifold: &Manifold<V>, surface: Surface<V::Scalar>) -> Self {
        let mut impact = Self {
            bodies,
            normal: manifold.normal,
            surface,
            contacts: ArrayVec::new(),
        };
        for contact in manifold.contacts() {
            let middle = contact.point_a.midpoint(contact.point_b);
            let arms = impact.bodies.map(|body| middle - body.pose.position());
            let normal_speed = impact.relative_velocity(&arms).dot(impact.normal);
            let inverse_effective_mass = impact.inverse_effective_mass(&arms, impact.normal);
            if normal_speed < -impact.rounding(&arms) && inverse_effective_mass > Real::ZERO {
                impact.contacts.push(ClosingContact {
                    arms,
                    normal_speed,
                    inverse_effective_mass,
                    normal_impulse: Real::ZERO,
                    friction_impulse: V::ZERO,
                });
            }
        }
        impact
    }
    /// Sweeps over the contacts until nothing changes any more.
    fn solve(&mut self) {
        let start = self.bodies;
        let mut contacts = core::mem::take(&mut self.contacts);
        for _ in 0..SWEEPS {
            let mut is_done = true;
            for contact in &mut contacts {
                is_done &= self.solve_normal(contact);
                is_done &= self.solve_friction(contact);
            }
            if is_done {
                break;
            }
        }
        self.contacts = contacts;
        if self.surface.friction <= Real::ZERO {
            self.scale_to_restitution(start);
        }
    }
    /// Scales all impulses so that their sum obeys the law of restitution.
    fn scale_to_restitution(&mut self, start: [Body<V>; 2]) {
        let (mut closing, mut change) = (ScalarOf::<V>::ZERO, ScalarOf::<V>::ZERO);
        for c in &self.contacts {
            let normal_speed = self.relative_velocity(&c.arms).dot(self.normal);
            closing += c.normal_impulse * c.normal_speed;
            change += c.normal_impulse * (normal_speed - c.normal_speed);
        }
        let factor = -(ScalarOf::<V>::ONE + self.surface.restitution) * closing / change;
        if !(factor.is_finite() && change > Real::ZERO) {
            return;
        }
        self.bodies = start;
        let mut contacts = core::mem::take(&mut self.contacts);
        for c in &mut contacts {
            c.normal_impulse *= factor;
            self.push(&c.arms, self.normal * c.normal_impulse);
        }
        self.contacts = contacts;
    }
    /// Sets the normal impulse as if the contact were alone; whether it changed by less than rounding.
    fn solve_normal(&mut self, contact: &mut ClosingContact<V>) -> bool {
        let aim = -(contact.normal_speed * self.surface.restitution);
        let lacking = aim - self.relative_velocity(&contact.arms).dot(self.normal);
        let normal_impulse =
            (contact.normal_impulse + lacking / contact.inverse_effective_mass).max(Real::ZERO);
        let change = normal_impulse - contact.normal_impulse;
        contact.normal_impulse = normal_impulse;
        self.push(&contact.arms, self.normal * change);
        change.abs() <= normal_impulse * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(2.0)
    }
    /// Sets the friction impulse as if the contact were alone; whether it changed by less than rounding.
    fn solve_friction(&mut self, contact: &mut ClosingContact<V>) -> bool {
        if self.surface.friction <= Real::ZERO {
            return true;
        }
        let velocity = self.relative_velocity(&contact.arms);
        let sliding = velocity - self.normal * velocity.dot(self.normal);
        let most = self.surface.friction * contact.normal_impulse;
        let mut friction_impulse = contact.friction_impulse;
        if let Some(direction) = sliding.normalized() {
            friction_impulse -=
                direction * (sliding.dot(direction) / self.inverse_effective_mass(&contact.arms, direction));
        }
        let length = friction_impulse.length();
        if length > most {
            friction_impulse = friction_impulse * (most / length);
        }
        let change = friction_impulse - contact.friction_impulse;
        contact.friction_impulse = friction_impulse;
        self.push(&contact.arms, change);
        change.length() <= most * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0)
    }
    /// The kinetic energy, relative to a body that nothing moves if there is one.
    fn energy(&self, bodies: &[Body<V>; 2]) -> V::Scalar {
        let Some(first) = self.contacts.first() else {
            return Real::ZERO;
        };
        let frame = bodies
            .iter()
            .zip(first.arms)
            .find(|(body, _)| body.mass.inverse() <= Real::ZERO);
        let frame = frame.map_or(V::ZERO, |(body, arm)| body.velocity_at(arm));
        let seen = bodies.map(|body| Body {
            velocity: body.velocity - frame,
            ..body
        });
        seen[0].energy() + seen[1].energy()
    }
    fn push(&mut self, arms: &[V; 2], impulse: V) {
        let [a, b] = &mut self.bodies;
        a.push(arms[0], -impulse);
        b.push(arms[1], impulse);
    }
    /// The velocity of B at the contact, relative to A.
    fn relative_velocity(&self, arms: &[V; 2]) -> V {
        let [a, b] = &self.bodies;
        b.velocity_at(arms[1]) - a.velocity_at(arms[0])
    }
    fn inverse_effective_mass(&self, arms: &[V; 2], direction: V) -> V::Scalar {
        let [a, b] = &self.bodies;
        a.inverse_effective_mass(arms[0], direction) + b.inverse_effective_mass(arms[1], direction)
    }
    /// Error bound of a relative speed.
    fn rounding(&self, arms: &[V; 2]) -> V::Scalar {
        let speeds = self
            .bodies
            .iter()
            .zip(arms)
            .map(|(body, &arm)| body.velocity.max_abs() + body.velocity_at(arm).max_abs());
        let largest = speeds.fold(ScalarOf::<V>::ZERO, |sum, speed| sum + speed);
        largest * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0)
    }
}
