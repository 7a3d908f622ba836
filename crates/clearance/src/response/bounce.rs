//! Two bodies hit each other: impulses at the points of contact.
//!
//! Newton's law of restitution at every contact at once: a contact that closes at speed v opens at
//! restitution · v, or faster, and then it takes no impulse. Where that holds with equality, elastic bounces
//! keep the energy: it changes by the impulses times the mean of the speeds before and after, contact by
//! contact. The impulses are found by sweeping over the contacts, each set as if it were alone, and never
//! pulling (sequential impulses, Catto, "Iterative dynamics with temporal coherence", 2005: projected
//! Gauss–Seidel). Contacts that nearly coincide take long to share their impulse, so without friction what
//! was found only says in which proportion; how large it is follows from the energy. Contacts that only begin
//! to close because of others take part in another round, a bounce of its own.
//!
//! Friction stops the sliding at each contact as far as friction times the impulse along the normal can
//! (Coulomb). Its direction is that of the sliding: no basis, so 2D and 3D are one.
//!
//! Limits: bounces of several contacts with friction have more than one right answer in rigid mechanics; one
//! that would gain energy (Kane's paradox) is answered without friction.

use arrayvec::ArrayVec;

use super::Body;
use crate::math::{Real, ScalarOf, Space};
use crate::pair::Manifold;

/// How two surfaces answer to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface<S> {
    /// How much of the speed comes back, 0 to 1.
    pub restitution: S,
    /// How much of the pressing force friction can take, from 0.
    pub friction: S,
}

impl<S: Real> Surface<S> {
    /// Everything comes back, nothing sticks.
    pub const ELASTIC: Self = Self {
        restitution: S::ONE,
        friction: S::ZERO,
    };
}

/// Sweeps over the contacts after which the impulses count as found; most need fewer than 60.
const SWEEPS: usize = 200;
/// Bounces of contacts that others have set closing; more than two or three have not been seen.
const ROUNDS: usize = 8;

/// Changes the motion of two bodies that touch so that no contact of the manifold closes any more; returns
/// the sum of the impulses along the normal, 0 where nothing was closing.
///
/// The manifold is that of the shape of `a` with that of `b`. Momentum is kept; energy is kept by elastic
/// surfaces and never gained. Numbers that are not finite come back as such.
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
        sum = impact.contacts.iter().fold(sum, |sum, c| sum + c.pressing);
    }
    sum
}

/// A point of contact that closes.
struct Closing<V: Space> {
    arms: [V; 2],
    /// How fast it closes, as a negative number.
    opening: V::Scalar,
    /// How much faster it opens by an impulse of 1.
    yielding: V::Scalar,
    pressing: V::Scalar,
    rubbing: V,
}

struct Impact<V: Space> {
    bodies: [Body<V>; 2],
    normal: V,
    surface: Surface<V::Scalar>,
    contacts: ArrayVec<Closing<V>, 4>,
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
            let opening = impact.opening(&arms).dot(impact.normal);
            let yielding = impact.yielding(&arms, impact.normal);
            if opening < -impact.rounding(&arms) && yielding > Real::ZERO {
                impact.contacts.push(Closing {
                    arms,
                    opening,
                    yielding,
                    pressing: Real::ZERO,
                    rubbing: V::ZERO,
                });
            }
        }
        impact
    }
    /// Sweeps until nothing changes any more.
    fn solve(&mut self) {
        let start = self.bodies;
        let mut contacts = core::mem::take(&mut self.contacts);
        for _ in 0..SWEEPS {
            let mut is_done = true;
            for contact in &mut contacts {
                is_done &= self.press(contact);
                is_done &= self.rub(contact);
            }
            if is_done {
                break;
            }
        }
        self.contacts = contacts;
        if self.surface.friction <= Real::ZERO {
            self.scale(start);
        }
    }
    /// Makes the impulses together as large as the law of restitution wants it of their sum.
    fn scale(&mut self, start: [Body<V>; 2]) {
        let (mut closing, mut change) = (ScalarOf::<V>::ZERO, ScalarOf::<V>::ZERO);
        for c in &self.contacts {
            let opening = self.opening(&c.arms).dot(self.normal);
            closing += c.pressing * c.opening;
            change += c.pressing * (opening - c.opening);
        }
        let factor = -(ScalarOf::<V>::ONE + self.surface.restitution) * closing / change;
        if !(factor.is_finite() && change > Real::ZERO) {
            return;
        }
        self.bodies = start;
        let mut contacts = core::mem::take(&mut self.contacts);
        for c in &mut contacts {
            c.pressing *= factor;
            self.push(&c.arms, self.normal * c.pressing);
        }
        self.contacts = contacts;
    }
    /// Sets the impulse along the normal as if the contact were alone; whether that changed less than
    /// rounding does.
    fn press(&mut self, contact: &mut Closing<V>) -> bool {
        let aim = -(contact.opening * self.surface.restitution);
        let lacking = aim - self.opening(&contact.arms).dot(self.normal);
        let pressing = (contact.pressing + lacking / contact.yielding).max(Real::ZERO);
        let change = pressing - contact.pressing;
        contact.pressing = pressing;
        self.push(&contact.arms, self.normal * change);
        change.abs() <= pressing * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(2.0)
    }
    /// Sets the impulse of friction as if the contact were alone.
    fn rub(&mut self, contact: &mut Closing<V>) -> bool {
        if self.surface.friction <= Real::ZERO {
            return true;
        }
        let opening = self.opening(&contact.arms);
        let sliding = opening - self.normal * opening.dot(self.normal);
        let most = self.surface.friction * contact.pressing;
        let mut rubbing = contact.rubbing;
        if let Some(direction) = sliding.normalized() {
            rubbing -= direction * (sliding.dot(direction) / self.yielding(&contact.arms, direction));
        }
        let length = rubbing.length();
        if length > most {
            rubbing = rubbing * (most / length);
        }
        let change = rubbing - contact.rubbing;
        contact.rubbing = rubbing;
        self.push(&contact.arms, change);
        change.length() <= most * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0)
    }
    /// The energy of motion, as seen from a body that nothing moves.
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
    /// How B moves at the contact, as seen from A.
    fn opening(&self, arms: &[V; 2]) -> V {
        let [a, b] = &self.bodies;
        b.velocity_at(arms[1]) - a.velocity_at(arms[0])
    }
    fn yielding(&self, arms: &[V; 2], direction: V) -> V::Scalar {
        let [a, b] = &self.bodies;
        a.yielding(arms[0], direction) + b.yielding(arms[1], direction)
    }
    /// A speed that rounding explains.
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
