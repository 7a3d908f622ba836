//! Whether a part is blocked by another one on its way upwards, to infinity: by what lines upwards meet of
//! both.
//!
//! Curved surfaces bulge out of their facets. So facets that pass beside each other by no more than both are
//! off are looked at, too: while they do, the surfaces are asked in some places.

use core::ops::ControlFlow::{self, Break, Continue};

use glam::{DVec2, DVec3, Vec3Swizzles};

use super::closest::nearest;
use super::overlap::{Piece, Seen, gap_beside, is_line, share_a_corner};
use super::places::{Passing, Places, Spot};
use super::shadow::{Shadow, View};
use super::without_facets::interferes_at;
use crate::assembly::between::two::reach_of;
use crate::assembly::class::Tolerance;
use crate::assembly::parts::Part;
use crate::assembly::placed::PlacedBody;
use crate::assembly::solid::Body;
use crate::cast::contains;
use crate::math::Aabb;
use crate::pair::closest_on_triangle;
use crate::shape::{Border, Placed};

/// Two places where surfaces are nearest count as one if they are no further apart than this share of a
/// passing.
const NEAREST_APART: f64 = 1.0 / 64.0;

/// A part that is a polyhedron, and what is seen of it along a direction.
pub(super) struct Seated<'a> {
    pub part: &'a Part,
    body: &'a Body,
    pub shadow: Shadow,
    rounding: f64,
    deflection: f64,
    fit_error: f64,
}

impl<'a> Seated<'a> {
    pub fn new(part: &'a Part, placed: &PlacedBody<'a>, view: &View) -> Self {
        Self {
            part,
            body: placed.body,
            shadow: Shadow::new(placed, view),
            rounding: placed.rounding,
            deflection: placed.deflection(),
            fit_error: placed.fit_error(),
        }
    }
    /// A flat box in the view around all that its surfaces pass.
    pub fn passes(&self) -> Aabb<DVec3> {
        let mut bounds = self.shadow.bounds.inflated(self.deflection + self.fit_error);
        (bounds.min.z, bounds.max.z) = (0.0, 0.0);
        bounds
    }
    /// The distance of a point of the world from the border; rounded.
    fn distance(&self, p: DVec3) -> f64 {
        let frame = self.part.pose.frame();
        let p = frame.local_point(p);
        let at = Aabb { min: p, max: p };
        let mesh = &self.body.mesh;
        let nearest = mesh.facet_boxes().nearest(
            |bounds| bounds.distance(&at),
            |facet, best| best.min((closest_on_triangle(&mesh.corners(facet), p) - p).length()),
        );
        nearest * self.part.pose.scale()
    }
    fn contains(&self, p: DVec3) -> bool {
        contains(Placed::new(&self.body.shape, &self.part.pose), p).unwrap_or(false)
    }
}

/// A part that moves upwards, and one that may be in its way.
pub(super) struct Rise<'a> {
    view: View,
    moving: &'a Seated<'a>,
    other: &'a Seated<'a>,
    rounding: f64,
    /// A common part that is deeper is explained by no tolerance.
    reach: f64,
    places: Places,
    /// How far from each other facets may pass whose surfaces overlap.
    beside: f64,
    tolerance: Tolerance,
}

impl<'a> Rise<'a> {
    pub fn new(view: View, moving: &'a Seated<'a>, other: &'a Seated<'a>, tolerance: Tolerance) -> Self {
        let rounding = moving.rounding + other.rounding;
        let [deflections, fits] = [
            moving.deflection + other.deflection,
            moving.fit_error + other.fit_error,
        ];
        Self {
            view,
            moving,
            other,
            rounding,
            reach: reach_of(deflections, fits, tolerance.length() + rounding),
            places: Places::default(),
            beside: deflections + fits,
            tolerance,
        }
    }
    /// Whether the other part is in its way.
    pub fn ends(mut self) -> bool {
        let Some(window) = self.window() else {
            return false;
        };
        let (moving, other) = (self.moving, self.other);
        let flow = moving.shadow.lower.facets_in(&self.grown(window), &mut |lower| {
            let mut above = self.grown(Aabb::around(lower.corners));
            above.max.z = window.max.z;
            other
                .shadow
                .upper
                .facets_in(&above, &mut |upper| self.look_at(lower, upper))
        });
        flow.is_break() || self.places.all().any(|risen| self.interferes(risen))
    }
    /// A box in the view with what passes beside it.
    fn grown(&self, mut bounds: Aabb<DVec3>) -> Aabb<DVec3> {
        let room = DVec3::new(self.beside, self.beside, 0.0);
        (bounds.min, bounds.max) = (bounds.min - room, bounds.max + room);
        bounds
    }
    /// Where in the view facets may be that matter.
    fn window(&self) -> Option<Aabb<DVec3>> {
        let [p, q] = [self.grown(self.moving.shadow.bounds), self.other.shadow.bounds];
        let mut window = Aabb {
            min: p.min.max(q.min),
            max: p.max.min(q.max),
        };
        (window.min.z, window.max.z) = (p.min.z, q.max.z);
        let is_open = (window.max - window.min).min_element() > self.rounding;
        is_open.then_some(window)
    }
    /// Looks at the lines that meet a facet of the moving part's lower side, and above it one of the other's
    /// upper side.
    fn look_at(&mut self, lower: &Seen, upper: &Seen) -> ControlFlow<()> {
        let piece = upper.above(lower);
        let are_solid = self.moving.body.is_solid() && self.other.body.is_solid();
        if is_line(&piece, self.rounding) {
            if are_solid && self.beside > 0.0 {
                self.note_passing(lower, upper);
            }
            return Continue(());
        }
        if !are_solid {
            return self.look_at_shells(&piece);
        }
        let center = piece.iter().sum::<DVec3>() / piece.len() as f64;
        let samples = core::iter::once(&center).chain(&piece);
        for line in samples {
            self.look_along(line.xy(), [lower.height(line.xy()), upper.height(line.xy())])?;
        }
        Continue(())
    }
    /// Surfaces that bound no solid block each other where they pass each other.
    fn look_at_shells(&self, piece: &Piece) -> ControlFlow<()> {
        let is_above = piece.iter().any(|p| p.z > self.reach);
        match is_above && !is_line(piece, self.reach) {
            true => Break(()),
            false => Continue(()),
        }
    }
    /// Looks at a line that meets the moving part from a height on, and the other one up to a height.
    fn look_along(&mut self, line: DVec2, [low, high]: [f64; 2]) -> ControlFlow<()> {
        if high - low <= self.rounding {
            return Continue(());
        }
        let moving = [low, self.end_above(line, low).min(high)];
        let other = [self.end_below(line, high).max(low), high];
        let middle = |[low, high]: [f64; 2]| (low + high) / 2.0;
        let view = self.view;
        let point = |height: f64| view.world(line.extend(height));
        let while_common = [(other[0] - moving[1]).max(0.0), high - low];
        for (part, height) in [(self.moving, middle(moving)), (self.other, middle(other))] {
            let depth = part.distance(point(height));
            if depth <= self.reach {
                if depth > self.rounding {
                    self.places.add_spot(Spot { while_common, depth });
                }
            } else if part.contains(point(height)) {
                return Break(());
            }
        }
        Continue(())
    }
    /// Where a line leaves the moving part that it enters at a height.
    fn end_above(&self, line: DVec2, low: f64) -> f64 {
        let bounds = &self.moving.shadow.bounds;
        let window = Aabb {
            min: line.extend(low),
            max: line.extend(bounds.max.z),
        };
        let mut end = bounds.max.z;
        let _ = self.moving.shadow.upper.facets_in(&window, &mut |upper| {
            let height = upper.height(line);
            if height > low + self.rounding {
                end = end.min(height);
            }
            Continue(())
        });
        end
    }
    /// Where a line enters the other part that it leaves at a height.
    fn end_below(&self, line: DVec2, high: f64) -> f64 {
        let bounds = &self.other.shadow.bounds;
        let window = Aabb {
            min: line.extend(bounds.min.z),
            max: line.extend(high),
        };
        let mut end = bounds.min.z;
        let _ = self.other.shadow.lower.facets_in(&window, &mut |lower| {
            let height = lower.height(line);
            if height < high - self.rounding {
                end = end.max(height);
            }
            Continue(())
        });
        end
    }
    /// Keeps where facets pass beside each other.
    fn note_passing(&mut self, lower: &Seen, upper: &Seen) {
        let beside = lower.bulge + upper.bulge;
        // Pins in holes of as many sides touch all around, and do so all the way.
        let is_touch = share_a_corner(upper, lower, self.rounding);
        if beside == 0.0 || is_touch || gap_beside(upper, lower) > beside {
            return;
        }
        let ([low, high], [from, to]) = (lower.heights(), upper.heights());
        // The surfaces may be nearest beyond the edges in which the sides of both end.
        let room = 0.5 * ((high - low) + (to - from));
        let [start, end] = [(from - high - room).max(0.0), to - low + room];
        if end <= 0.0 || self.places.has_passing([start, end]) {
            return;
        }
        // Lines in the middle of both tell how thick the parts are there.
        let (below, above) = (lower.middle(), upper.middle());
        let leaves = self.end_above(below.xy(), below.z);
        let enters = self.end_below(above.xy(), above.z);
        let start = start.min((enters - leaves).max(0.0));
        if end <= start {
            return;
        }
        if let Some(risen) = self.nearest(lower, upper).filter(|at| (start..=end).contains(at)) {
            self.places.add_nearest(risen, NEAREST_APART * (end - start));
        }
        self.places.add_passing(Passing {
            risen: [start, end],
            is_along_walls: room <= self.rounding,
            is_from_start: enters < leaves - self.rounding,
        });
    }
    /// How far up the lower part has gone when the surfaces of two facets are nearest, if that is on its way.
    fn nearest(&self, lower: &Seen, upper: &Seen) -> Option<f64> {
        let surface = |of: &Seated<'_>, seen: &Seen| {
            let faces = &of.body.faces;
            let surface = faces.face(faces.face_of(seen.facet)).surface?;
            Some(surface.placed(&of.part.pose))
        };
        let (moving, other) = (surface(self.moving, lower)?, surface(self.other, upper)?);
        nearest(&moving, &other, self.view.world(DVec3::Z)).filter(|&risen| risen > self.rounding)
    }
    /// Whether the parts interfere when the lower one has gone so far up.
    fn interferes(&self, risen: f64) -> bool {
        let up = self.view.world(DVec3::Z) * risen;
        interferes_at([self.moving.part, self.other.part], up, self.tolerance)
    }
}
