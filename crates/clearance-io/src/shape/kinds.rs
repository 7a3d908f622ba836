//! Reads each type of shape: from its fields to the library's constructor, which validates.

use std::sync::Arc;

use clearance::shape::{InvalidShape, Shape2, Shape3, Space2, Space3};

use super::cache::ShapeCache;
use super::placed::{read_nested, read_part};
use super::space::ReadSpace;
use crate::json::{Node, Value};
use crate::mesh;
use crate::problem::{Code, Problem};

/// Errors of a shape: of its text, or of its numbers.
pub enum Wrong {
    /// An error of the text, with its place.
    Text(Problem),
    /// An error of the numbers, with a place relative to the shape.
    Numbers(InvalidShape),
}
impl From<Problem> for Wrong {
    fn from(problem: Problem) -> Self {
        Self::Text(problem)
    }
}
impl From<InvalidShape> for Wrong {
    fn from(error: InvalidShape) -> Self {
        Self::Numbers(error)
    }
}

/// The types that both dimensions have, then those of one dimension.
macro_rules! kinds {
    ($shape:ident, $kind:ident, $node:ident, $cache:ident, $($own:tt)+) => {
        Ok(match $kind {
            "point" => $shape::Point,
            "segment" => $shape::segment($node.need("a")?.vector()?, $node.need("b")?.vector()?)?,
            "capsule" => $shape::capsule(
                $node.need("a")?.vector()?,
                $node.need("b")?.vector()?,
                $node.need("radius")?.scalar()?,
            )?,
            "box" => $shape::cuboid($node.need("half_extents")?.vector()?)?,
            "convex" => $shape::convex(&$node.need("vertices")?.vectors()?)?,
            "half_space" => {
                $shape::half_space($node.need("normal")?.vector()?, $node.need("offset")?.scalar()?)?
            }
            "rounded" => {
                let inner = read_nested(&$node.need("shape")?, $cache)?.into_shape()?;
                inner.rounded($node.need("radius")?.scalar()?)?
            }
            "compound" => $shape::compound($node.need("parts")?.each(|part| read_part(&part, $cache))?)?,
            $($own)+
            _ => return Err($node.problem(format!("unknown type \"{}\"", $kind)).into()),
        })
    };
}

/// A shape of the plane.
pub fn plane<V: Space2 + ReadSpace>(
    kind: &str,
    node: &Node<'_>,
    cache: &mut ShapeCache<'_, V>,
) -> Result<Shape2<V>, Wrong> {
    kinds!(Shape2, kind, node, cache,
        "circle" => Shape2::circle(node.need("radius")?.scalar()?)?,
        "ellipse" => Shape2::ellipse(node.need("radii")?.vector()?)?,
        "polygon" => {
            let holes = node.get("holes").map_or(Ok(Vec::new()), |holes| holes.each(|hole| hole.vectors()))?;
            Shape2::polygon(&node.need("vertices")?.vectors()?, &holes)?
        }
        "polyline" => {
            let closed = node.get("closed").map_or(Ok(false), |closed| closed.flag())?;
            Shape2::polyline(&node.need("vertices")?.vectors()?, closed)?
        }
        "bitmap" => {
            let rows = node.need("rows")?.each(|row| Ok(row.text()?.to_owned()))?;
            Shape2::bitmap(&rows, node.need("pixel_size")?.scalar()?)?
        }
    )
}

/// A shape of space.
pub fn solid<V: Space3 + ReadSpace>(
    kind: &str,
    node: &Node<'_>,
    cache: &mut ShapeCache<'_, V>,
) -> Result<Shape3<V>, Wrong> {
    kinds!(Shape3, kind, node, cache,
        "sphere" => Shape3::sphere(node.need("radius")?.scalar()?)?,
        "ellipsoid" => Shape3::ellipsoid(node.need("radii")?.vector()?)?,
        "triangle" => {
            let field = node.need("vertices")?;
            let vertices = field.vectors()?;
            let three = vertices.try_into().map_err(|v: Vec<V>| {
                field.problem(format!("a triangle has 3 vertices, found {}", v.len()))
            })?;
            Shape3::triangle(three)?
        }
        "cylinder" => Shape3::cylinder(node.need("half_height")?.scalar()?, node.need("radius")?.scalar()?)?,
        "cone" => Shape3::cone(node.need("half_height")?.scalar()?, node.need("radius")?.scalar()?)?,
        "terrain" => {
            let heights = node.need("heights")?.each(|row| row.row())?;
            Shape3::terrain(&heights, node.need("spacing")?.scalars()?)?
        }
        "mesh" => read_mesh(node, cache)?,
    )
}

fn read_mesh<V: Space3 + ReadSpace>(
    node: &Node<'_>,
    cache: &mut ShapeCache<'_, V>,
) -> Result<Shape3<V>, Wrong> {
    let Some(file) = node.get("file") else {
        if node.get("vertices").is_none() {
            return Err(node
                .problem("a mesh needs \"vertices\" and \"triangles\", or \"file\"")
                .into());
        }
        let vertices = node.need("vertices")?.vectors()?;
        return Ok(Shape3::mesh(vertices, node.need("triangles")?.triples()?)?);
    };
    if node.get("vertices").is_some() || node.get("triangles").is_some() {
        return Err(node
            .problem("a mesh has either \"file\" or \"vertices\" and \"triangles\"")
            .into());
    }
    let name = file.text()?;
    if let Some((shape, precision)) = cache.mesh_of(name) {
        cache.note_precision(precision);
        return Ok(shape);
    }
    let surface = cache.surface(name).map_err(|problem| problem.at(file.path))?;
    let shape: Shape3<V> = build_mesh(&surface).map_err(|problem| problem.at(file.path))?;
    cache.note_precision(surface.precision);
    cache.keep_mesh(name, &shape, surface.precision);
    Ok(shape)
}

/// A mesh shape from the surface that was read from a file.
pub fn build_mesh<V: Space3>(surface: &mesh::Surface) -> Result<Shape3<V>, Problem> {
    let mut vertices = Vec::with_capacity(surface.vertices.len());
    for (i, vertex) in surface.vertices.iter().enumerate() {
        let values = Value::Numbers(vertex.to_vec());
        let path = crate::json::Path::ROOT;
        let vertex = Node::new(&values, path, Code::InvalidShape).vector();
        vertices.push(vertex.map_err(|p| Problem::new(p.code, format!("vertex {i}: {}", p.message)))?);
    }
    Shape3::mesh(vertices, surface.triangles.clone())
        .map_err(|error| Problem::new(Code::from(&error), format!("mesh file: {error}")))
}

/// An owned shape from a shared one.
pub fn owned<T: Clone>(shape: Arc<T>) -> T {
    Arc::unwrap_or_clone(shape)
}
