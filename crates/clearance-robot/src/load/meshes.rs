//! The meshes that a URDF names: where they are, and each read once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance::shape::Mesh;
use clearance_io::files::Access;
use clearance_io::mesh::read_named;
use clearance_io::problem::{Code, Problem};

use super::LoadOptions;

/// How a URDF names a file of a package.
const PACKAGE: [&str; 2] = ["package://", "model://"];

/// Reads meshes by the names that a URDF has for them.
pub struct Meshes {
    packages: Vec<PathBuf>,
    own: PathBuf,
    access: Access,
    hulls: bool,
    read: BTreeMap<PathBuf, Mesh<DVec3>>,
}

impl Meshes {
    /// For the meshes of a URDF in this folder.
    pub fn new(folder: &Path, options: &LoadOptions, access: &Access) -> Result<Self, Problem> {
        let mut meshes = Self {
            packages: Vec::new(),
            own: folder.to_owned(),
            access: access.clone(),
            hulls: options.hulls,
            read: BTreeMap::new(),
        };
        for package in &options.packages {
            meshes.allow(package)?;
            meshes.packages.push(real(package));
        }
        Ok(meshes)
    }
    /// Meshes may be in this folder.
    fn allow(&mut self, folder: &Path) -> Result<(), Problem> {
        self.access = self.access.clone().with_folder(folder)?;
        Ok(())
    }
    /// The shape of a mesh, with each axis times its factor.
    pub fn shape(&mut self, name: &str, factors: Option<DVec3>) -> Result<Shape<DVec3>, Problem> {
        let file = self.find(name)?;
        let mesh = match self.read.get(&file) {
            Some(mesh) => mesh.clone(),
            None => {
                let mesh = self.mesh(&file)?;
                self.read.insert(file.clone(), mesh.clone());
                mesh
            }
        };
        let refused =
            |error: clearance::shape::InvalidShape| Problem::new((&error).into(), error.to_string());
        let mesh = match factors {
            Some(factors) if factors != DVec3::ONE => mesh.scaled(factors).map_err(refused)?,
            _ => mesh,
        };
        match self.hulls {
            true => Shape::convex(mesh.vertices()).map_err(refused),
            false => Ok(mesh.into()),
        }
    }
    fn mesh(&self, file: &Path) -> Result<Mesh<DVec3>, Problem> {
        // A path is relative to the folder of the URDF, or absolute.
        let surface = read_named(file, &self.access.in_folder(&self.own))?;
        let vertices = surface.vertices.iter().map(|v| DVec3::from_array(*v)).collect();
        Mesh::new(vertices, surface.triangles)
            .map_err(|error| Problem::new((&error).into(), error.to_string()).in_file(file))
    }
    /// The file that a name stands for: absolute, or relative to the folder of the URDF.
    fn find(&mut self, name: &str) -> Result<PathBuf, Problem> {
        let package = PACKAGE.iter().find_map(|scheme| name.strip_prefix(scheme));
        let Some(path) = package else {
            let path = name.strip_prefix("file://").unwrap_or(name);
            return Ok(path.into());
        };
        let path = Path::new(path);
        let mut parts = path.components();
        let (package, file) = (
            parts.next().map(|part| Path::new(part.as_os_str())),
            parts.as_path(),
        );
        let Some(package) = package.filter(|_| !file.as_os_str().is_empty()) else {
            return Err(Problem::new(Code::FileNotFound, "names no file of a package").in_file(path));
        };
        if let Some(found) = self.in_packages(package, file) {
            return Ok(found);
        }
        if let Some(found) = self.around(package, file)? {
            return Ok(found);
        }
        if let Some(found) = self.beside(path, file) {
            return Ok(found);
        }
        let message = format!("no such file: the package {package:?} may be in another folder (`packages`)");
        Err(Problem::new(Code::FileNotFound, message).in_file(Path::new(name)))
    }
    fn in_packages(&self, package: &Path, file: &Path) -> Option<PathBuf> {
        let folders = self.packages.iter().flat_map(|folder| {
            let is_itself = folder.file_name() == Some(package.as_os_str());
            let own = is_itself.then(|| folder.join(file));
            own.into_iter().chain([folder.join(package).join(file)])
        });
        folders.into_iter().find(|file: &PathBuf| file.is_file())
    }
    /// In the package that the URDF itself is in.
    fn around(&mut self, package: &Path, file: &Path) -> Result<Option<PathBuf>, Problem> {
        let own = real(&self.own);
        let named = |folder: &&Path| folder.file_name() == Some(package.as_os_str());
        let Some(folder) = own
            .ancestors()
            .find(|folder| named(folder) && folder.join(file).is_file())
        else {
            return Ok(None);
        };
        self.allow(folder)?;
        Ok(Some(folder.join(file)))
    }
    /// Beside the URDF, with ever fewer of the folders that the path begins with.
    fn beside(&self, path: &Path, file: &Path) -> Option<PathBuf> {
        let mut parts = file.components();
        let shorter = std::iter::from_fn(|| {
            let rest = parts.as_path().to_owned();
            parts.next().map(|_| rest)
        });
        let files = std::iter::once(path.to_owned()).chain(shorter);
        files
            .into_iter()
            .find(|file: &PathBuf| self.own.join(file).is_file())
    }
}

/// The folder without links; itself where there is none, which is found out when it is read.
fn real(folder: &Path) -> PathBuf {
    let here = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    here.canonicalize().unwrap_or_else(|_| folder.to_owned())
}
