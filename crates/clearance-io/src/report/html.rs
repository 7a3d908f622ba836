//! A 3D scene as one page that can be rotated and zoomed: the data, the list, and the viewer beside this
//! file.
//!
//! Shapes given by name are written once. Vertices are floats relative to the center of their shape, and that
//! center is a double, so that a small part far from the origin keeps its form.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clearance::glam::DVec3;
use clearance::math::Real;
use clearance::shape::{Shape3, Space3};
use serde::Serialize;

use super::Report;
use super::pairs::{Drawing, class, classes, drawings};
use super::sheet::escaped;
use super::solid::{Solid, patch};
use crate::scene::Object;
use crate::shape::ReadSpace;

const PAGE: &str = include_str!("viewer.html");
const STYLE: &str = include_str!("viewer.css");
const SCRIPT: &str = include_str!("viewer.js");

#[derive(Serialize)]
struct Data<'a> {
    unit: &'a str,
    tested: u64,
    shapes: Vec<ShapeData>,
    objects: Vec<ObjectData<'a>>,
    pairs: Vec<PairData>,
}

#[derive(Serialize)]
struct ShapeData {
    vertices: String,
    triangles: String,
    edges: String,
}

/// `axes` are the images of the coordinate axes, scale included; `origin` is the image of the shape's center.
#[derive(Serialize)]
struct ObjectData<'a> {
    id: &'a str,
    shape: usize,
    axes: [f64; 9],
    origin: [f64; 3],
    class: &'a str,
    bounded: bool,
    sensor: bool,
}

#[derive(Serialize)]
struct PairData {
    a: usize,
    b: usize,
    relation: &'static str,
    class: &'static str,
    clearance: Option<f64>,
    normal: [f64; 3],
    contacts: Vec<[[f64; 3]; 2]>,
}

/// The page of a report.
pub fn page<V: Space3 + ReadSpace>(report: &Report<'_, V>) -> String {
    let drawings = drawings(report);
    let data = serde_json::to_string(&data(report, &drawings)).unwrap_or_default();
    // "</script" must not appear within the data, nor "<!--".
    let data = data.replace('<', "\\u003c");
    PAGE.replace("{{title}}", &escaped(report.title))
        .replace("{{style}}", STYLE)
        .replace("{{script}}", SCRIPT)
        .replace("{{data}}", &data)
}

fn data<'a, V: Space3 + ReadSpace>(report: &Report<'a, V>, drawings: &[Drawing<V>]) -> Data<'a> {
    let (middle, size) = extent(report);
    let classes = classes(report.scene.objects.len(), drawings);
    let mut store = Store::default();
    let objects = report.scene.objects.iter().zip(classes);
    Data {
        unit: report.scene.unit.as_deref().unwrap_or_default(),
        tested: report.checked.pairs_tested,
        objects: objects
            .map(|(object, class)| store.object(object, class.unwrap_or("clear"), middle, size))
            .collect(),
        shapes: store.shapes,
        pairs: drawings.iter().map(pair_data).collect(),
    }
}

fn pair_data<V: Space3>(pair: &Drawing<V>) -> PairData {
    let array = |v: V| v.to_double().to_array();
    PairData {
        a: pair.a,
        b: pair.b,
        relation: pair.relation.as_str(),
        class: class(pair.relation),
        clearance: pair.clearance,
        normal: array(pair.normal),
        contacts: pair.contacts.iter().map(|contact| contact.map(array)).collect(),
    }
}

/// The center of the bounded objects, and half the diagonal of their box.
fn extent<V: Space3 + ReadSpace>(report: &Report<'_, V>) -> (DVec3, f64) {
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for object in &report.scene.objects {
        let aabb = object.placed().aabb();
        for p in [aabb.min.to_double(), aabb.max.to_double()] {
            if p.is_finite() {
                (low, high) = (low.min(p), high.max(p));
            }
        }
    }
    if !(low.is_finite() && high.is_finite()) {
        return (DVec3::ZERO, 1.0);
    }
    let size = (high - low).length() * 0.5;
    (low * 0.5 + high * 0.5, if size > 0.0 { size } else { 1.0 })
}

/// Shapes already written, by their address in memory: those given by name are shared.
#[derive(Default)]
struct Store {
    shapes: Vec<ShapeData>,
    written: BTreeMap<usize, (usize, DVec3)>,
    unit_ball: Option<usize>,
}

impl Store {
    fn object<'a, V: Space3 + ReadSpace>(
        &mut self,
        object: &'a Object<V>,
        class: &'a str,
        middle: DVec3,
        size: f64,
    ) -> ObjectData<'a> {
        let frame = object.stand.pose.frame();
        let (radius, border) = match &*object.stand.shape {
            Shape3::Rounded(rounded) => (rounded.radius().to_f64(), rounded.shape()),
            other => (0.0, other),
        };
        let mut data = ObjectData {
            id: &object.id.text,
            shape: 0,
            axes: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
            origin: [0.0; 3],
            class,
            bounded: true,
            sensor: object.sensor,
        };
        if let Shape3::HalfSpace(half_space) = border {
            let (shape, center) = self.write(&patch(half_space, radius, &frame, middle, size * 1.5));
            return ObjectData {
                shape,
                origin: center.to_array(),
                bounded: false,
                ..data
            };
        }
        let (shape, center, radii) = match &*object.stand.shape {
            Shape3::Sphere(ball) => (
                self.unit_ball(),
                DVec3::ZERO,
                DVec3::splat(ball.radius().to_f64()),
            ),
            Shape3::Ellipsoid(ellipsoid) => (self.unit_ball(), DVec3::ZERO, ellipsoid.radii().to_double()),
            _ => {
                let (shape, center) = self.shared(&object.stand.shape);
                (shape, center, DVec3::ONE)
            }
        };
        let scale = radii * frame.scale.to_f64();
        let axis = |i: usize| (frame.axes[i].to_double() * scale[i]).to_array();
        data.axes
            .copy_from_slice([axis(0), axis(1), axis(2)].as_flattened());
        data.shape = shape;
        data.origin = frame.point(V::from_double(center)).to_double().to_array();
        data
    }
    /// Every sphere and ellipsoid is the scaled unit ball.
    fn unit_ball(&mut self) -> usize {
        if let Some(shape) = self.unit_ball {
            return shape;
        }
        let (shape, _) = self.write(&Solid::unit_ball());
        self.unit_ball = Some(shape);
        shape
    }
    fn shared<V: Space3>(&mut self, shape: &Arc<Shape3<V>>) -> (usize, DVec3) {
        let key = Arc::as_ptr(shape) as usize;
        if let Some(&written) = self.written.get(&key) {
            return written;
        }
        let written = self.write(&Solid::of(shape));
        self.written.insert(key, written);
        written
    }
    /// Writes a shape relative to its center; returns its number and that center.
    fn write(&mut self, solid: &Solid) -> (usize, DVec3) {
        let (low, high) = solid
            .vertices
            .iter()
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), &v| {
                (low.min(v), high.max(v))
            });
        let center = if solid.vertices.is_empty() {
            DVec3::ZERO
        } else {
            low * 0.5 + high * 0.5
        };
        let local = |v: &DVec3| (*v - center).as_vec3().to_array();
        self.shapes.push(ShapeData {
            vertices: encoded(solid.vertices.iter().flat_map(local).map(f32::to_le_bytes)),
            triangles: encoded(solid.triangles.iter().flatten().map(|i| i.to_le_bytes())),
            edges: encoded(solid.edges.iter().flatten().map(|i| i.to_le_bytes())),
        });
        (self.shapes.len() - 1, center)
    }
}

fn encoded(words: impl Iterator<Item = [u8; 4]>) -> String {
    STANDARD.encode(words.flatten().collect::<Vec<u8>>())
}
