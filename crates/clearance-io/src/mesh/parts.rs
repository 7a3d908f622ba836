//! The parts of a file that uses one mesh many times: they share it where their placements are poses.

use std::sync::Arc;

use clearance::glam::{DMat4, DVec3};

use super::placement::{Placement, moved};
use super::surface::{Part, Surface};
use crate::about::About;
use crate::problem::{Code, Problem};

/// How many parts a file may have. Components within components could grow without bound.
const MOST_PARTS: usize = 1 << 20;
/// How many corners all moved copies may have together: a few nodes could each mirror a large mesh.
const MOST_MOVED: usize = 1 << 26;

/// Collects the parts of a file.
///
/// ```
/// use clearance_io::mesh::{Parts, Surface};
/// use clearance::glam::{DMat4, DVec3};
/// use std::sync::Arc;
/// let sheet = Surface::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let (sheet, mut parts) = (Arc::new(sheet), Parts::default());
/// parts.add_at(Some("left".into()), &sheet, DMat4::from_translation(-DVec3::X))?;
/// parts.add_at(Some("mirrored".into()), &sheet, DMat4::from_scale(-DVec3::X))?;
/// let parts = parts.into_list();
/// assert!(Arc::ptr_eq(&parts[0].surface, &sheet)); // the second is a copy, and stands where it is
/// assert_eq!(parts[0].pose.position(), -DVec3::X);
/// # Ok::<(), clearance_io::Problem>(())
/// ```
#[derive(Default)]
pub struct Parts {
    list: Vec<Part>,
    /// How many parts were added, those that were taken out included.
    count: usize,
    moved: usize,
    /// Whether the file writes placements in single precision.
    in_singles: bool,
}

impl Parts {
    /// None yet, of a file that writes placements in single precision.
    pub(super) fn in_singles() -> Self {
        Self {
            in_singles: true,
            ..Self::default()
        }
    }
    /// Adds an instance of a mesh where this affine matrix puts it: at a pose if the matrix scales by one
    /// factor, turns and moves, apart from rounding to six digits; else a moved copy.
    ///
    /// Errors: `LimitExceeded` for more than 2^20 parts, or 2^26 corners of copies.
    pub fn add_at(
        &mut self,
        name: Option<String>,
        surface: &Arc<Surface>,
        matrix: DMat4,
    ) -> Result<(), Problem> {
        self.add(name, surface, &Placement::of_matrix(matrix))
    }
    /// The same with a placement.
    pub(super) fn add(
        &mut self,
        name: Option<String>,
        surface: &Arc<Surface>,
        placement: &Placement,
    ) -> Result<(), Problem> {
        if self.count == MOST_PARTS {
            return Err(limit(format!("more than {MOST_PARTS} parts")));
        }
        let part = match placement {
            Placement::Similar(pose) => Part {
                name,
                surface: Arc::clone(surface),
                pose: *pose,
                precision: surface
                    .precision
                    .moved(pose.scale(), self.written(pose.position())),
                about: About::default(),
            },
            Placement::Other(matrix) => {
                self.moved += surface.vertices.len();
                if self.moved > MOST_MOVED {
                    let message = format!("mirrored or stretched copies with more than {MOST_MOVED} corners");
                    return Err(limit(message));
                }
                Part::in_place(name, self.copy(surface, matrix))
            }
        };
        self.list.push(part);
        self.count += 1;
        Ok(())
    }
    /// Notes what else the file says of the part that was added last.
    pub fn describe(&mut self, about: About) {
        if let Some(last) = self.list.last_mut() {
            last.about = about;
        }
    }
    /// Takes out the parts that were added since the last time.
    pub(super) fn take(&mut self) -> Vec<Part> {
        std::mem::take(&mut self.list)
    }
    /// The parts in the order in which they were added.
    pub fn into_list(self) -> Vec<Part> {
        self.list
    }
    fn copy(&self, surface: &Surface, matrix: &DMat4) -> Surface {
        let mut copy = moved(surface, matrix).welded();
        let axes = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
        let scale = axes
            .into_iter()
            .fold(0.0, |most: f64, axis| most.max(axis.length()));
        copy.precision = copy
            .precision
            .moved(scale, self.written(matrix.w_axis.truncate()));
        copy
    }
    /// The largest coordinate of a translation that was written in singles.
    fn written(&self, translation: DVec3) -> f64 {
        match self.in_singles {
            true => translation.abs().max_element(),
            false => 0.0,
        }
    }
}

fn limit(message: String) -> Problem {
    Problem::new(Code::LimitExceeded, message)
}
