//! A box around all facets of a tree, along the axes in which they spread.
//!
//! Source: Gottschalk, Lin and Manocha, "OBBTree: a hierarchical structure for rapid interference detection"
//! (1996), where every node has one: the axes are eigenvectors of the covariance.
//!
//! Idea: two long parts that run askew are often apart though their boxes along the coordinate axes meet. One
//! test tells that before either tree is entered, and that neither is inside the other.
//!
//! Limits: only trees over facets of space have one, where it is clearly smaller than the box along the axes.
//! Its axes come from a sample of the facets, and not from their areas: so it holds all of them, but need not
//! be the smallest.

use glam::Vec3;

use super::{FourBoxes, OrientedBox};
use crate::index::wide_tree::slab::Facet;
use crate::index::wide_tree::transform::Transform;
use crate::index::wide_tree::{PlacedTree, UnitBox, WideTree};
use crate::math::{Space, Vector, eigenvectors};

/// So many facets are looked at to find the axes.
const SAMPLES: usize = 1024;
/// A box counts where its surface is smaller than that of the box along the axes by this factor.
const SMALLER: f32 = 0.8;

/// The box around facets, if it is smaller than that along the axes, which is given.
pub(in crate::index::wide_tree) fn around(facets: &[Facet], along_axes: &UnitBox) -> Option<OrientedBox> {
    let own = OrientedBox::along(spread(facets)?, facets);
    let surface = OrientedBox::along_axes(along_axes).half_surface();
    (own.half_surface() < SMALLER * surface).then_some(own)
}

/// Axes of length 1 at right angles along which the corners of facets spread; `None` if they hardly do.
fn spread(facets: &[Facet]) -> Option<[Vec3; 3]> {
    let sample = facets.iter().step_by(facets.len() / SAMPLES + 1);
    let corners = sample.flat_map(|f| [0, 1, 2].map(|k| Vec3::new(f.x[k], f.y[k], f.z[k])));
    let (sum, count) = corners
        .clone()
        .fold((Vec3::ZERO, 0.0), |(sum, n), p| (sum + p, n + 1.0));
    let mut matrix = [[0.0; 3]; 3];
    for p in corners {
        let p = p - sum / count;
        for (i, row) in matrix.iter_mut().enumerate() {
            (0..3).for_each(|k| row[k] += p[i] * p[k]);
        }
    }
    let (_, [x, y, _]) = eigenvectors(matrix);
    let x = Vec3::from_array(x).try_normalize()?;
    let y = Vec3::from_array(y);
    let y = (y - x * x.dot(y)).try_normalize()?;
    Some([x, y, x.cross(y)])
}

impl<V: Vector> WideTree<V> {
    /// The box around all facets, in the unit of the tree: along the axes in which they spread where there is
    /// one, else along the coordinate axes.
    fn whole_oriented(&self) -> OrientedBox {
        let along_axes = || OrientedBox::along_axes(&self.unit.of_box(&self.whole));
        self.along_facets.unwrap_or_else(along_axes)
    }
}

impl<V: Space> PlacedTree<'_, V> {
    /// Whether the boxes around two shapes, each along axes of its own, are surely apart: the cheapest test
    /// of two shapes, before anything else of them is placed.
    pub fn is_apart(&self, other: &Self) -> bool {
        let margin = self.rounding + other.rounding;
        let to_own = Transform::new(
            (&other.tree.unit, &other.frame),
            (&self.tree.unit, &self.frame),
            margin,
        );
        are_apart(self.tree, other.tree, &to_own)
    }
}

/// Whether the boxes around two trees are surely apart.
pub(in crate::index::wide_tree) fn are_apart<V: Vector>(
    a: &WideTree<V>,
    b: &WideTree<V>,
    to_a: &Transform,
) -> bool {
    let other = to_a.of_oriented(&b.whole_oriented());
    let gap = other.map(|other| FourBoxes::of_one(&a.whole_oriented()).gaps(&other, to_a.error)[0]);
    gap.is_some_and(|gap| gap > 0.0)
}
