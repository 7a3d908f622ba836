//! Shapes and poses as data: what is written is read back unchanged, in a text format and in a binary one,
//! and what no constructor accepts is refused.

use clearance::glam::{DVec2, DVec3, Vec3};
use clearance::math::{Pose, Rotation, Rotation2};
use clearance::pair::Manifold;
use clearance::shape::{DataSpace, Mesh, Shape2, Shape3};
use clearance::{Clearance, Placed, clearance, d2, manifold, relation};
use clearance_testkit::{Pair, Random, TestSpace, for_each_space, generate};
use serde::Serialize;
use serde::de::DeserializeOwned;

const CASES: usize = 200;

fn again<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).unwrap();
    let bytes = postcard::to_allocvec(value).unwrap();
    let from_bytes: T = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(serde_json::to_string(&from_bytes).unwrap(), text);
    let from_text: T = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&from_text).unwrap(), text);
    from_text
}

/// Shapes of every kind, also those that only the plane or only space has.
fn any_shape<V: TestSpace>(random: &mut Random) -> V::Shape {
    match random.count(0, 4) {
        0 => V::special(random),
        1 => V::half_space(random.direction(), generate::scalar::<V>(0.3)).unwrap(),
        2 => {
            let inner = V::rounded(generate::convex::<V>(random), generate::scalar::<V>(0.1)).unwrap();
            V::rounded(inner, generate::scalar::<V>(0.3)).unwrap()
        }
        3 => V::compound(vec![
            (generate::core::<V>(random), generate::pose(random, 1.0)),
            (V::special(random), generate::pose(random, 1.0)),
        ])
        .unwrap(),
        _ => generate::convex::<V>(random),
    }
}

fn a_pair_answers_the_same_after_it_was_read_back<V: TestSpace + DataSpace>() {
    let mut random = Random::new(61);
    for _ in 0..CASES {
        let mut pair: Pair<V> = generate::convex_pair(&mut random);
        pair.a.shape = any_shape::<V>(&mut random);
        let (shapes, poses) = (
            [&pair.a.shape, &pair.b.shape].map(again),
            [&pair.a.pose, &pair.b.pose].map(again),
        );
        assert_eq!(poses, [pair.a.pose, pair.b.pose]);
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let [c, d] = [0, 1].map(|i| Placed::new(&shapes[i], &poses[i]));
        assert_eq!(relation(a, b), relation(c, d), "{pair:?}");
        let answer: Clearance<V> = clearance(a, b).unwrap();
        assert_eq!(Ok(answer), clearance(c, d), "{pair:?}");
        assert_eq!(again(&answer), answer);
        let touch: Manifold<V> = manifold(a, b, generate::scalar::<V>(0.1)).unwrap();
        assert_eq!(again(&touch), touch);
    }
}
for_each_space!(a_pair_answers_the_same_after_it_was_read_back);

#[test]
fn shapes_have_the_names_of_the_format() {
    let circle = d2::Shape::<DVec2>::circle(0.1).unwrap();
    assert_eq!(
        serde_json::to_string(&circle).unwrap(),
        r#"{"circle":{"radius":0.1}}"#
    );
    assert_eq!(
        serde_json::to_string(&Shape3::<Vec3>::Point).unwrap(),
        r#""point""#
    );
    let pose = Pose::new(DVec2::X, Rotation2::from_angle(0.5)).unwrap();
    assert_eq!(
        serde_json::to_string(&pose).unwrap(),
        r#"{"position":[1.0,0.0],"rotation":{"angle":0.5},"scale":1.0}"#
    );
}

#[test]
fn rotations_come_back_to_the_bit() {
    let mut random = Random::new(62);
    let mut turned: Rotation2<f64> = <Rotation2<f64> as Rotation<DVec2>>::IDENTITY;
    for _ in 0..CASES {
        let next = DVec2::any_rotation(&mut random);
        turned = <Rotation2<f64> as Rotation<DVec2>>::after(next, turned);
        assert_eq!(again(&turned), turned);
        assert!((turned.cos().hypot(turned.sin()) - 1.0).abs() < 4e-16);
        let back = <Rotation2<f64> as Rotation<DVec2>>::inverse(turned);
        assert_eq!(again(&back), back);
    }
}

#[test]
fn a_mesh_stays_turned_outwards() {
    let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let inward = Mesh::new(corners, vec![[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]]).unwrap();
    assert!(inward.was_inside_out());
    let read = again(&inward);
    assert!(read.is_solid() && read.triangles() == inward.triangles());
}

fn refused<T: DeserializeOwned>(text: &str) -> String {
    match serde_json::from_str::<T>(text) {
        Ok(_) => panic!("read: {text}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_no_constructor_takes_is_not_read() {
    let plane = refused::<Shape2<DVec2>>;
    let space = refused::<Shape3<DVec3>>;
    let says = |message: String, what: &str| assert!(message.starts_with(what), "{message}");
    says(
        plane(r#"{"circle":{"radius":-1}}"#),
        "radius: must be greater than zero",
    );
    says(plane(r#"{"sphere":{"radius":1}}"#), "unknown variant `sphere`");
    says(
        plane(r#"{"circle":{"radius":1,"center":[0,0]}}"#),
        "unknown field `center`",
    );
    says(
        plane(r#"{"convex":{"vertices":[]}}"#),
        "vertices: needs at least 1, got 0",
    );
    says(
        plane(r#"{"polygon":{"vertices":[[0,0],[1,1],[1,0],[0,1]],"holes":[]}}"#),
        "vertices[2]: the edge from here crosses edge 0",
    );
    says(
        plane(r#"{"bitmap":{"rows":["01","1"],"pixel_size":1}}"#),
        "rows[1]: rows must be equally long",
    );
    says(plane(r#"{"compound":{"parts":[]}}"#), "parts: needs at least 1");
    says(
        space(r#"{"box":{"half_extents":[1,-1,1]}}"#),
        "half_extents[1]: must not be negative",
    );
    says(
        space(r#"{"box":{"half_extents":[1,1e145,1]}}"#),
        "half_extents[1]: too large",
    );
    says(
        space(r#"{"mesh":{"vertices":[[0,0,0]],"triangles":[[0,0,7]]}}"#),
        "triangles[0][2]: index 7 names none of the 1 vertices",
    );
    says(
        space(r#"{"rounded":{"shape":{"mesh":{"vertices":[[0,0,0]],"triangles":[[0,0,0]]}},"radius":1}}"#),
        "shape: only a convex shape can stand here",
    );
}

#[test]
fn what_is_no_pose_is_not_read() {
    let flat = |position: &str, rotation: &str, scale: &str| {
        refused::<Pose<DVec2>>(&format!(
            r#"{{"position":{position},"rotation":{rotation},"scale":{scale}}}"#
        ))
    };
    assert!(flat("[0,0]", r#"{"angle":0}"#, "0").starts_with("scale: must be a positive"));
    assert!(flat("[0,1e145]", r#"{"angle":0}"#, "1").starts_with("position: too large"));
    assert!(flat("[0,0]", r#"{"direction":[0,0]}"#, "1").starts_with("direction: must be finite"));
    assert!(flat("[0,0]", r#"{"cos":1,"sin":0}"#, "1").starts_with("unknown variant `cos`"));
    let zero = r#"{"position":[0,0,0],"rotation":[0,0,0,0],"scale":1}"#;
    assert!(refused::<Pose<DVec3>>(zero).starts_with("rotation: must be finite"));
    // JSON has no infinity; the binary format has.
    let infinite = postcard::to_allocvec(&(0u32, f64::INFINITY)).unwrap();
    assert!(postcard::from_bytes::<Rotation2<f64>>(&infinite).is_err());
}
