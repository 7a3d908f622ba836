//! Which parts can be taken out, in which direction and order. The truth is cubes and balls in closed form,
//! and how parts were made.

use std::f64::consts::TAU;
use std::ops::ControlFlow::{Break, Continue};

use clearance::Pose;
use clearance::assembly::{AXES, RemovalError, Settings, Tolerance, own_directions, spread_directions};
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance_testkit::burr::burr;
use clearance_testkit::cubes::{Cells, mesh_of, random_cells};
use clearance_testkit::revolved::{pin, revolved, sleeve};
use clearance_testkit::{Hits, Random};

use crate::assemblies::{assembly_of, in_place, removal_of};

/// Whether a cube of P and one of Q overlap at some time as P moves: along each axis they do so in an open
/// interval of times.
fn is_blocked_by_cubes(moving: &Cells, other: &Cells, direction: DVec3) -> bool {
    let pair_overlaps = |p: &[i32; 3], q: &[i32; 3]| {
        let (mut start, mut end) = (0.0_f64, f64::INFINITY);
        for axis in 0..3 {
            let (gap, speed) = (f64::from(q[axis] - p[axis]), direction[axis]);
            if speed == 0.0 {
                if gap != 0.0 {
                    return false;
                }
                continue;
            }
            let times = [(gap - 1.0) / speed, (gap + 1.0) / speed];
            start = start.max(times[0].min(times[1]));
            end = end.min(times[0].max(times[1]));
        }
        start < end
    };
    moving.iter().any(|p| other.iter().any(|q| pair_overlaps(p, q)))
}

/// The solids that block one of them, by their cubes.
fn blockers_of_cubes(parts: &[Cells], moving: usize, direction: DVec3) -> Vec<u32> {
    let others = (0..parts.len()).filter(|&other| other != moving);
    others
        .filter(|&other| is_blocked_by_cubes(&parts[moving], &parts[other], direction))
        .map(|other| other as u32)
        .collect()
}

/// Solids of cubes, which touch each other in faces, edges and corners, in place, turned, and small: exactly
/// as their cubes.
#[test]
fn as_cubes_block_each_other() {
    let mut random = Random::new(26);
    let mut hits = Hits::default();
    let diagonals = [(1, 1, 0), (-1, 0, 1), (1, -2, 0), (1, 1, 1), (2, -1, 3)];
    let diagonals = diagonals.map(|(x, y, z)| DVec3::new(f64::from(x), f64::from(y), f64::from(z)));
    let directions = [&AXES[..], &diagonals].concat();
    for case in 0..60 {
        let mut all = random_cells(&mut random, 4, 25);
        let parts: Vec<Cells> = (0..3)
            .map(|_| {
                let mine: Cells = all.iter().copied().filter(|_| random.one_in(3)).collect();
                all.retain(|cell| !mine.contains(cell));
                mine
            })
            .filter(|cells| !cells.is_empty())
            .collect();
        let (turn, scale) = match case % 3 {
            0 => (DQuat::IDENTITY, 1.0),
            1 => (DQuat::from_rotation_arc(DVec3::Z, random.direction()), 1.0),
            _ if case % 2 == 0 => (DQuat::IDENTITY, 2.0_f64.powi(-20)),
            _ => (DQuat::IDENTITY, 2.0_f64.powi(-380)),
        };
        let at = |corner: [f64; 3]| turn * DVec3::from(corner) * scale;
        let assembly = in_place(parts.iter().map(|cells| mesh_of(cells, at)));
        let turned: Vec<DVec3> = directions.iter().map(|d| turn * *d).collect();
        let removal = removal_of(&assembly, &turned);
        for i in 0..parts.len() {
            for (d, direction) in directions.iter().enumerate() {
                let expected = blockers_of_cubes(&parts, i, *direction);
                assert_eq!(
                    removal.blockers(i, d),
                    expected,
                    "case {case}: part {i} along {direction}"
                );
                for j in (0..parts.len()).filter(|&j| j != i) {
                    hits.count(expected.contains(&(j as u32)));
                }
            }
        }
    }
    hits.check("solids of cubes");
}

/// Of six interlocked sticks only the whole one can leave; then some others can, which no sliver of a face
/// holds back.
#[test]
fn a_burr_opens_at_its_key() {
    let mut random = Random::new(6);
    for _ in 0..8 {
        let sticks = burr(&mut random);
        let assembly = in_place(
            sticks
                .iter()
                .map(|cells| mesh_of(cells, |c| DVec3::from(c) * 7.5)),
        );
        let removal = removal_of(&assembly, &AXES);
        for i in 0..6 {
            for (d, direction) in AXES.iter().enumerate() {
                assert_eq!(removal.blockers(i, d), blockers_of_cubes(&sticks, i, *direction));
            }
        }
        let is_free = |part: usize| (0..AXES.len()).any(|d| removal.blockers(part, d).is_empty());
        let free: Vec<usize> = (0..6).filter(|&part| is_free(part)).collect();
        assert_eq!(free, [0], "the key alone");
        let (order, stuck) = removal.order();
        assert_eq!(order[0].parts, [0]);
        assert_eq!(order.len() + stuck.len(), 6);
    }
}

/// Round pins in round holes of other sides: free along the hole, whatever their facets have in common; a pin
/// that is too thick for a hole further on is not, also where that is far less than its facets are off.
#[test]
fn pins_slide_through_holes() {
    let mut random = Random::new(7);
    for _ in 0..12 {
        let sides = || [9 + 11, 30, 47, 64];
        let (of_pin, of_hole) = (*random.pick(&sides()), *random.pick(&sides()));
        let (phase, fit) = (random.between(0.0, 1.0), *random.pick(&[-0.01_f64, 0.0, 0.01]));
        let slab = |low: f64| sleeve([10.0, 30.0], [low, low + 8.0], of_hole, 0.0);
        let assembly = in_place([pin(10.0 + fit.min(0.0), [-4.0, 12.0], of_pin, phase), slab(0.0)]);
        let removal = removal_of(&assembly, &AXES);
        let blocked: Vec<_> = (0..AXES.len()).map(|d| removal.blockers(0, d).len()).collect();
        assert_eq!(blocked, [1, 1, 1, 1, 0, 0], "{of_pin} in {of_hole}, {fit}");
        // The hole begins above the pin, so that nothing of it is near at first.
        let above = in_place([pin(10.0 + fit, [-20.0, -4.0], of_pin, phase), slab(0.0)]);
        let removal = removal_of(&above, &AXES);
        assert_eq!(
            removal.blockers(0, 4).len(),
            usize::from(fit > 0.0),
            "{of_pin} into {of_hole}, {fit}"
        );
        assert_eq!(removal.blockers(0, 5).len(), 0);
    }
}

/// A bolt with a head through two plates and a nut: what holds what is how they were made.
#[test]
fn a_bolted_joint_comes_apart_in_order() {
    let bolt = revolved(
        &[
            (0.0, -10.0),
            (3.0, -10.0),
            (3.0, 8.0),
            (6.0, 8.0),
            (6.0, 12.0),
            (0.0, 12.0),
        ],
        24,
        0.0,
    );
    let plate = |low: f64| sleeve([3.0, 20.0], [low, low + 4.0], 31, 0.3);
    let nut = sleeve([3.0, 5.0], [-4.0, 0.0], 24, 0.5);
    let assembly = in_place([bolt, plate(0.0), plate(4.0), nut]);
    let removal = removal_of(&assembly, &AXES);
    let [up, down] = [4, 5];
    assert_eq!(
        [removal.blockers(0, up), removal.blockers(0, down)],
        [&[][..], &[1, 2, 3]]
    );
    assert_eq!(
        [removal.blockers(1, up), removal.blockers(1, down)],
        [&[0, 2][..], &[3]]
    );
    assert_eq!(
        [removal.blockers(2, up), removal.blockers(2, down)],
        [&[0][..], &[1, 3]]
    );
    assert_eq!(
        [removal.blockers(3, up), removal.blockers(3, down)],
        [&[0, 1, 2][..], &[]]
    );
    for sideways in 0..4 {
        assert_eq!(removal.blockers(0, sideways), [1, 2, 3]);
        assert_eq!(removal.blockers(1, sideways), [0]);
    }
    let (order, stuck) = removal.order();
    assert!(stuck.is_empty() && order.len() == 4, "{order:?}");
}

/// Sheets that are a thousandth too deep are held, though curved faces elsewhere have a hundred times as much
/// tolerance; spheres of facets slide in spherical sockets by their tolerance.
#[test]
fn flat_faces_have_no_tolerance() {
    let profile = |deep: f64| [(0.0, 0.0), (9.0, 0.0), (10.0, 1.0), (9.0, 2.0), (0.0, 2.0 + deep)];
    let knob = |deep: f64| revolved(&profile(deep), 12, 0.0);
    let lid = |low: f64| sleeve([2.0, 9.0], [low, low + 1.0], 40, 0.0);
    for (low, is_held) in [(2.0, false), (1.999, true)] {
        let removal = removal_of(&in_place([knob(0.0), lid(low)]), &AXES);
        assert_eq!(
            !removal.blockers(1, 0).is_empty(),
            is_held,
            "sideways over a flat face, {low}"
        );
    }
}

/// Balls have no facets: a ball is held by another one if its way passes nearer than both radii.
#[test]
fn balls_as_in_closed_form() {
    let mut random = Random::new(9);
    let mut hits = Hits::default();
    for _ in 0..300 {
        let radii = [random.between(0.5, 2.0), random.between(0.5, 2.0)];
        let at: DVec3 = random.direction::<DVec3>() * (radii[0] + radii[1] + random.between(0.0, 4.0));
        let balls = radii.map(|radius| Shape::sphere(radius).expect("a ball"));
        let [a, b] = balls;
        let assembly = assembly_of([(a, Pose::IDENTITY), (b, Pose::at(at).expect("finite"))]);
        let aim = at.normalize() + random.direction::<DVec3>() * 0.9;
        let removal = removal_of(&assembly, &[aim]);
        let aim = aim.normalize();
        let passes = (at - aim * at.dot(aim)).length();
        let room = passes - (radii[0] + radii[1]);
        if room.abs() < 1e-6 {
            continue;
        }
        assert_eq!(
            removal.blockers(0, 0).len(),
            usize::from(room < 0.0),
            "{at} {aim} {radii:?}"
        );
        hits.count(room < 0.0);
    }
    hits.check("balls");
}

/// A floor without end blocks what goes down, and nothing that goes along it.
#[test]
fn half_spaces_block_one_way() {
    let floor = Shape::half_space(DVec3::Z, 0.0).expect("a floor");
    let block = Shape::cuboid(DVec3::ONE).expect("a block");
    let assembly = assembly_of([
        (floor, Pose::IDENTITY),
        (block, Pose::at(DVec3::Z).expect("finite")),
    ]);
    let removal = removal_of(&assembly, &AXES);
    let blocked: Vec<_> = (0..6).map(|d| removal.blockers(1, d).len()).collect();
    assert_eq!(blocked, [0, 0, 0, 0, 0, 1]);
}

/// Two hooks hold each other in every direction but leave a third part together.
#[test]
fn groups_leave_together() {
    let cells = |list: &[[i32; 3]]| list.iter().copied().collect::<Cells>();
    // A pair that is linked like a chain in the plane of X and Y, and a lid on both sides of it along Z.
    let hook = cells(&[[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0], [2, 2, 0], [1, 2, 0]]);
    let eye = cells(&[[1, 1, 0], [0, 1, 0], [-1, 1, 0]]);
    let eye = eye
        .union(&cells(&[[-1, 2, 0], [0, 2, 0]]))
        .copied()
        .collect::<Cells>();
    let lids: Cells = (-1..3)
        .flat_map(|x| (0..3).flat_map(move |y| [[x, y, 1], [x, y, -1]]))
        .collect();
    let wall = cells(&[[3, 0, 0], [3, 1, 0], [3, 2, 0], [3, 0, 1], [3, 0, -1]]);
    let lids = lids.union(&wall).copied().collect::<Cells>();
    let assembly = in_place([hook, eye, lids].iter().map(|part| mesh_of(part, DVec3::from)));
    let removal = removal_of(&assembly, &AXES);
    let (order, stuck) = removal.order();
    let (steps, apart) = removal.order_of_groups();
    assert!(apart.is_empty(), "{steps:?} {apart:?}");
    assert!(order.len() + stuck.len() == 3, "{order:?} {stuck:?}");
    let moved: Vec<_> = steps.iter().map(|step| step.parts.clone()).collect();
    assert!(
        stuck.is_empty() || moved.iter().any(|parts| parts.len() > 1),
        "{moved:?}"
    );
}

/// Directions may have any length; zero and NaN are refused by number, and a caller may stop.
#[test]
fn bad_directions_are_refused() {
    let block = || Shape::cuboid(DVec3::ONE).expect("a block");
    let assembly = assembly_of([
        (block(), Pose::IDENTITY),
        (block(), Pose::at(DVec3::X * 2.0).expect("finite")),
    ]);
    let ask = |directions: &[DVec3]| {
        assembly.removal(directions, &Settings::default(), &|_, _| true, &|_| Continue(()))
    };
    let [tiny, huge] = [1e-300, 1e300].map(|length| DVec3::X * length);
    let removal = ask(&[tiny, huge]).expect("any length");
    assert_eq!([removal.blockers(0, 0), removal.blockers(0, 1)], [[1], [1]]);
    assert_eq!(removal.directions(), [DVec3::X; 2]);
    for bad in [DVec3::ZERO, DVec3::splat(f64::NAN), DVec3::X * f64::INFINITY] {
        assert_eq!(ask(&[DVec3::X, bad]), Err(RemovalError::Direction(1)));
    }
    let stopped = assembly.removal(&AXES, &Settings::default(), &|_, _| true, &|_| Break(()));
    assert_eq!(stopped, Err(RemovalError::Stopped));
    assert!(removal.blockers(2, 0).is_empty() && removal.blockers(0, 2).is_empty());
}

/// A free form that overlaps a block by 0.2 as it slides along it: a length that is given as tolerance
/// decides.
#[test]
fn a_given_tolerance_lets_parts_pass() {
    let oval = || {
        // An ellipse is no cylinder.
        let ring = |z: f64| (0..40).map(move |k| (f64::from(k) * TAU / 40.0, z));
        let point = |(angle, z): (f64, f64)| DVec3::new(12.0 * angle.cos(), 8.0 * angle.sin(), z);
        let vertices: Vec<DVec3> = ring(0.0).chain(ring(5.0)).map(point).collect();
        let sides = (0..40).flat_map(|k| {
            let next = (k + 1) % 40;
            [[k, next, 40 + next], [k, 40 + next, 40 + k]]
        });
        let caps = (1..39).flat_map(|k| [[0, k + 1, k], [40, 40 + k, 41 + k]]);
        Shape::mesh(vertices, sides.chain(caps).collect()).expect("a prism")
    };
    let wall = Shape::cuboid(DVec3::new(5.0, 5.0, 2.5)).expect("a block");
    let pose = Pose::at(DVec3::new(12.0 - 0.2 + 5.0, 0.0, 20.0)).expect("finite");
    let assembly = assembly_of([(oval(), Pose::IDENTITY), (wall, pose)]);
    let blocked = |tolerance| {
        let settings = Settings {
            tolerance,
            ..Settings::default()
        };
        let removal = assembly.removal(&[DVec3::Z], &settings, &|_, _| true, &|_| Continue(()));
        removal.expect("a direction").blockers(0, 0).len()
    };
    assert_eq!(
        [0.1, 0.5].map(|length| blocked(Tolerance::Length(length))),
        [1, 0]
    );
}

/// Directions of the parts' own faces are those of a turned box; spread ones are unit vectors whose sum is
/// small.
#[test]
fn directions_are_made() {
    let turn = DQuat::from_rotation_arc(DVec3::Z, DVec3::new(0.2, 0.6, 0.7).normalize());
    let pose = Pose::new(DVec3::ONE, turn).expect("finite");
    let assembly = assembly_of([(Shape::cuboid(DVec3::new(1.0, 2.0, 3.0)).expect("a box"), pose)]);
    let own = own_directions(&assembly);
    assert_eq!(own.len(), 6);
    for axis in DVec3::AXES {
        assert!(own.iter().any(|d| d.dot(turn * axis) > 1.0 - 1e-12));
    }
    for count in [1, 2, 50, 1000] {
        let spread = spread_directions(count);
        assert!(spread.len() == count && spread.iter().all(|d| (d.length() - 1.0).abs() < 1e-12));
        assert!(count < 50 || spread.iter().sum::<DVec3>().length() < 1.0);
    }
    assert!(spread_directions(0).is_empty());
}
