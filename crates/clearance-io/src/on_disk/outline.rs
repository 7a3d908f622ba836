//! The outline of a scene: its objects without their shapes, which are in a file.
//!
//! In the outline an object stands as the diagonal of its box, in the frame of the world. That segment has
//! the same box, to the last bit; so whatever asks for boxes (places, sizes) is answered as if the shape were
//! there. Points and what has no end stay as they are: there is no such segment.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Weak};

use clearance::Pose;
use clearance::assembly::{Part, Solid};
use clearance::glam::DVec3;
use clearance::math::Aabb;
use clearance::shape::{Segment, Shape3};

use super::blobs::{Blobs, Key};
use crate::files::Access;
use crate::inputs::read_files_into;
use crate::problem::Problem;
use crate::scene::{Object, Objects, Scene, Sink};
use crate::shape::Stand;

/// A scene whose shapes are in a file.
#[derive(Debug)]
pub struct Outline {
    /// The objects, as the diagonals of their boxes.
    pub scene: Objects<DVec3>,
    /// Where the shapes of these are, and their poses.
    pub(super) away: Vec<Option<Away>>,
    /// The box in which each object can meet others.
    pub(super) reach: Vec<Aabb<DVec3>>,
}

/// A shape that is in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Away {
    pub key: Key,
    pub pose: Pose<DVec3>,
}

/// What was read.
#[derive(Debug)]
pub enum Outlined {
    /// A scene of space in double precision.
    Away(Outline),
    /// Any other scene: it is in memory as a whole.
    Whole(Scene),
}

impl Outline {
    /// Reads the files as [`read_files`](crate::inputs::read_files) does, and writes their shapes into
    /// `blobs`.
    ///
    /// What a file says of boxes is not used: it may be wrong, and each mesh is read once anyway, to say what
    /// is wrong with it.
    ///
    /// Errors: those of `read_files`; the disk is full.
    pub fn read(files: &[&Path], access: &Access, blobs: &Blobs) -> Result<Outlined, Problem> {
        let mut writer = Writer {
            blobs,
            known: HashMap::new(),
            away: Vec::new(),
            reach: Vec::new(),
        };
        Ok(match read_files_into(files, access, &mut writer)? {
            Scene::Double3(scene) => Outlined::Away(Self {
                scene,
                away: writer.away,
                reach: writer.reach,
            }),
            whole => Outlined::Whole(whole),
        })
    }
}

/// Puts shapes into the file, one object after the other.
struct Writer<'a> {
    blobs: &'a Blobs,
    /// Shapes that are still in memory, by their addresses. A weak reference keeps its address from being
    /// used again.
    known: HashMap<usize, (Weak<Shape3<DVec3>>, Key)>,
    away: Vec<Option<Away>>,
    reach: Vec<Aabb<DVec3>>,
}

impl Sink for Writer<'_> {
    fn take(&mut self, object: Object<DVec3>) -> Result<Object<DVec3>, Problem> {
        self.reach.push(reach(&object));
        let bounds = object.placed().aabb();
        let Ok(diagonal) = Segment::new(bounds.min, bounds.max) else {
            self.away.push(None);
            return Ok(object);
        };
        let key = self.key(&object.stand.shape)?;
        self.away.push(Some(Away {
            key,
            pose: object.stand.pose,
        }));
        Ok(Object {
            stand: Stand {
                shape: Arc::new(diagonal.into()),
                pose: Pose::IDENTITY,
                precision: object.stand.precision,
            },
            ..object
        })
    }
}

impl Writer<'_> {
    fn key(&mut self, shape: &Arc<Shape3<DVec3>>) -> Result<Key, Problem> {
        let address = Arc::as_ptr(shape) as usize;
        if let Some((_, key)) = self.known.get(&address) {
            return Ok(*key);
        }
        let key = self.blobs.write(shape)?;
        self.known.insert(address, (Arc::downgrade(shape), key));
        Ok(key)
    }
}

/// The box in which an object can meet others, as an assembly has it.
fn reach(object: &Object<DVec3>) -> Aabb<DVec3> {
    let pose = object.stand.pose;
    let shape = (*object.stand.shape).clone();
    let part = Part {
        name: String::new(),
        solid: Arc::new(Solid::new(shape, object.rounded_by(pose.scale()), 0.0)),
        pose,
    };
    part.reach()
}
