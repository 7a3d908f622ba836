//! A run of questions: shapes that earlier lines have named, and mesh files, each read once.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};

use super::{Reply, answer_with, dimension, is_single, too_long};
use crate::answer::Answer;
use crate::files::Folder;
use crate::json::{Map, Node, Path};
use crate::problem::Problem;
use crate::shape::{Memory, ReadSpace, ShapeCache, Surfaces};

/// Answers lines one after the other, and remembers what they share: shapes that a line
/// `{"op": "shapes", "shapes": {…}}` has named for the lines after it, and mesh files.
///
/// A mesh file is read once, however many lines, precisions and names use it. It stays in memory as long as
/// the run.
///
/// ```
/// # use clearance_io::files::Access;
/// let folder = Access::default().in_folder("".as_ref());
/// let mut run = clearance_io::query::Run::new(&folder);
/// run.answer(br#"{"op": "shapes", "shapes": {"pin": {"type": "circle", "radius": 2}}}"#);
/// let line = br#"{"op": "contains", "dimension": 2, "a": "pin", "points": [[2, 0], [2, 2]]}"#;
/// assert_eq!(run.answer(line).text, r#"{"id":null,"inside":[true,false]}"#);
/// ```
pub struct Run<'f> {
    folder: &'f Folder,
    shapes: Map,
    memories: Memories,
}

/// What was built, for each space.
#[derive(Default)]
struct Memories {
    plane_single: Memory<Vec2>,
    plane: Memory<DVec2>,
    space_single: Memory<Vec3>,
    space: Memory<DVec3>,
}

/// A space whose memory a run keeps.
pub(super) trait Remembered: ReadSpace {
    /// Its memory.
    fn memory<'m>(run: &'m mut Run<'_>) -> &'m mut Memory<Self>;
}

macro_rules! remembered {
    ($($v:ty: $field:ident),+) => { $(
        impl Remembered for $v {
            fn memory<'m>(run: &'m mut Run<'_>) -> &'m mut Memory<Self> {
                &mut run.memories.$field
            }
        }
    )+ };
}
remembered!(Vec2: plane_single, DVec2: plane, Vec3: space_single, DVec3: space);

impl<'f> Run<'f> {
    /// A run whose lines name files relative to `folder`, which also says which files may be read.
    pub fn new(folder: &'f Folder) -> Self {
        let surfaces = Surfaces::default();
        let memories = Memories {
            plane_single: Memory::sharing(&surfaces),
            plane: Memory::sharing(&surfaces),
            space_single: Memory::sharing(&surfaces),
            space: Memory::sharing(&surfaces),
        };
        Self {
            folder,
            shapes: Map::new(),
            memories,
        }
    }
    /// Answers the question on a line.
    pub fn answer(&mut self, line: &[u8]) -> Reply {
        if line.len() > super::LONGEST_LINE {
            return too_long(line);
        }
        answer_with(line, self)
    }
    /// How many mesh files have been read.
    pub fn files_read(&self) -> usize {
        self.memories.space.files_read()
    }
    /// Asks `question` with the shapes that are known in this space.
    pub(super) fn with_shapes<V: Remembered, R>(
        &mut self,
        question: impl FnOnce(&mut ShapeCache<'_, V>) -> R,
    ) -> R {
        let memory = std::mem::take(V::memory(self));
        let mut cache = ShapeCache::resumed(&self.shapes, self.folder, memory);
        let answer = question(&mut cache);
        *V::memory(self) = cache.into_memory();
        answer
    }
    /// Names shapes for the lines that follow. With a `dimension` they are built at once, else where they are
    /// first used.
    pub(super) fn name_shapes(&mut self, question: &Node<'_>) -> Result<Answer, Problem> {
        let new = question.need("shapes")?.map()?;
        let space = match question.get("dimension") {
            Some(_) => Some((dimension(question)?, is_single(question)?)),
            None => None,
        };
        let names: Vec<String> = new.keys().cloned().collect();
        let before = self.shapes.clone();
        self.shapes.extend(new.clone());
        self.forget_named();
        let built = match space {
            None => Ok(()),
            Some((2, false)) => self.build::<DVec2>(&names),
            Some((2, true)) => self.build::<Vec2>(&names),
            Some((_, false)) => self.build::<DVec3>(&names),
            Some((_, true)) => self.build::<Vec3>(&names),
        };
        if let Err(problem) = built {
            self.shapes = before;
            self.forget_named();
            return Err(problem);
        }
        Ok(Answer::Shapes { shapes: names })
    }
    fn build<V: Remembered>(&mut self, names: &[String]) -> Result<(), Problem> {
        self.with_shapes::<V, _>(|cache| {
            let shapes = Path::ROOT.key("shapes");
            names
                .iter()
                .try_for_each(|name| cache.named(name, &shapes.key(name)).map(drop))
        })
    }
    /// A name may have got another meaning, and others may use it.
    fn forget_named(&mut self) {
        self.memories.plane_single.forget_named();
        self.memories.plane.forget_named();
        self.memories.space_single.forget_named();
        self.memories.space.forget_named();
    }
}
