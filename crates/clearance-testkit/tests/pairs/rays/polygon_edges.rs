//! Which edge of a polygon a ray hits and a point is closest to, in the numbers of its rings as given:
//! against all edges, one by one.

use clearance::cast::{Ray, all_hits, closest_point, ray};
use clearance::glam::DVec2;
use clearance::shape::{Placed, Shape2};
use clearance::{Pose, d2};
use clearance_testkit::{Hits, Random};

type Rings = Vec<Vec<DVec2>>;

/// A star with a square hole, each in either winding, with vertices repeated and between others on a side.
fn rings(random: &mut Random) -> Rings {
    let corners = random.count(3, 9);
    let mut star: Vec<DVec2> = (0..2 * corners)
        .map(|i| {
            let angle = core::f64::consts::PI * i as f64 / corners as f64;
            DVec2::from_angle(angle) * random.between(2.0, 5.0)
        })
        .collect();
    let at = random.count(0, star.len() - 1);
    let middle = star[at].midpoint(star[(at + 1) % star.len()]);
    star.splice(at + 1..at + 1, [star[at], middle]);
    let mut hole = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
        .map(|(x, y)| DVec2::new(x.into(), y.into()))
        .to_vec();
    for ring in [&mut star, &mut hole] {
        if random.one_in(2) {
            ring.reverse();
        }
    }
    vec![star, hole]
}

/// The edges of all rings, in the order of their numbers.
fn edges(rings: &Rings) -> Vec<[DVec2; 2]> {
    let of_ring = |ring: &Vec<DVec2>| -> Vec<[DVec2; 2]> {
        (0..ring.len())
            .map(|k| [ring[k], ring[(k + 1) % ring.len()]])
            .collect()
    };
    rings.iter().flat_map(of_ring).collect()
}

fn distance([a, b]: [DVec2; 2], p: DVec2) -> f64 {
    let square = (b - a).length_squared();
    let t = if square > 0.0 {
        ((p - a).dot(b - a) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (a + (b - a) * t).distance(p)
}

/// The edges that a local point is on, up to rounding.
fn edges_at(edges: &[[DVec2; 2]], p: DVec2) -> Vec<u32> {
    (0..edges.len() as u32)
        .filter(|&e| distance(edges[e as usize], p) < 1e-9)
        .collect()
}

#[test]
fn hits_and_closest_points_name_the_given_edge() {
    let mut random = Random::new(41);
    let (mut hits, mut holes) = (Hits::default(), Hits::default());
    for _ in 0..150 {
        let given = rings(&mut random);
        let shape: Shape2<DVec2> = d2::Shape::polygon(&given[0], &given[1..]).unwrap();
        let pose = Pose::at(random.vector::<DVec2>(3.0)).unwrap();
        let (placed, edges) = (Placed::new(&shape, &pose), edges(&given));
        let on_edge = |facet: Option<u32>, p: DVec2| {
            let there = edges_at(&edges, p - pose.position());
            assert!(
                facet.is_some_and(|facet| there.contains(&facet)),
                "{facet:?} of {there:?}: {given:?}"
            );
        };
        for _ in 0..4 {
            let reach = if random.one_in(2) { 1.5 } else { 6.0 };
            let point = pose.position() + random.vector::<DVec2>(reach);
            let found = closest_point(placed, point).unwrap();
            on_edge(found.feature.facet(), found.point);
            holes.count(found.feature.facet().unwrap() as usize >= given[0].len());
            let cast = Ray {
                origin: point,
                direction: pose.position() + random.vector::<DVec2>(6.0) - point,
                max_time: f64::INFINITY,
            };
            let all = all_hits(placed, &cast).unwrap();
            all.iter().for_each(|hit| on_edge(hit.feature.facet(), hit.point));
            let first = ray(placed, &cast).unwrap();
            if let Some(hit) = first.filter(|hit| hit.normal.is_some()) {
                on_edge(hit.feature.facet(), hit.point);
            }
            hits.count(first.is_some_and(|hit| hit.normal.is_some()));
        }
        // From a vertex, outwards: hit at the start.
        let from = pose.position() + given[0][0];
        let away = Ray {
            origin: from,
            direction: given[0][0],
            max_time: f64::INFINITY,
        };
        if let Some(hit) = ray(placed, &away).unwrap().filter(|hit| hit.normal.is_some()) {
            on_edge(hit.feature.facet(), hit.point);
        }
    }
    hits.check("rays at polygons");
    holes.check("points near holes");
}

/// A side that another vertex of the ring lies on is cut in two; both pieces have its number.
#[test]
fn pieces_of_an_edge_have_its_number() {
    // The spike from (2, 0) up touches the top side in (2, 4).
    let ring = [(0, 0), (2, 4), (4, 0), (4, 4), (0, 4)].map(|(x, y)| DVec2::new(x.into(), y.into()));
    let shape = d2::Shape::polygon(&ring, &[]).unwrap();
    for x in [0.5, 3.5] {
        let down = Ray {
            origin: DVec2::new(x, 9.0),
            direction: DVec2::NEG_Y,
            max_time: f64::INFINITY,
        };
        let hit = ray(Placed::new(&shape, &Pose::IDENTITY), &down).unwrap().unwrap();
        assert_eq!((hit.time, hit.feature.facet()), (5.0, Some(3)));
    }
}
