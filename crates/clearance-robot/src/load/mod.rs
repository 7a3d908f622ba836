//! Robots: URDF, the meshes that it names, and the pairs that an SRDF leaves out.
//!
//! Imports run one way: `meshes` → `urdf` → `srdf`.

mod meshes;
mod srdf;
mod urdf;

use std::path::{Path, PathBuf};

use clearance_io::files::Access;
use clearance_io::problem::Problem;
use meshes::Meshes;

use crate::Robot;

/// What else is needed to read a robot.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// The SRDF that says which pairs of links are never asked about.
    pub srdf: Option<PathBuf>,
    /// Folders in which packages are: `package://name/file` is `file` in a folder called `name`, which is one
    /// of these or in one of these.
    pub packages: Vec<PathBuf>,
    /// Whether the hull of each mesh is taken instead of it, as most planners do: faster, and larger.
    pub hulls: bool,
}

/// A robot, and what was odd about its files.
#[derive(Clone, Debug)]
pub struct LoadedRobot {
    /// The robot.
    pub robot: Robot,
    /// What the files say and what had no effect, in words.
    pub remarks: Vec<String>,
}

impl Robot {
    /// Reads a URDF; an SRDF of the same name beside it is read as well, if there is one.
    ///
    /// Errors: as [`load_with`](Self::load_with).
    ///
    /// ```
    /// use clearance_robot::{Obstacles, Robot};
    /// let robot = Robot::load(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/robot-arm/panda.urdf"))?;
    /// assert_eq!(robot.degrees_of_freedom(), 8); // seven joints, and fingers of which one follows the other
    /// let folded = robot.at(&[0.0, 1.7, 0.0, -3.0, 0.0, 0.1, 0.0, 0.02])?.first_collision(&Obstacles::none());
    /// assert_eq!(folded.map(|pair| robot.names(pair)), Some(["panda_link0".into(), "panda_link5".into()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(urdf: impl AsRef<Path>) -> Result<Self, Problem> {
        let urdf = urdf.as_ref();
        let srdf = urdf.with_extension("srdf");
        let options = LoadOptions {
            srdf: srdf.is_file().then_some(srdf),
            ..LoadOptions::default()
        };
        Self::load_with(urdf, &options, &Access::default()).map(|loaded| loaded.robot)
    }
    /// Reads a URDF with the meshes that it names and, if the options name one, an SRDF.
    ///
    /// A mesh may be named by a path beside the URDF, or as `package://name/file`. A package is looked for in
    /// [`LoadOptions::packages`], then among the folders that the URDF itself is in, and at last `file` is
    /// looked for in the folder of the URDF, with ever fewer of the folders that its path begins with. The
    /// formats are those of [`read_merged`](clearance_io::mesh::read_merged). What a URDF has as `visual` is
    /// not read.
    ///
    /// Errors, each with the file and the place in it:
    /// [`Code::InvalidRobot`](clearance_io::Code::InvalidRobot) for a file that is no URDF, a joint of a kind
    /// that is not supported (floating, planar, spherical), and links that are no tree; `FileNotFound` and
    /// `FileNotAllowed` for meshes; those of shapes and poses.
    pub fn load_with(urdf: &Path, options: &LoadOptions, access: &Access) -> Result<LoadedRobot, Problem> {
        let text = text(urdf, access)?;
        let folder = urdf.parent().unwrap_or(Path::new(""));
        Self::from_urdf(&text, folder, options, access).map_err(|problem| problem.in_file(urdf))
    }
    /// The same for the text of a URDF that stands for a file in this folder; the empty path is the working
    /// directory.
    ///
    /// Errors: as [`load_with`](Self::load_with), without the file.
    pub fn from_urdf(
        text: &str,
        folder: &Path,
        options: &LoadOptions,
        access: &Access,
    ) -> Result<LoadedRobot, Problem> {
        let mut meshes = Meshes::new(folder, options, access)?;
        let mut loaded = LoadedRobot {
            robot: urdf::robot(text, &mut meshes)?,
            remarks: Vec::new(),
        };
        if let Some(srdf) = &options.srdf {
            let read = self::text(srdf, access)?;
            srdf::apply(&read, &mut loaded).map_err(|problem| problem.in_file(srdf))?;
        }
        Ok(loaded)
    }
}

/// The text of a file that the caller names.
fn text(file: &Path, access: &Access) -> Result<String, Problem> {
    let (mut source, _) = access.open(file)?;
    let bytes = source.bytes()?;
    String::from_utf8(bytes).map_err(|_| urdf::invalid("not UTF-8").in_file(file))
}
