//! The table of pairs in README.md, generated from the library's own table.

use std::fmt::Write;
use std::path::Path;

use clearance::glam::{DVec2, DVec3};
use clearance::pair::PairSpace;
use clearance::pair::table::{Test, choose};
use clearance::shape::{AnyShape, InvalidShape, Shape2, Shape3};

const BEGIN: &str = "<!-- table of pairs: begin -->\n";
const END: &str = "<!-- table of pairs: end -->\n";

/// The table as Markdown, one for each dimension.
pub fn table() -> String {
    let mut text = String::new();
    let _ = one::<DVec2>(&mut text, "2D", &shapes2());
    let _ = one::<DVec3>(&mut text, "3D", &shapes3());
    text
}

/// Fails if the table in this file is not the one that [`table`] makes.
pub fn check(readme: &Path) -> Result<(), String> {
    let text = crate::read(readme)?;
    let found = text.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END));
    match found {
        Some((found, _)) if found == table() => Ok(()),
        Some(_) => {
            Err("README.md: the table of pairs is out of date: run cargo run -p xtask -- pairs".to_string())
        }
        None => Err(format!("README.md: no {BEGIN}")),
    }
}

fn word(test: Test) -> &'static str {
    match test {
        Test::Core | Test::HalfSpace | Test::HalfSpaces => "exact",
        Test::Smooth => "support",
        Test::Parts => "parts",
    }
}

fn one<V: PairSpace>(text: &mut String, title: &str, shapes: &[V::Shape]) -> std::fmt::Result {
    write!(text, "| {title} |")?;
    shapes.iter().try_for_each(|s| write!(text, " {} |", s.kind()))?;
    write!(text, "\n| --- |{}", " --- |".repeat(shapes.len()))?;
    for (i, a) in shapes.iter().enumerate() {
        write!(text, "\n| **{}** |", a.kind())?;
        for (j, b) in shapes.iter().enumerate() {
            let cell = if j <= i { word(choose::<V>(a, b)) } else { "" };
            write!(text, " {cell} |")?;
        }
    }
    writeln!(text, "\n")
}

fn must<T>(shape: Result<T, InvalidShape>) -> T {
    shape.expect("a plain example of each shape is valid")
}

fn shapes2() -> Vec<Shape2<DVec2>> {
    let (x, y) = (DVec2::X, DVec2::Y);
    let corners = [DVec2::ZERO, x, y];
    let circle = must(Shape2::circle(1.0));
    vec![
        Shape2::Point,
        must(Shape2::segment(x, y)),
        circle.clone(),
        must(Shape2::capsule(x, y, 1.0)),
        must(Shape2::cuboid(x + y)),
        must(Shape2::convex(&corners)),
        must(circle.clone().rounded(1.0)),
        must(Shape2::half_space(x, 0.0)),
        must(Shape2::ellipse(x + y)),
        must(Shape2::polygon(&corners, &[])),
        must(Shape2::polyline(&corners, false)),
        must(Shape2::bitmap(&["1"], 1.0)),
        must(Shape2::compound(vec![(circle, clearance::Pose::IDENTITY)])),
    ]
}

fn shapes3() -> Vec<Shape3<DVec3>> {
    let (x, y, z) = (DVec3::X, DVec3::Y, DVec3::Z);
    let sphere = must(Shape3::sphere(1.0));
    let level = vec![0.0, 0.0];
    vec![
        Shape3::Point,
        must(Shape3::segment(x, y)),
        must(Shape3::triangle([x, y, z])),
        sphere.clone(),
        must(Shape3::capsule(x, y, 1.0)),
        must(Shape3::cuboid(x + y + z)),
        must(Shape3::convex(&[DVec3::ZERO, x, y, z])),
        must(sphere.clone().rounded(1.0)),
        must(Shape3::half_space(x, 0.0)),
        must(Shape3::ellipsoid(x + y + z)),
        must(Shape3::cylinder(1.0, 1.0)),
        must(Shape3::cone(1.0, 1.0)),
        must(Shape3::mesh(vec![x, y, z], vec![[0, 1, 2]])),
        must(Shape3::terrain(&[level.clone(), level], [1.0, 1.0])),
        must(Shape3::compound(vec![(sphere, clearance::Pose::IDENTITY)])),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_readme_is_current() {
        super::check(&crate::root().join("README.md")).unwrap();
    }

    #[test]
    fn every_kind_has_a_row() {
        let table = super::table();
        for kind in ["bitmap", "terrain", "rounded", "ellipsoid", "half_space"] {
            assert!(table.contains(&format!("| **{kind}** |")), "{kind}");
        }
    }
}
