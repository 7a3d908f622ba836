//! A report of a check: an SVG picture for 2D, a page to rotate and zoom for 3D.
//!
//! Both are a single file that needs no network. Every pair found is in a list beside the picture, with the
//! ids.

mod html;
pub mod outline;
mod pairs;
mod ring;
mod sheet;
pub mod solid;
mod svg;

pub use ring::Ring;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::shape::{Space2, Space3};

use crate::check::Checked;
use crate::problem::{Code, Problem};
use crate::scene::Objects;
use crate::shape::ReadSpace;

/// The kind of file of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A picture: 2D.
    Svg,
    /// A page: 2D and 3D.
    Html,
}

/// What a report shows.
#[derive(Clone, Copy)]
pub struct Report<'a, V: ReadSpace> {
    /// The heading.
    pub title: &'a str,
    /// The objects.
    pub scene: &'a Objects<V>,
    /// The result of the check.
    pub checked: &'a Checked<V>,
}

/// A space that can be drawn: all four can.
pub trait Drawn: ReadSpace {
    /// The report as the content of a file.
    fn draw(report: &Report<'_, Self>, kind: Kind) -> Result<String, Problem>;
}

macro_rules! drawn {
    ($($v:ident: $draw:expr),+) => { $(
        impl Drawn for $v {
            fn draw(report: &Report<'_, Self>, kind: Kind) -> Result<String, Problem> {
                $draw(report, kind)
            }
        }
    )+ };
}
drawn!(Vec2: plane, DVec2: plane, Vec3: space, DVec3: space);

fn plane<V: Space2 + ReadSpace>(report: &Report<'_, V>, kind: Kind) -> Result<String, Problem> {
    let drawings = pairs::drawings(report);
    Ok(match kind {
        Kind::Svg => svg::picture(report, &drawings, true),
        Kind::Html => sheet::page(report, &drawings, &svg::picture(report, &drawings, false)),
    })
}

fn space<V: Space3 + ReadSpace>(report: &Report<'_, V>, kind: Kind) -> Result<String, Problem> {
    match kind {
        Kind::Html => Ok(html::page(report)),
        Kind::Svg => Err(Problem::new(
            Code::UnsupportedPair,
            "a 3D scene is drawn as a page: give the report a name that ends in .html",
        )),
    }
}
