//! Meshes and points: the triangles near a point, winding numbers, barycentric coordinates.

use clearance::glam::DVec3;
use clearance::math::{Frame, Pose, Real};
use clearance::mesh::{WindingTree, triangles_within, winding_number};
use clearance::pair::QueryError;
use clearance::shape::{Mesh, Placed, Shape3 as Solid};
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem, number};
use crate::exchange::space::{read_pose, vector};
use crate::exchange::{self, MOST_NUMBERS, Writer};
use crate::pairs::Space3;
use crate::pairs::points::each;
use crate::pairs::rays::ManyRows;
use crate::shape::*;

/// The numbers of a triangle near a point: its own, its distance, its point.
const ROW: usize = 5;

/// Where the questions about triangles have an answer.
fn check_triangles(shape: &Solid<DVec3>) -> Answer<()> {
    match shape {
        Solid::Mesh(_) | Solid::Terrain(_) => Ok(()),
        _ => Err(Problem::new(
            "unsupported_pair",
            "what",
            "must be a mesh or a terrain",
        )),
    }
}

fn check_radius(radius: f64) -> Answer<()> {
    let fits = radius >= 0.0 && radius.is_finite();
    fits.then_some(()).ok_or(QueryError::NotFinite("radius").into())
}

/// The point and, behind it, the radius in the exchange array.
fn read_point() -> (DVec3, f64) {
    let [x, y, z, radius] = exchange::read(exchange::MORE);
    (DVec3::new(x, y, z), radius)
}

#[inline(never)]
fn write_near(a: Placed<'_, DVec3>, point: DVec3, radius: f64, out: &mut Vec<f64>) -> Answer<usize> {
    let found = triangles_within(a, point, radius)?;
    if out.len() + ROW * found.len() > MOST_NUMBERS || out.try_reserve(ROW * found.len()).is_err() {
        return Err(Problem::too_many("triangles"));
    }
    for near in &found {
        out.extend([f64::from(near.triangle), near.distance]);
        out.extend(near.point.to_array());
    }
    Ok(found.len())
}

/// The winding number in the frame of a mesh; a point too far away for it sees nothing of the mesh.
fn approximate(tree: &WindingTree, frame: &Frame<DVec3>, point: DVec3) -> Answer<f64> {
    if !point.is_finite() {
        return Err(QueryError::NotFinite("point").into());
    }
    if point.abs().max_element() > f64::LARGEST_COORDINATE {
        return Err(QueryError::TooLarge("point").into());
    }
    Ok(tree.at(frame.local_point(point)).unwrap_or(0.0))
}

/// The barycentric coordinates of a point in a triangle of a mesh, or of one that is a part of a compound;
/// `None` for any other shape, and for a triangle without area.
pub fn weights(
    shape: &Solid<DVec3>,
    frame: &Frame<DVec3>,
    feature: [f64; 2],
    point: DVec3,
) -> Answer<Option<[f64; 3]>> {
    let [part, facet] = feature.map(|number| (number >= 0.0).then_some(number as usize));
    match (shape, facet) {
        (Solid::Compound(all), Some(_)) => {
            let Some(part) = part else { return Ok(None) };
            let Some(part) = all.parts().get(part) else {
                return Err(Problem::new("invalid_shape", "part", "no such part"));
            };
            match &part.shape {
                Solid::Compound(_) => Ok(None), // which of its parts is not known
                shape => weights(shape, &frame.after(&part.pose.frame()), feature, point),
            }
        }
        (Solid::Mesh(mesh), Some(facet)) => in_triangle(mesh, frame, facet, point),
        _ => Ok(None),
    }
}

fn in_triangle(
    mesh: &Mesh<DVec3>,
    frame: &Frame<DVec3>,
    facet: usize,
    point: DVec3,
) -> Answer<Option<[f64; 3]>> {
    if facet >= mesh.triangles().len() {
        return Err(Problem::new("invalid_shape", "facet", "no such triangle"));
    }
    if !point.is_finite() {
        return Err(QueryError::NotFinite("point").into());
    }
    Ok(mesh.barycentric(facet, frame.local_point(point)))
}

/// For each answer three weights; no numbers where there are none.
pub fn weights_of_many<'s>(
    points: &[f64],
    [parts, facets]: [&[i32]; 2],
    mut stand: impl FnMut(usize) -> Answer<Option<(&'s Solid<DVec3>, Pose<DVec3>)>>,
) -> Answer<Vec<f64>> {
    let count = facets.len();
    if points.len() != 3 * count || parts.len() != count {
        let message = "points, parts and facets must be of as many answers";
        return Err(Problem::new("invalid_shape", "hits", message));
    }
    check_room("hits", count, 3 * size_of::<f64>())?;
    let mut out = Vec::with_capacity(3 * count);
    for i in 0..count {
        let feature = [f64::from(parts[i]), f64::from(facets[i])];
        let found = match stand(i)?.filter(|_| facets[i] >= 0) {
            Some((shape, pose)) => weights(shape, &pose.frame(), feature, vector(&points[3 * i..]))
                .map_err(|problem| problem.of("hits", i))?,
            None => None,
        };
        out.extend(found.unwrap_or([f64::NAN; 3]));
    }
    Ok(out)
}

fn wind(what: &Shape3) -> Answer<i32> {
    check_triangles(&what.0)?;
    let pose = read_pose::<DVec3>(exchange::A, "what")?;
    let found = winding_number(Placed::new(&*what.0, &pose), read_point().0)?;
    Writer::answer().number(found);
    Ok(0)
}

fn wind_many(what: &Shape3, points: &[f64]) -> Answer<Vec<f64>> {
    check_triangles(&what.0)?;
    let mut out = Vec::new();
    each::<DVec3>(&what.0, ("points", points), [3, 8], &mut |a, point| {
        out.push(winding_number(a, vector(point))?);
        Ok(())
    })?;
    Ok(out)
}

fn wind_approximately(what: &Shape3, points: &[f64]) -> Answer<Vec<f64>> {
    let Solid::Mesh(mesh) = &*what.0 else {
        return Err(Problem::new("unsupported_pair", "what", "must be a mesh"));
    };
    let (tree, frame) = (
        WindingTree::new(mesh),
        read_pose::<DVec3>(exchange::A, "what")?.frame(),
    );
    let mut out = Vec::new();
    each::<DVec3>(&what.0, ("points", points), [3, 8], &mut |_, point| {
        out.push(approximate(&tree, &frame, vector(point))?);
        Ok(())
    })?;
    Ok(out)
}

fn barycentric(what: &Shape3, feature: [f64; 2]) -> Answer<i32> {
    let frame = read_pose::<DVec3>(exchange::A, "what")?.frame();
    let Some(found) = weights(&what.0, &frame, feature, read_point().0)? else {
        return Ok(0);
    };
    Writer::answer().vector(DVec3::from_array(found));
    Ok(1)
}

#[wasm_bindgen]
impl Space3 {
    #[wasm_bindgen(js_name = trianglesWithin)]
    pub fn triangles_within(what: &Shape3) -> Answer<Vec<f64>> {
        check_triangles(&what.0)?;
        let (pose, (point, radius)) = (read_pose::<DVec3>(exchange::A, "what")?, read_point());
        let mut out = Vec::new();
        write_near(Placed::new(&*what.0, &pose), point, radius, &mut out)?;
        Ok(out)
    }
    #[wasm_bindgen(js_name = trianglesWithinMany)]
    pub fn triangles_within_many(what: &Shape3, points: &[f64], radius: f64) -> Answer<ManyRows> {
        check_triangles(&what.0)?;
        check_radius(radius)?;
        let (mut rows, mut counts) = (Vec::new(), Vec::new());
        each::<DVec3>(&what.0, ("points", points), [3, 4], &mut |a, point| {
            counts.push(write_near(a, vector(point), radius, &mut rows)? as u32);
            Ok(())
        })?;
        Ok(ManyRows { rows, counts })
    }
    #[wasm_bindgen(js_name = windingNumber)]
    pub fn winding_number(what: &Shape3) -> i32 {
        number(wind(what))
    }
    #[wasm_bindgen(js_name = windingNumberMany)]
    pub fn winding_number_many(what: &Shape3, points: &[f64], approximate: bool) -> Answer<Vec<f64>> {
        match approximate {
            true => wind_approximately(what, points),
            false => wind_many(what, points),
        }
    }
    pub fn barycentric(what: &Shape3, part: f64, facet: f64) -> i32 {
        number(barycentric(what, [part, facet]))
    }
    #[wasm_bindgen(js_name = barycentricMany)]
    pub fn barycentric_many(
        what: &Shape3,
        points: &[f64],
        parts: &[i32],
        facets: &[i32],
    ) -> Answer<Vec<f64>> {
        let pose = read_pose::<DVec3>(exchange::A, "what")?;
        weights_of_many(points, [parts, facets], |_| Ok(Some((&*what.0, pose))))
    }
}
