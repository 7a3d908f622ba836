//! The special cases for manifolds in space find the same contacts as general clipping.

use clearance::glam::{DQuat, DVec3};
use clearance::math::Pose;
use clearance::pair::{Contact, Manifold, PairSpace};
use clearance::shape::{Placed, Shape3};
use clearance_testkit::{Hits, Random};

use super::floats::Floats;

type Stand = (Shape3<DVec3>, Pose<DVec3>);

fn placed(stand: &Stand) -> Placed<'_, DVec3> {
    Placed::new(&stand.0, &stand.1)
}

fn turned(random: &mut Random) -> DQuat {
    let v: DVec3 = random.vector(1.0);
    DQuat::from_xyzw(v.x, v.y, v.z, random.between(0.1, 1.0))
}

fn cuboid(random: &mut Random, reach: f64) -> Stand {
    let half = DVec3::from_array(std::array::from_fn(|_| random.between(0.25, 1.0)));
    let pose = Pose::at(random.vector(reach)).unwrap();
    // One in four upright: parallel faces and edges.
    let pose = match random.one_in(4) {
        true => pose.turned(DQuat::from_xyzw(0.0, random.between(-1.0, 1.0), 0.0, 1.0)),
        false => pose.turned(turned(random)),
    };
    (Shape3::cuboid(half).unwrap(), pose.unwrap())
}

/// Both ways: the special case, and general clipping after the clearance. `None` where the special case does
/// not answer.
fn both_ways(a: &Stand, b: &Stand) -> Option<(Manifold<DVec3>, Manifold<DVec3>, f64)> {
    let (a, b) = (placed(a), placed(b));
    let c = DVec3::clearance(a, b)?;
    let short = DVec3::manifold(a, b, 0.0)?;
    Some((short, DVec3::clip(a, b, &c, 0.0), c.distance))
}

fn has_twin(contact: &Contact<DVec3>, others: &[Contact<DVec3>]) -> bool {
    others.iter().any(|other| {
        (contact.point_a - other.point_a).length() < 1e-9
            && (contact.clearance - other.clearance).abs() < 1e-12
    })
}

fn spread(manifold: &Manifold<DVec3>) -> f64 {
    let points: Vec<DVec3> = manifold.contacts().iter().map(|c| c.point_a).collect();
    let pairs = points
        .iter()
        .flat_map(|p| points.iter().map(move |q| (*q - *p).length()));
    pairs.sum()
}

#[test]
fn boxes_as_by_the_general_clip() {
    let mut random = Random::new(21);
    let (mut hits, mut several, mut twins) = (Hits::default(), 0, 0);
    for _ in 0..4000 {
        let (a, b) = (cuboid(&mut random, 0.0), cuboid(&mut random, 2.0));
        let Some((short, general, distance)) = both_ways(&a, &b) else {
            panic!("random boxes are no close call");
        };
        hits.count(distance < 0.0);
        if distance > 0.0 {
            assert!(short.contacts().is_empty());
            continue;
        }
        several += usize::from(short.contacts().len() > 2);
        let least = short
            .contacts()
            .iter()
            .map(|c| c.clearance)
            .fold(f64::INFINITY, f64::min);
        assert!((least - distance).abs() < 1e-12, "{least} {distance}");
        for c in short.contacts() {
            let step = c.point_b - c.point_a - short.normal * c.clearance;
            assert!(step.length() < 1e-12, "{c:?}");
        }
        assert_eq!(short.contacts().len(), general.contacts().len());
        // Which four of eight points are kept may differ where measures are equal up to rounding.
        let same = short.contacts().iter().all(|c| has_twin(c, general.contacts()));
        let ratio = spread(&short) / spread(&general);
        assert!(same || (0.75..1.3).contains(&ratio), "{short:?} {general:?}");
        twins += usize::from(same);
    }
    assert!(twins > 1000, "{twins}");
    hits.check("boxes");
    assert!(several > 300, "{several}");
}

/// Each contact keeps its feature id while the boxes move a little, and no two share one.
#[test]
fn features_of_boxes_are_stable() {
    let mut random = Random::new(22);
    let mut kept = 0;
    for _ in 0..1000 {
        let (a, b) = (cuboid(&mut random, 0.0), cuboid(&mut random, 1.0));
        let step: DVec3 = random.vector(1e-7);
        let moved = (
            b.0.clone(),
            Pose::new(b.1.position() + step, b.1.rotation()).unwrap(),
        );
        let (Some((before, ..)), Some((after, ..))) = (both_ways(&a, &b), both_ways(&a, &moved)) else {
            continue;
        };
        for (i, contact) in before.contacts().iter().enumerate() {
            assert!(
                before.contacts()[..i]
                    .iter()
                    .all(|c| c.feature != contact.feature),
                "{before:?}"
            );
            let twin = after.contacts().iter().find(|c| c.feature == contact.feature);
            if let Some(twin) = twin {
                assert!((twin.point_a - contact.point_a).length() < 1e-4);
                kept += 1;
            }
        }
        assert_eq!(before.contacts().len(), after.contacts().len());
    }
    assert!(kept > 900, "{kept}");
}

#[test]
fn mirrored_questions_have_mirrored_manifolds() {
    let mut random = Random::new(23);
    for _ in 0..500 {
        let (a, b) = (cuboid(&mut random, 0.0), cuboid(&mut random, 1.2));
        let forward = DVec3::manifold(placed(&a), placed(&b), 0.1);
        let backward = DVec3::manifold(placed(&b), placed(&a), 0.1);
        assert_eq!(forward, backward.map(Manifold::mirrored));
    }
}
