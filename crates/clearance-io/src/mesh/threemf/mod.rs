//! 3MF: the build items of a package and the components of their objects, at any depth.
//!
//! Every mesh that an item leads to is a part; all parts of one object share its mesh. A part is named like
//! its object, else like the nearest named object that it is a component of. The file's unit of length is not
//! applied: coordinates are what the file says, as in every other format.
//!
//! Read is the core specification, and of the production extension that objects may be in other files of the
//! package. A package that requires an extension which changes what is solid (beam lattices, booleans,
//! displacement, volumes) is refused.

mod model;
mod package;

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use self::model::{Content, Model, Reference};
use self::package::Package;
use super::parts::Parts;
use super::placement::Placement;
use super::surface::Part;
use crate::files::{Folder, Source};
use crate::problem::{Code, Problem};

/// How deep components may be nested.
const DEEPEST: usize = 256;
/// How many components are followed: an object that holds another one twice, and so on, doubles their number
/// at each level, whether there is a mesh at the end or not.
const MOST_VISITS: usize = 1 << 21;

/// Reads the items of the build.
pub fn read(file: &Path, source: &mut Source, folder: &Folder) -> Result<Vec<Part>, Problem> {
    let mut package = Package::open(file, source.bytes()?, folder)?;
    let root: Rc<str> = package.root()?.into();
    let mut walk = Walk {
        package,
        models: BTreeMap::new(),
        visits: 0,
        parts: Parts::default(),
    };
    for item in &walk.model(&root)?.items {
        walk.visit(&root, item, &Placement::IDENTITY, None, 0)?;
    }
    Ok(walk.parts.into_list())
}

struct Walk<'a> {
    package: Package<'a>,
    /// The model files that have been read, by their path in the package.
    models: BTreeMap<Rc<str>, Rc<Model>>,
    visits: usize,
    parts: Parts,
}

impl Walk<'_> {
    fn model(&mut self, path: &Rc<str>) -> Result<Rc<Model>, Problem> {
        if let Some(model) = self.models.get(path) {
            return Ok(Rc::clone(model));
        }
        let model = Rc::new(self.package.model(path)?);
        self.models.insert(Rc::clone(path), Rc::clone(&model));
        Ok(model)
    }
    /// Follows a reference in a model file.
    fn visit(
        &mut self,
        path: &Rc<str>,
        reference: &Reference,
        outer: &Placement,
        name: Option<&str>,
        depth: usize,
    ) -> Result<(), Problem> {
        self.visits += 1;
        if depth > DEEPEST || self.visits > MOST_VISITS {
            let message = format!("components: at most {DEEPEST} deep and {MOST_VISITS} in all");
            return Err(Problem::new(Code::LimitExceeded, message));
        }
        let path = reference.path.as_ref().unwrap_or(path);
        let model = self.model(path)?;
        let Some(object) = model.objects.get(&reference.object) else {
            let message = format!("{path}: there is no object {}", reference.object);
            return Err(Problem::new(Code::InvalidShape, message));
        };
        let placement = outer.after(&reference.placement);
        let name = object.name.as_deref().or(name);
        match &object.content {
            Content::Mesh(surface) => self.parts.add(name.map(str::to_owned), surface, &placement),
            Content::Components(components) => components
                .iter()
                .try_for_each(|component| self.visit(path, component, &placement, name, depth + 1)),
            Content::Nothing => {
                let message = format!(
                    "{path}: object {} has neither a mesh nor components",
                    reference.object
                );
                Err(Problem::new(Code::InvalidShape, message))
            }
        }
    }
}
