//! The arguments of `query`, and their help.

use std::path::PathBuf;

use clap::Args;

use super::reading::Reading;

#[derive(Args)]
pub struct Query {
    /// Where to read questions from; - is stdin
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
    #[command(flatten)]
    pub reading: Reading,
}

pub const QUERY_HELP: &str = r#"A question and its answer:
  {"id": 1, "op": "relation", "dimension": 2,
   "a": {"type": "box", "half_extents": [1, 1]},
   "b": {"type": "circle", "radius": 2, "position": [3, 0]}}          (all on one line)
  {"id":1,"relation":"touching"}

Ops:
  relation       a, b                    the relation of the two, exactly
  clearance      a, b                    signed distance, normal, and the two points
  distance       a, b                    how far apart they are, 0 where they meet
  manifold       a, b, margin (0)        contact points at most margin apart
  ray            a, origin, direction, max_time (infinite)
                                         the first point of a on the ray
  sweep          a, b, motion_a, motion_b, release (false)
                                         when the two first meet, from 0 to 1; a motion is
                                         {"linear": …, "angular": …}
  closest_point  a, point                the closest point on the border of a
  contains       a, points               whether each point is in a, the border included
  closest_points a, points               the same for many points
  rays           a, origins, directions, max_time (infinite)
                                         the same for many rays
  shapes         shapes: {name: shape}   names shapes for the lines that follow: "a": "name", or
                                         "a": {"shape": "name", "position": …}
  depth          a, b                    how far b must be moved at least, and a motion that parts them
  common         a, b, border (false)    the common part of two solids, or regions of the plane
  mass           a                       volume, center and inertia of a solid
  triangle_pairs a, b, segments (false)  the triangles of two meshes that meet
  mesh_report    a                       what is wrong with a mesh: holes, crossings, doubles, ...
  convex_parts   a, concavity (0.025 of the longest side), max_parts (64)
                                         convex hulls that cover a solid mesh

Answers:
  relation       relation: disjoint, touching, overlapping, a_in_b, b_in_a or equal
  clearance      clearance (minus the depth of an overlap), normal (from a to b), point_a, point_b,
                 depth_kind
  distance       distance
  depth          depth: null where they do not overlap, or {at_least, at_most, direction}: moving b by
                 at_most along direction parts them, and nothing shorter than at_least does
  manifold       normal, points: [{point_a, point_b, clearance}, ...]
  ray            hit: null, or {time, point, normal}
  sweep          hit: null, or {time, normal, point}
  closest_point  point, distance (negative if inside), normal
  contains       inside: [true, ...]
  closest_points points, distances, normals, features: [{part, triangle}, ...], each where there is one;
                 in 2D segment: that of a polyline or polygon which starts at this vertex, counted
                 through the outer ring and then the holes
  rays           times, normals, features: null where a ray hits nothing
  shapes         shapes: the names
  common         volume, area of its border, center (null if the volume is 0); in the plane area,
                 perimeter, center; with border: true also the part itself: vertices, triangles; in the
                 plane rings: [[point, ...], ...]
  mass           volume (in the plane: area), center, inertia about the center at density 1, is_solid
  triangle_pairs pairs: [[i, j], ...]; with segments: true also segments: [[p, q], ...] (null for
                 triangles in one plane), coplanar: [[i, j], ...]
  mesh_report    is_sound, is_closed, is_oriented; open_edges, inconsistent_edges, crowded_edges:
                 [[vertex, vertex], ...]; flat_triangles: [i, ...]; doubles, crossings: [[i, j], ...];
                 pieces: [number of triangles, ...]; euler_characteristic, volume (null if it is no
                 solid), area
  convex_parts   hulls: [{vertices, faces, error}, ...] in the frame of the mesh; error: no point of a
                 hull is farther from the solid

a and b are a shape with an optional "position", "angle" (2D) or "rotation" (3D), and "scale";
`clearance help check` lists the shapes. The file of a mesh is named relative to the current folder, and
read once for all lines.
"precision" is "f64" or "f32".
"id" is any JSON value and comes back unchanged.

Errors:
  {"id":1,"error":{"code":"invalid_shape","message":"must be greater than zero","field":"b.radius"}}
  codes: invalid_json, unknown_op, unknown_shape, invalid_shape, invalid_pose, not_finite,
  unsupported_pair, file_not_found, file_not_allowed, limit_exceeded

Exit status: 0 every line was answered, 2 a line could not be used or an answer not be written."#;
