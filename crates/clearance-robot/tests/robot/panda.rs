//! The arm in `examples/robot-arm`: where its links are, by another library; what collides, and what the SRDF
//! leaves out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clearance::glam::{DQuat, DVec3};
use clearance_io::files::Access;
use clearance_io::scene::{Scene, read_scene};
use clearance_robot::{LoadOptions, Obstacles, PathOutcome, PathSettings, Robot};
use clearance_testkit::{Hits, Random};

use crate::colliding::brute_force;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/robot-arm")
}

pub fn panda(hulls: bool) -> Robot {
    let options = LoadOptions {
        srdf: Some(folder().join("panda.srdf")),
        hulls,
        ..LoadOptions::default()
    };
    let loaded = Robot::load_with(&folder().join("panda.urdf"), &options, &Access::default()).unwrap();
    assert!(loaded.remarks.is_empty(), "{:?}", loaded.remarks);
    loaded.robot
}

fn fifty() -> Obstacles {
    let scene = read_scene(&folder().join("obstacles.json"), &Access::default()).unwrap();
    let Scene::Double3(objects) = scene else {
        panic!("a scene of space in double precision");
    };
    let each = objects.objects.iter();
    Obstacles::new(
        each.map(|object| ((*object.stand.shape).clone(), object.stand.pose))
            .collect(),
    )
}

fn values(random: &mut Random, robot: &Robot) -> Vec<f64> {
    let limits: Vec<_> = robot.joints().map(|joint| joint.limits).collect();
    limits
        .into_iter()
        .map(|[least, most]| random.between(least, most))
        .collect()
}

/// Poses by pinocchio 4.1.0, printed with all digits.
#[test]
fn links_are_where_pinocchio_has_them() {
    let first = [0.3, -0.5, 1.1, -2.0, 0.7, 1.9, -0.4, 0.03];
    let second = [-2.1, 1.3, -0.6, -0.9, 2.4, 0.2, 1.5, 0.01];
    let hand = [
        0.364_124_390_384_739_7,
        0.919_916_884_051_373_1,
        0.074_854_112_609_347_16,
        -0.124_752_621_574_143_96,
    ];
    let other = [
        -0.292_459_683_410_210_45,
        0.419_084_414_431_466_1,
        -0.264_458_048_024_416_1,
        0.817_861_557_964_029_8,
    ];
    let cases = [
        (
            first,
            "panda_link4",
            [
                -0.135_086_187_036_059_43,
                0.035_174_945_872_565_23,
                0.628_256_998_655_274_7,
            ],
            [
                0.010_504_603_324_769_28,
                0.535_028_848_760_744_4,
                -0.172_733_921_879_561_1,
                0.826_920_054_500_341_3,
            ],
        ),
        (
            first,
            "panda_hand_tcp",
            [
                -0.055_365_267_045_370_41,
                0.547_459_517_327_744_3,
                0.448_976_236_788_765_47,
            ],
            hand,
        ),
        (
            first,
            "panda_rightfinger",
            [
                -0.068_147_887_197_512_7,
                0.515_465_246_830_735_4,
                0.490_665_219_474_965_33,
            ],
            hand,
        ),
        (
            second,
            "panda_hand_tcp",
            [
                -0.300_308_620_548_234_2,
                -0.514_524_302_416_698_1,
                0.340_218_293_607_361_4,
            ],
            other,
        ),
        (
            second,
            "panda_rightfinger",
            [
                -0.339_991_787_487_894,
                -0.532_967_403_655_571_2,
                0.325_723_526_333_211_1,
            ],
            other,
        ),
    ];
    let robot = panda(false);
    for (q, link, place, turn) in cases {
        let pose = robot
            .at(&q)
            .unwrap()
            .link_pose(robot.link(link).unwrap())
            .unwrap();
        assert!(
            pose.position().distance(DVec3::from_array(place)) < 1e-14,
            "{link}: {pose:?}"
        );
        let same = pose.rotation().normalize().dot(DQuat::from_array(turn)).abs();
        assert!(1.0 - same < 1e-14, "{link}: {pose:?}");
    }
}

#[test]
fn its_joints_and_pairs_are_those_of_its_files() {
    let robot = panda(false);
    let names: Vec<_> = robot.joints().map(|joint| joint.name.as_str()).collect();
    let arm = (1..=7).map(|i| format!("panda_joint{i}"));
    assert_eq!(
        names,
        arm.chain(["panda_finger_joint1".into()]).collect::<Vec<_>>()
    );
    assert_eq!(robot.joints().nth(3).unwrap().limits, [-3.0718, -0.0698]);
    assert!(
        robot
            .is_within_limits(&[0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.04])
            .unwrap()
    );
    assert!(
        !robot
            .is_within_limits(&[0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.05])
            .unwrap()
    );
    assert!(!robot.is_within_limits(&[0.0; 8]).unwrap());
    // 11 links with shapes have 55 pairs; the SRDF leaves out 35.
    assert_eq!(robot.asked_pairs().len(), 20);
}

#[test]
fn it_collides_as_all_pairs_do_among_fifty_obstacles() {
    let obstacles = fifty();
    assert_eq!(obstacles.len(), 50);
    for hulls in [false, true] {
        let robot = panda(hulls);
        let asked: BTreeSet<_> = robot.asked_pairs().into_iter().collect();
        let (mut random, mut hits) = (Random::new(12), Hits::default());
        for _ in 0..60 {
            let q = values(&mut random, &robot);
            let posture = robot.at(&q).unwrap();
            let expected = brute_force(&posture, &obstacles, &asked);
            assert_eq!(posture.collisions(&obstacles), expected, "{q:?}");
            hits.count(!expected.is_empty());
        }
        hits.check("collides");
    }
}

/// A way along which samples say what happens: free ones are free at all of 200 samples, and what is met is
/// met at most as early as a sample that collides.
#[test]
fn its_ways_agree_with_samples() {
    let (robot, obstacles) = (panda(false), fifty());
    let (mut random, mut hits) = (Random::new(13), Hits::default());
    let mut cases = 0;
    while cases < 50 {
        let (from, far) = (values(&mut random, &robot), values(&mut random, &robot));
        let to: Vec<f64> = from.iter().zip(&far).map(|(a, b)| a + 0.15 * (b - a)).collect();
        if robot.at(&from).unwrap().is_colliding(&obstacles) {
            continue;
        }
        cases += 1;
        let report = robot
            .path(&from, &to, &obstacles, &PathSettings::default())
            .unwrap();
        let at = |time: f64| {
            let q: Vec<f64> = from
                .iter()
                .zip(&to)
                .map(|(a, b)| (1.0 - time) * a + time * b)
                .collect();
            robot.at(&q).unwrap()
        };
        let sampled = (0..=200)
            .map(|i| f64::from(i) / 200.0)
            .find(|&time| at(time).is_colliding(&obstacles));
        match report.outcome {
            PathOutcome::Free {
                clearance: [lower, upper],
                ..
            } => {
                assert_eq!(sampled, None);
                assert!(0.0 < lower && lower <= upper, "{lower} {upper}");
            }
            PathOutcome::Contact(contact) => {
                assert!(
                    sampled.is_none_or(|time| contact.free_until < time),
                    "{contact:?} {sampled:?}"
                );
                assert!(at(contact.time).distance(&obstacles) <= 2e-6);
                assert!(at(contact.free_until).distance(&obstacles) > 0.0);
            }
            PathOutcome::Undecided { .. } => panic!("{report:?}"),
        }
        hits.count(matches!(report.outcome, PathOutcome::Contact(_)));
    }
    hits.check("contacts");
}
