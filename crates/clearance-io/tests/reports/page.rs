//! The page of a 3D scene: what its data says, and that the numbers it names are there.

use std::io::Read;

use base64::Engine as _;
use serde_json::Value;

use super::*;
use clearance_io::report::{Drawn, Kind, Report, Written};

fn page(text: &str) -> Written {
    let (scene, checked) = checked(text);
    let report = Report {
        title: "{{data}} </script>",
        scene: &scene,
        checked: &checked,
    };
    Drawn::draw(&report, Kind::Html).expect("a page")
}

/// The content of a script element.
fn script<'a>(page: &'a str, id: &str) -> &'a str {
    let start = page.find(&format!("id=\"{id}\">")).expect("a script");
    let content = &page[start..];
    &content[content.find('>').expect("its start") + 1..content.find("</script>").expect("its end")]
}

fn data(page: &str) -> (Value, Vec<u8>) {
    let data = serde_json::from_str(script(page, "data")).expect("JSON");
    let packed = base64::engine::general_purpose::STANDARD
        .decode(script(page, "numbers"))
        .expect("base 64");
    let mut bytes = Vec::new();
    flate2::read::DeflateDecoder::new(&packed[..])
        .read_to_end(&mut bytes)
        .expect("deflated");
    (data, bytes)
}

fn range<'a>(bytes: &'a [u8], range: &Value) -> &'a [u8] {
    let [start, length] = [0, 1].map(|i| range[i].as_u64().expect("a number") as usize);
    &bytes[start..start + length]
}

fn doubles(bytes: &[u8]) -> Vec<f64> {
    bytes
        .as_chunks()
        .0
        .iter()
        .map(|&b| f64::from_le_bytes(b))
        .collect()
}

#[test]
fn a_page_holds_every_pair_with_its_numbers() {
    let written = page(PARTS);
    assert!(written.left_out.is_empty(), "{:?}", written.left_out);
    let page = String::from_utf8(written.content).expect("text");
    let (data, bytes) = data(&page);
    let pairs = data["pairs"].as_array().expect("pairs");
    let classes: Vec<_> = pairs
        .iter()
        .map(|pair| pair["class"].as_str().expect("a class"))
        .collect();
    assert_eq!(classes, ["duplicate", "interference", "interference", "contact"]);
    assert_eq!(pairs[1]["volume"], 8.0);
    assert_eq!(pairs[1]["place"], serde_json::json!([450_000.0, 0.0, 0.0]));
    let origins = doubles(range(&bytes, &data["parts"]["origin"]));
    assert_eq!(origins[9..12], [450_010.0, 10.0, 3.0]);
    assert_eq!(data["names"][3], "lid");
}

#[test]
fn the_common_part_is_a_solid_of_its_volume() {
    let written = page(PARTS);
    let page = String::from_utf8(written.content).expect("text");
    let (data, bytes) = data(&page);
    let mark = &data["pairs"][1]["common"];
    let shape = &data["shapes"][mark["shape"].as_u64().expect("a shape") as usize];
    let size: Vec<f64> = (0..3)
        .map(|k| shape["size"][k].as_f64().expect("a length"))
        .collect();
    let words = |bytes: &[u8]| -> Vec<u16> {
        bytes
            .as_chunks()
            .0
            .iter()
            .map(|&b| u16::from_le_bytes(b))
            .collect()
    };
    let positions = words(range(&bytes, &shape["positions"]));
    let triangles = words(range(&bytes, &shape["triangles"]));
    let corner = |i: u16| {
        let at = |k: usize| f64::from(positions[3 * usize::from(i) + k]) / 65535.0 * size[k];
        DVec3::new(at(0), at(1), at(2))
    };
    let volume: f64 = triangles
        .as_chunks::<3>()
        .0
        .iter()
        .map(|t| t.map(corner))
        .map(|[a, b, c]| a.dot(b.cross(c)) / 6.0)
        .sum();
    assert!((volume - 8.0).abs() < 1e-3, "{volume}");
}

/// Every piece of the page is put into the template once: a title that names another piece stayed a title.
#[test]
fn titles_and_names_are_text() {
    let page = String::from_utf8(page(PARTS).content).expect("text");
    assert!(page.contains("<title>{{data}} &lt;/script&gt;</title>"));
    assert_eq!(page.matches("</script>").count(), 3);
    assert!(
        !page.contains("http://") && !page.contains("https://"),
        "it needs no network"
    );
}

/// What does not fit is drawn coarser or as a box, and that is said.
#[test]
fn a_page_stays_small() {
    let mut objects = Vec::new();
    for i in 0..2 {
        // Surfaces of 150 thousand triangles each, not the same.
        let heights: Vec<Vec<f64>> = (0..280)
            .map(|j| {
                (0..280)
                    .map(|k| ((i * 7 + j * 31 + k * k) % 97) as f64 * 0.01)
                    .collect()
            })
            .collect();
        objects.push(
            serde_json::json!({"id": format!("t{i}"), "position": [i * 300, 0, 0],
            "shape": {"type": "terrain", "heights": heights, "spacing": [1.0, 1.0]}}),
        );
    }
    let scene = serde_json::json!({"dimension": 3, "objects": objects}).to_string();
    let written = page(&scene);
    assert!(written.content.len() < 12 << 20, "{}", written.content.len());
    let all = written.left_out.join("; ");
    assert!(all.contains("fewer triangles"), "{all}");
    let page = String::from_utf8(written.content).expect("text");
    assert_eq!(
        data(&page).0["left_out"].as_array().map(Vec::len),
        Some(written.left_out.len())
    );
}

/// Both lists end after a thousand, and nothing said so.
#[test]
fn lists_that_are_cut_short_say_so() {
    // Triangles by themselves have remarks: they bound nothing.
    let object = |i: usize| {
        format!(
            r#"{{"id": "sheet {i}", "shape": {{"type": "mesh", "vertices": [[0,0,0],[1,0,0],[0,1,0],[1,1,1]], "triangles": [[0,1,2],[1,3,2]]}}, "position": [{}, 0, 0]}}"#,
            3 * i
        )
    };
    let objects: Vec<_> = (0..1003).map(object).collect();
    let text = format!(r#"{{"dimension": 3, "objects": [{}]}}"#, objects.join(","));
    let (scene, mut checked) = checked(&text);
    assert_eq!(scene.remarks().count(), 1003);
    let (parts, found) = super::checked(PARTS);
    let clash = clearance_io::known::Clash::of(&parts, &found.findings[0]);
    checked.gone = Some(vec![clash; 1010]);
    let report = Report {
        title: "long",
        scene: &scene,
        checked: &checked,
    };
    let written = Drawn::draw(&report, Kind::Html).expect("a page");
    let left_out = ["remarks left out: 3", "pairs that are gone left out: 10"];
    assert_eq!(written.left_out, left_out);
    let (data, _) = data(&String::from_utf8(written.content).expect("text"));
    assert_eq!(data["left_out"], serde_json::json!(left_out));
    assert_eq!(data["remarks"].as_array().map(Vec::len), Some(1000));
}
