//! The common part of two solids: its volume, its border's area, its center.
//!
//! # How it is computed
//!
//! The border of the common part is made of the pieces of each border inside the other one. Volume and center
//! are integrals over that border (divergence theorem), so the pieces need not be joined to a mesh: the sum
//! over them is enough (`sums.rs`). This is how Franklin computes the mass of a union of polyhedra from local
//! information alone ("Polygon properties calculated from the vertex neighborhoods", 1987).
//!
//! 1. Both trees of boxes are searched together for pairs of facets whose boxes meet.
//! 2. For each pair it is decided exactly which edges of one facet pass through the other (`crossing.rs`).
//!    The second border is moved by an infinitely small step (`facets/signs.rs`), so that nothing touches:
//!    each case is a crossing or none. Volume and moment are continuous, so in the limit they are right.
//! 3. The winding number of the other border is carried along the edges (`winding.rs`).
//! 4. The pieces are summed up (`pieces.rs`). Positions are computed in double-doubles, relative to the
//!    middle of the common box.
//!
//! The border's area is not continuous. Faces in one plane that face each other are counted twice where the
//! step presses them together, and are taken off again (`pressed.rs`).
//!
//! The step goes from the first shape to the second, along the axis first along which their boxes overlap
//! least. So most shapes that only touch are apart with it, and nothing is left to sum. Where the sum is no
//! more than its rounding errors may be, the exact relation of the shapes tells whether there is a common
//! part.
//!
//! Limits: a border that crosses itself is found out only where the other border meets it.

mod crossing;
mod outline;
mod pieces;
mod pressed;
mod winding;

use alloc::vec::Vec;
use core::cmp::Ordering;

use glam::DVec3;

use crate::exact::number::round::times_power_of_two;
use crate::math::{Aabb, Real, Vector};
use crate::measure::error::{MeasureError, Unmeasured, Which};
use crate::measure::facets::body::Body;
use crate::measure::facets::fine::View;
use crate::measure::facets::signs::{Moves, Steps};
use crate::measure::facets::site::Unit;
use crate::measure::sums::{Inside, Sums};
use crate::pair::{PairSpace, Relation, relation};
use crate::shape::{AnyShape, Border, Placed};
use crossing::Crossings;
pub use outline::CommonMesh;
use outline::{Facet, Outline, ToWorld};
use pieces::Pieces;
use pressed::{common_area, common_length};
use winding::{Limits, Windings};

/// What two solids have in common, or two regions of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommonPart<V: Vector> {
    /// The volume; in the plane the area. 0 where the shapes are apart or only touch.
    pub volume: f64,
    /// The area of its border; in the plane the length.
    pub border: f64,
    /// The center of mass, in the world; `None` where the volume is 0.
    pub center: Option<V::Double>,
}

impl<V: Vector> CommonPart<V> {
    const NONE: Self = Self {
        volume: 0.0,
        border: 0.0,
        center: None,
    };
}

/// What sees each piece: the body, a facet of it, the corners of that, and what of it is inside the other
/// border.
type Visit<'v, 'a, V> = dyn FnMut(&Body<'a, V>, Facet, [DVec3; 3], Inside<'_>) + 'v;

/// A volume less than this share of the box around it may be no more than rounding errors.
const NOISE: f64 = 1.0 / (1u64 << 30) as f64;

/// A solid, and its border.
pub(in crate::measure) type Solid<'a, V> = (Placed<'a, V>, &'a dyn Border<V>);

/// Two borders near each other.
struct Meeting<'a, V: PairSpace> {
    bodies: [Body<'a, V>; 2],
    /// The common box of both shapes.
    near: Aabb<V>,
    unit: Unit,
    view: View,
    to_world: ToWorld,
    steps: Steps,
    limits: [Limits; 2],
}

/// The common part of two placed solids with these borders.
pub(in crate::measure) fn common_of<V: PairSpace>(
    a: Solid<'_, V>,
    b: Solid<'_, V>,
) -> Result<CommonPart<V>, MeasureError> {
    let Some(mut meeting) = Meeting::new(a, b) else {
        return Ok(CommonPart::NONE);
    };
    let (part, _) = meeting.measured(&mut |_, _, _, _| {})?;
    Ok(match meeting.is_real(&part, || relation(a.0, b.0)) {
        true => part,
        false => CommonPart::NONE,
    })
}

/// The common part of two placed solids of space as a mesh.
pub(in crate::measure) fn common_mesh_of<V: PairSpace>(
    a: Solid<'_, V>,
    b: Solid<'_, V>,
) -> Result<CommonMesh<V>, MeasureError> {
    let Some(CommonOutline {
        outline,
        bodies,
        pressed,
    }) = outline_of(a, b)?
    else {
        return Ok(CommonMesh::default());
    };
    let facets = |&[i, j]: &[u32; 2]| [(0, i as usize), (1, j as usize)];
    let pressed = pressed.iter().flat_map(facets).collect();
    let is_mesh = [a, b].map(|solid| solid.0.shape.parts().is_some());
    Ok(outline.mesh(&pressed, &|(which, slot)| {
        let body = &bodies[which];
        let index = Some(body.facets[slot].index).filter(|_| is_mesh[which]);
        index.and_then(|i| body.border.number(i)).map(|i| i as u32)
    }))
}

/// The common part of two placed regions of the plane as rings.
pub(in crate::measure) fn common_rings_of<V: PairSpace>(
    a: Solid<'_, V>,
    b: Solid<'_, V>,
) -> Result<Vec<Vec<V::Double>>, MeasureError> {
    Ok(outline_of(a, b)?.map_or_else(Vec::new, |common| common.outline.rings()))
}

/// The border of a common part.
struct CommonOutline<'a, V: PairSpace> {
    outline: Outline<V>,
    bodies: [Body<'a, V>; 2],
    /// The pairs of facets that are pressed together.
    pressed: Vec<[u32; 2]>,
}

/// The border of the common part; `None` where there is none.
fn outline_of<'a, V: PairSpace>(
    a: Solid<'a, V>,
    b: Solid<'a, V>,
) -> Result<Option<CommonOutline<'a, V>>, MeasureError> {
    let Some(mut meeting) = Meeting::new(a, b) else {
        return Ok(None);
    };
    let mut outline = Outline::new(meeting.to_world);
    let (part, pressed) = meeting.measured(&mut |body, facet, corners, inside| {
        outline.add(body, facet, corners, &inside);
    })?;
    let is_real = meeting.is_real(&part, || relation(a.0, b.0));
    let bodies = meeting.bodies;
    Ok(is_real.then_some(CommonOutline {
        outline,
        bodies,
        pressed,
    }))
}

/// The volume of a box.
fn content<V: Vector>(b: &Aabb<V>) -> f64 {
    (0..V::DIM).map(|i| (b.max - b.min).get(i).to_f64()).product()
}

fn view<V: Vector>(near: &Aabb<V>, unit: &Unit) -> View {
    let origin = unit.rounded_origin();
    let scaled = |x: V::Scalar| times_power_of_two(x.to_f64(), -unit.exponent);
    // Few bits, so that differences from it are exact more often.
    let middle = |i: usize| match i < V::DIM {
        true => f64::from((scaled(near.center().get(i)) - origin[i]) as f32),
        false => 0.0,
    };
    let size = scaled((near.max - near.min).max_abs());
    let exponent = if size > 0.0 { libm::ilogb(size) } else { 0 };
    View {
        middle: [0, 1, 2].map(middle),
        factor: times_power_of_two(1.0, -i64::from(exponent).clamp(-1000, 1000)),
    }
}

/// From the first shape to the second, the axis of least overlap first.
fn steps<V: Vector>(boxes: &[Aabb<V>; 2], near: &Aabb<V>) -> Steps {
    let thickness = |i: usize| match i < V::DIM {
        true => (near.max - near.min).get(i).to_f64(),
        false => f64::INFINITY,
    };
    let mut axes = [0, 1, 2];
    axes.sort_by(|&i, &j| thickness(i).total_cmp(&thickness(j)));
    let is_negative = |i: usize| {
        let way = |b: &Aabb<V>| b.center().get(i).to_f64();
        i < V::DIM && way(&boxes[1]).partial_cmp(&way(&boxes[0])) == Some(Ordering::Less)
    };
    Steps(axes.map(|i| (i, is_negative(i))))
}

impl<'a, V: PairSpace> Meeting<'a, V> {
    /// `None` where the boxes of the solids are apart.
    fn new(a: Solid<'a, V>, b: Solid<'a, V>) -> Option<Self> {
        let boxes = [a.0.aabb(), b.0.aabb()];
        if !boxes[0].overlaps(&boxes[1]) {
            return None;
        }
        let near = Aabb {
            min: boxes[0].min.max(boxes[1].min),
            max: boxes[0].max.min(boxes[1].max),
        };
        let largest = |b: &Aabb<V>| b.min.max_abs().max(b.max.max_abs()).to_f64();
        let size = largest(&boxes[0]).max(largest(&boxes[1]));
        let unit = Unit::new([&a.0.place, &b.0.place], size);
        let steps = steps(&boxes, &near);
        let mut bodies = [a, b].map(|(placed, border)| Body::new(border, &placed.place, (&unit, steps)));
        bodies.iter_mut().for_each(|body| body.load_near(&near));
        let view = view(&near, &unit);
        Some(Self {
            bodies,
            view,
            to_world: ToWorld::new(view, &unit),
            near,
            steps,
            limits: [Limits::new(&boxes[0], &unit), Limits::new(&boxes[1], &unit)],
            unit,
        })
    }
    /// Whether a sum is a common part, and not rounding errors; where it is so small that it may be either,
    /// the exact relation tells.
    fn is_real(&self, part: &CommonPart<V>, relation: impl FnOnce() -> Relation) -> bool {
        let is_sure = part.volume > NOISE * content(&self.near);
        is_sure || (*part != CommonPart::NONE && relation() == Relation::Overlapping)
    }
    /// The sums over the pieces of both borders, each of which `visit` sees, too; and the pairs of facets
    /// that are pressed together.
    fn measured(
        &mut self,
        visit: &mut Visit<'_, 'a, V>,
    ) -> Result<(CommonPart<V>, Vec<[u32; 2]>), MeasureError> {
        let mut crossings = self.crossings();
        let windings = self.windings(&crossings);
        let mut sums = Sums::default();
        for (which, windings) in windings.into_iter().enumerate() {
            let body = &self.bodies[which];
            let view = self.view;
            let pieces = Pieces { body, windings, view };
            let mut add = |slot: usize, corners: [DVec3; 3], inside: Inside<'_>| {
                match V::DIM {
                    2 => sums.add_segments(corners, &inside),
                    _ if body.facets[slot].is_flat() => {}
                    _ => sums.add_part(corners, &inside),
                }
                visit(body, (which, slot), corners, inside);
            };
            // The number is that of the other border.
            let crossed = if which == 0 { Which::B } else { Which::A };
            pieces
                .each(&mut crossings.of[which], &mut add)
                .map_err(|_| Unmeasured::CrossesItself.of(crossed))?;
        }
        for slots in &crossings.pressed {
            sums.add_border(-2.0 * self.pressed(*slots) * if V::DIM == 2 { 1.0 } else { 2.0 });
        }
        Ok((self.part(&sums), crossings.pressed))
    }
    fn windings(&mut self, crossings: &Crossings) -> [Windings; 2] {
        let [first, second] = &mut self.bodies;
        let limits = |which: usize| (&self.limits[1 - which], &self.unit);
        [
            Windings::new(first, &crossings.of[0].events, second, limits(0), Moves::Against),
            Windings::new(second, &crossings.of[1].events, first, limits(1), Moves::Along),
        ]
    }
    fn crossings(&mut self) -> Crossings {
        let mut crossings = Crossings::default();
        let [a, b] = &mut self.bodies;
        for [i, j] in a.pairs_near(b) {
            let slots = [a.load(i), b.load(j)];
            crossings.add([&*a, &*b], slots, self.steps, &self.view);
        }
        crossings
    }
    /// The area (in the plane: length) that two facets pressed together have in common.
    fn pressed(&self, slots: [u32; 2]) -> f64 {
        let [t, u] = [0, 1].map(|w| {
            let corners = self.bodies[w].corners_of(slots[w] as usize);
            corners.map(|s| self.view.of_site(s))
        });
        match V::DIM {
            2 => common_length([t[0], t[1]], [u[0], u[1]]),
            _ => common_area(t, u),
        }
    }
    /// The sums in the world.
    fn part(&self, sums: &Sums) -> CommonPart<V> {
        let volume = sums.content(V::DIM);
        if volume == 0.0 && sums.border(V::DIM) == 0.0 {
            return CommonPart::NONE;
        }
        // A length of 1 in the view is this in the world.
        let exponent = self.unit.exponent - i64::from(libm::ilogb(self.view.factor));
        let power = |n: usize| exponent * n as i64;
        CommonPart {
            volume: times_power_of_two(volume.max(0.0), power(V::DIM)),
            border: times_power_of_two(sums.border(V::DIM).max(0.0), power(V::DIM - 1)),
            center: (volume > 0.0).then(|| {
                self.to_world
                    .point(sums.center(V::DIM).clamp(-DVec3::ONE, DVec3::ONE))
            }),
        }
    }
}
