//! A report of a check: an SVG picture for 2D, a page to rotate and zoom for 3D, and, with the
//! feature `bcf`, issues for the viewers of building models.
//!
//! Pictures and pages are a single file that needs no network. Every pair found is in a list beside the
//! picture, with the names.

#[cfg(feature = "bcf")]
mod bcf;
pub mod outline;
mod page;
mod pairs;
mod ring;
mod sheet;
pub mod solid;
mod svg;
pub(crate) mod words;
pub(crate) mod xml;

#[cfg(feature = "bcf")]
use std::time::SystemTime;

pub use page::{motion_page, view};
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
    /// Issues for the viewers of building models: 3D.
    #[cfg(feature = "bcf")]
    Bcf(BcfOptions),
}

/// The versions of BCF that are written.
#[cfg(feature = "bcf")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BcfVersion {
    /// 2.1, which nearly every viewer reads.
    #[default]
    V2_1,
    /// 3.0.
    V3_0,
}

/// What is written as BCF.
#[cfg(feature = "bcf")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BcfOptions {
    /// The version.
    pub version: BcfVersion,
    /// Whether pairs that are no clash get a topic too.
    pub all: bool,
    /// The date of the topics.
    pub date: SystemTime,
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

/// A report as a file.
#[derive(Clone, Debug)]
pub struct Written {
    /// The content of the file.
    pub content: Vec<u8>,
    /// What was left out of it or drawn in less detail, so that the file stays small.
    pub left_out: Vec<String>,
}

impl Written {
    fn whole(content: impl Into<Vec<u8>>) -> Self {
        Self {
            content: content.into(),
            left_out: Vec::new(),
        }
    }
}

/// A space that can be drawn: all four can.
pub trait Drawn: ReadSpace {
    /// The report as a file.
    fn draw(report: &Report<'_, Self>, kind: Kind) -> Result<Written, Problem>;
}

macro_rules! drawn {
    ($($v:ident: $draw:expr),+) => { $(
        impl Drawn for $v {
            fn draw(report: &Report<'_, Self>, kind: Kind) -> Result<Written, Problem> {
                $draw(report, kind)
            }
        }
    )+ };
}
drawn!(Vec2: plane, DVec2: plane, Vec3: space, DVec3: space);

fn plane<V: Space2 + ReadSpace>(report: &Report<'_, V>, kind: Kind) -> Result<Written, Problem> {
    let drawings = pairs::drawings(report);
    Ok(Written::whole(match kind {
        Kind::Svg => svg::picture(report, &drawings, true),
        Kind::Html => sheet::page(report, &drawings, &svg::picture(report, &drawings, false)),
        #[cfg(feature = "bcf")]
        Kind::Bcf(_) => {
            return Err(Problem::new(
                Code::UnsupportedPair,
                "a 2D scene has no viewpoints for BCF: give the report a name that ends in .svg or .html",
            ));
        }
    }))
}

fn space<V: Space3 + ReadSpace>(report: &Report<'_, V>, kind: Kind) -> Result<Written, Problem> {
    match kind {
        Kind::Html => Ok(page::page(report)),
        #[cfg(feature = "bcf")]
        Kind::Bcf(options) => bcf::file(report, options).map(Written::whole),
        Kind::Svg => Err(Problem::new(
            Code::UnsupportedPair,
            "a 3D scene is drawn as a page: give the report a name that ends in .html",
        )),
    }
}
