//! The questions about many points and rays, and shapes that a run of lines shares.

use clearance_io::files::Access;
use clearance_io::query::{Run, answer};
use serde_json::{Value, json};

fn ask(question: &Value) -> Value {
    let folder = Access::default().in_folder("".as_ref());
    let reply = answer(question.to_string().as_bytes(), &folder);
    serde_json::from_str(&reply.text).unwrap()
}

#[track_caller]
fn refused(question: &Value, code: &str, field: &str) {
    let error = &ask(question)["error"];
    assert_eq!(
        (&error["code"], &error["field"]),
        (&json!(code), &json!(field)),
        "{error}"
    );
}

/// Two triangles of a surface, and a ball beside them.
fn surface_and_ball() -> Value {
    let mesh = json!({"type": "mesh", "vertices": [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]],
        "triangles": [[0, 1, 2], [0, 2, 3]]});
    json!({"type": "compound", "parts": [
        {"type": "sphere", "radius": 1, "position": [-4, 0, 0]}, {"shape": mesh, "position": [1, 0, 0]}]})
}

#[test]
fn distance_is_0_where_they_meet() {
    for precision in ["f64", "f32"] {
        let at = |x: f64| {
            let ball = json!({"type": "circle", "radius": 1, "position": [x, 0]});
            let square = json!({"type": "box", "half_extents": [1, 1]});
            ask(&json!({"op": "distance", "dimension": 2, "a": square, "b": ball, "precision": precision}))
        };
        for (x, distance) in [(3.5, 1.5), (2.0, 0.0), (0.5, 0.0)] {
            assert_eq!(at(x), json!({"id": null, "distance": distance}));
        }
    }
}

#[test]
fn contains_counts_the_border() {
    for precision in ["f64", "f32"] {
        let bend = json!({"type": "polygon", "vertices": [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]],
            "position": [10, 0]});
        let points = json!([[10.5, 3], [12, 1], [12, 1.5], [10, 0], [9.75, 0]]);
        let found = ask(
            &json!({"id": 3, "op": "contains", "dimension": 2, "a": bend, "points": points,
            "precision": precision}),
        );
        assert_eq!(
            found,
            json!({"id": 3, "inside": [true, true, false, true, false]})
        );
    }
    let none = json!({"op": "contains", "dimension": 3, "a": {"type": "sphere", "radius": 1}, "points": []});
    assert_eq!(ask(&none), json!({"id": null, "inside": []}));
}

#[test]
fn closest_points_name_parts_and_triangles() {
    for precision in ["f64", "f32"] {
        let found = ask(
            &json!({"op": "closest_points", "dimension": 3, "a": surface_and_ball(),
            "points": [[2.5, 0.5, 3], [1.5, 1.5, -3], [-4, 0, 0.75]], "precision": precision}),
        );
        assert_eq!(
            found,
            json!({"id": null,
                "points": [[2.5, 0.5, 0.0], [1.5, 1.5, 0.0], [-4.0, 0.0, 1.0]],
                "distances": [3.0, 3.0, -0.25],
                "normals": [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [0.0, 0.0, 1.0]],
                "features": [{"part": 1, "triangle": 0}, {"part": 1, "triangle": 1}, {"part": 0}]})
        );
    }
    let line = json!({"type": "polyline", "vertices": [[0, 0], [4, 0], [4, 3]]});
    let found = ask(&json!({"op": "closest_points", "dimension": 2, "a": line, "points": [[5, 2]]}));
    assert_eq!(
        (&found["features"], &found["distances"]),
        (&json!([{"segment": 1}]), &json!([1.0]))
    );
    let square = json!({"type": "box", "half_extents": [1, 1]});
    let found = ask(&json!({"op": "closest_points", "dimension": 2, "a": square, "points": [[0, 3]]}));
    assert_eq!(found["features"], json!([{}]));
}

#[test]
fn rays_have_nulls_where_they_hit_nothing() {
    for precision in ["f64", "f32"] {
        let mut question = json!({"op": "rays", "dimension": 3, "a": surface_and_ball(),
            "origins": [[2.5, 0.5, 3], [9, 9, 9], [-4, 0, 0], [2.5, 0.5, -8]],
            "directions": [[0, 0, -2], [0, 0, 1], [1, 0, 0], [0, 0, 1]], "precision": precision});
        assert_eq!(
            ask(&question),
            json!({"id": null, "times": [1.5, null, 0.0, 8.0],
                "normals": [[0.0, 0.0, 1.0], null, null, [0.0, 0.0, -1.0]],
                "features": [{"part": 1, "triangle": 0}, null, {"part": 0}, {"part": 1, "triangle": 0}]})
        );
        question["max_time"] = json!(7.5);
        assert_eq!(ask(&question)["times"], json!([1.5, null, 0.0, null]));
    }
}

#[test]
fn faults_name_the_element() {
    let ball = json!({"type": "circle", "radius": 1});
    let about = |op: &str, lists: Value| {
        let mut question = json!({"op": op, "dimension": 2, "a": ball});
        question
            .as_object_mut()
            .unwrap()
            .extend(lists.as_object().unwrap().clone());
        question
    };
    for op in ["contains", "closest_points"] {
        refused(&about(op, json!({})), "invalid_pose", "points");
        refused(&about(op, json!({"points": 7})), "invalid_pose", "points");
        refused(
            &about(op, json!({"points": [[0, 1], [1]]})),
            "invalid_pose",
            "points[1]",
        );
        refused(
            &about(op, json!({"points": [[0, 1], [1, "x"]]})),
            "invalid_pose",
            "points[1]",
        );
        refused(
            &about(op, json!({"points": [[0, 1], [0, 1], [0, 1], [1e300, 0]]})),
            "limit_exceeded",
            "points[3]",
        );
    }
    let rays = |origins: Value, directions: Value| {
        about("rays", json!({"origins": origins, "directions": directions}))
    };
    refused(&rays(json!([[0, 0]]), json!(null)), "invalid_pose", "directions");
    refused(&rays(json!([[0, 0]]), json!([])), "invalid_pose", "directions");
    refused(
        &rays(json!([[0, 0], [0, 0]]), json!([[1, 0], [0, 0]])),
        "invalid_pose",
        "directions[1]",
    );
    refused(
        &rays(json!([[0, 0], [1e300, 0]]), json!([[1, 0], [1, 0]])),
        "limit_exceeded",
        "origins[1]",
    );
    let late = about("rays", json!({"origins": [], "directions": [], "max_time": -1}));
    refused(&late, "invalid_pose", "max_time");
    refused(
        &json!({"op": "contains", "dimension": 2, "points": []}),
        "unknown_shape",
        "a",
    );
    refused(
        &json!({"op": "distance", "dimension": 2, "a": ball}),
        "unknown_shape",
        "b",
    );
}

/// A run in a folder of its own, with the mesh of a tetrahedron in it.
fn in_folder<R>(name: &str, test: impl FnOnce(&std::path::Path) -> R) -> R {
    let folder = std::env::temp_dir().join(format!("clearance-many-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mesh = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    std::fs::write(folder.join("pin.obj"), mesh).unwrap();
    let result = test(&folder);
    std::fs::remove_dir_all(&folder).unwrap();
    result
}

fn next(run: &mut Run<'_>, question: &Value) -> Value {
    serde_json::from_str(&run.answer(question.to_string().as_bytes()).text).unwrap()
}

#[test]
fn a_mesh_file_is_read_once_for_the_whole_run() {
    in_folder("once", |folder| {
        let access = Access::default().in_folder(folder);
        let mut run = Run::new(&access);
        let named = json!({"op": "shapes", "shapes": {"pin": {"type": "mesh", "file": "pin.obj"},
            "pair": {"type": "compound", "parts": [{"shape": "pin"}, {"shape": "pin", "position": [9, 0, 0]}]}}});
        assert_eq!(
            next(&mut run, &named),
            json!({"id": null, "shapes": ["pair", "pin"]})
        );
        assert_eq!(run.files_read(), 0);
        let asks = [
            (json!("pin"), json!([true, false])),
            (json!({"type": "mesh", "file": "pin.obj"}), json!([true, false])),
            (
                json!({"shape": "pin", "position": [9, 0, 0]}),
                json!([false, true]),
            ),
            (json!("pair"), json!([true, true])),
        ];
        for precision in ["f64", "f32"] {
            for (a, inside) in &asks {
                let question = json!({"op": "contains", "dimension": 3, "a": a, "precision": precision,
                    "points": [[1, 1, 1], [10, 1, 1]]});
                assert_eq!(next(&mut run, &question)["inside"], *inside, "{question}");
                assert_eq!(run.files_read(), 1);
                // Were it read again, it would not be found.
                let _ = std::fs::remove_file(folder.join("pin.obj"));
            }
        }
    });
}

#[test]
fn files_of_named_shapes_are_allowed_as_all_others() {
    in_folder("allowed", |folder| {
        let inner = folder.join("inner");
        std::fs::create_dir_all(&inner).unwrap();
        let access = Access::default().in_folder(&inner);
        let mut run = Run::new(&access);
        let named = json!({"op": "shapes", "shapes": {"pin": {"type": "mesh", "file": "../pin.obj"}}});
        next(&mut run, &named);
        let question = json!({"op": "contains", "dimension": 3, "a": "pin", "points": []});
        let error = &next(&mut run, &question)["error"];
        assert_eq!(error["code"], json!("file_not_allowed"), "{error}");
        assert_eq!(error["field"], json!("shapes.pin.file"), "{error}");
    });
}

#[test]
fn names_are_known_to_the_lines_that_follow() {
    let access = Access::default().in_folder("".as_ref());
    let mut run = Run::new(&access);
    let inside = json!({"op": "contains", "dimension": 2, "a": "ball", "points": [[2, 0]]});
    assert_eq!(next(&mut run, &inside)["error"]["code"], json!("unknown_shape"));
    let named =
        |radius: i32| json!({"op": "shapes", "shapes": {"ball": {"type": "circle", "radius": radius}}});
    next(&mut run, &named(1));
    assert_eq!(next(&mut run, &inside)["inside"], json!([false]));
    next(&mut run, &named(2));
    assert_eq!(next(&mut run, &inside)["inside"], json!([true]));
    // A fault of a shape is one of the line that uses it, unless its dimension is known.
    assert_eq!(next(&mut run, &named(0)), json!({"id": null, "shapes": ["ball"]}));
    let error = &next(&mut run, &inside)["error"];
    assert_eq!(
        (&error["code"], &error["field"]),
        (&json!("invalid_shape"), &json!("shapes.ball.radius"))
    );
    next(&mut run, &named(2));
    let mut at_once = named(-1);
    at_once["dimension"] = json!(2);
    assert_eq!(
        next(&mut run, &at_once)["error"]["field"],
        json!("shapes.ball.radius")
    );
    assert_eq!(next(&mut run, &inside)["inside"], json!([true])); // the refused line has named nothing
    let other = json!({"op": "contains", "dimension": 2, "a": "bull", "points": []});
    let error = &next(&mut run, &other)["error"];
    assert!(error["message"].as_str().unwrap().contains("ball"), "{error}");
    let error = &next(&mut run, &json!({"op": "shapes", "shapes": 7}))["error"];
    assert_eq!(
        (&error["code"], &error["field"]),
        (&json!("invalid_json"), &json!("shapes"))
    );
}
