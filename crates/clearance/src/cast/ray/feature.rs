//! `Feature`: which part or facet of a shape an answer is about.

/// Which part of a shape, and which of its facets, a ray has hit or a point is closest to.
///
/// A simple shape has neither. Both numbers take the place of one double, so that answers about simple shapes
/// are as small and as fast as before.
///
/// ```
/// use clearance::{Placed, Pose, cast::closest_point, d3::Shape, glam::DVec3};
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::ONE];
/// let sheet = Shape::mesh(corners, vec![[0, 1, 2], [3, 2, 1]])?;
/// let ball = (Shape::sphere(1.0)?, Pose::IDENTITY);
/// let both = Shape::compound(vec![ball, (sheet, Pose::at(DVec3::X * 5.0)?)])?;
/// let found = closest_point(Placed::new(&both, &Pose::IDENTITY), DVec3::new(6.0, 1.0, 3.0))?;
/// assert_eq!((found.feature.part(), found.feature.facet()), (Some(1), Some(1)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Numbers", into = "Numbers"))]
pub struct Feature {
    part: u32,
    facet: u32,
}

/// Stands for no number. A shape has fewer parts.
const ABSENT: u32 = u32::MAX;

impl Feature {
    /// Neither a part nor a facet: that of a simple shape.
    pub const NONE: Self = Self {
        part: ABSENT,
        facet: ABSENT,
    };
    /// The part of a compound; of compounds within compounds, the part of the outermost one. `None` for any
    /// other shape.
    #[inline]
    pub fn part(self) -> Option<u32> {
        Some(self.part).filter(|&part| part != ABSENT)
    }
    /// The triangle of a mesh or terrain, or the segment of a polyline or edge of a polygon that starts at
    /// this vertex; the vertices of a polygon are counted through its outer ring and then its holes, as
    /// given. In a compound it is counted within the part. `None` for any other shape, and inside a solid
    /// where the answer is about no point of its border.
    #[inline]
    pub fn facet(self) -> Option<u32> {
        Some(self.facet).filter(|&facet| facet != ABSENT)
    }
    /// A facet of a shape that is no compound.
    pub(crate) fn of_facet(facet: usize) -> Self {
        Self {
            facet: facet as u32,
            ..Self::NONE
        }
    }
    /// The same, within what is a part of a compound already.
    pub(crate) fn within(self, outer: Self) -> Self {
        match outer.part {
            ABSENT => self,
            part => Self { part, ..self },
        }
    }
    /// The part alone.
    pub(crate) fn without_facet(self) -> Self {
        Self {
            facet: ABSENT,
            ..self
        }
    }
    /// The same, in this part of a compound.
    pub(crate) fn in_part(self, part: usize) -> Self {
        Self {
            part: part as u32,
            ..self
        }
    }
}

impl Default for Feature {
    fn default() -> Self {
        Self::NONE
    }
}

/// A feature as data.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Numbers {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    facet: Option<u32>,
}

#[cfg(feature = "serde")]
impl From<Numbers> for Feature {
    fn from(numbers: Numbers) -> Self {
        Self {
            part: numbers.part.unwrap_or(ABSENT),
            facet: numbers.facet.unwrap_or(ABSENT),
        }
    }
}

#[cfg(feature = "serde")]
impl From<Feature> for Numbers {
    fn from(feature: Feature) -> Self {
        Self {
            part: feature.part(),
            facet: feature.facet(),
        }
    }
}
