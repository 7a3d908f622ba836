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
    unzipped(Drawn::draw(&report, Kind::Bcf(options)).expect("a file"))
}

fn unzipped(written: clearance_io::report::Written) -> BTreeMap<String, Vec<u8>> {
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
    // Two parts are one topic, wherever they meet; one of another name is another.
    let lid = r#""position": [450010, 10, 3]"#;
    assert!(PARTS.contains(lid));
    for moved in ["[450010.001, 10, 3]", "[449990, 10, 3]"] {
        let moved = format!(r#""position": {moved}"#);
        assert_eq!(first, ids(&PARTS.replace(lid, &moved)));
    }
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

/// Blocks of these names in a row, each in the one before; those at these numbers are far away.
fn row(names: [&str; 4], away: &[usize]) -> String {
    let object = |i: usize| {
        let y = if away.contains(&i) { 100.0 } else { 0.0 };
        let x = 450_000.0 + 1.75 * i as f64;
        format!(
            r#"{{"id": "{}", "shape": {{"type": "box", "half_extents": [1, 1, 1]}}, "position": [{x}, {y}, 0]}}"#,
            names[i]
        )
    };
    let objects: Vec<_> = (0..4).map(object).collect();
    format!(
        r#"{{"dimension": 3, "unit": "mm", "objects": [{}]}}"#,
        objects.join(",")
    )
}

/// The topics of a scene that is compared: their titles, their status with the GUID, and the markup.
fn compared(
    text: &str,
    known: &[clearance_io::known::Clash],
    all: bool,
    version: BcfVersion,
) -> Vec<(String, String, Element)> {
    let (scene, mut checked) = checked(text);
    clearance_io::known::compare(&scene, &mut checked, known, all).expect("in memory");
    let report = Report {
        title: "later",
        scene: &scene,
        checked: &checked,
    };
    let files = unzipped(Drawn::draw(&report, Kind::Bcf(options(version, false))).expect("a file"));
    let markups = files
        .iter()
        .filter_map(|(name, content)| Some((name.strip_suffix("/markup.bcf")?, content)));
    let topic = |(folder, content): (&str, &Vec<u8>)| {
        let markup = parsed(content);
        let topic = markup.at("Topic");
        assert_eq!(topic.attribute("Guid"), folder);
        let title = topic.at("Title").text.clone();
        let status = topic.attribute("TopicStatus").to_owned();
        (title, format!("{status} {folder}"), markup)
    };
    let mut topics: Vec<_> = markups.map(topic).collect();
    topics.sort_by(|p, q| p.0.cmp(&q.0));
    topics
}

/// A topic that was gone had another GUID than when it was there, so that no viewer closed it.
#[test]
fn what_is_gone_is_a_closed_topic_with_the_guid_that_it_had() {
    let names = ["a", "b [2O2Fr$t4X7Zf8NOew3FLOH]", "parts/c.stl", "d"];
    for version in [BcfVersion::V2_1, BcfVersion::V3_0] {
        let before = compared(&row(names, &[]), &[], true, version);
        assert_eq!(before.len(), 3);
        let (scene, first) = checked(&row(names, &[]));
        let known: Vec<_> = first
            .findings
            .iter()
            .map(|finding| clearance_io::known::Clash::of(&scene, finding))
            .collect();
        // Of the three pairs, the first stays.
        for all in [false, true] {
            let after = compared(&row(names, &[3]), &known, all, version);
            let of = |topics: &[(String, String, Element)]| -> Vec<[String; 2]> {
                let each = topics.iter().map(|(title, status, _)| [title, status]);
                each.map(|both| both.map(String::clone)).collect()
            };
            let mut expected = of(&before);
            assert!(expected[2][0].starts_with("interference: c · d"), "{expected:?}");
            expected[2] = [
                "interference: c.stl · d".to_owned(),
                expected[2][1].replace("Open", "Closed"),
            ];
            assert_eq!(of(&after), expected);
            let markup = &after[2].2;
            let is_old = version == BcfVersion::V2_1;
            let comment = match is_old {
                true => markup.at("Comment"),
                false => markup.at("Topic/Comments/Comment"),
            };
            let text = &comment.at("Comment").text;
            assert!(
                text.contains("state: gone") && text.contains("depth at most: 0.25 mm"),
                "{text}"
            );
            assert_ne!(
                comment.attribute("Guid"),
                before[2]
                    .2
                    .at(if is_old {
                        "Comment"
                    } else {
                        "Topic/Comments/Comment"
                    })
                    .attribute("Guid")
            );
            assert_eq!(markup.at("Topic/ModifiedAuthor").text, "clearance");
        }
    }
}

#[test]
fn a_listed_clash_keeps_its_guid_where_parts_have_other_numbers() {
    let (scene, first) = checked(&row(["bolt", "bolt#2", "bolt#3", "bolt#4"], &[]));
    let list = clearance_io::known::accept(&Default::default(), &scene, &first).expect("a list");
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("guids.toml");
    let read = |list: &str| {
        std::fs::write(&file, list).expect("a file for the test");
        clearance_io::known::read_known(&file, &Default::default())
    };
    let known = read(&list).expect("a list").clashes;
    let guids: Vec<_> = known.iter().filter_map(|clash| clash.topic.clone()).collect();
    assert_eq!(guids.len(), 3, "{list}");
    // In another order; the first bolt is away.
    let later = row(["bolt#3", "bolt", "bolt#4", "bolt#2"], &[0]);
    let topics = compared(&later, &known, false, BcfVersion::V2_1);
    let mut now: Vec<_> = topics.iter().map(|(_, status, _)| status.clone()).collect();
    now.sort();
    let mut expected = [
        format!("Closed {}", guids[0]),
        format!("Open {}", guids[1]),
        format!("Open {}", guids[2]),
    ];
    expected.sort();
    assert_eq!(now, expected);
    let wrong = list.replace(&guids[1], "../../folder");
    let refused = read(&wrong).expect_err("no GUID");
    assert!(
        refused.to_string().contains("topic: expected a GUID"),
        "{refused}"
    );
}

#[test]
fn nothing_is_closed_by_a_check_that_was_stopped_or_where_the_pair_is_at_another_place() {
    let (scene, first) = checked(&row(["a", "b", "c", "d"], &[]));
    let mut known: Vec<_> = first
        .findings
        .iter()
        .map(|finding| clearance_io::known::Clash::of(&scene, finding))
        .collect();
    // One pair was far from where it is now: it is new and gone, and its topic is open.
    known[0].at = Some(vec![0.0; 3]);
    let topics = compared(&row(["a", "b", "c", "d"], &[]), &known, false, BcfVersion::V2_1);
    assert_eq!(topics.len(), 3);
    assert!(topics.iter().all(|(_, status, _)| status.starts_with("Open ")));
    // Without a list, numbers that parts have no more are closed, unless the check was stopped.
    let numbered = checked(&row(["bolt", "bolt#2", "bolt#3", "bolt#4"], &[]));
    let known: Vec<_> = { numbered.1.findings.iter() }
        .map(|finding| clearance_io::known::Clash::of(&numbered.0, finding))
        .zip([["bolt", "bolt#2"], ["bolt#2", "bolt#3"], ["bolt#3", "bolt#4"]])
        .map(|(clash, names)| clearance_io::known::Clash {
            names: names.map(str::to_owned), // as an earlier output has them
            ..clash
        })
        .collect();
    let order = row(["bolt#3", "bolt", "bolt#4", "bolt#2"], &[]);
    let topics = compared(&order, &known, true, BcfVersion::V2_1);
    let closed = topics
        .iter()
        .filter(|(_, status, _)| status.starts_with("Closed "));
    assert_eq!((topics.len(), closed.count()), (6, 3));
    let (scene, mut part) = checked(&order);
    part.left = Some(clearance_io::check::Left {
        decided: 1,
        pairs: 1,
        first: Some([2, 3]),
    });
    clearance_io::known::compare(&scene, &mut part, &known, true).expect("in memory");
    let report = Report {
        title: "part",
        scene: &scene,
        checked: &part,
    };
    let files = unzipped(Drawn::draw(&report, Kind::Bcf(options(BcfVersion::V2_1, true))).expect("a file"));
    assert!(
        files
            .values()
            .all(|content| !String::from_utf8_lossy(content).contains("Closed"))
    );
}
