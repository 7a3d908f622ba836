use clearance::cast::{Ray, closest_point, contains, ray};
use clearance::glam::{DVec2, DVec3};
use clearance::measure::{common, mass_properties};
use clearance::pair::{Column, Side, intersects_many};
use clearance::picture::Mask;
use clearance::scene::{Filter, Object, Scene};
use clearance::{Placed, Pose, clearance, d2, d3, distance, intersects, relation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: meet
    let at = |x, y| Pose::at(DVec2::new(x, y));
    let (square, ball) = (d2::Shape::cuboid(DVec2::ONE)?, d2::Shape::circle(1.0)?);
    let (here, right) = (Pose::IDENTITY, at(2.0, 0.0)?);
    let (a, b) = (Placed::new(&square, &here), Placed::new(&ball, &right));
    println!("meet: {} {}", intersects(a, b), relation(a, b));
    // ANCHOR_END: meet

    // ANCHOR: far
    let farther = at(4.0, 0.5)?;
    let c = Placed::new(&ball, &farther);
    println!("far: {}", distance(a, c));
    // ANCHOR_END: far

    // ANCHOR: way_out
    let answer = clearance(a, Placed::new(&square, &at(1.5, 0.5)?))?;
    println!("way out: {} along {} {}", answer.depth(), answer.normal.x, answer.normal.y);
    // ANCHOR_END: way_out

    // ANCHOR: nearest_points
    let answer = clearance(a, c)?;
    let (p, q) = (answer.point_a, answer.point_b);
    println!("nearest points: {} {} and {} {}", p.x, p.y, q.x, q.y);
    // ANCHOR_END: nearest_points

    // ANCHOR: inside
    let (near, far) = (DVec2::new(0.5, 0.5), DVec2::new(1.5, 0.5));
    println!("inside: {} {}", contains(a, near)?, contains(a, far)?);
    // ANCHOR_END: inside

    // ANCHOR: ray
    let from =
        |y| Ray { origin: DVec2::new(-5.0, y), direction: DVec2::X, max_time: f64::INFINITY };
    let hit = ray(a, &from(0.0))?.ok_or("no hit")?;
    println!("ray: {} free: {}", hit.time, ray(a, &from(2.0))?.is_none());
    // ANCHOR_END: ray

    // ANCHOR: closest
    let found = closest_point(a, DVec2::new(3.0, 0.5))?;
    println!("closest: {} {}", found.point.x, found.point.y);
    // ANCHOR_END: closest

    // ANCHOR: concave
    let corners = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)];
    let room = d2::Shape::polygon(&corners.map(|(x, y)| DVec2::new(x.into(), y.into())), &[])?;
    let (pea, place) = (d2::Shape::circle(0.5)?, at(2.0, 2.0)?);
    println!("concave: {}", relation(Placed::new(&room, &here), Placed::new(&pea, &place)));
    // ANCHOR_END: concave

    // ANCHOR: compound
    let (body, wheel) = (d2::Shape::cuboid(DVec2::new(2.0, 0.5))?, d2::Shape::circle(0.5)?);
    let wheels = [at(-1.0, -0.5)?, at(1.0, -0.5)?].map(|place| (wheel.clone(), place));
    let car = d2::Shape::compound([(body, here)].into_iter().chain(wheels).collect())?;
    let road = d2::Shape::half_space(DVec2::Y, -1.0)?;
    println!("compound: {}", relation(Placed::new(&car, &here), Placed::new(&road, &here)));
    // ANCHOR_END: compound

    // ANCHOR: events
    let mut scene = Scene::<DVec2>::default();
    let door = Object::new(d2::Shape::cuboid(DVec2::new(0.5, 1.0))?, here).sensor();
    scene.add(door)?;
    let guest = scene.add(Object::new(d2::Shape::circle(0.5)?, at(-3.0, 0.0)?))?;
    for x in [-1.0, 0.0, 3.0] {
        scene.set_pose(guest, at(x, 0.0)?)?;
        scene.update()?;
        let sensors = scene.sensors();
        println!("events: {} began, {} ended", sensors.began().count(), sensors.ended().count());
    }
    // ANCHOR_END: events

    // ANCHOR: layers
    let mut scene = Scene::<DVec2>::default();
    // A player meets only what is on layer 2.
    let player = Filter { layer: 1, mask: 2, ..Filter::default() };
    let enemy = Filter { layer: 2, ..Filter::default() };
    for filter in [player, player, enemy] {
        scene.add(Object::new(ball.clone(), here).with_filter(filter))?;
    }
    scene.update()?;
    println!("layers: {} pairs", scene.contacts().len());
    // ANCHOR_END: layers

    // ANCHOR: neighbours
    let mut scene = Scene::<DVec2>::default();
    let mut lamps = Vec::new();
    for x in [2.0, 5.0, 9.0] {
        lamps.push(scene.add(Object::new(d2::Shape::circle(0.25)?, at(x, 0.0)?))?);
    }
    let (point, place) = (d2::Shape::Point, at(6.0, 0.0)?);
    for lamp in scene.nearest(Placed::new(&point, &place), 2, f64::INFINITY, &Filter::ALL) {
        let number = lamps.iter().position(|one| *one == lamp.handle).ok_or("no lamp")?;
        println!("neighbour: {number} at {}", lamp.distance);
    }
    // ANCHOR_END: neighbours

    // ANCHOR: click
    println!("click: {} lamp", scene.at_point(DVec2::new(5.1, 0.1), &Filter::ALL)?.len());
    // ANCHOR_END: click

    // ANCHOR: batch
    let squares = Column::<DVec2>::new(vec![square.clone().into()]); // one shape for all
    let poses = [at(0.0, 0.0)?, at(1.9, 0.0)?, at(2.1, 0.0)?];
    let (moved, still) =
        (Side { shapes: &squares, poses: &poses }, Side { shapes: &squares, poses: &here });
    let mut meet = [false; 3];
    intersects_many(moved, still, 0, &mut meet);
    println!("batch: {} of {}", meet.iter().filter(|one| **one).count(), meet.len());
    // ANCHOR_END: batch

    // ANCHOR: common
    let part = common(a, Placed::new(&square, &at(1.5, 1.0)?))?;
    println!("common: {}", part.volume);
    // ANCHOR_END: common

    // ANCHOR: mass
    let brick = d3::Shape::cuboid(DVec3::new(1.0, 2.0, 3.0))?;
    let pose = Pose::<DVec3>::IDENTITY;
    println!("mass: {}", mass_properties(Placed::new(&brick, &pose))?.volume);
    // ANCHOR_END: mass

    // ANCHOR: pixels
    let plus = Mask::from_rows(&["010", "111", "010"])?;
    let [x, y] = plus.parting_shift(&plus, [2, 0]);
    println!("pixels: {} out by {x} {y}", plus.overlap_area(&plus, [2, 0]));
    // ANCHOR_END: pixels

    // ANCHOR: errors
    if let Err(error) = d2::Shape::<DVec2>::circle(-1.0) {
        println!("error: {}", error.field);
    }
    // ANCHOR_END: errors
    Ok(())
}
