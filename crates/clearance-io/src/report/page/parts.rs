//! The objects of a page: which of them it shows, with which shape, and where.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use clearance::glam::DVec3;
use clearance::index::StaticTree;
use clearance::math::{Aabb, Pose, Real};
use clearance::shape::{Placed, Shape3, Space3};
use serde::Serialize;

use super::pool::{Pool, Range};
use super::shapes::{Detail, Shapes, WrittenShape, bounds};
use crate::report::Report;
use crate::report::solid::{Solid, patch};
use crate::scene::Object;
use crate::shape::ReadSpace;

/// The bytes of all shapes of objects, before they are deflated.
const BUDGET: usize = 8 << 20;
/// The greatest number of objects on a page.
const MOST_PARTS: usize = 200_000;

/// An object is one that only reports, is without end, is drawn as its box, with less detail.
const SENSOR: u8 = 1;
const UNBOUNDED: u8 = 2;
const BOXED: u8 = 4;
const COARSE: u8 = 8;

/// The objects as columns: for each its shape, its orientation (a row of `frames`: the images of the three
/// axes, scale included), and the place of the shape's center.
#[derive(Serialize)]
pub struct PartsData {
    shape: Range,
    frame: Range,
    origin: Range,
    flags: Range,
    frames: Range,
}

/// What the page shows of the scene.
pub struct Shown {
    pub parts: PartsData,
    /// For each object its number on the page.
    pub numbers: Vec<Option<u32>>,
    pub left_out: Vec<String>,
}

/// A part as it is drawn.
struct Drawn {
    shape: usize,
    axes: [f32; 9],
    origin: DVec3,
    flags: u8,
}

/// Adds the objects to the page, those of clashes first.
pub fn show<V: Space3 + ReadSpace>(report: &Report<'_, V>, pool: &mut Pool, shapes: &mut Shapes) -> Shown {
    let ranks = ranks(report);
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by_key(|&i| ranks[i]);
    order.truncate(MOST_PARTS);
    let mut writer = Writer {
        pool,
        shapes,
        known: BTreeMap::new(),
        around: extent(report),
    };
    writer.shapes.with_budget(BUDGET);
    let mut drawn: Vec<(usize, Drawn)> = order
        .into_iter()
        .map(|i| (i, writer.object(&report.scene.objects[i])))
        .collect();
    drawn.sort_by_key(|(i, _)| *i);
    let mut numbers = vec![None; ranks.len()];
    for (number, (i, _)) in drawn.iter().enumerate() {
        numbers[*i] = Some(number as u32);
    }
    let left_out = left_out(ranks.len(), &drawn);
    let drawn: Vec<_> = drawn.into_iter().map(|(_, part)| part).collect();
    Shown {
        parts: columns(pool, &drawn),
        numbers,
        left_out,
    }
}

fn left_out(count: usize, drawn: &[(usize, Drawn)]) -> Vec<String> {
    let with = |flag: u8| drawn.iter().filter(|(_, part)| part.flags & flag != 0).count();
    let lines = [
        (count - drawn.len(), "parts far from any pair, left out"),
        (with(BOXED), "parts drawn as their boxes"),
        (with(COARSE), "parts drawn with fewer triangles"),
    ];
    let lines = lines.iter().filter(|(count, _)| *count > 0);
    lines.map(|(count, what)| format!("{what}: {count}")).collect()
}

/// How early each object is written: those of a clash, of another pair, beside one of these, and the rest.
fn ranks<V: Space3 + ReadSpace>(report: &Report<'_, V>) -> Vec<u8> {
    let objects = &report.scene.objects;
    let mut ranks = vec![3; objects.len()];
    for finding in &report.checked.findings {
        let rank = u8::from(!finding.class.is_clash());
        for i in [finding.a, finding.b] {
            ranks[i] = rank.min(ranks[i]);
        }
    }
    let boxes: Vec<_> = objects.iter().map(|object| object.placed().aabb()).collect();
    let tree = StaticTree::build(&boxes);
    for i in (0..objects.len()).filter(|&i| ranks[i] == 0).collect::<Vec<_>>() {
        let Aabb { min, max } = boxes[i];
        let margin = (max - min) * V::Scalar::HALF;
        let around = Aabb {
            min: min - margin,
            max: max + margin,
        };
        let _ = tree.overlapping(&around, &mut |k| {
            ranks[k as usize] = ranks[k as usize].min(2);
            ControlFlow::Continue(())
        });
    }
    ranks
}

/// The center of the bounded objects, and half the diagonal of their box.
fn extent<V: Space3 + ReadSpace>(report: &Report<'_, V>) -> (DVec3, f64) {
    let boxes = report.scene.objects.iter().map(|object| object.placed().aabb());
    let ends = boxes.flat_map(|aabb| [aabb.min.to_double(), aabb.max.to_double()]);
    let (low, high) = bounds(&ends.filter(|p| p.is_finite()).collect::<Vec<_>>());
    let size = (high - low).length() * 0.5;
    (low * 0.5 + high * 0.5, if size > 0.0 { size } else { 1.0 })
}

struct Writer<'a> {
    pool: &'a mut Pool,
    shapes: &'a mut Shapes,
    /// Shapes already written, by their address in memory: those given by name are shared.
    known: BTreeMap<usize, (WrittenShape, DVec3, u8)>,
    around: (DVec3, f64),
}

impl Writer<'_> {
    fn object<V: Space3 + ReadSpace>(&mut self, object: &Object<V>) -> Drawn {
        let frame = object.stand.pose.frame();
        let sensor = if object.sensor { SENSOR } else { 0 };
        if let Some(solid) = self.patch(object) {
            let written = self.shapes.write_always(self.pool, &solid);
            return Drawn {
                shape: written.number,
                axes: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
                origin: written.center,
                flags: sensor | UNBOUNDED,
            };
        }
        let (written, stretch, flags) = self.shape(&object.stand.shape);
        let scale = stretch * frame.scale.to_f64();
        let axis = |i: usize| (frame.axes[i].to_double() * scale[i]).as_vec3().to_array();
        let mut axes = [0.0; 9];
        axes.copy_from_slice([axis(0), axis(1), axis(2)].as_flattened());
        Drawn {
            shape: written.number,
            axes,
            origin: frame.point(V::from_double(written.center)).to_double(),
            flags: sensor | flags,
        }
    }
    /// What is drawn of a half-space.
    fn patch<V: Space3 + ReadSpace>(&self, object: &Object<V>) -> Option<Solid> {
        let (radius, border) = match &*object.stand.shape {
            Shape3::Rounded(rounded) => (rounded.radius().to_f64(), rounded.shape()),
            other => (0.0, other),
        };
        let Shape3::HalfSpace(half_space) = border else {
            return None;
        };
        let (middle, size) = self.around;
        Some(patch(
            half_space,
            radius,
            &object.stand.pose.frame(),
            middle,
            size * 1.5,
        ))
    }
    /// A shape, how it is stretched along its axes, and with how much detail it was written.
    fn shape<V: Space3 + ReadSpace>(&mut self, shape: &Arc<Shape3<V>>) -> (WrittenShape, DVec3, u8) {
        match &**shape {
            Shape3::Sphere(ball) => (self.ball(), DVec3::splat(ball.radius().to_f64()), 0),
            Shape3::Ellipsoid(ellipsoid) => (self.ball(), ellipsoid.radii().to_double(), 0),
            Shape3::Box(cuboid) => (self.cube(), cuboid.half_extents().to_double(), 0),
            _ => {
                let key = Arc::as_ptr(shape) as usize;
                if let Some(&known) = self.known.get(&key) {
                    return known;
                }
                let written = self.other(shape);
                self.known.insert(key, written);
                written
            }
        }
    }
    fn other<V: Space3 + ReadSpace>(&mut self, shape: &Shape3<V>) -> (WrittenShape, DVec3, u8) {
        let solid = self.shapes.with_edges(Solid::bare(shape));
        match self.shapes.write(self.pool, &solid) {
            (Some(written), Detail::Full) => (written, DVec3::ONE, 0),
            (Some(written), _) => (written, DVec3::ONE, COARSE),
            (None, _) => {
                let aabb: Aabb<V> = Placed::new(shape, &Pose::IDENTITY).aabb();
                let (low, high) = (aabb.min.to_double(), aabb.max.to_double());
                let cube = WrittenShape {
                    center: low * 0.5 + high * 0.5,
                    ..self.cube()
                };
                (cube, high * 0.5 - low * 0.5, BOXED)
            }
        }
    }
    /// Every sphere and ellipsoid is the stretched unit ball, and every box the stretched cube.
    fn ball(&mut self) -> WrittenShape {
        self.shapes.write_always(self.pool, &Solid::unit_ball())
    }
    fn cube(&mut self) -> WrittenShape {
        self.shapes.write_always(self.pool, &Solid::cube())
    }
}

fn columns(pool: &mut Pool, drawn: &[Drawn]) -> PartsData {
    let mut frames: BTreeMap<[u32; 9], u32> = BTreeMap::new();
    let mut rows = Vec::new();
    let frame: Vec<u32> = drawn
        .iter()
        .map(|part| {
            let next = frames.len() as u32;
            *frames.entry(part.axes.map(f32::to_bits)).or_insert_with(|| {
                rows.extend(part.axes);
                next
            })
        })
        .collect();
    PartsData {
        shape: pool.column(drawn.iter().map(|part| (part.shape as u32).to_le_bytes())),
        frame: pool.column(frame.into_iter().map(u32::to_le_bytes)),
        origin: pool.column(
            drawn
                .iter()
                .flat_map(|part| part.origin.to_array())
                .map(f64::to_le_bytes),
        ),
        flags: pool.column(drawn.iter().map(|part| [part.flags])),
        frames: pool.column(rows.into_iter().map(f32::to_le_bytes)),
    }
}
