//! Where to look from: `viewpoint.bcfv`, a camera and the two parts.

use std::io;

use clearance::glam::DVec3;
use clearance::shape::Space3;

use super::Topic;
use super::ifc::ifc_guid;
use crate::report::xml::{self, Xml};
use crate::shape::ReadSpace;

/// From above, in front and to the right; up is Z, as in every building model.
const DIRECTION: DVec3 = DVec3::new(-0.53, 0.68, -0.5);
/// Degrees from the lower to the upper border.
const FIELD_OF_VIEW: &str = "60";
/// How far the camera is from the place, in hundred-thousandths (the unit of a resolution) of the smaller
/// part.
const AWAY: f64 = 1.6e5;
/// The two parts: opaque, red, green, blue.
const COLORS: [&str; 2] = ["FF2F6FD0", "FF1F9D6B"];

/// The content of the file.
pub fn of<V: Space3 + ReadSpace>(topic: &Topic<'_, V>) -> io::Result<Vec<u8>> {
    xml::document(|xml| {
        xml::element(
            xml,
            "VisualizationInfo",
            &[("Guid", &topic.id_of("viewpoint"))],
            |xml| {
                xml::element(xml, "Components", &[], |xml| components(xml, topic))?;
                xml::element(xml, "PerspectiveCamera", &[], |xml| camera(xml, topic))
            },
        )
    })
}

fn components<V: Space3 + ReadSpace>(xml: &mut Xml<'_>, topic: &Topic<'_, V>) -> io::Result<()> {
    xml::element(xml, "Selection", &[], |xml| {
        topic.ids.iter().try_for_each(|id| component(xml, id))
    })?;
    xml::empty(xml, "Visibility", &[("DefaultVisibility", "true")])?;
    xml::element(xml, "Coloring", &[], |xml| {
        topic.ids.iter().zip(COLORS).try_for_each(|(id, color)| {
            xml::element(xml, "Color", &[("Color", color)], |xml| match topic.is_old() {
                true => component(xml, id),
                false => xml::element(xml, "Components", &[], |xml| component(xml, id)),
            })
        })
    })
}

/// A part, by its identifier of IFC if its id has one, else as a part of whatever wrote the scene.
fn component(xml: &mut Xml<'_>, id: &str) -> io::Result<()> {
    match ifc_guid(id) {
        Some(guid) => xml::empty(xml, "Component", &[("IfcGuid", guid)]),
        None => xml::element(xml, "Component", &[], |xml| {
            xml::text(xml, "OriginatingSystem", "clearance")?;
            xml::text(xml, "AuthoringToolId", id)
        }),
    }
}

fn camera<V: Space3 + ReadSpace>(xml: &mut Xml<'_>, topic: &Topic<'_, V>) -> io::Result<()> {
    let metre = metres(topic.report.scene.unit.as_deref());
    let at = topic.at.as_deref().map_or(DVec3::ZERO, DVec3::from_slice);
    let away = topic.resolution.map_or(1.0, |smallest| smallest * AWAY);
    let direction = DIRECTION.normalize();
    let up = direction.cross(DVec3::Z).cross(direction).normalize();
    vector(xml, "CameraViewPoint", (at - direction * away) * metre)?;
    vector(xml, "CameraDirection", direction)?;
    vector(xml, "CameraUpVector", up)?;
    xml::text(xml, "FieldOfView", FIELD_OF_VIEW)?;
    match topic.is_old() {
        true => Ok(()),
        false => xml::text(xml, "AspectRatio", "1.6"),
    }
}

fn vector(xml: &mut Xml<'_>, name: &str, v: DVec3) -> io::Result<()> {
    xml::element(xml, name, &[], |xml| {
        ["X", "Y", "Z"]
            .iter()
            .zip(v.to_array())
            .try_for_each(|(axis, x)| xml::text(xml, axis, &(x + 0.0).to_string()))
    })
}

/// A unit of length in metres.
fn metres(unit: Option<&str>) -> f64 {
    match unit.unwrap_or_default().to_ascii_lowercase().as_str() {
        "mm" | "millimetre" | "millimeter" => 1e-3,
        "cm" | "centimetre" | "centimeter" => 1e-2,
        "dm" => 1e-1,
        "km" => 1e3,
        "in" | "inch" | "\"" => 0.0254,
        "ft" | "foot" | "feet" => 0.3048,
        _ => 1.0,
    }
}
