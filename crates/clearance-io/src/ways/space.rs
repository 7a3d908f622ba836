//! The parts of a scene in space: as they are, or lifted from the plane.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use clearance::assembly::{AXES, Assembly, Solid, lift, lift_pose};
use clearance::glam::{DVec2, DVec3};
use clearance::math::Pose;
use clearance::motion::PathContact;
use clearance::shape::{InvalidShape, Placed, Shape2, Shape3};

use crate::answer::coordinates;
use crate::check::assembly_by;
use crate::problem::{Code, Problem};
use crate::scene::{Object, Objects, Scene};
use crate::shape::{ReadSpace, Stand};

/// On a page the half height of a prism is this share of the size of the scene.
const THICKNESS: f64 = 1.0 / 32.0;

/// The parts of a scene in space.
pub(super) struct InSpace<'a> {
    pub scene: Cow<'a, Objects<DVec3>>,
    pub dimension: Dimension,
}

/// What the coordinates of a scene are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dimension {
    Plane,
    Space,
}

impl Dimension {
    /// The directions of the axes.
    pub fn axes(self) -> &'static [DVec3] {
        match self {
            Self::Plane => &AXES[..4],
            Self::Space => &AXES,
        }
    }
    /// The coordinates of a point or direction, as they are printed.
    pub fn coordinates(self, p: DVec3) -> Vec<f64> {
        match self {
            Self::Plane => coordinates(p.truncate()),
            Self::Space => coordinates(p),
        }
    }
    /// Brings contacts into the plane, if that is where the scene is: those of prisms may be at any height,
    /// and a little askew.
    pub fn flatten(self, contacts: &mut [PathContact]) {
        if self == Self::Plane {
            for contact in contacts {
                contact.point.z = 0.0;
                contact.normal = contact.normal.with_z(0.0).normalize_or_zero();
            }
        }
    }
}

impl<'a> InSpace<'a> {
    /// Errors: single precision, and shapes that space does not have.
    pub fn of(scene: &'a Scene) -> Result<Self, Problem> {
        match scene {
            Scene::Double3(scene) => Ok(scene.into()),
            Scene::Double2(scene) => Ok(Self {
                // Each as high as it is wide: then no overlap is left upwards, and a part is not rounded as a
                // larger one is.
                scene: Cow::Owned(lifted(scene, &width)?),
                dimension: Dimension::Plane,
            }),
            Scene::Single2(_) | Scene::Single3(_) => Err(Problem::new(
                Code::UnsupportedPair,
                "scene: ways are found in double precision only: leave out \"precision\": \"f32\"",
            )),
        }
    }
    pub fn objects(&self) -> &[Object<DVec3>] {
        &self.scene.objects
    }
    /// The parts as an assembly. Polygons of the plane are meant as they are.
    pub fn assembly(&self, repaired_within: f64) -> Assembly {
        assembly_by(&self.scene.objects, &|shape, rounded_by| {
            let solid = Solid::new(shape, rounded_by, repaired_within);
            match self.dimension {
                Dimension::Plane => solid.with_flat_faces(),
                Dimension::Space => solid,
            }
        })
    }
}

impl<'a> From<&'a Objects<DVec3>> for InSpace<'a> {
    fn from(scene: &'a Objects<DVec3>) -> Self {
        Self {
            scene: Cow::Borrowed(scene),
            dimension: Dimension::Space,
        }
    }
}

/// The parts as a page shows them: those of the plane as thin plates.
///
/// Errors: those of [`path`](super::path) for such a scene.
pub fn shown(scene: &Scene) -> Result<Cow<'_, Objects<DVec3>>, Problem> {
    match scene {
        Scene::Double2(scene) => {
            let thickness = size(scene) * THICKNESS;
            Ok(Cow::Owned(lifted(scene, &|_| thickness)?))
        }
        _ => InSpace::of(scene).map(|found| found.scene),
    }
}

/// The longest side of the box around all parts but half-planes; 1 where there is none.
fn size(scene: &Objects<DVec2>) -> f64 {
    longest_side(scene.objects.iter().map(Object::placed))
}

/// The longest side of the box around a shape in its own frame; 1 of a half-plane and of a point.
fn width(shape: &Shape2<DVec2>) -> f64 {
    longest_side(std::iter::once(Placed::new(shape, &Pose::IDENTITY)))
}

fn longest_side<'a>(shapes: impl Iterator<Item = Placed<'a, DVec2>>) -> f64 {
    let boxes = shapes.map(|shape| shape.aabb());
    let finite = boxes.filter(|bounds| bounds.min.is_finite() && bounds.max.is_finite());
    let ends = finite.map(|bounds| [bounds.min, bounds.max]);
    let all = ends.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])]);
    let size = all.map_or(0.0, |[min, max]| (max - min).max_element());
    if size > 0.0 { size } else { 1.0 }
}

/// The scene in space. Objects that share a shape share the lifted one.
fn lifted(
    scene: &Objects<DVec2>,
    half_height: &dyn Fn(&Shape2<DVec2>) -> f64,
) -> Result<Objects<DVec3>, Problem> {
    let mut shapes = BTreeMap::new();
    let objects = scene.objects.iter().enumerate().map(|(i, object)| {
        let place = format!("objects[{i}]");
        let named = |problem: Problem| problem.in_object(place.clone(), object.id.raw.get());
        lifted_object(object, half_height, &mut shapes).map_err(named)
    });
    Ok(Objects {
        objects: objects.collect::<Result<_, _>>()?,
        unit: scene.unit.clone(),
    })
}

fn lifted_object(
    object: &Object<DVec2>,
    half_height: &dyn Fn(&Shape2<DVec2>) -> f64,
    shapes: &mut BTreeMap<*const Shape2<DVec2>, Arc<Shape3<DVec3>>>,
) -> Result<Object<DVec3>, Problem> {
    let refused = |error: InvalidShape| Problem::new(Code::UnsupportedPair, error.to_string());
    let shape = match shapes.get(&Arc::as_ptr(&object.stand.shape)) {
        Some(shape) => shape.clone(),
        None => {
            let shape = &object.stand.shape;
            let shape = Arc::new(lift(shape, half_height(shape)).map_err(refused)?);
            shapes.insert(Arc::as_ptr(&object.stand.shape), shape.clone());
            shape
        }
    };
    let pose = lifted_pose(&object.stand.pose)?;
    let stand = Stand {
        shape,
        pose,
        precision: object.stand.precision,
    };
    Ok(Object {
        id: object.id.clone(),
        remark: DVec3::remark(&stand.shape),
        stand,
        filter: object.filter.clone(),
        sensor: object.sensor,
        about: object.about.clone(),
    })
}

/// The pose in space of a pose of the plane.
pub(super) fn lifted_pose(pose: &Pose<DVec2>) -> Result<Pose<DVec3>, Problem> {
    lift_pose(pose).map_err(|_| Problem::new(Code::InvalidPose, "beyond the range of positions"))
}
