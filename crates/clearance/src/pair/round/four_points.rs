//! Four points of space side by side: what two capsules have four of, their ends, is computed at once.

use crate::math::{Lanes, Real, ScalarOf, Space, Vector};

/// Four numbers of the precision of `V`, one for each end.
pub(super) type Four<V> = <ScalarOf<V> as Real>::Lanes;

/// Four points of space, coordinate by coordinate.
pub(super) struct FourPoints<V: Vector>([Four<V>; 3]);

impl<V: Space> Clone for FourPoints<V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: Space> Copy for FourPoints<V> {}

impl<V: Space> FourPoints<V> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn new(points: [V; 4]) -> Self {
        Self([0, 1, 2].map(
            #[inline(always)]
            |k| Four::<V>::new(&points.map(|p| p.get(k))),
        ))
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn of_coordinates(coordinates: [Four<V>; 3]) -> Self {
        Self(coordinates)
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn zip(self, other: Self, f: impl Fn(Four<V>, Four<V>) -> Four<V>) -> Self {
        let ([x, y, z], [u, v, w]) = (self.0, other.0);
        Self([f(x, u), f(y, v), f(z, w)])
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn minus(self, other: Self) -> Self {
        self.zip(
            other,
            #[inline(always)]
            |p, q| p - q,
        )
    }
    /// In the order in which a dot product of one vector adds up.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn dot(self, other: Self) -> Four<V> {
        let ([x, y, z], [u, v, w]) = (self.0, other.0);
        x * u + y * v + z * w
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn plus(self, other: Self) -> Self {
        self.zip(
            other,
            #[inline(always)]
            |p, q| p + q,
        )
    }
    /// Each times a number of its own.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn times(self, factors: Four<V>) -> Self {
        let [x, y, z] = self.0;
        Self([x * factors, y * factors, z * factors])
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn cross(self, other: Self) -> Self {
        let ([x, y, z], [u, v, w]) = (self.0, other.0);
        Self([y * w - z * v, z * u - x * w, x * v - y * u])
    }
    /// The sums of the magnitudes of their coordinates: never less than their lengths.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn magnitudes(self) -> Four<V> {
        let [x, y, z] = self.0.map(
            #[inline(always)]
            |x| x.max(-x),
        );
        x + y + z
    }
    /// Coordinate by coordinate, that of each point.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn numbers(self) -> [[V::Scalar; 4]; 3] {
        let [x, y, z] = self.0;
        [x.numbers(), y.numbers(), z.numbers()]
    }
}
