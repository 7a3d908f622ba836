//! Volume, center and the second moments about it: what bodies are added up by.

use glam::{DMat3, DVec3};

use crate::math::DoubleFrame;

/// The moments of a body of density 1, in some frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::measure) struct Moments {
    /// In the plane the area.
    pub volume: f64,
    pub center: DVec3,
    /// The integral of `d dᵀ`, where `d` is the way from the center.
    pub second: DMat3,
}

/// The matrix `a bᵀ`.
fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

impl Moments {
    pub const NONE: Self = Self {
        volume: 0.0,
        center: DVec3::ZERO,
        second: DMat3::ZERO,
    };

    /// Of a body symmetric about the coordinate planes: the second moments along the axes.
    pub fn symmetric(volume: f64, along: DVec3) -> Self {
        Self {
            volume,
            center: DVec3::ZERO,
            second: DMat3::from_diagonal(along),
        }
    }
    /// The same body moved.
    pub fn moved(self, by: DVec3) -> Self {
        Self {
            center: self.center + by,
            ..self
        }
    }
    /// Both bodies together; where they overlap, twice.
    pub fn plus(&self, other: &Self) -> Self {
        let volume = self.volume + other.volume;
        if volume == 0.0 {
            return *self;
        }
        let share = other.volume / volume;
        let between = other.center - self.center;
        Self {
            volume,
            center: self.center + between * share,
            second: self.second + other.second + outer(between, between) * (self.volume * share),
        }
    }
    /// The body turned and moved by a frame, whose scale is not applied.
    pub fn placed(&self, frame: &DoubleFrame) -> Self {
        let turn = DMat3::from_cols_array_2d(&frame.axes().map(|a| a.to_array()));
        Self {
            volume: self.volume,
            center: frame.outward(self.center),
            second: turn * self.second * turn.transpose(),
        }
    }
    /// The inertia about the center.
    pub fn inertia(&self) -> DMat3 {
        let m = self.second;
        DMat3::from_diagonal(DVec3::splat(m.x_axis.x + m.y_axis.y + m.z_axis.z)) - m
    }
}

/// The moments of a region or solid from its border.
pub(in crate::measure) struct BorderSum {
    /// Six times the volume; twice the area.
    content: f64,
    first: DVec3,
    second: DMat3,
}

impl BorderSum {
    pub const EMPTY: Self = Self {
        content: 0.0,
        first: DVec3::ZERO,
        second: DMat3::ZERO,
    };

    /// The signed simplex over a facet and the origin. In the plane the third corner is not given.
    pub fn add(&mut self, corners: &[DVec3]) {
        let content = match *corners {
            [a, b, c] => a.dot(b.cross(c)),
            [a, b] => a.x * b.y - a.y * b.x,
            _ => 0.0,
        };
        let sum: DVec3 = corners.iter().sum();
        self.content += content;
        self.first += sum * content;
        let squares = corners.iter().fold(outer(sum, sum), |m, c| m + outer(*c, *c));
        self.second += squares * content;
    }
    /// The moments, of simplices of `corners` corners and the origin.
    pub fn moments(&self, corners: usize) -> Moments {
        // A simplex of n + 1 corners has content / n!; the integral of x xᵀ over it is its volume times the
        // sum of all corner products and of the squared corner sum, by (n + 1) (n + 2).
        let n = corners as f64;
        let factorial = if corners == 2 { 2.0 } else { 6.0 };
        let volume = self.content / factorial;
        if volume == 0.0 {
            return Moments::NONE;
        }
        let center = self.first / (factorial * (n + 1.0) * volume);
        let about_origin = self.second * (1.0 / (factorial * (n + 1.0) * (n + 2.0)));
        Moments {
            volume,
            center,
            second: about_origin - outer(center, center) * volume,
        }
    }
}
