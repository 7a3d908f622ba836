//! Points of the common part's border, each once.
//!
//! An edge and a facet cross in one point, whichever facet asks: it has the same bits (`facets/fine.rs`). So
//! equal bits tell that ends of pieces are one point.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use glam::DVec3;

use crate::exact::number::round::times_power_of_two;
use crate::math::Vector;
use crate::measure::facets::fine::View;
use crate::measure::facets::site::{Site, Unit};

/// Takes points of the view to the world.
#[derive(Clone, Copy, Debug)]
pub(in crate::measure) struct ToWorld {
    view: View,
    /// In the unit.
    origin: [f64; 3],
    exponent: i64,
}

impl ToWorld {
    pub fn new(view: View, unit: &Unit) -> Self {
        Self {
            view,
            origin: unit.rounded_origin(),
            exponent: unit.exponent,
        }
    }
    pub fn point<D: Vector<Scalar = f64>>(&self, p: DVec3) -> D {
        D::from_fn(|i| {
            let relative = p[i] / self.view.factor + self.view.middle[i];
            times_power_of_two(relative + self.origin[i], self.exponent)
        })
    }
    /// A corner; where nothing moves it, the numbers that it was given.
    fn corner<D: Vector<Scalar = f64>>(&self, site: &Site) -> D {
        D::from_fn(|i| times_power_of_two(site.high[i] + self.origin[i], self.exponent))
    }
}

/// The points, in the world.
pub(super) struct Points<D> {
    to_world: ToWorld,
    /// By the bits of their coordinates in the view.
    numbers: BTreeMap<[u64; 3], u32>,
    pub in_world: Vec<D>,
}

impl<D: Vector<Scalar = f64>> Points<D> {
    pub fn new(to_world: ToWorld) -> Self {
        Self {
            to_world,
            numbers: BTreeMap::new(),
            in_world: Vec::new(),
        }
    }
    /// The number of a corner.
    pub fn corner(&mut self, site: &Site) -> u32 {
        let world = self.to_world.corner(site);
        self.number(self.to_world.view.of_site(site), |_| world)
    }
    /// The number of a point where borders cross, or of a corner that is known.
    pub fn crossing(&mut self, p: DVec3) -> u32 {
        self.number(p, |to_world| to_world.point(p))
    }
    fn number(&mut self, p: DVec3, world: impl FnOnce(&ToWorld) -> D) -> u32 {
        // Adding 0 turns -0 into 0.
        let bits = [0, 1, 2].map(|i| (p[i] + 0.0).to_bits());
        let next = self.in_world.len() as u32;
        let number = *self.numbers.entry(bits).or_insert(next);
        if number == next {
            self.in_world.push(world(&self.to_world));
        }
        number
    }
}
