//! The faces of two shapes that look along a normal, clipped against each other by parry.
//!
//! clearance clips the features that touch: of a box that is tilted by a thousandth, an edge, and its
//! manifold ends with that edge. A physics world wants the whole face, as Gregorius describes it ("Robust
//! contact creation for physics simulations", 2015): the points on the far side are near as soon as the body
//! tilts back, and without them it slams down from side to side.

use parry::math::{Pose as ParryPose, Real, Vector};
use parry::query::ContactManifold;
use parry::shape::{PolygonalFeature, Shape as ParryShape};

/// From how many corners on a feature is a face.
pub(crate) const FACE: usize = if cfg!(feature = "dim2") { 2 } else { 3 };

/// Whether parry's features of a shape are faces of its own. Those of a cylinder or a cone are polygons
/// inside of its round ends.
#[cfg(feature = "dim3")]
pub(crate) fn has_flat_faces(shape: &dyn ParryShape) -> bool {
    use parry::shape::ShapeType::{Cone, Cylinder, RoundCone, RoundCylinder};
    !matches!(shape.shape_type(), Cylinder | Cone | RoundCylinder | RoundCone)
}

#[cfg(feature = "dim2")]
pub(crate) fn has_flat_faces(_: &dyn ParryShape) -> bool {
    true
}

/// The faces, edges or vertices of two shapes that look along two normals, and the balls by which they are
/// rounded.
pub(crate) struct Faces {
    features: [PolygonalFeature; 2],
    borders: [Real; 2],
}

impl Faces {
    /// Of equal features, those at the witness points. `None` where a shape has no features.
    pub(crate) fn new(
        [g1, g2]: [&dyn ParryShape; 2],
        [n1, n2]: [Vector; 2],
        witness: [Vector; 2],
    ) -> Option<Self> {
        let (map1, border1) = g1.as_polygonal_feature_map()?;
        let (map2, border2) = g2.as_polygonal_feature_map()?;
        let mut features = [PolygonalFeature::default(), PolygonalFeature::default()];
        map1.local_support_feature_toward(n1, witness[0], &mut features[0]);
        map2.local_support_feature_toward(n2, witness[1], &mut features[1]);
        Some(Self {
            features,
            borders: [border1, border2],
        })
    }

    /// Whether one is a face, and the other is more than a corner.
    pub(crate) fn has_face(&self) -> bool {
        let [count1, count2] = self.features.each_ref().map(|feature| feature.num_vertices);
        count1.max(count2) >= FACE && count1.min(count2) >= 2
    }

    /// Adds the contacts of the two to a manifold that has none.
    pub(crate) fn clip<M, C: Default + Copy>(
        &self,
        pos12: &ParryPose,
        [n1, n2]: [Vector; 2],
        manifold: &mut ContactManifold<M, C>,
    ) {
        let ([feature1, feature2], [border1, border2]) = (&self.features, self.borders);
        let back = pos12.inverse();
        PolygonalFeature::contacts(pos12, &back, n1, n2, feature1, feature2, manifold, false);
        for contact in &mut manifold.points {
            contact.local_p1 += n1 * border1;
            contact.local_p2 += n2 * border2;
            contact.dist -= border1 + border2;
        }
    }
}
