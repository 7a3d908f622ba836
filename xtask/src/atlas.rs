//! The world's countries as a scene: TopoJSON in, one compound of polygons for each country out.
//!
//! In TopoJSON (Bostock 2013) neighbours share the arc of their common border, so that its points are the
//! same numbers in both: the countries must touch, and must not overlap because of rounding.
//!
//! Outlines that are no simple polygons in the plane of longitudes and latitudes are mended (`outline.rs`).
//! Those that cannot be mended are left out, with a message.

use std::fmt::Write;
use std::path::Path;

use clearance::d2::Shape;
use clearance::glam::DVec2;
use serde_json::Value;

use crate::outline;

pub type Point = [f64; 2];

/// Reads the countries of a TopoJSON file and writes them as a scene, in degrees.
pub fn write(topology: &Path, scene: &Path) -> Result<(), String> {
    let text = crate::read(topology)?;
    let value: Value =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", topology.display()))?;
    let atlas = Atlas::new(&value).ok_or("not a quantised TopoJSON file")?;
    let countries = value["objects"]["countries"]["geometries"]
        .as_array()
        .ok_or("the file has no countries")?;
    let mut text =
        String::from("{\"clearance\": 1, \"dimension\": 2, \"unit\": \"degree\", \"objects\": [\n");
    let mut names: Vec<String> = Vec::new();
    for country in countries {
        let name = unused_name(&names, country["properties"]["name"].as_str().unwrap_or("?"));
        let mut polygons = atlas.polygons(country).unwrap_or_default();
        polygons.iter_mut().for_each(|rings| outline::mend(rings));
        polygons.retain(|rings| is_usable(&name, rings));
        if polygons.is_empty() {
            continue;
        }
        if !names.is_empty() {
            text.push_str(",\n");
        }
        let _ = write!(
            text,
            "{{\"id\": {}, \"shape\": {}}}",
            Value::from(name.as_str()),
            shape(&polygons)
        );
        names.push(name);
    }
    text.push_str("\n]}\n");
    crate::save(scene, &text)
}

/// Whether the library accepts these rings as a polygon; if not, the reason is printed to stderr.
fn is_usable(name: &str, rings: &[Vec<Point>]) -> bool {
    let mut rings = rings
        .iter()
        .map(|ring| ring.iter().copied().map(DVec2::from).collect::<Vec<_>>());
    let outer = rings.next().unwrap_or_default();
    let polygon = Shape::polygon(&outer, &rings.collect::<Vec<_>>());
    if let Err(error) = &polygon {
        eprintln!("{name}: a part of {} points is left out: {error}", outer.len());
    }
    polygon.is_ok()
}

/// Makes ids unique: a few names in the atlas are not.
fn unused_name(names: &[String], name: &str) -> String {
    let numbered = (1..).map(|i| {
        if i == 1 {
            name.to_string()
        } else {
            format!("{name} ({i})")
        }
    });
    numbered
        .into_iter()
        .find(|n| !names.contains(n))
        .unwrap_or_default()
}

struct Atlas {
    arcs: Vec<Vec<Point>>,
}

impl Atlas {
    /// Decodes the arcs: differences of whole numbers, then scaled and moved.
    fn new(value: &Value) -> Option<Self> {
        let pair = |v: &Value| Some([v[0].as_f64()?, v[1].as_f64()?]);
        let (scale, translate) = (
            pair(&value["transform"]["scale"])?,
            pair(&value["transform"]["translate"])?,
        );
        let degrees = |whole: Point| -> Point { [0, 1].map(|i| round(whole[i] * scale[i] + translate[i])) };
        let arc = |list: &Value| -> Option<Vec<Point>> {
            let mut at = [0.0, 0.0];
            let steps = list.as_array()?.iter().map(|step| {
                let step = pair(step)?;
                at = [at[0] + step[0], at[1] + step[1]];
                Some(degrees(at))
            });
            steps.collect()
        };
        let arcs: Option<_> = value["arcs"].as_array()?.iter().map(arc).collect();
        Some(Self { arcs: arcs? })
    }

    /// The polygons of a country, each a list of rings, the outer one first.
    fn polygons(&self, geometry: &Value) -> Option<Vec<Vec<Vec<Point>>>> {
        let rings = |polygon: &Value| polygon.as_array()?.iter().map(|r| self.ring(r)).collect();
        match geometry["type"].as_str()? {
            "Polygon" => Some(vec![rings(&geometry["arcs"])?]),
            "MultiPolygon" => geometry["arcs"].as_array()?.iter().map(rings).collect(),
            _ => None,
        }
    }

    /// A ring is a list of arcs, `!i` standing for arc `i` backwards; each begins where the last one ended.
    fn ring(&self, indices: &Value) -> Option<Vec<Point>> {
        let mut ring: Vec<Point> = Vec::new();
        for index in indices.as_array()? {
            let index = index.as_i64()?;
            let mut arc = self.arcs.get(usize::try_from(index.max(!index)).ok()?)?.clone();
            if index < 0 {
                arc.reverse();
            }
            ring.pop();
            ring.extend(arc);
        }
        ring.pop();
        ring.dedup();
        Some(ring)
    }
}

/// Rounds to a hundred-thousandth of a degree: far finer than the file's own grid.
pub fn round(degrees: f64) -> f64 {
    (degrees * 1e5).round() / 1e5
}

fn shape(polygons: &[Vec<Vec<Point>>]) -> String {
    match polygons {
        [one] => polygon(one),
        many => {
            let parts: Vec<String> = many
                .iter()
                .map(|rings| format!("{{\"shape\": {}}}", polygon(rings)))
                .collect();
            format!("{{\"type\": \"compound\", \"parts\": [{}]}}", parts.join(", "))
        }
    }
}

fn polygon(rings: &[Vec<Point>]) -> String {
    let ring = |points: &Vec<Point>| {
        let points: Vec<String> = points.iter().map(|[x, y]| format!("[{x},{y}]")).collect();
        format!("[{}]", points.join(","))
    };
    let mut text = format!("{{\"type\": \"polygon\", \"vertices\": {}", ring(&rings[0]));
    if rings.len() > 1 {
        let holes: Vec<String> = rings[1..].iter().map(ring).collect();
        let _ = write!(text, ", \"holes\": [{}]", holes.join(","));
    }
    text + "}"
}
