//! Parts of one file that are instances of one mesh share it, and answer as moved copies do.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use clearance::glam::{DQuat, DVec3};
use clearance::pair::{Relation, clearance, relation};
use clearance_io::check::{Class, Settings, check};
use clearance_io::files::Access;
use clearance_io::mesh::{self, Part};
use clearance_io::scene::{Object, Objects, Scene, read_meshes};

use super::meshes::{folder, glb, gltf, gltf_data, volume, write};

type Objects3 = Objects<DVec3>;

fn objects(file: &Path) -> Objects3 {
    match read_meshes(&[file], &Access::default()).unwrap_or_else(|problem| panic!("{problem}")) {
        Scene::Double3(objects) => objects,
        other => panic!("{other:?}"),
    }
}

/// A GLB of the unit cube in these nodes, all of them roots.
fn cubes(name: &str, nodes: &[String]) -> std::path::PathBuf {
    let file = folder("instances").join(name);
    let list: Vec<String> = (0..nodes.len()).map(|i| i.to_string()).collect();
    let text = gltf(
        r#""extras": 0"#,
        gltf_data().len(),
        &format!("[{}]", nodes.join(", ")),
    );
    let text = text.replace(
        r#""nodes": [0, 1]"#,
        &format!(r#""nodes": [{}]"#, list.join(", ")),
    );
    write(&file, glb(&text, &gltf_data()));
    file
}

fn distinct<T>(all: impl Iterator<Item = *const T>) -> usize {
    all.collect::<BTreeSet<_>>().len()
}

#[test]
fn ten_thousand_nodes_of_one_mesh_are_one_mesh() {
    let node = |i: usize| {
        let (x, z) = (2 * (i % 100), 2 * (i / 100));
        let turn = ["[0, 0, 0, 1]", "[0.5, 0.5, 0.5, 0.5]"][i % 2];
        format!(r#"{{"mesh": 0, "name": "cube", "translation": [{x}, 0, {z}], "rotation": {turn}}}"#)
    };
    let file = cubes("many.glb", &(0..10_000).map(node).collect::<Vec<_>>());
    let scene = objects(&file);
    assert_eq!(scene.objects.len(), 10_000);
    let shapes = scene
        .objects
        .iter()
        .map(|object| Arc::as_ptr(&object.stand.shape));
    assert_eq!(distinct(shapes), 1);
    let names: BTreeSet<_> = scene.objects.iter().map(|object| &object.id.text).collect();
    assert_eq!(names.len(), 10_000);
    let first: Vec<_> = scene.objects[..3]
        .iter()
        .map(|object| object.id.text.as_str())
        .collect();
    assert_eq!(first, ["cube", "cube#2", "cube#3"]);
}

/// The same placements as poses and, stretched by a hair to one side, as moved copies.
#[test]
fn instances_answer_as_moved_copies_do() {
    let mut state = 11_u64;
    let mut dice = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let (mut as_poses, mut as_copies) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        let turn = DQuat::from_array([dice(), dice(), dice(), dice()].map(f64::from)).normalize();
        let [x, y, z, w] = turn.to_array().map(|x| x as f32);
        let (p, s) = ([dice() * 1.5, dice() * 1.5, dice() * 1.5], 1.0 + dice() / 2.0);
        let node = |z_scale: f32| {
            format!(
                r#"{{"mesh": 0, "translation": {p:?}, "rotation": [{x}, {y}, {z}, {w}], "scale": [{s}, {s}, {z_scale}]}}"#
            )
        };
        as_poses.push(node(s));
        as_copies.push(node(s.next_up()));
    }
    let (poses, copies) = (cubes("poses.glb", &as_poses), cubes("copies.glb", &as_copies));
    let (poses, copies) = (objects(&poses), objects(&copies));
    let shape = |object: &Object<DVec3>| Arc::as_ptr(&object.stand.shape);
    assert_eq!(distinct(poses.objects.iter().map(shape)), 1);
    assert_eq!(distinct(copies.objects.iter().map(shape)), 60);
    let mut overlapping = 0;
    for i in 0..60 {
        for j in 0..i {
            let [p, q] = [&poses, &copies].map(|s| (s.objects[i].placed(), s.objects[j].placed()));
            let (of_poses, of_copies) = (clearance(p.0, p.1), clearance(q.0, q.1));
            let (a, b) = (
                of_poses.expect("solids").distance,
                of_copies.expect("solids").distance,
            );
            // The depth of two meshes is that of the deepest pair of triangles found, and may jump.
            let same = if a > 0.0 { (a - b).abs() < 1e-6 } else { b <= 0.0 };
            assert!(same, "{i} {j}: {a} {b}");
            overlapping += usize::from(a < 0.0);
        }
    }
    assert!((200..1500).contains(&overlapping), "{overlapping}");
}

/// Translations alone are exact; quarter turns in singles too, though half the root of two is no single.
#[test]
fn what_touches_in_the_file_touches() {
    let half = "0.70710677, 0.70710677";
    let nodes = [
        r#"{"mesh": 0, "translation": [0.1, 0.7, 13.3]}"#.to_owned(),
        format!(r#"{{"mesh": 0, "translation": [0.1, 0.7, 13.3], "rotation": [0, 0, {half}]}}"#),
        r#"{"mesh": 0, "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0.1, 0.7, 13.3, 1]}"#.to_owned(),
        r#"{"mesh": 0, "matrix": [0, 0.3, 0, 0, -0.3, 0, 0, 0, 0, 0, 0.3, 0, 0.1, 0.7, 13.3, 1]}"#.to_owned(),
    ];
    let scene = objects(&cubes("quarter.glb", &nodes));
    let [right, turned, by_matrix, small] = &scene.objects[..] else {
        panic!("four objects")
    };
    assert_eq!(relation(right.placed(), turned.placed()), Relation::Touching);
    assert_eq!(relation(right.placed(), by_matrix.placed()), Relation::Touching);
    assert_eq!(relation(turned.placed(), by_matrix.placed()), Relation::Equal);
    assert_eq!(relation(right.placed(), small.placed()), Relation::Touching);
    let shape = |object: &Object<DVec3>| Arc::as_ptr(&object.stand.shape);
    assert_eq!(distinct(scene.objects.iter().map(shape)), 1);
}

/// Instances in an extension that the file requires: the node's transform comes after that of the instance.
#[test]
fn instances_of_the_gpu_instancing_extension() {
    let file = folder("instances").join("gpu.glb");
    let mut data = gltf_data();
    let mut add = |numbers: &[f32]| data.extend(numbers.iter().copied().flat_map(f32::to_le_bytes));
    add(&[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 8.0, 0.0, 0.0]);
    add(&[1.0, 1.0, 1.0, 2.0, 2.0, 2.0, -1.0, 1.0, 1.0]);
    data.extend([0, 0, 0, 127, 0, 0, 127_u8, 127, 0, 0, 0, 127]);
    let nodes = r#"[{"mesh": 0, "name": "bolt", "translation": [0, 10, 0], "extensions": {"EXT_mesh_gpu_instancing":
        {"attributes": {"TRANSLATION": 2, "SCALE": 3, "ROTATION": 4, "_ID": 2}}}}, {}]"#;
    let text = gltf(r#""extras": 0"#, data.len(), nodes)
        .replace(r#"{"asset""#, r#"{"extensionsRequired": ["EXT_mesh_gpu_instancing"], "extensionsUsed": ["EXT_mesh_gpu_instancing"], "asset""#)
        .replace(
            r#""count": 36, "type": "SCALAR"}"#,
            r#""count": 36, "type": "SCALAR"},
            {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 2, "byteOffset": 36, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 2, "byteOffset": 72, "componentType": 5120, "normalized": true, "count": 3, "type": "VEC4"}"#,
        )
        .replace(r#""byteLength": 72}]"#, r#""byteLength": 72}, {"buffer": 0, "byteOffset": 168, "byteLength": 84}]"#);
    write(&file, glb(&text, &data));
    let parts = read(&file);
    assert_eq!(parts.len(), 3);
    assert!(Arc::ptr_eq(&parts[0].surface, &parts[1].surface));
    assert!(!Arc::ptr_eq(&parts[0].surface, &parts[2].surface), "mirrored");
    assert!(parts.iter().all(|part| part.name.as_deref() == Some("bolt")));
    assert_eq!(parts[1].pose.position(), DVec3::new(4.0, 10.0, 0.0));
    assert_eq!(parts[1].pose.scale(), 2.0);
    // A quarter turn about z, whose quaternion of integers has no unit length.
    assert_eq!(parts[1].pose.frame().point(DVec3::X), DVec3::new(4.0, 12.0, 0.0));
    assert_eq!(volume(&parts[2].surface), 6.0);
    let x = parts[2].surface.vertices.iter().map(|v| v[0]);
    assert_eq!(x.fold(f64::INFINITY, f64::min), 7.0);
    // The whole file as one surface.
    let all = mesh::read_merged(&file, &Access::default()).expect("one surface");
    assert_eq!((all.vertices.len(), volume(&all)), (24, 6.0 * 10.0));

    write(
        &file,
        glb(&text.replace(r#""ROTATION": 4"#, r#""ROTATION": 99"#), &data),
    );
    let problem = mesh::read_parts(&file, &Access::default()).expect_err("no such accessor");
    assert!(problem.message.contains("ROTATION"), "{problem}");
    let fewer = text.replace(
        r#""normalized": true, "count": 3"#,
        r#""normalized": true, "count": 2"#,
    );
    write(&file, glb(&fewer, &data));
    let problem = mesh::read_parts(&file, &Access::default()).expect_err("two rotations of three");
    assert!(problem.message.contains("equally many"), "{problem}");
}

fn read(file: &Path) -> Vec<Part> {
    mesh::read_parts(file, &Access::default()).unwrap_or_else(|problem| panic!("{problem}"))
}

#[test]
fn extras_of_a_node_are_metadata() {
    let nodes = [
        r#"{"mesh": 0, "extras": {"storey": "Level 1", "count": 3, "spare": true, "parts": [1], "none": null}}"#.to_owned(),
        r#"{"mesh": 0, "extras": 7}"#.to_owned(),
        r#"{"mesh": 0}"#.to_owned(),
    ];
    let parts = read(&cubes("extras.glb", &nodes));
    let metadata: Vec<_> = parts[0]
        .about
        .metadata
        .iter()
        .map(|(key, text)| (key.as_str(), text.as_str()))
        .collect();
    assert_eq!(
        metadata,
        [("count", "3"), ("spare", "true"), ("storey", "Level 1")]
    );
    assert!(parts[1..].iter().all(|part| part.about.metadata.is_empty()));
}

/// Singles near 100 are 7.6 millionths apart, so cubes of side 0.1 that were meant to touch there overlap by
/// 1.5 millionths; that a first cube of the same mesh stands at the origin, where singles are exact, says
/// nothing about them.
#[test]
fn each_instance_is_as_exact_as_its_own_place() {
    let node = |x: &str| format!(r#"{{"mesh": 0, "scale": [0.1, 0.1, 0.1], "translation": [{x}, 0, 0]}}"#);
    let classes = |places: &[&str]| {
        let nodes: Vec<_> = places.iter().map(|x| node(x)).collect();
        let scene = objects(&cubes("far.glb", &nodes));
        let checked = check(&scene, &Settings::default(), &|_| {}).expect("a check");
        let found = checked.findings.iter();
        found.map(|f| (f.a, f.b, f.class, f.relation)).collect::<Vec<_>>()
    };
    assert_eq!(
        classes(&["0", "100.1", "100.2"]),
        [(1, 2, Class::Contact, Relation::Overlapping)]
    );
    // The other way round, and an overlap that singles do not explain.
    assert_eq!(
        classes(&["100.1", "0", "0.0999985"]),
        [(1, 2, Class::Interference, Relation::Overlapping)]
    );
}
