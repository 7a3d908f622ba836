//! What comes out of a check: pages, BCF, JUnit.

#[cfg(feature = "bcf")]
mod bcf;
mod junit;
mod page;

use clearance::glam::DVec3;
use clearance_io::check::{Checked, Settings, check};
use clearance_io::files::Access;
use clearance_io::scene::{Objects, Scene, read_stream};

/// A pin through a plate, a copy of the pin, a lid on the plate, and names that need care.
const PARTS: &str = r#"{"clearance": 1, "dimension": 3, "unit": "mm",
    "shapes": {"pin": {"type": "convex", "vertices": [[-1,-1,-5],[1,-1,-5],[1,1,-5],[-1,1,-5],[-1,-1,5],[1,-1,5],[1,1,5],[-1,1,5]]}},
    "objects": [
    {"id": "pin <1> & \"co\" 2O2Fr$t4X7Zf8NOew3FLOH", "shape": "pin", "position": [450000, 0, 0.25]},
    {"id": "plate", "shape": {"type": "box", "half_extents": [20, 20, 1]}, "position": [450000, 0, 0]},
    {"id": "pin copy", "shape": "pin", "position": [450000, 0, 0.25]},
    {"id": "lid", "shape": {"type": "box", "half_extents": [2, 2, 2]}, "position": [450010, 10, 3]},
    {"id": "far\u0007", "shape": {"type": "sphere", "radius": 1}, "position": [450000, 90, 0]}]}"#;

fn checked(text: &str) -> (Objects<DVec3>, Checked<DVec3>) {
    let scene = read_stream(text.as_bytes(), "scene", &Access::default());
    let Ok(Scene::Double3(scene)) = scene else {
        panic!("a scene of space: {scene:?}");
    };
    let settings = Settings {
        depth: true,
        shapes: true,
        ..Settings::default()
    };
    let checked = check(&scene, &settings, &|_| {}).expect("a check");
    (scene, checked)
}

/// An element of a document: its name, its attributes, the text within, and the elements within.
#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    inner: Vec<Element>,
}

impl Element {
    fn attribute(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    }
    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.inner.iter().filter(move |inner| inner.name == name)
    }
    /// The element at the end of a path of names.
    fn at(&self, path: &str) -> &Element {
        let step = |element: &'_ Element, name: &str| -> Option<usize> {
            element.inner.iter().position(|inner| inner.name == name)
        };
        path.split('/').fold(self, |element, name| {
            let i = step(element, name).unwrap_or_else(|| panic!("no {name} of {path} in {element:?}"));
            &element.inner[i]
        })
    }
    fn number(&self, path: &str) -> f64 {
        self.at(path).text.parse().expect("a number")
    }
}

/// The root of a document; panics if it is not well-formed.
fn parsed(content: &[u8]) -> Element {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_reader(content);
    let mut open = vec![Element::default()];
    let begun = |start: &quick_xml::events::BytesStart<'_>| Element {
        name: start.name().as_ref().to_owned(),
        attributes: start
            .attributes()
            .map(|attribute| {
                let attribute = attribute.expect("an attribute");
                (attribute.key.as_ref().to_owned(), unescaped(&attribute.value))
            })
            .collect(),
        ..Element::default()
    };
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).expect("well-formed") {
            Event::Start(start) => open.push(begun(&start)),
            Event::Empty(start) => open.last_mut().expect("open").inner.push(begun(&start)),
            Event::End(_) => {
                let element = open.pop().expect("an open element");
                open.last_mut().expect("a parent").inner.push(element);
            }
            Event::Text(text) => open.last_mut().expect("open").text += &unescaped(&text),
            Event::GeneralRef(name) => {
                let name = format!("&{};", &*name);
                open.last_mut().expect("open").text += &unescaped(&name);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open.len(), 1, "every element ends");
    open.remove(0).inner.remove(0)
}

fn unescaped(text: &str) -> String {
    quick_xml::escape::unescape(text)
        .expect("known entities")
        .into_owned()
}
