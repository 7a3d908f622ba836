//! Changing into another size.

use glam::DVec3;

use super::obstacle::Obstacles;
use super::settings::{Box, BoxState};
use crate::character::CharacterSpace;
use crate::character::error::NoRoom;
use crate::character::nearby::NearbyParts;
use crate::character::state::Task;
use crate::math::{Real, lift, lower};
use crate::pair::QueryError;
use crate::scene::{Accept, Data, Scene};

impl<V: CharacterSpace> Box<V> {
    /// The state of a box of another size as this box's state: as
    /// [`Capsule::take_over`](crate::character::Capsule::take_over).
    ///
    /// Errors: [`NoRoom::Blocked`] where it would overlap something.
    pub fn take_over<T: Data>(
        &self,
        scene: &Scene<V, T>,
        state: &BoxState<V>,
        about: &impl Accept<V, T>,
    ) -> Result<BoxState<V>, NoRoom<V>> {
        if !state.position.is_finite() {
            return Err(QueryError::NotFinite("state").into());
        }
        let (mut near, mut obstacles) = (NearbyParts::default(), Obstacles::default());
        near.gather(scene, &self.reach(state.position, &Task::default()), about);
        let body = self.body();
        obstacles.fill(&near, &body);
        let at = lift(state.position);
        let Some(deepest) = obstacles.deepest(at, body.skin) else {
            return Ok(*state);
        };
        let rise = obstacles.rise(at);
        let there = at + DVec3::Y * rise;
        let blocked = match obstacles.deepest(there, body.skin) {
            None if rise <= self.settings.reach.to_f64() => {
                return Ok(BoxState {
                    position: lower(there),
                    ..*state
                });
            }
            other => other.filter(|_| rise > 0.0).unwrap_or(deepest),
        };
        Err(NoRoom::Blocked {
            by: blocked.0,
            depth: Real::lit(blocked.1),
        })
    }
}
