//! 3MF: items, components and their transforms; shared meshes; what is refused.

use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clearance::glam::DVec3;
use clearance_io::files::Access;
use clearance_io::mesh::{self, Part};
use clearance_io::{Code, Problem};
use zip::write::{SimpleFileOptions, ZipWriter};

use super::meshes::{QUADS, corner, folder, volume, write};

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<model unit="inch" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
  xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06" requiredextensions="p">"#;

const RELATIONS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/Metadata/thumbnail.png" Id="r0" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"/>
<Relationship Target="/3D/3dmodel.model" Id="r1" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>"#;

/// The unit cube as `<mesh>`.
fn cube() -> String {
    let vertices: String = (0..8)
        .map(corner)
        .map(|[x, y, z]| format!(r#"<vertex x="{x}" y="{y}" z="{z}"/>"#))
        .collect();
    let triangles: String = QUADS
        .iter()
        .flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]])
        .map(|[a, b, c]| format!(r#"<triangle v1="{a}" v2="{b}" v3="{c}" pid="1" p1="0"/>"#))
        .collect();
    format!("<mesh><vertices>{vertices}</vertices><triangles>{triangles}</triangles></mesh>")
}

fn model(resources: &str, build: &str) -> String {
    format!("{HEAD}<resources>{resources}</resources><build>{build}</build></model>")
}

/// A package of these files beside the relations.
fn package(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [("_rels/.rels", RELATIONS)].iter().chain(files) {
        zip.start_file(*name, SimpleFileOptions::default())
            .expect("an entry");
        zip.write_all(text.as_bytes()).expect("written");
    }
    zip.finish().expect("a package").into_inner()
}

fn file(name: &str, content: &[u8]) -> PathBuf {
    let file = folder("3mf").join(name);
    write(&file, content);
    file
}

fn one_model(name: &str, model: &str) -> PathBuf {
    file(name, &package(&[("3D/3dmodel.model", model)]))
}

fn read(file: &Path) -> Result<Vec<Part>, Problem> {
    mesh::read_parts(file, &Access::default())
}

fn good(file: &Path) -> Vec<Part> {
    read(file).unwrap_or_else(|problem| panic!("{problem}"))
}

#[test]
fn items_and_components_share_the_mesh_of_their_object() {
    let resources = format!(
        r#"<basematerials id="1"><base name="red"/></basematerials>
        <object id="2" name="bolt &amp; nut" type="model"><metadatagroup/>{}</object>
        <object id="3" name="pair"><components>
            <component objectid="2" transform="1 0 0 0 1 0 0 0 1 5 0 0"/>
            <component objectid="2" transform="0 2 0 -2 0 0 0 0 2 0.5 0 0"/></components></object>
        <object id="4" partnumber="A-7"><components><component objectid="3"/></components></object>"#,
        cube()
    );
    let build = r#"<item objectid="2"/><item objectid="4" transform="1 0 0 0 1 0 0 0 1 0 0 10.1"/>
        <item objectid="2" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/>"#;
    let parts = good(&one_model("shared.3mf", &model(&resources, build)));
    assert_eq!(parts.len(), 4);
    assert!(
        parts
            .iter()
            .all(|part| part.name.as_deref() == Some("bolt & nut"))
    );
    assert!(
        parts[1..3]
            .iter()
            .all(|part| Arc::ptr_eq(&part.surface, &parts[0].surface))
    );
    assert_eq!(parts[1].pose.position(), DVec3::new(5.0, 0.0, 10.1));
    // A row of a transform is the image of an axis.
    assert_eq!(parts[2].pose.frame().point(DVec3::X), DVec3::new(0.5, 2.0, 10.1));
    assert_eq!(parts[2].pose.scale(), 2.0);
    assert_eq!(volume(&parts[3].surface), 6.0, "mirrored, and facing outwards");
    assert_eq!(parts[0].precision.half_spacing(), 0.0);
}

/// The production extension puts objects into files of their own. Ids are those of the file.
#[test]
fn objects_in_other_files_of_the_package() {
    let resources = r#"<object id="1"><components>
        <component objectid="1" p:path="/3D/Objects/cube.model" transform="1 0 0 0 1 0 0 0 1 3 0 0"/></components></object>"#;
    let root = model(
        resources,
        r#"<item objectid="1"/><item objectid="1" p:path="/3D/Objects/cube.model"/>"#,
    );
    let cube = model(&format!(r#"<object id="1" name="cube">{}</object>"#, cube()), "");
    let files = [
        ("3D/3dmodel.model", root.as_str()),
        ("3D/Objects/cube.model", cube.as_str()),
    ];
    let parts = good(&file("production.3mf", &package(&files)));
    assert_eq!(parts.len(), 2);
    assert_eq!(parts[0].pose.position(), DVec3::new(3.0, 0.0, 0.0));
    assert!(Arc::ptr_eq(&parts[0].surface, &parts[1].surface));
    let gone = file("gone.3mf", &package(&files[..1]));
    assert!(
        read(&gone)
            .expect_err("no such file")
            .message
            .contains("cube.model")
    );
}

#[test]
fn what_is_wrong_is_named() {
    let object = |content: &str| format!(r#"<object id="1">{content}</object>"#);
    let item = r#"<item objectid="1"/>"#;
    let cases = [
        (
            model(&object(&cube()), r#"<item objectid="7"/>"#),
            "there is no object 7",
        ),
        (model(&object(""), item), "neither a mesh nor components"),
        (
            model(&object(&cube().replace(r#"v3="3""#, r#"v3="8""#)), item),
            "there are 8 vertices",
        ),
        (
            model(&object(&cube().replace(r#"x="1""#, r#"x="one""#)), item),
            "\"one\" is not a finite number",
        ),
        (
            model(&object(&cube().replace(r#"x="1""#, r#"x="1e999""#)), item),
            "1e999",
        ),
        (
            model(&object(&cube().replace(r#" y="0""#, "")), item),
            "y is missing",
        ),
        (
            model(&object(&cube()), r#"<item objectid="1" transform="1 2 3"/>"#),
            "12 numbers, not 3",
        ),
        (
            model(&object(&cube()), r#"<item objectid="-1"/>"#),
            "objectid: \"-1\"",
        ),
        (
            model(&(object(&cube()) + &object(&cube())), item),
            "two objects have the id 1",
        ),
        (HEAD.to_owned(), "it ends within an element"),
        ("<html></html>".to_owned(), "not a 3MF model"),
        (
            format!("<!DOCTYPE model>{}", model(&object(&cube()), item)),
            "no document type",
        ),
        (
            model(&object(&cube()), item)
                .replace(
                    "xmlns:p",
                    r#"xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02" xmlns:p"#,
                )
                .replace(r#"requiredextensions="p""#, r#"requiredextensions="p b""#),
            "requires the extension http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02",
        ),
        (
            model(
                r#"<object id="1"><components><component objectid="1"/></components></object>"#,
                item,
            ),
            "at most 256 deep",
        ),
    ];
    for (i, (text, message)) in cases.iter().enumerate() {
        let problem = read(&one_model(&format!("wrong{i}.3mf"), text)).expect_err(message);
        assert!(problem.message.contains(message), "{problem}, not {message}");
    }
}

/// Names of names: 2^40 components lead to one cube each, or to nothing.
#[test]
fn components_that_double_end_somewhere() {
    for leaf in [cube(), "<components/>".to_owned()] {
        let mut resources = format!(r#"<object id="0">{leaf}</object>"#);
        for i in 1..=40 {
            let component = format!(r#"<component objectid="{}"/>"#, i - 1);
            resources +=
                &format!(r#"<object id="{i}"><components>{component}{component}</components></object>"#);
        }
        let file = one_model("doubling.3mf", &model(&resources, r#"<item objectid="40"/>"#));
        assert_eq!(read(&file).expect_err("too many").code, Code::LimitExceeded);
    }
}

/// A small file that unpacks to much: what is unpacked counts against the limit of one file.
#[test]
fn what_an_archive_holds_has_the_limit() {
    let blanks = " ".repeat(50 << 20);
    let object = format!(r#"<object id="1">{}</object>{blanks}"#, cube());
    let file = one_model("bomb.3mf", &model(&object, r#"<item objectid="1"/>"#));
    assert!(std::fs::metadata(&file).expect("a file").len() < 200_000);
    let limited = Access::default().with_largest(1 << 20);
    assert_eq!(
        mesh::read_parts(&file, &limited).expect_err("too large").code,
        Code::LimitExceeded
    );
    assert_eq!(good(&file).len(), 1);
    // All files of a package count together.
    let padded = |id: u32, more: &str| {
        model(
            &format!(
                r#"<object id="{id}">{}</object>{}"#,
                cube(),
                " ".repeat(600 << 10)
            ),
            more,
        )
    };
    let root = padded(1, r#"<item objectid="2" p:path="/other.model"/>"#);
    let other = padded(2, "");
    let both = package(&[
        ("3D/3dmodel.model", root.as_str()),
        ("other.model", other.as_str()),
    ]);
    let both = self::file("both.3mf", &both);
    assert_eq!(
        mesh::read_parts(&both, &limited).expect_err("too large").code,
        Code::LimitExceeded
    );
}

#[test]
fn garbage_is_an_error_or_read_but_never_a_panic() {
    let object = format!(r#"<object id="1" name="x">{}</object>"#, cube());
    let text = model(
        &object,
        r#"<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 0"/>"#,
    );
    let mut state = 3_u64;
    let mut noise = |below: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    let (mut read_anyway, mut refused) = (0, 0);
    let mut count = |result: Result<Vec<Part>, Problem>| match result {
        Ok(_) => read_anyway += 1,
        Err(_) => refused += 1,
    };
    let packed = package(&[("3D/3dmodel.model", &text)]);
    for round in 0..150 {
        // The text within a sound archive, and the archive itself.
        let mut bytes = text.clone().into_bytes();
        let mut archive = packed.clone();
        for _ in 0..=round / 10 {
            let at = noise(bytes.len());
            bytes[at] = b"<>\"/= 0e-&9"[noise(11)];
            let at = noise(archive.len());
            archive[at] = noise(256) as u8;
        }
        count(read(&one_model("noise.3mf", &String::from_utf8_lossy(&bytes))));
        archive.truncate(archive.len() - noise(archive.len() / 2) * (round % 2));
        count(read(&file("noise.3mf", &archive)));
    }
    assert!(read_anyway > 0 && refused > 150, "{read_anyway} {refused}");
    for bytes in [
        &b""[..],
        b"PK",
        b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0",
    ] {
        assert!(read(&file("none.3mf", bytes)).is_err());
    }
}
