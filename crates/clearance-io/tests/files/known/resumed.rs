//! Checks that were stopped and go on.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicU64, Ordering};

use clearance::glam::DVec3;
use clearance_io::check::{Checked, Class, Plan, Settings, check, check_by};
use clearance_io::files::Access;
use clearance_io::known::{accept, compare, digest, read_output, resume, resume_checked};
use clearance_io::problem::{Code, Problem};
use clearance_io::scene::Objects;
use clearance_io::table::json;

use super::{DEEP, file, read};

/// Each class once or more: a plate with pins, a lid and a copy of it, a ball in a ball, and an open box in a
/// corner.
fn fixture() -> Objects<DVec3> {
    let open = r#"{"type": "mesh", "vertices": [[0,0,0],[2,0,0],[0,2,0],[2,2,0],[0,0,2],[2,0,2],[0,2,2],[2,2,2]],
        "triangles": [[0,2,1],[1,2,3],[4,5,6],[5,7,6],[0,1,4],[1,5,4],[2,6,3],[3,6,7],[0,4,2],[2,4,6],[1,3,5]]}"#;
    let object = |id: &str, shape: &str, [x, y, z]: [f64; 3]| {
        format!(r#"{{"id": {id}, "shape": {shape}, "position": [{x}, {y}, {z}]}}"#)
    };
    let block = |half: [f64; 3]| format!(r#"{{"type": "box", "half_extents": {half:?}}}"#);
    let ball = |radius: f64| format!(r#"{{"type": "sphere", "radius": {radius:?}}}"#);
    let mut objects = vec![
        object("\"plate\"", &block([9.0, 9.0, 0.5]), [0.0; 3]),
        object("\"lid\"", &block([3.0, 3.0, 0.5]), [4.0, 4.0, 1.0]),
        object("7", &block([3.0, 3.0, 0.5]), [4.0, 4.0, 1.0]),
        object("\"open\"", open, [12.0, 12.0, 5.0]),
        object("\"within it\"", &block([0.1, 0.2, 0.3]), [12.4, 12.4, 5.5]),
        object("\"outer\"", &ball(2.0), [-6.0, -6.0, 3.0]),
        object("\"inner\"", &ball(0.7), [-6.1, -6.0, 3.0]),
    ];
    for i in 0..6 {
        let at = [f64::from(i) * 2.3 - 7.0, -1.0, 0.9 + 0.11 * f64::from(i)];
        objects.push(object(&format!("\"pin {i}\""), &block([1.0, 0.3, 0.7]), at));
    }
    read(&format!(
        r#"{{"dimension": 3, "objects": [{}]}}"#,
        objects.join(",")
    ))
}

/// What a check prints that is stopped after some pairs; it goes on from an earlier output if there is one.
fn stopped(scene: &Objects<DVec3>, plan: &Plan, after: u64, from: Option<&str>) -> Result<String, Problem> {
    let earlier = match from {
        Some(text) => {
            let name = format!("stopped-{after}-{:?}.json", std::thread::current().id());
            let old = read_output(&file(&name, text), &Access::default())?;
            Some(resume(&old, scene, plan)?)
        }
        None => None,
    };
    let watch = |progress: clearance_io::check::Progress| {
        if progress.done < after {
            Continue(())
        } else {
            Break(())
        }
    };
    let mut checked = check_by(scene, plan, earlier.as_ref(), &watch)?;
    checked.digest = checked.left.map(|_| digest(scene, plan));
    Ok(json(scene, &checked))
}

#[test]
fn a_check_that_was_stopped_goes_on_to_the_same_bytes() {
    let scene = fixture();
    let settings = Settings {
        within: Some(0.5),
        ..DEEP
    };
    for shapes in [false, true] {
        let plan = Plan::from(Settings { shapes, ..settings });
        let total = AtomicU64::new(0);
        let whole = check_by(&scene, &plan, None, &|progress| {
            total.store(progress.total, Ordering::Relaxed);
            Continue(())
        });
        let whole = json(&scene, &whole.expect("a check"));
        let total = total.into_inner();
        for class in Class::ALL {
            assert!(whole.contains(&format!("\"class\":\"{class}\"")), "{class}");
        }
        assert!(total > 10, "{total}");
        for after in [1, total / 2, total - 4] {
            let part = stopped(&scene, &plan, after, None).expect("a part");
            assert!(part.contains(r#""partial":true,"left":{"decided":"#), "{part}");
            let more = stopped(&scene, &plan, total - 3, Some(&part)).expect("more of it");
            assert!(more.contains(r#""partial":true"#));
            assert_eq!(stopped(&scene, &plan, u64::MAX, Some(&more)).expect("all"), whole);
            assert_eq!(stopped(&scene, &plan, u64::MAX, Some(&part)).expect("all"), whole);
        }
    }
}

/// A result in memory keeps the shapes that reports draw, so that nothing is decided twice.
#[test]
fn a_check_in_memory_goes_on_without_deciding_again_what_is_drawn() {
    let scene = fixture();
    let plan = Plan::from(Settings { shapes: true, ..DEEP });
    let run = |after: u64, earlier: Option<&Checked<DVec3>>| {
        let earlier = earlier.map(|stopped| resume_checked(stopped, &scene, &plan).expect("a stopped check"));
        let watch = |progress: clearance_io::check::Progress| match progress.done < after {
            true => Continue(()),
            false => Break(()),
        };
        let mut checked = check_by(&scene, &plan, earlier.as_ref(), &watch).expect("a check");
        checked.digest = Some(digest(&scene, &plan));
        checked
    };
    let whole = run(u64::MAX, None);
    let total = whole.findings.len() as u64;
    let mut part = run(total / 2, None);
    assert!(part.left.is_some() && !part.findings.is_empty());
    assert_eq!(json(&scene, &run(u64::MAX, Some(&part))), json(&scene, &whole));
    // One that came to its end leaves nothing to decide.
    assert_eq!(json(&scene, &run(u64::MAX, Some(&whole))), json(&scene, &whole));
    let mark = 42.0;
    part.findings
        .iter_mut()
        .for_each(|finding| finding.tolerance = mark);
    let rest = run(u64::MAX, Some(&part));
    let kept = rest.findings.iter().filter(|finding| finding.tolerance == mark);
    assert_eq!(kept.count(), part.findings.len(), "some were decided again");
    let drawn = |finding: &&clearance_io::check::Finding<DVec3>| finding.common.is_some();
    assert!(rest.findings.iter().filter(drawn).count() > 1);
    let drawn = rest.findings.iter().filter(drawn);
    assert!({ drawn }.all(|finding| finding.common.as_ref().is_some_and(|c| c.mesh.is_some())));
    part.digest = None;
    let refused = resume_checked(&part, &scene, &plan).map(drop);
    assert_eq!(refused.expect_err("no digest").code, Code::InvalidJson);
    part.digest = Some("of another input".to_owned());
    let refused = resume_checked(&part, &scene, &plan).map(drop);
    assert_eq!(refused.expect_err("another digest").code, Code::OtherInput);
}

#[test]
fn a_check_of_something_else_does_not_go_on() {
    let scene = fixture();
    let plan = Plan::from(DEEP);
    let part = stopped(&scene, &plan, 3, None).expect("a part");
    let refused = |scene: &Objects<DVec3>, plan: &Plan, text: &str| {
        stopped(scene, plan, u64::MAX, Some(text))
            .map(drop)
            .expect_err("another one")
            .code
    };
    let mut moved = scene.clone();
    moved.objects.swap(0, 1);
    assert_eq!(refused(&moved, &plan, &part), Code::OtherInput);
    let mut renamed = scene.clone();
    renamed.objects[3].id = clearance_io::scene::Id::named("other");
    assert_eq!(refused(&renamed, &plan, &part), Code::OtherInput);
    let mut ungrouped = scene.clone();
    ungrouped.objects[2].filter.mask = 6;
    assert_eq!(refused(&ungrouped, &plan, &part), Code::OtherInput);
    let near = Plan::from(Settings {
        within: Some(1e-9),
        ..DEEP
    });
    assert_eq!(refused(&scene, &near, &part), Code::OtherInput);
    let without = Plan::from(Settings { depth: false, ..DEEP });
    assert_eq!(refused(&scene, &without, &part), Code::OtherInput);
    let whole = stopped(&scene, &plan, u64::MAX, None).expect("all");
    assert_eq!(refused(&scene, &plan, &whole), Code::InvalidJson);
    assert_eq!(
        refused(&scene, &plan, &part.replace("\"plate\"", "\"slate\"")),
        Code::InvalidJson
    );
    // What `check --memory` leaves: neither a first pair nor a digest.
    let mut bounded: serde_json::Value = serde_json::from_str(&part).expect("JSON");
    bounded["left"]
        .as_object_mut()
        .expect("what is left")
        .remove("first");
    bounded.as_object_mut().expect("an output").remove("digest");
    let problem = stopped(&scene, &plan, u64::MAX, Some(&bounded.to_string())).expect_err("another order");
    assert_eq!(problem.code, Code::InvalidJson);
    assert!(
        problem.to_string().contains("in another order (--memory)"),
        "{problem}"
    );
    let old = read_output(&file("partial.json", &part), &Access::default()).expect("an output");
    assert_eq!(old.clashes().expect_err("partial").code, Code::InvalidJson);
    let mut checked = check_by(&scene, &plan, None, &|_| Break(())).expect("a part");
    compare(&scene, &mut checked, &[], false).expect("in memory");
    assert!(accept(&Default::default(), &scene, &checked).is_err());
}

/// The order of pairs and all numbers are those of one thread.
#[test]
fn the_result_does_not_depend_on_threads() {
    // Long pairs between short ones: a thread that is busy with one is overtaken.
    let object = |i: usize| {
        let shape = if i.is_multiple_of(3) { "ellipsoid" } else { "box" };
        format!(
            r#"{{"id": {i}, "shape": "{shape}", "position": [{}, {}, 0]}}"#,
            i % 8,
            i / 8
        )
    };
    let objects: Vec<_> = (0..64).map(object).collect();
    let scene = read(&format!(
        r#"{{"dimension": 3, "shapes": {{"box": {{"type": "box", "half_extents": [0.6, 0.6, 0.6]}},
            "ellipsoid": {{"type": "ellipsoid", "radii": [0.7, 0.8, 0.9]}}}}, "objects": [{}]}}"#,
        objects.join(",")
    ));
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| {
            let shallow = Settings { depth: false, ..DEEP };
            json(&scene, &check(&scene, &shallow, &|_| {}).expect("a check"))
        })
    };
    let one = with(1);
    for threads in [2, 3, 7] {
        assert_eq!(with(threads), one, "{threads} threads");
    }
}
