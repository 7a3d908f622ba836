//! What a box stands on.

use super::settings::Box;
use crate::character::CharacterSpace;
use crate::character::check::upright;
use crate::character::nearby::NearbyParts;
use crate::character::state::Standing;
use crate::math::{Real, ScalarOf};
use crate::pair::QueryError;
use crate::scene::{Data, Handle, Scene};

impl<V: CharacterSpace> Box<V> {
    /// Rays lead down at the lower corners, from a reach above to a reach below the feet. The box stands on
    /// the object with the highest point found, or, if the rays find nothing within the slope limit, on what
    /// it touches. The normal is the mean of those within the slope limit, or else of the steep ones.
    pub(super) fn find_standing<T: Data>(
        &self,
        scene: &Scene<V, T>,
        near: &NearbyParts<'_, V>,
        at: V,
        touched: Option<Handle>,
    ) -> Result<Option<Standing<V>>, QueryError> {
        let (up, half) = (upright::<V>(), self.settings.half_extents);
        let reach = self.settings.reach + self.settings.skin * ScalarOf::<V>::TWO;
        let side = |negative: bool| if negative { -ScalarOf::<V>::ONE } else { Real::ONE };
        let (mut mean, mut steep, mut highest): (_, _, Option<(V, Handle)>) = (V::ZERO, V::ZERO, None);
        for k in 0..1_usize << (V::DIM - 1) {
            let corner = V::from_fn(|i| match i {
                1 => Real::ZERO,
                _ => half.get(i) * side(k >> (i / 2) & 1 == 1),
            });
            let (from, way) = (at + corner + up * reach, -up * (reach + reach));
            let hit = near.first_hit(from, way)?;
            let Some((hit, normal)) = hit.and_then(|hit| Some((hit, hit.normal?))) else {
                continue;
            };
            if normal.dot(up) < self.slope_cosine {
                steep += normal;
                continue;
            }
            mean += normal;
            let point = from + way * hit.time;
            if highest.is_none_or(|(before, _)| point.get(1) > before.get(1)) {
                highest = Some((point, near.handle(hit.part)));
            }
        }
        let normal = mean.normalized().or(steep.normalized()).unwrap_or(up);
        let ground = highest.or(touched.map(|handle| (at, handle)));
        Ok(ground.map(|(point, handle)| Standing::on(scene, handle, [normal, point])))
    }
}
