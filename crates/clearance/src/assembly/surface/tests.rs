//! Distances against the nearest of many points of the surface.

use clearance_testkit::Random;
use glam::{DQuat, DVec3};

use super::{Cone, Cylinder, Plane, Sphere, Surface, Torus};
use crate::Pose;

fn surfaces() -> [Surface; 5] {
    let axis = DVec3::new(2.0, 3.0, 6.0) / 7.0;
    let at = DVec3::new(1.0, -2.0, 0.5);
    [
        Surface::Plane(Plane {
            point: at,
            normal: axis,
        }),
        Surface::Cylinder(Cylinder {
            point: at,
            axis,
            radius: 1.5,
            outward: false,
        }),
        Surface::Cone(Cone {
            apex: at,
            axis,
            half_angle: 0.6,
            outward: true,
        }),
        Surface::Sphere(Sphere {
            center: at,
            radius: 1.5,
            outward: true,
        }),
        Surface::Torus(Torus {
            center: at,
            axis,
            major: 2.0,
            minor: 0.5,
            outward: false,
        }),
    ]
}

#[test]
fn nearest_points_are_on_the_surface_and_the_distance_grows_along_the_normal() {
    let mut random = Random::new(5);
    for surface in surfaces() {
        for _ in 0..500 {
            let p: DVec3 = random.vector(5.0);
            let (distance, normal) = (surface.signed_distance(p), surface.normal(p));
            let nearest = surface.closest(p);
            assert!(surface.signed_distance(nearest).abs() < 1e-13, "{surface} {p}");
            assert!((p.distance(nearest) - distance.abs()).abs() < 1e-13);
            assert!((normal.length() - 1.0).abs() < 1e-14);
            let further = surface.signed_distance(p + normal * 1e-4);
            assert!((further - distance - 1e-4).abs() < 1e-7, "{surface} {p}");
            // Nowhere does the distance change faster than the way: so no point of the surface is nearer.
            let q: DVec3 = p + random.vector::<DVec3>(1.0);
            assert!((surface.signed_distance(q) - distance).abs() <= p.distance(q) * (1.0 + 1e-12) + 1e-14);
        }
    }
}

#[test]
fn a_placed_surface_has_the_placed_distances() {
    let mut random = Random::new(6);
    for surface in surfaces() {
        for _ in 0..100 {
            let rotation = DQuat::from_scaled_axis(random.vector(3.0));
            let pose = Pose::new(random.vector(5.0), rotation).unwrap();
            let pose = pose.scaled(random.between(0.1, 10.0)).unwrap();
            let p: DVec3 = random.vector(5.0);
            let placed = surface.placed(&pose);
            let there = placed.signed_distance(pose.frame().point(p));
            assert!((there - surface.signed_distance(p) * pose.scale()).abs() < 1e-12);
            let normal = pose.frame().direction(surface.normal(p));
            assert!(normal.distance(placed.normal(pose.frame().point(p))) < 1e-9);
        }
    }
}

#[test]
fn as_text() {
    let texts = surfaces().map(|s| alloc::string::ToString::to_string(&s));
    assert_eq!(
        texts,
        [
            "plane",
            "cylinder r 1.5",
            "cone 34.3775°",
            "sphere r 1.5",
            "torus R 2 r 0.5"
        ]
    );
    let sphere = |radius| {
        Surface::Sphere(Sphere {
            center: DVec3::ZERO,
            radius,
            outward: true,
        })
    };
    let texts = [10.01, 1e-9, 123456789.0, 0.1 + 0.2].map(|r| alloc::format!("{}", sphere(r)));
    assert_eq!(
        texts,
        [
            "sphere r 10.01",
            "sphere r 1e-9",
            "sphere r 123457000",
            "sphere r 0.3"
        ]
    );
}
