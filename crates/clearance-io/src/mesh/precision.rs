//! How exactly a file says where the corners of a mesh are.
//!
//! A file of single-precision numbers (binary STL, glTF, mostly PLY) cannot say where a corner far from the
//! origin is: near 450000 neighbouring singles are 1/32 apart. So an exporter moved each coordinate by up to
//! half of that, and what touched in the program that wrote the file may overlap or gape by as much. Nobody
//! can undo this, but it can be said, and a comparison can take it into account.
//!
//! The length that counts is half the spacing at the largest coordinate. A remark is made where the spacing
//! is more than a thousandth of the median edge: then faces are tilted by more than about a thousandth,
//! corners of finer details coincide, and their triangles have no area. The median is of all edges of
//! triangles that still have a length, so a few slivers of a tessellation make no remark. (The text of an STL
//! is read as singles, and counts as these.)
//!
//! Other text counts as exact: it has as many digits as somebody wanted, and a check takes into account what
//! these tell. But six digits are metres apart at site coordinates in millimetres. So a remark is made where
//! their spacing is more than a hundredth of the median edge.
//!
//! At 450000 numbers of six digits are whole, and so may be those of a box that somebody drew there. So where
//! all coordinates are whole steps of the sixth digit of the largest, a remark needs evidence that they were
//! rounded: triangles with two corners in one place, two at least and one in a hundred. Whoever draws with
//! whole numbers draws no such triangles; whoever rounds a fine mesh makes them. What is not judged: whole
//! numbers that were rounded and in which no corners fell together, such as a large cylinder of few facets,
//! and files whose writer left out the triangles that had no area. Nothing tells these from numbers that were
//! meant.

use clearance::assembly::written_within;
use clearance::glam::DVec3;

use super::surface::Surface;

/// How many spacings of numbers an edge should have.
const SPACINGS: f64 = 1000.0;

/// The same of decimals, which are fewer than singles in many files.
const SPACINGS_OF_TEXT: f64 = 100.0;

/// So many digits programs write that were told nothing else.
const FEW_DIGITS: i32 = 6;

/// At least so many triangles have two corners in one place, and at least one in so many.
const COLLAPSED: [usize; 2] = [2, 100];

/// How exactly coordinates are known: half the spacing of the numbers they were written in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Precision {
    half_spacing: f64,
    /// Half the spacing of decimals; 0 if it is not known.
    written: f64,
    largest: f64,
    edge: f64,
}

impl Precision {
    /// Coordinates that are each within this length of the one that was meant.
    pub fn of_length(half_spacing: f64) -> Self {
        Self {
            half_spacing,
            written: 0.0,
            largest: 0.0,
            edge: f64::INFINITY,
        }
    }
    /// How far a coordinate may be from the one that was meant: half the spacing of single-precision numbers
    /// at the largest coordinate; 0 for text and doubles, which count as exact.
    pub fn half_spacing(&self) -> f64 {
        self.half_spacing
    }
    /// A sentence, if that is coarse compared with the edges of the mesh.
    pub fn remark(&self) -> Option<String> {
        let coarse = |numbers: &str, half: f64, spacings: f64| {
            (2.0 * half * spacings > self.edge).then(|| {
                format!(
                    "{numbers}: coordinates near {} are {} apart, and half of its edges are shorter than {}",
                    brief(self.largest),
                    brief(2.0 * half),
                    brief(self.edge),
                )
            })
        };
        let of_text = coarse("few digits", self.written, SPACINGS_OF_TEXT);
        of_text.or_else(|| coarse("single precision", self.half_spacing, SPACINGS))
    }
    pub(super) fn of_singles(surface: &Surface) -> Self {
        let largest = largest_of(surface);
        Self {
            half_spacing: half_spacing(largest),
            written: written(surface, largest),
            largest,
            edge: median_edge(surface),
        }
    }
    pub(super) fn of_text(surface: &Surface) -> Self {
        let largest = largest_of(surface);
        match written(surface, largest) {
            0.0 => Self::default(),
            written => Self {
                half_spacing: 0.0,
                written,
                largest,
                edge: median_edge(surface),
            },
        }
    }
    /// The same mesh, scaled, and moved by a vector of singles whose largest coordinate this is.
    #[must_use]
    pub(crate) fn moved(self, scale: f64, largest: f64) -> Self {
        let own = self.scaled(scale);
        let moved = half_spacing(largest);
        Self {
            half_spacing: own.half_spacing.max(moved),
            largest: if moved > own.half_spacing {
                largest
            } else {
                own.largest
            },
            ..own
        }
    }
    /// The same mesh, scaled.
    #[must_use]
    pub(crate) fn scaled(self, scale: f64) -> Self {
        Self {
            half_spacing: self.half_spacing * scale,
            written: self.written * scale,
            largest: self.largest * scale,
            edge: self.edge * scale,
        }
    }
    /// The less exact of two.
    #[must_use]
    pub(crate) fn or_coarser(self, other: Self) -> Self {
        match other.half_spacing.max(other.written) > self.half_spacing.max(self.written) {
            true => other,
            false => self,
        }
    }
}

/// Half the spacing of the decimals that the coordinates were rounded to; 0 if they do not tell.
fn written(surface: &Surface, largest: f64) -> f64 {
    let vertices: Vec<DVec3> = surface.vertices.iter().map(|v| DVec3::from_array(*v)).collect();
    match written_within(&vertices) {
        0.0 if has_collapsed(surface) => half_step_of_few_digits(surface, largest).unwrap_or(0.0),
        written => written,
    }
}

/// Whether corners have fallen together: a triangle has two in one place. The vertices are welded.
fn has_collapsed(surface: &Surface) -> bool {
    let is_collapsed = |[a, b, c]: &&[u32; 3]| a == b || b == c || c == a;
    let count = surface.triangles.iter().filter(is_collapsed).count();
    count >= COLLAPSED[0] && count * COLLAPSED[1] >= surface.triangles.len()
}

/// Half the step of the last of six digits of the largest coordinate, if none has more digits than these.
fn half_step_of_few_digits(surface: &Surface, largest: f64) -> Option<f64> {
    let mut numbers = surface.vertices.as_flattened().iter();
    let first = |x: f64| format!("{x:e}").split_once('e')?.1.parse::<i32>().ok();
    let step = 10.0_f64.powi(first(largest).filter(|_| largest > 0.0)? - (FEW_DIGITS - 1));
    numbers.all(|&x| has_few_digits(x)).then_some(step / 2.0)
}

/// Whether six digits tell a double, or a single where it is one.
fn has_few_digits(x: f64) -> bool {
    let text = format!("{x:.5e}");
    let single = x as f32;
    text.parse() == Ok(x) || f64::from(single) == x && text.parse() == Ok(single)
}

fn largest_of(surface: &Surface) -> f64 {
    let coordinates = surface.vertices.as_flattened().iter();
    coordinates.fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// Half the distance from a single to the next larger one; of the largest single, to the next smaller one.
fn half_spacing(largest: f64) -> f64 {
    let single = largest as f32;
    if single == 0.0 {
        return 0.0;
    }
    match single.next_up() {
        next if next.is_finite() => (f64::from(next) - f64::from(single)) / 2.0,
        _ => (f64::from(f32::MAX) - f64::from(f32::MAX.next_down())) / 2.0,
    }
}

/// The median of the lengths of all edges that have one; 0 if none has. An edge of two triangles counts
/// twice.
fn median_edge(surface: &Surface) -> f64 {
    let corner = |i: u32| surface.vertices.get(i as usize).copied().unwrap_or_default();
    let edges = surface
        .triangles
        .iter()
        .flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]);
    let squared = edges.map(|[i, j]| {
        let (a, b) = (corner(i), corner(j));
        [0, 1, 2]
            .map(|k| (a[k] - b[k]) * (a[k] - b[k]))
            .iter()
            .sum::<f64>()
    });
    let mut squared: Vec<f64> = squared.filter(|x| *x > 0.0).collect();
    if squared.is_empty() {
        return 0.0;
    }
    let middle = squared.len() / 2;
    let (_, median, _) = squared.select_nth_unstable_by(middle, f64::total_cmp);
    median.sqrt()
}

/// Three digits, without those that say nothing.
fn brief(x: f64) -> String {
    crate::answer::brief(x)
}
