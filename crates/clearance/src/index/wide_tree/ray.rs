//! A ray against eight boxes at once: when it enters them, never too late (Kay and Kajiya, "Ray tracing
//! complex scenes", 1986).
//!
//! In the unit of a tree and in single precision. Boxes are enlarged by the error of the start, and times are
//! made earlier by that of a quotient, so no box that the ray enters is missed. Of the facets in a box those
//! are passed over that the line of the ray surely misses (`corners.rs`).

use core::ops::ControlFlow;

use glam::Vec4;

use super::corners::Line;
use super::packed::Packed;
use super::unit::up;
use super::walk::{Mask, Stack, bits};
use super::{Child, Node, Unit, WIDTH, WideTree};
use crate::index::interface::Flow;
use crate::math::Vector;
use crate::simd::{Job, Lanes, Portable, dispatch, prefetch};

/// The rounding of a quotient and of what it is compared with.
const ROUNDING: f32 = 1e-6;
/// A component of a direction this small counts as this: in the time to cross the shape it moves nowhere.
const LEAST: f32 = 1e-30;

/// A ray in the unit of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayLanes {
    /// Where it starts, moved by the error towards the planes through which it enters boxes, and leaves them.
    origins: [[f32; 2]; 3],
    inverse: [f32; 3],
    line: Line,
}

impl RayLanes {
    /// From a point, known to within `error` along each axis, and a direction in the frame of the shape;
    /// `None` where single precision does not hold them. Where facets are off by an error, that counts, too.
    pub fn new<V: Vector>(unit: &Unit<V>, origin: [f64; 3], direction: [f64; 3], error: f64) -> Option<Self> {
        let at: [f64; 3] = core::array::from_fn(|i| unit.coordinate(origin[i], i));
        let along = direction.map(|x| (x * unit.per_length) as f32);
        let reach = at.iter().fold(1.0, |reach: f64, x| reach.max(libm::fabs(*x)));
        let fastest = along.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
        if !(reach < 1e15 && fastest > 1e-15 && fastest < 1e15) {
            return None;
        }
        let error = error * unit.per_length;
        let room = up(4e-7 * reach + error);
        let inverse = along.map(|x| if x.abs() < LEAST { LEAST.copysign(x) } else { x }.recip());
        let origins = |i: usize| {
            let room = room.copysign(inverse[i]);
            [at[i] as f32 + room, at[i] as f32 - room]
        };
        Some(Self {
            origins: core::array::from_fn(origins),
            inverse,
            line: Line::new(at, direction, up(reach), up(error)),
        })
    }
    /// The same with boxes grown by a length of the shape.
    pub fn with_room<V: Vector>(mut self, unit: &Unit<V>, by: f64) -> Self {
        for (origins, inverse) in self.origins.iter_mut().zip(self.inverse) {
            let room = up(by * unit.per_length).copysign(inverse);
            *origins = [origins[0] + room, origins[1] - room];
        }
        self
    }
    /// Which of eight boxes the ray enters until a time, and lower bounds of the times of entry. The boxes
    /// are told by their sides along an axis, the low ones first, or last.
    #[inline(always)]
    fn enters<L: Lanes>(
        &self,
        lanes: L,
        sides: impl Fn(usize, bool) -> [[f32; WIDTH]; 2],
        until: f32,
    ) -> (Mask, [f32; WIDTH]) {
        let (mut enter, mut exit) = ([0.0; WIDTH], [until; WIDTH]);
        for i in 0..3 {
            let ([first, last], inverse) = (self.origins[i], self.inverse[i]);
            let [near, far] = sides(i, inverse < 0.0);
            for k in 0..WIDTH {
                let (from, to) = ((near[k] - first) * inverse, (far[k] - last) * inverse);
                enter[k] = if from > enter[k] { from } else { enter[k] };
                exit[k] = if to < exit[k] { to } else { exit[k] };
            }
        }
        for k in 0..WIDTH {
            enter[k] *= 1.0 - ROUNDING;
            exit[k] *= 1.0 + ROUNDING;
        }
        (lanes.at_most(&enter, &exit).into(), enter)
    }
    /// The same of boxes some of which have no end.
    #[cold]
    #[inline(never)]
    fn enters_endless(&self, node: &Packed, until: f32) -> (Mask, [f32; WIDTH]) {
        let node = node.unpacked();
        self.enters(Portable, |axis, is_reversed| node.sides(axis, is_reversed), until)
    }
}

impl Node {
    /// The sides of its boxes along an axis, the low ones first, or last.
    #[inline(always)]
    fn sides(&self, axis: usize, is_reversed: bool) -> [[f32; WIDTH]; 2] {
        let numbers = |lanes: &[Vec4; 2]| {
            let [a, b] = [lanes[0].to_array(), lanes[1].to_array()];
            [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]]
        };
        match is_reversed {
            false => [numbers(&self.low[axis]), numbers(&self.high[axis])],
            true => [numbers(&self.high[axis]), numbers(&self.low[axis])],
        }
    }
}

impl<V: Vector> WideTree<V> {
    /// The children of a node whose boxes a ray enters until a time, and when. Compiled twice: for trees
    /// whose nodes are packed, and for those over heights.
    #[inline(always)]
    fn entered<L: Lanes, const MADE: bool>(
        &self,
        number: u32,
        (lanes, ray, until): (L, &RayLanes, f32),
        mut visit: impl FnMut(f32, Child),
    ) {
        if MADE {
            let mut made = None;
            let node = self.node(number, &mut made);
            let (mask, times) = ray.enters(
                lanes,
                #[inline(always)]
                |axis, is_reversed| node.sides(axis, is_reversed),
                until,
            );
            bits(mask).for_each(|k| visit(times[k], node.children[k]));
        } else {
            let node = &self.nodes[number as usize];
            let (mask, times) = match node.is_endless() {
                true => ray.enters_endless(node, until),
                false => ray.enters(
                    lanes,
                    #[inline(always)]
                    |axis, is_reversed| node.sides(axis, is_reversed),
                    until,
                ),
            };
            bits(mask & node.filled()).for_each(|k| visit(times[k], node.child(k)));
        }
    }
    /// Has what a search reads of a child fetched.
    #[inline(always)]
    fn fetch(&self, child: Child) {
        match child.count {
            0 => prefetch(&self.nodes, child.first as usize),
            _ => prefetch(&self.corners, child.first as usize / super::LEAF),
        }
    }
    /// Which items of a leaf the line of a ray may pass: all but facets that it surely misses.
    #[inline(always)]
    fn passed_in(&self, leaf: Child, ray: &RayLanes) -> Mask {
        match self.corners.get(leaf.first as usize / super::LEAF) {
            Some(corners) => all_of(leaf) & ray.line.may_pass(corners),
            None => all_of(leaf),
        }
    }
    /// Visits the items in boxes that a ray enters at any time, until `visit` breaks; no facets that its line
    /// surely misses.
    pub fn crossed_by(&self, ray: &RayLanes, visit: &mut dyn FnMut(u32) -> Flow) -> Flow {
        let (tree, ray) = (self, *ray);
        match tree.is_made() {
            true => dispatch(Crossed::<V, true> { tree, ray, visit }),
            false => dispatch(Crossed::<V, false> { tree, ray, visit }),
        }
    }
    /// Visits the items in boxes that a ray enters until a time, those entered first first; no facets that
    /// its line surely misses, except in boxes that the start may be in, which are entered at 0. `visit` gets
    /// when its box is entered, never too late, and returns up to which time others are of interest.
    pub fn along(&self, ray: &RayLanes, until: f64, visit: &mut dyn FnMut(u32, f32) -> f64) {
        let (tree, ray) = (self, *ray);
        match tree.is_made() {
            true => dispatch(Along::<V, true> {
                tree,
                ray,
                until,
                visit,
            }),
            false => dispatch(Along::<V, false> {
                tree,
                ray,
                until,
                visit,
            }),
        }
    }
}

#[inline(always)]
fn all_of(leaf: Child) -> Mask {
    (1 << leaf.count) - 1
}

/// A search for all items.
struct Crossed<'a, V: Vector, const MADE: bool> {
    tree: &'a WideTree<V>,
    ray: RayLanes,
    visit: &'a mut dyn FnMut(u32) -> Flow,
}

impl<V: Vector, const MADE: bool> Job for Crossed<'_, V, MADE> {
    type Output = Flow;
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Flow {
        let Self { tree, ray, visit } = self;
        let mut open = Stack::<Child>::new();
        open.extend(tree.root());
        while let Some(child) = open.pop() {
            if child.count == 0 {
                let all = (lanes, &ray, f32::INFINITY);
                tree.entered::<L, MADE>(child.first, all, |_, child| open.push(child));
                continue;
            }
            for k in bits(tree.passed_in(child, &ray)) {
                visit(tree.item(child, k))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// A search for the first item.
struct Along<'a, V: Vector, const MADE: bool> {
    tree: &'a WideTree<V>,
    ray: RayLanes,
    until: f64,
    visit: &'a mut dyn FnMut(u32, f32) -> f64,
}

impl<V: Vector, const MADE: bool> Job for Along<'_, V, MADE> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let (tree, ray) = (self.tree, self.ray);
        let limit_of = |time: f64| up(time * (1.0 + 1e-6));
        let mut limit = limit_of(self.until);
        let mut open = Stack::<(f32, Child)>::new();
        let mut next = tree.root().map(|root| (0.0, root));
        while let Some((entered, child)) = next {
            next = None;
            if child.count == 0 {
                let start = open.len();
                tree.entered::<L, MADE>(child.first, (lanes, &ray, limit), |time, child| {
                    let other = (time, child);
                    tree.fetch(child);
                    match next {
                        // The first goes on in a register, the others wait.
                        Some(first) if first.0 <= other.0 => insert(&mut open, start, other),
                        Some(first) => {
                            insert(&mut open, start, first);
                            next = Some(other);
                        }
                        None => next = Some(other),
                    }
                });
            } else {
                let mask = if entered > 0.0 {
                    tree.passed_in(child, &ray)
                } else {
                    all_of(child)
                };
                for k in bits(mask) {
                    limit = limit.min(limit_of((self.visit)(tree.item(child, k), entered)));
                }
            }
            while next.is_none() {
                match open.pop() {
                    Some(other) if other.0 <= limit => next = Some(other),
                    Some(_) => {}
                    None => return,
                }
            }
        }
    }
}

/// Puts a child on the stack, below those from `start` on that are entered earlier.
#[inline(always)]
fn insert(open: &mut Stack<(f32, Child)>, start: usize, child: (f32, Child)) {
    let mut place = open.len();
    open.push(child);
    while place > start && open[place - 1].0 < child.0 {
        open[place] = open[place - 1];
        place -= 1;
    }
    open[place] = child;
}
