//! The mesh formats: a cube in each is read as the same closed surface, and garbage is an error.

use std::path::{Path, PathBuf};

use clearance_io::files::Access;
use clearance_io::mesh::{self, Converter, Part, Surface};
use clearance_io::{Code, Problem};

/// A folder for this test run, without files of earlier ones.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn read_parts(file: &Path) -> Result<Vec<Part>, Problem> {
    mesh::read_parts(file, &Access::default())
}

pub fn write(file: &Path, content: impl AsRef<[u8]>) {
    std::fs::write(file, content).expect("a file for the test");
}

/// The corners of the unit cube by the bits of their index, and its faces, counter-clockwise from outside.
pub const QUADS: [[usize; 4]; 6] = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
];

pub fn corner(i: usize) -> [f32; 3] {
    [0, 1, 2].map(|k| (i >> k & 1) as f32)
}

pub fn triangles() -> Vec<[usize; 3]> {
    QUADS
        .iter()
        .flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]])
        .collect()
}

/// Six times the enclosed volume, by the divergence theorem; right only for a closed surface that faces
/// outwards.
pub fn volume(surface: &Surface) -> f64 {
    let corner = |i: u32| clearance::glam::DVec3::from_array(surface.vertices[i as usize]);
    surface
        .triangles
        .iter()
        .map(|t| corner(t[0]).dot(corner(t[1]).cross(corner(t[2]))))
        .sum()
}

fn is_cube(file: &Path) {
    let surface = mesh::read_merged(file, &Access::default()).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(
        (surface.vertices.len(), surface.triangles.len()),
        (8, 12),
        "{}",
        file.display()
    );
    assert_eq!(volume(&surface), 6.0, "{}", file.display());
}

fn binary_stl(header: &[u8]) -> Vec<u8> {
    let mut bytes = header.to_vec();
    bytes.resize(80, b' ');
    bytes.extend((triangles().len() as u32).to_le_bytes());
    for t in triangles() {
        bytes.extend([0; 12]);
        bytes.extend(t.iter().flat_map(|&i| corner(i)).flat_map(f32::to_le_bytes));
        bytes.extend([0; 2]);
    }
    bytes
}

fn text_stl(name: &str) -> String {
    let mut text = format!("solid {name}\n");
    for t in triangles() {
        text += "facet normal 0 0 0\nouter loop\n";
        for [x, y, z] in t.map(corner) {
            text += &format!("vertex {x} {y} {z}\n");
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid " + name + "\n"
}

#[test]
fn stl() {
    let folder = folder("stl");
    for (name, content) in [
        ("binary.stl", binary_stl(b"exported")),
        ("looks-like-text.stl", binary_stl(b"solid cube")),
        ("text.STL", text_stl("cube").into_bytes()),
        ("no-name.stl", text_stl("").into_bytes()),
        (
            "upper.stl",
            text_stl("Cube")
                .to_uppercase()
                .replace("SOLID CUBE", "solid CUBE")
                .into_bytes(),
        ),
    ] {
        write(&folder.join(name), content);
        is_cube(&folder.join(name));
    }
    write(
        &folder.join("two.stl"),
        text_stl("left") + "\n" + &text_stl("right"),
    );
    let parts = read_parts(&folder.join("two.stl")).expect("two solids");
    let names: Vec<_> = parts.iter().filter_map(|part| part.name.as_deref()).collect();
    assert_eq!(names, ["left", "right"]);
}

#[test]
fn obj_keeps_doubles_and_names() {
    let folder = folder("obj");
    let mut text = String::from("mtllib none.mtl\no cube\nusemtl red\n");
    for [x, y, z] in (0..8).map(corner) {
        text += &format!("v {x} {y} {z}\n");
    }
    for q in QUADS {
        text += &format!(
            "f {}//1 {}//1 {}//1 {}//1\n",
            q[0] + 1,
            q[1] + 1,
            q[2] + 1,
            q[3] + 1
        );
    }
    text = text.replace("usemtl", "vn 0 0 1\nusemtl");
    write(&folder.join("cube.obj"), &text);
    is_cube(&folder.join("cube.obj"));
    assert_eq!(
        read_parts(&folder.join("cube.obj")).expect("a cube")[0]
            .name
            .as_deref(),
        Some("cube")
    );
    write(
        &folder.join("third.obj"),
        "v 0.1 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
    );
    let surface = mesh::read_merged(&folder.join("third.obj"), &Access::default()).expect("a triangle");
    assert!(
        surface.vertices.contains(&[0.1, 0.0, 0.0]),
        "as a double, not as a float"
    );
}

#[test]
fn ply_text_and_binary() {
    let folder = folder("ply");
    let header = |format: &str| {
        format!(
            "ply\nformat {format} 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n\
             element face 6\nproperty list uchar int vertex_indices\nend_header\n"
        )
    };
    let mut text = header("ascii");
    for [x, y, z] in (0..8).map(corner) {
        text += &format!("{x} {y} {z}\n");
    }
    for q in QUADS {
        text += &format!("4 {} {} {} {}\n", q[0], q[1], q[2], q[3]);
    }
    write(&folder.join("text.ply"), text);
    is_cube(&folder.join("text.ply"));
    let mut bytes = header("binary_little_endian").into_bytes();
    bytes.extend((0..8).flat_map(corner).flat_map(f32::to_le_bytes));
    for q in QUADS {
        bytes.push(4);
        bytes.extend(q.iter().flat_map(|&i| (i as i32).to_le_bytes()));
    }
    write(&folder.join("binary.ply"), bytes);
    is_cube(&folder.join("binary.ply"));
}

/// A glTF file with the cube in two nodes, the second moved by its parent and mirrored.
pub fn gltf(uri: &str, length: usize, nodes: &str) -> String {
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0, 1]}}],
        "nodes": {nodes},
        "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1}}]}}],
        "accessors": [
          {{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]}},
          {{"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"}}],
        "bufferViews": [{{"buffer": 0, "byteLength": 96}}, {{"buffer": 0, "byteOffset": 96, "byteLength": 72}}],
        "buffers": [{{"byteLength": {length}, {uri}}}]}}"#
    )
}

const NODES: &str = r#"[{"mesh": 0, "name": "left"},
    {"translation": [5, 0, 0], "children": [2]}, {"mesh": 0, "name": "right", "scale": [-1, 1, 1]}]"#;

pub fn gltf_data() -> Vec<u8> {
    let mut data: Vec<u8> = (0..8).flat_map(corner).flat_map(f32::to_le_bytes).collect();
    data.extend(
        triangles()
            .iter()
            .flatten()
            .flat_map(|&i| (i as u16).to_le_bytes()),
    );
    data
}

#[test]
fn gltf_and_glb() {
    let folder = folder("gltf");
    let data = gltf_data();
    write(&folder.join("cube data.bin"), &data);
    write(
        &folder.join("file.gltf"),
        gltf(r#""uri": "cube%20data.bin""#, data.len(), NODES),
    );
    let encoded = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, &data);
    let uri = format!(r#""uri": "data:application/octet-stream;base64,{encoded}""#);
    write(&folder.join("embedded.gltf"), gltf(&uri, data.len(), NODES));
    write(
        &folder.join("binary.glb"),
        glb(&gltf(r#""extras": 0"#, data.len(), NODES), &data),
    );
    for name in ["file.gltf", "embedded.gltf", "binary.glb"] {
        let parts = read_parts(&folder.join(name)).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(parts.len(), 2);
        for part in &parts {
            assert_eq!(
                volume(&part.surface),
                6.0,
                "{name}: {:?} faces outwards",
                part.name
            );
        }
        assert!(
            parts[1]
                .surface
                .vertices
                .iter()
                .all(|v| (4.0..=5.0).contains(&v[0])),
            "moved and mirrored"
        );
    }
}

/// A program that writes one accessor wrongly writes all of them so. The error listed every one: megabytes of
/// a plant.
#[test]
fn an_invalid_gltf_is_told_in_a_few_words() {
    let file = folder("invalid-gltf").join("file.gltf");
    let accessor = r#"{"bufferView": 9, "componentType": 5126, "count": 8, "type": "VEC3"}"#;
    let accessors = [accessor; 500].join(", ");
    write(
        &file,
        format!(r#"{{"asset": {{"version": "2.0"}}, "accessors": [{accessors}]}}"#),
    );
    let problem = read_parts(&file).unwrap_err().to_string();
    assert!(
        problem.contains("accessors[0].bufferView") && problem.contains("and 497 more faults"),
        "{problem}"
    );
    assert!(problem.len() < 600, "{problem}");
}

pub fn glb(json: &str, data: &[u8]) -> Vec<u8> {
    let mut json = json.as_bytes().to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend(((28 + json.len() + data.len()) as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", json.as_slice()), (b"BIN\0", data)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}

#[test]
fn cycles_and_lies_in_gltf_are_refused() {
    let folder = folder("gltf-lies");
    let data = gltf_data();
    write(&folder.join("data.bin"), &data[..100]);
    for (name, nodes) in [
        ("cycle.gltf", r#"[{"children": [1]}, {"children": [0]}]"#),
        ("short.gltf", r#"[{"mesh": 0}, {}]"#),
    ] {
        write(
            &folder.join(name),
            gltf(r#""uri": "data.bin""#, data.len(), nodes),
        );
        let problem = read_parts(&folder.join(name)).expect_err(name);
        assert_eq!(problem.code, Code::InvalidShape, "{problem}");
    }
    write(
        &folder.join("lost.gltf"),
        gltf(r#""uri": "gone.bin""#, data.len(), NODES),
    );
    assert_eq!(
        read_parts(&folder.join("lost.gltf")).expect_err("lost").code,
        Code::FileNotFound
    );
}

#[test]
fn garbage_is_an_error_in_every_format() {
    let folder = folder("garbage");
    let mut state = 1_u64;
    let mut noise = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 56) as u8
    };
    let mut good = vec![binary_stl(b"x"), text_stl("x").into_bytes()];
    good.push(glb(&gltf(r#""extras": 0"#, 168, NODES), &gltf_data()));
    good.push(
        b"ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n1\n".to_vec(),
    );
    good.push(b"v 1 2 3\nv 1e999 nan 3\nf 1 2 99999999999\nf -5 -6 -7\n".to_vec());
    for (i, bytes) in good.iter().enumerate() {
        for round in 0..20 {
            let mut bytes = bytes.clone();
            for _ in 0..round {
                let at = (noise() as usize * 256 + noise() as usize) % bytes.len();
                bytes[at] = noise();
            }
            bytes.truncate(bytes.len() - round * bytes.len() / 64);
            for ending in ["stl", "obj", "ply", "gltf", "glb", "3mf"] {
                let file = folder.join(format!("{i}.{ending}"));
                write(&file, &bytes);
                // Any answer is right, except a panic or an endless allocation.
                let _ = read_parts(&file);
            }
        }
    }
    for ending in ["stl", "obj", "ply", "gltf", "glb", "3mf"] {
        let file = folder.join(format!("empty.{ending}"));
        write(&file, b"");
        assert!(read_parts(&file).is_err(), "{}", file.display());
    }
}

/// Found by fuzzing: the gltf crate's validation indexes the accessors by the numbers of a primitive.
#[test]
fn a_gltf_mesh_without_its_accessor_is_refused() {
    let file = folder("gltf-accessor").join("missing.gltf");
    let text = r#"{"asset":{"version":"2.0"},"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}"#;
    write(&file, text.as_bytes());
    assert_eq!(
        read_parts(&file).expect_err("no accessor").code,
        Code::InvalidShape
    );
}

/// Curved faces need a kernel that only the Python package has: the caller's converter, or an error that says
/// so.
#[test]
fn step_and_ifc_are_converted_by_the_caller_or_say_what_reads_them() {
    let folder = folder("converted");
    let file = folder.join("model.STEP");
    write(&file, "ISO-10303-21;");
    let problem = read_parts(&file).expect_err("no converter");
    assert_eq!(problem.code, Code::UnsupportedFormat);
    let says = format!(
        "STEP is read by the Python package: pip install 'clearance[step]', then python -m clearance check {}",
        file.display()
    );
    assert_eq!(problem.message, says);
    let other = read_parts(&folder.join("model.sldprt")).expect_err("unknown");
    assert!(other.message.contains(mesh::ENDINGS), "{other}");

    write(&folder.join("cube.stl"), binary_stl(b"x"));
    let cube = folder.join("cube.stl");
    let access = Access::default().with_converter(Converter::new(move |given| {
        assert!(given.ends_with("model.STEP"));
        read_parts(&cube)
    }));
    assert_eq!(mesh::read_parts(&file, &access).expect("converted").len(), 1);
    // A document may name such a file too, and its folder is looked at first.
    let surface = mesh::read_named("model.STEP".as_ref(), &access.in_folder(&folder)).expect("converted");
    assert_eq!(volume(&surface), 6.0);
    let gone = mesh::read_named("../gone.step".as_ref(), &access.in_folder(&folder)).expect_err("outside");
    assert_eq!(gone.code, Code::FileNotAllowed);
}
