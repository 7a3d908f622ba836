//! The questions: each makes the mesh, and answers.

use clearance::glam::DVec3;
use clearance::mesh::{self, RepairError};
use clearance::shape::Mesh;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem};
use crate::found::Found;

/// The bytes that a triangle or a vertex may take while its mesh is made and asked about.
const TRIANGLE: usize = 1024;

pub(crate) fn read(vertices: &[f64], triangles: &[u32]) -> Answer<Mesh<DVec3>> {
    let bytes = (triangles.len() + vertices.len()).saturating_mul(TRIANGLE / 3);
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        return Err(Problem::too_many("triangles"));
    }
    if !vertices.len().is_multiple_of(3) {
        return Err(Problem::ragged("vertices", 3));
    }
    if !triangles.len().is_multiple_of(3) {
        return Err(Problem::ragged("triangles", 3));
    }
    let vertices = vertices.chunks(3).map(DVec3::from_slice).collect();
    let triangles = triangles.chunks(3).map(|t| [t[0], t[1], t[2]]).collect();
    Ok(Mesh::new(vertices, triangles)?)
}

fn refused(error: RepairError) -> Problem {
    match error {
        RepairError::Shape(error) => error.into(),
        RepairError::InvalidDistance => {
            Problem::new("not_finite", "distance", "must be finite and not negative")
        }
        _ => Problem::new("invalid_shape", "mesh", error.to_string()),
    }
}

fn flat(pairs: &[[u32; 2]]) -> Vec<u32> {
    pairs.as_flattened().to_vec()
}

/// Lists of different lengths: all numbers, and the length of each.
pub(crate) fn rows(lists: &[Vec<u32>]) -> [Vec<u32>; 2] {
    [
        lists.concat(),
        lists.iter().map(|list| list.len() as u32).collect(),
    ]
}

#[wasm_bindgen]
pub fn report(vertices: &[f64], triangles: &[u32]) -> Answer<Found> {
    let found = mesh::report(&read(vertices, triangles)?);
    let edges = [&found.open_edges, &found.inconsistent_edges, &found.crowded_edges];
    let pairs = edges.into_iter().chain([&found.doubles, &found.crossings]);
    let mut lists: Vec<Vec<u32>> = pairs.map(|list| flat(list)).collect();
    lists.extend(rows(&found.pieces));
    lists.push(found.flat_triangles);
    let volume = found.volume.unwrap_or(f64::NAN);
    Ok(Found {
        mesh: None,
        lists,
        numbers: vec![found.euler_characteristic as f64, volume, found.area],
    })
}

#[wasm_bindgen]
pub fn weld(vertices: &[f64], triangles: &[u32], distance: f64) -> Answer<Found> {
    let made = mesh::weld(&read(vertices, triangles)?, distance).map_err(refused)?;
    let lists = vec![made.kept_vertex, made.vertices, made.triangles, made.dropped];
    Ok(Found::made(made.mesh, lists))
}

#[wasm_bindgen(js_name = fillHoles)]
pub fn fill_holes(vertices: &[f64], triangles: &[u32], max_edges: u32) -> Answer<Found> {
    let made = mesh::fill_holes(&read(vertices, triangles)?, max_edges as usize).map_err(refused)?;
    let [holes, lengths] = rows(&made.holes);
    Ok(Found::made(
        made.mesh,
        vec![holes, lengths, flat(&made.open_edges)],
    ))
}

#[wasm_bindgen]
pub fn split(vertices: &[f64], triangles: &[u32]) -> Answer<Vec<Found>> {
    let pieces = mesh::split(&read(vertices, triangles)?).map_err(refused)?;
    let piece = |piece: mesh::MeshPiece<DVec3>| {
        let lists = vec![piece.vertices, piece.triangles];
        Found::made(piece.mesh, lists)
    };
    Ok(pieces.into_iter().map(piece).collect())
}

#[wasm_bindgen(js_name = withoutDoubles)]
pub fn without_doubles(vertices: &[f64], triangles: &[u32]) -> Answer<Found> {
    let made = mesh::without_doubles(&read(vertices, triangles)?).map_err(refused)?;
    let lists = vec![made.vertices, made.triangles, flat(&made.removed)];
    Ok(Found::made(made.mesh, lists))
}
