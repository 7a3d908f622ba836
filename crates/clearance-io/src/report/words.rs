//! A pair in words: the names of its parts, and what was found out about it, for reports that are read as
//! text.

use std::collections::BTreeMap;
use std::path::Path;

#[cfg(feature = "bcf")]
use clearance::glam::DVec3;

use crate::answer::{brief, coordinates, number};
#[cfg(feature = "bcf")]
use crate::check::GONE;
use crate::check::{CheckedList, Finding, Findings};
#[cfg(feature = "bcf")]
use crate::known::Clash;
use crate::mesh::is_mesh_file;
use crate::place;
use crate::scene::Objects;
use crate::shape::ReadSpace;

/// The objects by name. The id of a part that is a mesh file is a path, and its name is that of the file,
/// unless two files would have the same name.
pub fn names<V: ReadSpace>(scene: &Objects<V>) -> Vec<String> {
    let short: Vec<_> = scene.objects.iter().map(|o| name(&o.id.text)).collect();
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for name in &short {
        *count.entry(name).or_default() += 1;
    }
    let pick = |(i, name): (usize, &String)| match count[name.as_str()] {
        1 => name.clone(),
        _ => scene.objects[i].id.text.clone(),
    };
    short.iter().enumerate().map(pick).collect()
}

/// `parts/pin.stl` is "pin", and `parts/pin.stl#3` is "pin#3".
pub(crate) fn name(id: &str) -> String {
    let (path, number) = match id.rsplit_once('#') {
        Some((path, number)) if is_mesh_file(Path::new(path)) => (path, Some(number)),
        _ => (id, None),
    };
    let path = Path::new(path);
    let stem = path.file_stem().filter(|_| is_mesh_file(path));
    match (stem.and_then(|stem| stem.to_str()), number) {
        (Some(stem), Some(number)) => format!("{stem}#{number}"),
        (Some(stem), None) => stem.to_owned(),
        (None, _) => id.to_owned(),
    }
}

/// What was found out about a pair, each with its label, in the order in which a reader asks.
pub fn measures<F: Findings>(
    scene: &Objects<F::Space>,
    checked: &CheckedList<F>,
    finding: &Finding<F::Space>,
) -> Vec<(&'static str, String)> {
    let mut lines = vec![("class", finding.class.to_string())];
    let mut add = |label, text: Option<String>| lines.extend(text.map(|text| (label, text)));
    let resolution = place::resolution(scene, finding);
    let unit = scene.unit.as_deref().unwrap_or_default();
    let length = |x: f64| format!("{} {unit}", brief(x)).trim_end().to_owned();
    let power = |x: f64, power: &str| match unit {
        "" => brief(x),
        _ => format!("{} {unit}{power}", brief(x)),
    };
    let direction = |v: Vec<f64>| v.into_iter().map(brief).collect::<Vec<_>>().join(" ");
    add("state", finding.state.map(|state| state.to_string()));
    add("rule", checked.rule(finding).map(str::to_owned));
    add(
        "severity",
        finding.severity_by_rule().map(|severity| severity.to_string()),
    );
    add("why", finding.reason(&scene.objects));
    add("faces", finding.faces.as_ref().map(|faces| faces.text.clone()));
    let gap = finding.faces.as_ref().and_then(|faces| faces.gap);
    add("gap of the surfaces", gap.map(length));
    add("tolerance", Some(length(finding.tolerance)));
    if let Some(depth) = &finding.depth {
        add("depth at least", Some(length(number(depth.at_least))));
        add("depth at most", Some(length(number(depth.at_most))));
        add(
            "B is free when moved along",
            Some(direction(coordinates(depth.direction))),
        );
    }
    add(
        "common volume",
        finding.common.as_ref().map(|part| power(part.volume, "³")),
    );
    add(
        "contact area",
        finding.contact.as_ref().map(|contact| power(contact.area, "²")),
    );
    add("relation", Some(finding.relation.to_string()));
    add(
        "clearance",
        finding
            .clearance
            .as_ref()
            .ok()
            .map(|c| length(number(c.distance))),
    );
    add(
        "at",
        place::place(finding).map(|at| place::in_words::<F::Space>(&at, resolution)),
    );
    lines
}

/// What is known of a pair that was known and is there no more.
#[cfg(feature = "bcf")]
pub fn measures_of_gone(clash: &Clash, unit: Option<&str>) -> Vec<(&'static str, String)> {
    let unit = unit.unwrap_or_default();
    let length = |x: f64| format!("{} {unit}", brief(x)).trim_end().to_owned();
    let at = clash.at.as_deref();
    let lines = [
        ("state", Some(GONE.to_owned())),
        ("class", Some(clash.class.to_string())),
        ("gap of the surfaces", clash.gap.map(length)),
        ("depth at most", clash.depth.map(length)),
        ("clearance", clash.clearance.map(length)),
        (
            "at",
            at.map(|at| place::in_words::<DVec3>(at, clash.size.map(place::resolution_of))),
        ),
        ("note", clash.note.clone()),
    ];
    lines
        .into_iter()
        .filter_map(|(label, text)| Some((label, text?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn only_mesh_files_are_called_by_less_than_their_id() {
        assert_eq!(name("a/b/pin.stl"), "pin");
        assert_eq!(name("a/b/pin.stl#3"), "pin#3");
        assert_eq!(name("M8/2 bolt"), "M8/2 bolt");
        assert_eq!(name("bolt#2"), "bolt#2");
    }
}
