//! Many configurations at once, on all threads if asked, with the same answers in the same order.

use clearance::index::Threads;

use crate::error::RobotError;
use crate::model::Robot;
use crate::obstacles::Obstacles;
use crate::posture::Posture;

/// The fewest configurations that are worth another thread.
#[cfg(feature = "rayon")]
const LEAST_EACH: usize = 32;

impl Robot {
    /// Whether the robot meets itself or an obstacle in each of many configurations; with
    /// [`Threads::All`] and the feature `rayon` on all threads.
    ///
    /// `configurations` has the values of one after the other,
    /// [`degrees_of_freedom`](Self::degrees_of_freedom) each.
    ///
    /// Errors: [`RobotError::WrongCount`] if the length is no multiple of that, [`RobotError::NotFinite`]
    /// with the index in the whole list, [`RobotError::TooFar`].
    pub fn colliding_many(
        &self,
        configurations: &[f64],
        obstacles: &Obstacles,
        threads: Threads,
    ) -> Result<Vec<bool>, RobotError> {
        self.many(configurations, threads, |posture| posture.is_colliding(obstacles))
    }
    /// The [`distance`](Posture::distance) in each of many configurations, as
    /// [`colliding_many`](Self::colliding_many).
    pub fn distance_many(
        &self,
        configurations: &[f64],
        obstacles: &Obstacles,
        threads: Threads,
    ) -> Result<Vec<f64>, RobotError> {
        self.many(configurations, threads, |posture| posture.distance(obstacles))
    }
    /// Asks a question in each of many configurations.
    pub fn many<R: Send>(
        &self,
        configurations: &[f64],
        threads: Threads,
        ask: impl Fn(&Posture<'_>) -> R + Sync + Send,
    ) -> Result<Vec<R>, RobotError> {
        let each = self.degrees_of_freedom();
        self.check_many(configurations)?;
        let answer = |posture: &mut Posture<'_>, q: &[f64]| {
            posture.place("configurations", q)?;
            Ok(ask(posture))
        };
        // A robot without joints has one configuration, which the empty list does not name.
        if each == 0 {
            return Ok(Vec::new());
        }
        #[cfg(feature = "rayon")]
        if threads == Threads::All {
            use rayon::prelude::*;
            let rows = configurations.par_chunks_exact(each).with_min_len(LEAST_EACH);
            return rows.map_init(|| self.posture(), answer).collect();
        }
        let _ = threads;
        let mut posture = self.posture();
        configurations
            .chunks_exact(each)
            .map(|q| answer(&mut posture, q))
            .collect()
    }
    fn check_many(&self, configurations: &[f64]) -> Result<(), RobotError> {
        let (each, got) = (self.degrees_of_freedom(), configurations.len());
        let is_whole = if each == 0 { got == 0 } else { got % each == 0 };
        if !is_whole {
            let field = "configurations";
            return Err(RobotError::WrongCount {
                field,
                expected: each,
                got,
            });
        }
        match configurations.iter().position(|value| !value.is_finite()) {
            Some(index) => Err(RobotError::NotFinite {
                field: "configurations",
                index,
                joint: self.joint_name(index % each),
            }),
            None => Ok(()),
        }
    }
}
