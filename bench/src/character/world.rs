//! Worlds that are hard to walk in: `course`, that of `examples/walk`, and one for each of its worst places
//! alone.

use std::error::Error;
use std::path::Path;

use clearance::character::CharacterSpace;
use clearance::d2::Shape as Shape2;
use clearance::d3::Shape as Shape3;
use clearance::glam::{DVec2, DVec3};
use clearance::math::Pose;
use clearance::scene::{Object, Scene};
use clearance_io::files::Access;
use clearance_io::scene::{Scene as File, read_scene};

/// A scene, and where characters start; each a little aside of the others by as much.
pub struct World<V: CharacterSpace> {
    pub scene: Scene<V>,
    pub starts: Vec<V>,
    pub aside: f64,
}

/// The names of all worlds of a dimension.
pub fn names(dimension: usize) -> &'static [&'static str] {
    if dimension == 2 {
        &["ridges", "stairs", "creases"]
    } else {
        &["course", "ridges", "stairs", "creases", "meshes"]
    }
}

type Answer<T> = Result<T, Box<dyn Error>>;

fn of<V: CharacterSpace>(shapes: Vec<(V::Shape, V)>, starts: Vec<V>, aside: f64) -> Answer<World<V>> {
    let mut scene = Scene::default();
    for (shape, at) in shapes {
        scene.add(Object::new(shape, Pose::at(at)?))?;
    }
    scene.update()?;
    Ok(World { scene, starts, aside })
}

/// Points of one height over a square of this many metres a side.
fn spread(side: i32, height: f64) -> Vec<DVec3> {
    (0..side * side)
        .map(|i| DVec3::new(f64::from(i % side) + 0.5, height, f64::from(i / side) + 0.5))
        .collect()
}

/// The height of ridges, half a metre from row to row: walkable here, too steep there.
fn ridge(i: usize, j: usize) -> f64 {
    0.6 * (1.0 + (j as f64 * 0.9 + i as f64 * 0.15).sin()) * (0.3 + 0.7 * ((i as f64 * 0.35).cos().abs()))
}

/// A world of space.
pub fn of_space(name: &str) -> Answer<World<DVec3>> {
    match name {
        "course" => course(),
        "ridges" => {
            let heights: Vec<Vec<f64>> = (0..41).map(|i| (0..41).map(|j| ridge(i, j)).collect()).collect();
            let ground = (Shape3::terrain(&heights, [0.5, 0.5])?, DVec3::ZERO);
            let starts = spread(20, 2.0)
                .into_iter()
                .filter(|p| p.x.min(p.z) > 4.0 && p.x.max(p.z) < 16.0);
            of(vec![ground], starts.collect(), 0.9)
        }
        "stairs" => {
            let step = |i: i32| -> Answer<_> {
                let (x, height) = (0.35 * f64::from(i), 0.1 * f64::from(i + 1));
                let half = DVec3::new(10.0 - x / 2.0, height, 10.0);
                Ok((Shape3::cuboid(half)?, DVec3::new(10.0 + x / 2.0, height, 10.0)))
            };
            let starts = (0..100).map(|i| DVec3::new(4.0, 3.0, 5.0 + 0.1 * f64::from(i)));
            of((0..40).map(step).collect::<Answer<_>>()?, starts.collect(), 6.0)
        }
        "creases" => {
            let gutter = |k: i32| -> Answer<_> {
                let (low, high) = (DVec3::ZERO, DVec3::new(20.0, 3.0, 0.0));
                let (left, right) = (DVec3::new(0.0, 1.7, -1.0), DVec3::new(0.0, 1.7, 1.0));
                let corners = vec![low, high, low + left, high + left, low + right, high + right];
                let sides = vec![[0, 1, 3], [0, 3, 2], [0, 5, 1], [0, 4, 5]];
                Ok((Shape3::mesh(corners, sides)?, DVec3::Z * 2.0 * f64::from(k)))
            };
            let starts = (0..100).map(|i| DVec3::new(8.0, 2.0, 2.0 * f64::from(i % 10)));
            of((0..10).map(gutter).collect::<Answer<_>>()?, starts.collect(), 0.3)
        }
        _ => meshes(),
    }
}

/// A floor of many meshes of small tiles, each a little tilted, that lie over each other at their borders.
fn meshes() -> Answer<World<DVec3>> {
    let tile = |k: i32| -> Answer<_> {
        let side = 5;
        let corner = |i: i32| {
            let (x, z) = (f64::from(i % side) * 0.3, f64::from(i / side) * 0.3);
            DVec3::new(x, 0.03 * ((x * 3.0 + f64::from(k)).sin() + (z * 2.0).cos()), z)
        };
        let two = |i: i32| {
            let at = (i / (side - 1) * side + i % (side - 1)) as u32;
            let next = at + side as u32;
            [[at, next, next + 1], [at, next + 1, at + 1]]
        };
        let corners = (0..side * side).map(corner).collect();
        let triangles = (0..(side - 1) * (side - 1)).flat_map(two).collect();
        let at = DVec3::new(f64::from(k % 20), 0.0, f64::from(k / 20));
        Ok((Shape3::mesh(corners, triangles)?, at))
    };
    let starts = spread(20, 0.2)
        .into_iter()
        .filter(|p| p.x.min(p.z) > 5.0 && p.x.max(p.z) < 15.0);
    of((0..400).map(tile).collect::<Answer<_>>()?, starts.collect(), 0.9)
}

/// The course of `examples/walk`: at the start of each route, and where it costs most.
fn course() -> Answer<World<DVec3>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/walk");
    let File::Double3(file) =
        read_scene(&folder.join("course.json"), &Access::default()).map_err(|problem| problem.to_string())?
    else {
        return Err("course.json: not of three dimensions".into());
    };
    let routes: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("routes.json"))?)?;
    let number = |x: &serde_json::Value| x.as_f64().unwrap_or_default();
    let mut starts: Vec<DVec3> = routes
        .as_array()
        .into_iter()
        .flatten()
        .map(|route| DVec3::from_array(std::array::from_fn(|i| number(&route["start"][i]))))
        .collect();
    // In a gutter, on the ridges, on the spiral, on the stairs.
    starts.extend(
        [
            [24.0, 1.0, 0.0],
            [28.0, 2.0, 16.0],
            [32.5, 2.5, -4.0],
            [4.6, 1.0, 0.5],
        ]
        .map(DVec3::from),
    );
    let mut scene = Scene::default();
    for object in file.objects {
        scene.add(Object::new(object.stand.shape, object.stand.pose))?;
    }
    scene.update()?;
    Ok(World {
        scene,
        starts,
        aside: 0.5,
    })
}

/// A world of the plane.
pub fn of_plane(name: &str) -> Answer<World<DVec2>> {
    let starts = (0..100)
        .map(|i| DVec2::new(5.0 + 0.1 * f64::from(i), 4.0))
        .collect();
    let profile = |height: &dyn Fn(usize) -> f64| -> Answer<_> {
        let points: Vec<DVec2> = (0..41).map(|j| DVec2::new(j as f64 * 0.5, height(j))).collect();
        Ok(vec![(Shape2::polyline(&points, false)?, DVec2::ZERO)])
    };
    let shapes = match name {
        "ridges" => profile(&|j| ridge(0, j))?,
        "creases" => profile(&|j| if j % 2 == 0 { 0.0 } else { 0.9 })?,
        _ => {
            let step = |i: i32| -> Answer<_> {
                let (x, height) = (0.35 * f64::from(i), 0.1 * f64::from(i + 1));
                let half = DVec2::new(10.0 - x / 2.0, height);
                Ok((Shape2::cuboid(half)?, DVec2::new(10.0 + x / 2.0, height)))
            };
            (0..40).map(step).collect::<Answer<_>>()?
        }
    };
    of(shapes, starts, 0.3)
}
