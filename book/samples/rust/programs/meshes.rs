use clearance::cast::{Ray, closest_point, ray};
use clearance::mesh::{fill_holes, report};
use clearance::shape::Mesh;
use clearance::{Placed, Pose, d3::Shape, glam::DVec3, relation};

const FACES: [[u32; 4]; 6] =
    [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: mesh
    let signs = [-1.0, 1.0];
    let corners = signs.map(|x| signs.map(|y| signs.map(|z| DVec3::new(x, y, z))));
    let corners: Vec<DVec3> = corners.as_flattened().as_flattened().to_vec();
    let mut triangles: Vec<[u32; 3]> =
        FACES.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let mesh = Mesh::new(corners.clone(), triangles.clone())?;
    println!("solid: {} triangles: {}", mesh.is_solid(), triangles.len());
    let cube = Shape::from(mesh);
    // ANCHOR_END: mesh

    // ANCHOR: inside
    let (pea, here, place) =
        (Shape::sphere(0.25)?, Pose::IDENTITY, Pose::at(DVec3::new(0.5, 0.0, 0.0))?);
    let (cube, pea) = (Placed::new(&cube, &here), Placed::new(&pea, &place));
    println!("pea: {}", relation(cube, pea));
    let along =
        Ray { origin: DVec3::new(-3.0, 0.0, 0.0), direction: DVec3::X, max_time: f64::INFINITY };
    let hit = ray(cube, &along)?.ok_or("no hit")?;
    println!(
        "ray: after {:.1}, at a triangle of face {}",
        hit.time,
        hit.feature.facet().ok_or("no facet")? / 2
    );
    let near = closest_point(cube, DVec3::new(0.5, 0.0, 0.0))?;
    println!(
        "closest point: {:.1} to ({:.1}, {:.1}, {:.1})",
        near.distance, near.point.x, near.point.y, near.point.z
    );
    // ANCHOR_END: inside

    // ANCHOR: open
    triangles.truncate(10); // without its lid
    let open = Mesh::new(corners, triangles)?;
    println!("solid: {}", open.is_solid());
    let surface = Shape::from(open.clone());
    println!("pea in the open box: {}", relation(Placed::new(&surface, &here), pea));
    println!("open edges: {}", report(&open).open_edges.len());
    let closed = Shape::from(fill_holes(&open, 4)?.mesh);
    println!("with its hole filled: {}", relation(Placed::new(&closed, &here), pea));
    // ANCHOR_END: open
    Ok(())
}
