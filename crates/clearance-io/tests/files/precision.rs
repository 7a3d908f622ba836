//! Remarks about files of singles that lie far from the origin, and how exactly they say where an object is.

use std::path::{Path, PathBuf};

use clearance_io::files::Access;
use clearance_io::scene::{Scene, read_meshes, read_scene};

use super::meshes::{corner, folder, glb, gltf, gltf_data, triangles, write};

/// A cube of side 2 whose least corner is at (x, 0, 0).
fn stl(x: f32) -> Vec<u8> {
    let mut bytes = vec![b' '; 80];
    bytes.extend((triangles().len() as u32).to_le_bytes());
    for t in triangles() {
        bytes.extend([0; 12]);
        let corners = t
            .iter()
            .map(|&i| corner(i).map(|x| 2.0 * x))
            .map(|[a, b, c]| [a + x, b, c]);
        bytes.extend(corners.flatten().flat_map(f32::to_le_bytes));
        bytes.extend([0; 2]);
    }
    bytes
}

fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let file = folder("precision").join(name);
    write(&file, content);
    file
}

/// The precision of each object of a file, and all remarks.
fn look(scene: Scene) -> (Vec<f64>, Vec<String>) {
    match scene {
        Scene::Double3(scene) => (
            scene.objects.iter().map(|object| object.precision()).collect(),
            scene
                .remarks()
                .map(|(i, remark)| format!("{i}: {remark}"))
                .collect(),
        ),
        other => panic!("{other:?}"),
    }
}

fn read(file: &Path) -> (Vec<f64>, Vec<String>) {
    look(read_meshes(&[file], &Access::default()).unwrap_or_else(|problem| panic!("{problem}")))
}

#[test]
fn binary_files_far_from_the_origin_are_remarked() {
    // The largest coordinate is 450002: singles there are 1/32 apart.
    let (precision, remarks) = read(&file("far.stl", stl(450_000.0)));
    assert_eq!(precision, [1.0 / 64.0]);
    assert_eq!(
        remarks,
        [
            "0: single precision: coordinates near 450002 are 0.03125 apart, and half of its edges are shorter than 2"
        ]
    );
    // 2^14: 1/1024 apart near 16000, a half of a thousandth of 2; 2^15 is the first that is too far.
    assert_eq!(
        read(&file("edge.stl", stl(16_000.0))),
        (vec![1.0 / 2048.0], vec![])
    );
    assert_eq!(read(&file("beyond.stl", stl(17_000.0))).1.len(), 0);
    assert_eq!(read(&file("beyond.stl", stl(33_000.0))).1.len(), 1);
    // The same shape at 2^-30 of the size.
    let small = |x: f32| {
        let mut bytes = stl(x);
        for record in bytes[84..].chunks_exact_mut(50) {
            for number in record[12..48].chunks_exact_mut(4) {
                let x = f32::from_le_bytes([number[0], number[1], number[2], number[3]]);
                number.copy_from_slice(&(x / (1 << 30) as f32).to_le_bytes());
            }
        }
        bytes
    };
    assert_eq!(read(&file("small.stl", small(17_000.0))).1.len(), 0);
    assert_eq!(read(&file("small.stl", small(33_000.0))).1.len(), 1);
}

#[test]
fn text_and_doubles_count_as_exact() {
    let ply = |kind: &str| {
        let mut text = format!(
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty {kind} x\nproperty {kind} y\nproperty {kind} z\n"
        );
        text += "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
        text + "450000 0 0\n450001 0 0\n450000 1 0\n3 0 1 2\n"
    };
    let single = |found: &(Vec<f64>, Vec<String>)| found.1.iter().any(|remark| remark.contains("single"));
    let floats = read(&file("float.ply", ply("float")));
    assert_eq!((single(&floats), floats.0), (true, vec![1.0 / 64.0]));
    let doubles = read(&file("double.ply", ply("double")));
    assert_eq!((single(&doubles), doubles.0), (false, vec![0.0]));
    let obj = read(&file(
        "far.obj",
        "v 450000 0 0\nv 450001 0 0\nv 450000 1 0\nf 1 2 3\n",
    ));
    assert_eq!((single(&obj), obj.0), (false, vec![0.0]));
}

/// The translation of a node is of singles as well, and scales multiply.
#[test]
fn nodes_and_scenes_place_singles() {
    let nodes = r#"[{"mesh": 0, "scale": [1024, 1024, 1024]}, {"mesh": 0, "translation": [450000, 0, 0]}]"#;
    let placed = glb(&gltf(r#""extras": 0"#, gltf_data().len(), nodes), &gltf_data());
    let (precision, remarks) = read(&file("placed.glb", placed));
    let spacing = f64::from(f32::EPSILON);
    assert_eq!(precision, [512.0 * spacing, 1.0 / 64.0]);
    assert_eq!(remarks.len(), 1);
    assert!(
        remarks[0].starts_with("1: single precision: coordinates near 450000"),
        "{remarks:?}"
    );

    file("far.stl", stl(450_000.0));
    file("near.stl", stl(0.0));
    let scene = r#"{"dimension": 3, "shapes": {
        "far": {"type": "mesh", "file": "far.stl", "scale": 2},
        "both": {"type": "compound", "parts": [{"shape": {"type": "mesh", "file": "near.stl"}},
                 {"shape": "far", "scale": 2}]}},
        "objects": [{"id": "near", "shape": {"type": "mesh", "file": "near.stl"}},
            {"id": "ball", "shape": {"type": "sphere", "radius": 1}},
            {"id": "far", "shape": "far", "scale": 2}, {"id": "both", "shape": "both"},
            {"id": "again", "shape": "both", "scale": 0.5}, {"id": "last", "shape": {"type": "point"}}]}"#;
    let scene = read_scene(&file("scene.json", scene), &Access::default()).unwrap_or_else(|p| panic!("{p}"));
    let (precision, remarks) = look(scene);
    // The far one is scaled by 2 by its file and by 2 again.
    let far = 1.0 / 64.0;
    assert_eq!(precision, [spacing, 0.0, 4.0 * far, 4.0 * far, 2.0 * far, 0.0]);
    assert_eq!(remarks.len(), 3, "{remarks:?}");
}

/// Text counts as exact, and six digits are a metre apart at site coordinates: nothing was said of it.
#[test]
fn text_of_few_digits_far_from_the_origin_is_remarked() {
    // A ring of 60 points and a point on its axis, twice: a spindle.
    let spindle = |x: f64| {
        let digits = |x: f64| format!("{x:.5e}");
        let at = |k: u32| {
            let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 60.0).sin_cos();
            [x + 20.0 * cos, 20.0 * sin, 3.0]
        };
        let points = (0..60).map(at).chain([[x, 0.0, 0.0], [x, 0.0, 6.0]]);
        let vertices = points.map(|p| format!("v {}\n", p.map(digits).join(" ")));
        let sides = (1..=60).map(|k| (k, k % 60 + 1));
        let triangles = sides.map(|(k, next)| format!("f {next} {k} 61\nf {k} {next} 62\n"));
        vertices.chain(triangles).collect::<String>()
    };
    let (precision, remarks) = read(&file("far.obj", spindle(450_000.0)));
    assert_eq!(precision, [0.0]);
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    assert!(
        remarks[0].starts_with("0: few digits: coordinates near 450020 are 1 apart"),
        "{remarks:?}"
    );
    let (_, remarks) = read(&file("near.obj", spindle(0.0)));
    assert!(remarks.is_empty(), "{remarks:?}");
}

/// The pieces of a text file: how its vertices and its triangles are written.
fn text(kind: &str, vertices: &[[f64; 3]], triangles: &[[usize; 3]]) -> String {
    // As `%g` writes a number in six digits.
    let digits = |x: f64| format!("{x:.5e}").parse::<f64>().expect("a number").to_string();
    let words = |v: &[f64; 3]| v.map(digits).join(" ");
    match kind {
        "obj" => {
            let vertices = vertices.iter().map(|v| format!("v {}\n", words(v)));
            let faces = triangles.iter().map(|t| t.map(|i| i + 1));
            vertices
                .chain(faces.map(|[a, b, c]| format!("f {a} {b} {c}\n")))
                .collect()
        }
        "ply" => {
            let head = format!(
                "ply\nformat ascii 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\nelement face {}\nproperty list uchar int vertex_indices\nend_header\n",
                vertices.len(),
                triangles.len()
            );
            let vertices = vertices.iter().map(|v| words(v) + "\n");
            let faces = triangles.iter().map(|[a, b, c]| format!("3 {a} {b} {c}\n"));
            std::iter::once(head).chain(vertices).chain(faces).collect()
        }
        _ => {
            let corner = |i: &usize| format!("vertex {}\n", words(&vertices[*i]));
            let facet = |t: &[usize; 3]| {
                let corners: String = t.iter().map(corner).collect();
                format!("facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n")
            };
            let facets: String = triangles.iter().map(facet).collect();
            format!("solid x\n{facets}endsolid x\n")
        }
    }
}

/// A prism about the Z axis through a place, of this radius and so many sides.
fn prism(at: [f64; 3], radius: f64, sides: usize) -> (Vec<[f64; 3]>, Vec<[usize; 3]>) {
    let corner = |k: usize| {
        let (sin, cos) = ((k % sides) as f64 * std::f64::consts::TAU / sides as f64).sin_cos();
        let z = if k < sides { 0.0 } else { 10.0 };
        [at[0] + radius * cos, at[1] + radius * sin, at[2] + z]
    };
    let side = |k: usize| {
        let next = (k + 1) % sides;
        [[k, next, sides + next], [k, sides + next, sides + k]]
    };
    let ends = (1..sides - 1).flat_map(|k| [[0, k + 1, k], [sides, sides + k, sides + k + 1]]);
    (
        (0..2 * sides).map(corner).collect(),
        (0..sides).flat_map(side).chain(ends).collect(),
    )
}

/// At site coordinates six digits are whole numbers, which may be meant: corners that fell together tell.
/// Nothing was said of them.
#[test]
fn whole_numbers_far_from_the_origin_are_remarked_where_corners_fell_together() {
    let site = [450_000.0, 420_000.0, 30.0];
    let (vertices, triangles) = prism(site, 3.0, 48);
    for kind in ["obj", "ply", "stl"] {
        let (_, remarks) = read(&file(&format!("pin.{kind}"), text(kind, &vertices, &triangles)));
        assert_eq!(remarks.len(), 1, "{kind}: {remarks:?}");
        assert!(
            remarks[0].contains("few digits: coordinates near 450003 are 1 apart"),
            "{kind}: {remarks:?}"
        );
    }
    let near = prism([0.0; 3], 3.0, 48);
    // Nobody can tell what these were before, or they are fine enough.
    let large = prism(site, 500.0, 24);
    let fine = prism([450.0, 420.0, 30.0], 3.0, 48);
    for kind in ["obj", "ply"] {
        for (name, (vertices, triangles)) in [("near", &near), ("large", &large), ("fine", &fine)] {
            let content = text(kind, vertices, triangles);
            let (_, remarks) = read(&file(&format!("{name}-pin.{kind}"), content));
            assert!(remarks.is_empty(), "{name}.{kind}: {remarks:?}");
        }
    }
}

/// Boxes that somebody drew there in whole numbers, and steps of a staircase, one unit each: nothing is
/// wrong.
#[test]
fn whole_numbers_that_are_meant_are_not_remarked() {
    let cuboid = |at: [f64; 3], size: [f64; 3]| -> Vec<[f64; 3]> {
        let unit = (0..8).map(|i| corner(i).map(f64::from));
        unit.map(|c| [0, 1, 2].map(|k| at[k] + size[k] * c[k])).collect()
    };
    let faces = |first: usize| triangles().into_iter().map(move |t| t.map(|i| i + first));
    let site = [450_000.0, 420_000.0, 30.0];
    for (name, size) in [("box", [100.0, 50.0, 20.0]), ("cube", [1.0; 3])] {
        let content = text("obj", &cuboid(site, size), &faces(0).collect::<Vec<_>>());
        let (_, remarks) = read(&file(&format!("whole-{name}.obj"), content));
        assert!(remarks.is_empty(), "{name}: {remarks:?}");
    }
    let steps = (0..40).map(f64::from);
    let corners: Vec<_> = steps
        .flat_map(|k| cuboid([site[0] + 2.0 * k, site[1], site[2] + k], [1.0, 7.0, 1.0]))
        .collect();
    let triangles: Vec<_> = (0..40).flat_map(|k| faces(8 * k)).collect();
    let (_, remarks) = read(&file("whole-steps.obj", text("obj", &corners, &triangles)));
    assert!(remarks.is_empty(), "{remarks:?}");
}
