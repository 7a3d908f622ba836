//! URDF and SRDF: what is read, and what is refused by name.

use std::path::{Path, PathBuf};

use clearance::glam::DVec3;
use clearance_io::files::Access;
use clearance_io::{Code, Problem};
use clearance_robot::{JointKind, LoadOptions, LoadedRobot, Obstacles, Robot};

/// A folder that is removed with its files.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("clearance-robot-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn load(urdf: &Path, options: &LoadOptions) -> Result<LoadedRobot, Problem> {
    Robot::load_with(urdf, options, &Access::default())
}

fn refused(name: &str, text: &str) -> Problem {
    let folder = Folder::new(name);
    load(&folder.write("robot.urdf", text), &LoadOptions::default()).unwrap_err()
}

const TETRAHEDRON: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

fn with_mesh(name: &str) -> String {
    format!(
        r#"<robot name="r"><link name="a"><collision><geometry><mesh filename="{name}" scale="2 -1 1"/></geometry></collision></link></robot>"#
    )
}

#[test]
fn every_kind_of_shape_and_joint_is_read() {
    let folder = Folder::new("kinds");
    folder.write("part.obj", TETRAHEDRON);
    let urdf = folder.write(
        "robot.urdf",
        r#"<?xml version="1.0"?><robot name="kinds">
        <link name="base"><visual><geometry><mesh filename="missing.dae"/></geometry></visual>
          <collision><origin xyz="0 0 1" rpy="0 1.5707963267948966 0"/><geometry><cylinder radius="0.5" length="4"/></geometry></collision>
          <collision><geometry><box size="1 2 3"/></geometry></collision></link>
        <link name="ball"><collision><geometry><sphere radius="0.25"/></geometry></collision></link>
        <link name="mesh"><collision><geometry><mesh filename="part.obj" scale="2 -1 1"/></geometry></collision></link>
        <link name="end"/>
        <joint name="slide" type="prismatic"><parent link="base"/><child link="ball"/><axis xyz="0 0 2"/>
          <limit lower="-1" upper="2" effort="0" velocity="0"/><mimic joint="turn" multiplier="2" offset="0.5"/></joint>
        <joint name="turn" type="continuous"><parent link="base"/><child link="mesh"/><axis xyz="0 1 0"/></joint>
        <joint name="hold" type="fixed"><origin xyz="1 0 0" rpy="0 0 0"/><parent link="mesh"/><child link="end"/></joint>
        </robot>"#,
    );
    let robot = load(&urdf, &LoadOptions::default()).unwrap().robot;
    assert_eq!(
        (robot.name(), robot.links().len(), robot.degrees_of_freedom()),
        ("kinds", 4, 1)
    );
    let kinds: Vec<_> = robot.all_joints().iter().map(|joint| joint.kind).collect();
    assert_eq!(
        kinds,
        [JointKind::Prismatic, JointKind::Continuous, JointKind::Fixed]
    );
    assert_eq!(robot.all_joints()[0].limits, [-1.0, 2.0]);
    let posture = robot.at(&[0.25]).unwrap();
    // The follower stands at 2 * 0.25 + 0.5 along z.
    assert_eq!(posture.link_pose(1).unwrap().position(), DVec3::Z);
    let boxes: Vec<_> = posture.shapes().map(|(_, placed)| placed.aabb()).collect();
    let is_near = |p: DVec3, x: f64, y: f64, z: f64| assert!(p.distance(DVec3::new(x, y, z)) < 1e-9, "{p}");
    // A cylinder stands along z, and is turned to x here.
    is_near(boxes[0].max, 2.0, 0.5, 1.5);
    is_near(boxes[1].max, 0.5, 1.0, 1.5);
    let still = robot.at(&[0.0]).unwrap();
    let mesh = still.shapes().nth(3).unwrap().1.aabb();
    is_near(mesh.min, 0.0, -1.0, 0.0);
    is_near(mesh.max, 2.0, 0.0, 1.0);
}

/// Files in use have a texture without a file, masses that are no numbers, and elements of simulators.
/// urdf-rs refuses the whole file for them, though nothing of that is about collisions: so it is left out
/// before.
#[test]
fn what_does_not_collide_is_not_read() {
    let folder = Folder::new("looks");
    let urdf = folder.write(
        "robot.urdf",
        r#"<robot name="r"><material name="m"><texture/></material><gazebo><plugin><joint/></plugin></gazebo>
        <link name="a"><inertial><mass value="heavy"/></inertial>
        <visual><geometry><sphere/></geometry><material name="x"><texture/></material></visual>
        <collision><geometry><sphere radius="1"/></geometry></collision></link>
        <transmission name="t"><joint name="x"/></transmission></robot>"#,
    );
    let robot = Robot::load(urdf).unwrap();
    assert_eq!((robot.links().len(), robot.links()[0].shapes.len()), (1, 1));
}

#[test]
fn packages_are_found() {
    let folder = Folder::new("packages");
    folder.write("elsewhere/arm/meshes/part.obj", TETRAHEDRON);
    let urdf = folder.write("here/robot.urdf", &with_mesh("package://arm/meshes/part.obj"));
    let missing = load(&urdf, &LoadOptions::default()).unwrap_err();
    assert_eq!(missing.code, Code::FileNotFound);
    assert!(
        missing.to_string().contains("package://arm/meshes/part.obj"),
        "{missing}"
    );
    assert!(
        missing
            .to_string()
            .contains(r#"links["a"].collision[0].geometry"#),
        "{missing}"
    );
    for package in ["elsewhere", "elsewhere/arm"] {
        let packages = vec![folder.0.join(package)];
        let options = LoadOptions {
            packages,
            ..LoadOptions::default()
        };
        assert_eq!(load(&urdf, &options).unwrap().robot.links()[0].shapes.len(), 1);
    }
    // The package that the URDF itself is in, and the folder of the URDF.
    let inside = folder.write(
        "elsewhere/arm/urdf/robot.urdf",
        &with_mesh("package://arm/meshes/part.obj"),
    );
    assert!(load(&inside, &LoadOptions::default()).is_ok());
    let beside = folder.write(
        "elsewhere/arm/robot.urdf",
        &with_mesh("package://other/deep/meshes/part.obj"),
    );
    assert!(load(&beside, &LoadOptions::default()).is_ok());
    // A path may not lead out of these folders.
    let outside = folder.write("here/out.urdf", &with_mesh("../elsewhere/arm/meshes/part.obj"));
    assert_eq!(
        load(&outside, &LoadOptions::default()).unwrap_err().code,
        Code::FileNotAllowed
    );
    let outside = folder.write(
        "here/out.urdf",
        &with_mesh("package://arm/../../elsewhere/arm/meshes/part.obj"),
    );
    assert!(load(&outside, &LoadOptions::default()).is_err());
}

#[test]
fn the_hull_of_a_mesh_is_taken_if_asked() {
    let folder = Folder::new("hulls");
    folder.write("part.obj", TETRAHEDRON);
    let urdf = folder.write("robot.urdf", &with_mesh("part.obj"));
    for (hulls, kind) in [(false, "mesh"), (true, "convex")] {
        let robot = load(
            &urdf,
            &LoadOptions {
                hulls,
                ..LoadOptions::default()
            },
        )
        .unwrap()
        .robot;
        assert_eq!(
            clearance::shape::AnyShape::kind(&robot.links()[0].shapes[0].shape),
            kind
        );
    }
}

#[test]
fn an_srdf_leaves_out_pairs() {
    let folder = Folder::new("srdf");
    let ball = |name: &str| {
        format!(
            r#"<link name="{name}"><collision><geometry><sphere radius="1"/></geometry></collision></link>"#
        )
    };
    let joint = |name: &str| {
        format!(
            r#"<joint name="to {name}" type="continuous"><parent link="base"/><child link="{name}"/></joint>"#
        )
    };
    let names = ["a", "b", "c"];
    let links: String = names.iter().map(|name| ball(name) + &joint(name)).collect();
    let urdf = folder.write(
        "robot.urdf",
        &format!(r#"<robot name="r"><link name="base"/>{links}</robot>"#),
    );
    let colliding = |srdf: &str| {
        let srdf = Some(folder.write("robot.srdf", srdf));
        let loaded = load(
            &urdf,
            &LoadOptions {
                srdf,
                ..LoadOptions::default()
            },
        )?;
        let robot = loaded.robot;
        let found = robot.at(&[0.0; 3]).unwrap().collisions(&Obstacles::none());
        let names = found.into_iter().map(|pair| robot.names(pair).join("-"));
        Ok::<_, Problem>((names.collect::<Vec<_>>().join(" "), loaded.remarks))
    };
    let (all, _) = colliding(r#"<robot name="r"><group name="g"/></robot>"#).unwrap();
    assert_eq!(all, "a-b a-c b-c");
    let (one_less, _) =
        colliding(r#"<robot name="r"><disable_collisions link1="c" link2="a" reason="Never"/></robot>"#)
            .unwrap();
    assert_eq!(one_less, "a-b b-c");
    let alone = r#"<robot name="r"><enable_collisions link1="a" link2="b"/><disable_default_collisions link="a"/></robot>"#;
    assert_eq!(colliding(alone).unwrap().0, "a-b b-c");
    let (_, remarks) =
        colliding(r#"<robot name="r"><disable_collisions link1="a" link2="wrist"/></robot>"#).unwrap();
    assert_eq!(
        remarks,
        [r#"the SRDF names the link "wrist", which the robot does not have"#]
    );
    for wrong in [
        "",
        "<robot>",
        "<other/>",
        r#"<robot><disable_collisions link1="a"/></robot>"#,
        "<robot></link></robot>",
    ] {
        assert_eq!(colliding(wrong).unwrap_err().code, Code::InvalidRobot, "{wrong}");
    }
    // Beside a URDF it is read by itself.
    colliding(r#"<robot name="r"><disable_default_collisions link="a"/></robot>"#).unwrap();
    assert_eq!(Robot::load(&urdf).unwrap().asked_pairs().len(), 1);
}

#[test]
fn what_is_no_robot_is_refused_by_name() {
    let link = |inner: &str| format!(r#"<robot name="r"><link name="a">{inner}</link></robot>"#);
    let shape = |shape: &str| link(&format!("<collision><geometry>{shape}</geometry></collision>"));
    let joint = |kind: &str, inner: &str| {
        format!(
            r#"<robot name="r"><link name="a"/><link name="b"/><joint name="x" type="{kind}"><parent link="a"/><child link="b"/>{inner}</joint></robot>"#
        )
    };
    let cases = [
        (String::new(), Code::InvalidRobot, ""),
        ("<robot name='r'>".into(), Code::InvalidRobot, "ends within"),
        (
            "<robot name='r'/>".into(),
            Code::InvalidRobot,
            "links: there must be at least one",
        ),
        (shape(r#"<box size="1 2"/>"#), Code::InvalidRobot, ""),
        (
            shape(r#"<box size="1 -1 1"/>"#),
            Code::InvalidShape,
            r#"links["a"].collision[0].geometry"#,
        ),
        (
            shape(r#"<sphere radius="nan"/>"#),
            Code::NotFinite,
            r#"links["a"].collision[0].geometry"#,
        ),
        (
            shape(r#"<mesh filename="gone.stl"/>"#),
            Code::FileNotFound,
            "gone.stl",
        ),
        (
            shape(r#"<mesh filename="gone.dae"/>"#),
            Code::InvalidShape,
            "gone.dae",
        ),
        (
            shape(r#"<mesh filename="package://"/>"#),
            Code::FileNotFound,
            "names no file",
        ),
        (
            joint("floating", ""),
            Code::InvalidRobot,
            r#"joints["x"].type: floating joints are not supported"#,
        ),
        (
            joint("planar", ""),
            Code::InvalidRobot,
            r#"joints["x"].type: planar joints are not supported"#,
        ),
        (joint("bouncing", ""), Code::InvalidRobot, ""),
        (
            joint("continuous", r#"<axis xyz="0 0 0"/>"#),
            Code::InvalidRobot,
            r#"joints["x"].axis: must not be the zero vector"#,
        ),
        (
            joint("continuous", r#"<origin xyz="0 nan 0"/>"#),
            Code::InvalidPose,
            r#"joints["x"].origin"#,
        ),
        (
            joint("continuous", r#"<mimic joint="y"/>"#),
            Code::InvalidRobot,
            r#"joints["x"].mimic"#,
        ),
        (
            joint(
                "revolute",
                r#"<limit lower="2" upper="1" effort="0" velocity="0"/>"#,
            ),
            Code::InvalidRobot,
            r#"joints["x"].limits"#,
        ),
        (
            "<a>".repeat(100_000),
            Code::LimitExceeded,
            "nested more than 100 deep",
        ),
    ];
    for (i, (text, code, words)) in cases.iter().enumerate() {
        let problem = refused(&format!("wrong{i}"), text);
        assert_eq!(problem.code, *code, "{i}: {problem}");
        assert!(problem.to_string().contains(words), "{i}: {problem}");
        assert!(problem.place.file.is_some(), "{i}: {problem}");
    }
}
