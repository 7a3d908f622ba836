//! Questions about a small ball or box beside a large shape.

use std::hint::black_box;

use clearance::cast::{self, CastSpace, Motion, Ray, Start};
use clearance::{Placed, Pose, Relation};
use clearance_testkit::Random;

/// The spaces of the measured shapes.
pub trait Asked: CastSpace<Scalar = f64> {}
impl<V: CastSpace<Scalar = f64>> Asked for V {}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Relation,
    Intersects,
    Distance,
    Clearance,
    Manifold,
    Contacts,
    Contains,
    ClosestPoint,
    ShortRay,
    LongRay,
    AnyHit,
    CountHits,
    Sweep,
}

pub const QUESTIONS: [Question; 13] = [
    Question::Relation,
    Question::Intersects,
    Question::Distance,
    Question::Clearance,
    Question::Manifold,
    Question::Contacts,
    Question::Contains,
    Question::ClosestPoint,
    Question::ShortRay,
    Question::LongRay,
    Question::AnyHit,
    Question::CountHits,
    Question::Sweep,
];

impl Question {
    pub fn name(self) -> &'static str {
        match self {
            Self::Relation => "relation",
            Self::Intersects => "intersects",
            Self::Distance => "distance",
            Self::Clearance => "clearance",
            Self::Manifold => "manifold",
            Self::Contacts => "contacts",
            Self::Contains => "contains",
            Self::ClosestPoint => "closest point",
            Self::ShortRay => "ray, 8 long",
            Self::LongRay => "ray, endless",
            Self::AnyHit => "any hit, 8 long",
            Self::CountHits => "count hits, 8 long",
            Self::Sweep => "sweep",
        }
    }
}

/// A large shape, and what is asked about it.
pub struct Ground<V: Asked> {
    shape: V::Shape,
    others: [V::Shape; 2],
    poses: Vec<Pose<V>>,
    directions: Vec<V>,
}

impl<V: Asked> Ground<V> {
    /// Balls and boxes of about the size of a part at these places.
    pub fn new(shape: V::Shape, others: [V::Shape; 2], places: &[V], random: &mut Random) -> Self {
        Self {
            shape,
            others,
            poses: places.iter().map(|&at| Pose::at(at).expect("a pose")).collect(),
            directions: places.iter().map(|_| random.direction()).collect(),
        }
    }
    /// Asks at all places; how often.
    pub fn ask(&self, question: Question) -> usize {
        let identity = Pose::IDENTITY;
        let a = Placed::new(&self.shape, &identity);
        for (k, (pose, &direction)) in self.poses.iter().zip(&self.directions).enumerate() {
            let b = Placed::new(&self.others[k % 2], pose);
            black_box(one(question, a, b, pose.position(), direction));
        }
        self.poses.len()
    }
}

/// The answer as a number.
fn one<V: Asked>(question: Question, a: Placed<'_, V>, b: Placed<'_, V>, at: V, direction: V) -> f64 {
    let flag = |is: bool| f64::from(u8::from(is));
    let ray = |max_time| Ray {
        origin: at,
        direction,
        max_time,
    };
    match question {
        Question::Relation => flag(clearance::relation(a, b) == Relation::Disjoint),
        Question::Intersects => flag(clearance::intersects(a, b)),
        Question::Distance => clearance::distance(a, b),
        Question::Clearance => clearance::clearance(a, b).expect("an answer").distance,
        Question::Manifold => {
            let found = clearance::manifold(a, b, 0.1).expect("an answer");
            found.contacts().len() as f64
        }
        Question::Contacts => clearance::pair::contacts(a, b, 0.1).expect("an answer").len() as f64,
        Question::Contains => flag(cast::contains(a, at).expect("an answer")),
        Question::ClosestPoint => cast::closest_point(a, at).expect("an answer").distance,
        Question::ShortRay => cast::ray(a, &ray(8.0))
            .expect("an answer")
            .map_or(-1.0, |hit| hit.time),
        Question::LongRay => cast::ray(a, &ray(f64::INFINITY))
            .expect("an answer")
            .map_or(-1.0, |hit| hit.time),
        Question::AnyHit => flag(cast::any_hit(a, &ray(8.0)).expect("an answer")),
        Question::CountHits => cast::count_hits(a, &ray(8.0)).expect("an answer") as f64,
        Question::Sweep => cast::sweep(
            a,
            &Motion::none(),
            b,
            &Motion::linear(direction * 4.0),
            Start::Touching,
        )
        .expect("an answer")
        .map_or(-1.0, |hit| hit.time),
    }
}
