//! The cells of a solid-leaf tree as boxes, for debug views.

use alloc::vec;

use glam::DVec3;

use super::exact::lift;
use super::{Bsp, Child};
use crate::math::{Aabb, Real, ScalarOf, Vector};

impl<V: Vector> Bsp<V> {
    /// Calls `visit` with a box around each solid cell and how deep the cell lies, for debug views, like
    /// [`Index::draw`](crate::index::Index::draw).
    ///
    /// Together the boxes cover the solid, and nothing outside the box around it. A cell whose faces are
    /// parallel to the axes fills its box, except for rounding; another cell lies somewhere inside.
    ///
    /// ```
    /// use clearance::{glam::DVec2, index::Bsp};
    /// let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)].map(DVec2::from);
    /// let solid = Bsp::build((0..6).map(|i| [corners[i], corners[(i + 1) % 6]]))?;
    /// let mut area = 0.0;
    /// solid.draw(&mut |cell, _| area += (cell.max - cell.min).element_product());
    /// assert!((area - 3.0).abs() < 1e-9); // of the L, in two cells
    /// # Ok::<(), clearance::index::BspError>(())
    /// ```
    pub fn draw(&self, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        let Some(bounds) = self.bounds() else { return };
        let mut open = vec![(self.root(), [bounds.min, bounds.max].map(lift), 0)];
        while let Some((link, cell, depth)) = open.pop() {
            let index = match link {
                Child::Empty => continue,
                Child::Solid => {
                    visit(&rounded_outwards(cell), depth);
                    continue;
                }
                Child::Node(index) => index,
            };
            let node = &self.nodes[index as usize];
            let plane = self.plane(node.cut);
            let sides = [plane, plane.flipped()].map(|side| side.part_in_front(cell));
            for (part, link) in sides.into_iter().zip(node.below) {
                open.extend(part.map(|part| (link, part, depth + 1)));
            }
        }
    }
}

/// The box of these corners, enlarged for rounding.
fn rounded_outwards<V: Vector>([min, max]: [DVec3; 2]) -> Aabb<V> {
    let slack = |x: f64| x.abs() * ScalarOf::<V>::EPSILON.to_f64();
    Aabb::new(
        V::from_fn(|k| Real::lit(min[k] - slack(min[k]))),
        V::from_fn(|k| Real::lit(max[k] + slack(max[k]))),
    )
}
