//! Topics for the viewers of building models, read back.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::time::{Duration, SystemTime};

use super::*;
use clearance_io::report::{BcfOptions, BcfVersion, Drawn, Kind, Report};

fn options(version: BcfVersion, all: bool) -> BcfOptions {
    BcfOptions {
        version,
        all,
        date: SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000),
    }
}

/// The files within, by name.
fn files(text: &str, options: BcfOptions) -> BTreeMap<String, Vec<u8>> {
    let (scene, checked) = checked(text);
    let report = Report {
        title: "a <scene>",
        scene: &scene,
        checked: &checked,
    };
    let written = Drawn::draw(&report, Kind::Bcf(options)).expect("a file");
    let mut zip = zip::ZipArchive::new(Cursor::new(written.content)).expect("a zip file");
    (0..zip.len())
        .map(|i| {
            let mut file = zip.by_index(i).expect("a file");
            let mut content = Vec::new();
            file.read_to_end(&mut content).expect("its content");
            (file.name().expect("a name").into_owned(), content)
        })
        .collect()
}

/// Markup and viewpoint of each topic, in their order, with the folder.
fn topics(files: &BTreeMap<String, Vec<u8>>) -> Vec<(String, Element, Element)> {
    let mut topics: Vec<_> = files
        .iter()
        .filter_map(|(name, content)| {
            let folder = name.strip_suffix("/markup.bcf")?;
            let view = &files[&format!("{folder}/viewpoint.bcfv")];
            Some((folder.to_owned(), parsed(content), parsed(view)))
        })
        .collect();
    topics.sort_by_key(|(_, markup, _)| markup.at("Topic/Index").text.clone());
    topics
}

#[test]
fn each_clash_is_a_topic_with_a_comment_and_a_viewpoint() {
    for version in [BcfVersion::V2_1, BcfVersion::V3_0] {
        let files = files(PARTS, options(version, false));
        let is_old = version == BcfVersion::V2_1;
        let id = parsed(&files["bcf.version"]).attribute("VersionId").to_owned();
        assert_eq!(id, if is_old { "2.1" } else { "3.0" });
        assert_eq!(files.contains_key("extensions.xml"), !is_old);
        let topics = topics(&files);
        assert_eq!(topics.len(), 3, "two interferences and a duplicate");
        let (folder, markup, view) = &topics[1];
        let topic = markup.at("Topic");
        assert_eq!(topic.attribute("Guid"), folder);
        assert_eq!(topic.attribute("TopicType"), "Clash");
        let pin = "pin <1> & \"co\" 2O2Fr$t4X7Zf8NOew3FLOH";
        assert_eq!(topic.at("Title").text, format!("interference: {pin} · plate"));
        assert_eq!(topic.at("CreationDate").text, "2023-11-14T22:13:20Z");
        let [label, comment, viewpoint] = match is_old {
            true => [topic.at("Labels"), markup.at("Comment"), markup.at("Viewpoints")],
            false => ["Labels/Label", "Comments/Comment", "Viewpoints/ViewPoint"].map(|path| topic.at(path)),
        };
        assert_eq!(label.text, "interference");
        assert!(
            comment.at("Comment").text.contains("common volume: 8 mm³"),
            "{comment:?}"
        );
        assert_eq!(
            comment.at("Viewpoint").attribute("Guid"),
            viewpoint.attribute("Guid")
        );
        assert_eq!(view.attribute("Guid"), viewpoint.attribute("Guid"));
    }
}

#[test]
fn a_viewpoint_looks_at_the_place_in_metres_and_selects_both_parts() {
    for version in [BcfVersion::V2_1, BcfVersion::V3_0] {
        let files = files(PARTS, options(version, false));
        let (_, _, view) = &topics(&files)[1];
        let parts: Vec<_> = view.at("Components/Selection").all("Component").collect();
        assert_eq!(parts[0].attribute("IfcGuid"), "2O2Fr$t4X7Zf8NOew3FLOH");
        assert_eq!(parts[1].at("AuthoringToolId").text, "plate");
        let vector = |name: &str| {
            let axes = ["X", "Y", "Z"];
            DVec3::from_array(axes.map(|axis| view.number(&format!("PerspectiveCamera/{name}/{axis}"))))
        };
        let [eye, direction, up] = ["CameraViewPoint", "CameraDirection", "CameraUpVector"].map(vector);
        let place = DVec3::new(450.0, 0.0, 0.0);
        let away = place - eye;
        assert!(
            away.length() > 0.005 && away.length() < 0.1,
            "{away}: some part sizes away"
        );
        assert!(
            away.normalize().distance(direction) < 1e-6,
            "{away} along {direction}"
        );
        assert!(direction.dot(up).abs() < 1e-12 && up.z > 0.0 && (up.length() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn topics_keep_their_identity_and_others_do_not_have_it() {
    let ids = |text: &str| -> Vec<String> {
        let files = files(text, options(BcfVersion::V2_1, true));
        topics(&files).into_iter().map(|(folder, ..)| folder).collect()
    };
    let first = ids(PARTS);
    assert_eq!(first.len(), 4, "with the contact");
    assert_eq!(first, ids(PARTS));
    // A part moved by a little is the same, one of another name or at the other end of the plate is another.
    let lid = r#""position": [450010, 10, 3]"#;
    assert!(PARTS.contains(lid));
    assert_eq!(
        first,
        ids(&PARTS.replace(lid, r#""position": [450010.001, 10, 3]"#))
    );
    assert_ne!(
        first[3],
        ids(&PARTS.replace(lid, r#""position": [449990, 10, 3]"#))[3]
    );
    assert_ne!(
        first[3],
        ids(&PARTS.replace(r#""id": "lid""#, r#""id": "cover""#))[3]
    );
    // Which part comes first in the file does not matter.
    let two = |ids: [&str; 2], x: [f64; 2]| {
        let object = |k: usize| {
            format!(
                r#"{{"id": "{}", "shape": {{"type": "sphere", "radius": 1}}, "position": [{}, 0, 0]}}"#,
                ids[k], x[k]
            )
        };
        format!(r#"{{"dimension": 3, "objects": [{}, {}]}}"#, object(0), object(1))
    };
    assert_eq!(
        ids(&two(["a", "b"], [0.0, 1.5])),
        ids(&two(["b", "a"], [1.5, 0.0]))
    );
    let mut unique = first.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), first.len());
}
