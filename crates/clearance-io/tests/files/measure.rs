//! The questions `common`, `mass`, `triangle_pairs` and `mesh_report`.

use std::path::Path;

use clearance_io::files::Access;
use clearance_io::query::answer;
use serde_json::{Value, json};

fn ask(question: &Value) -> Value {
    let here = Access::default().in_folder(Path::new("."));
    let reply = answer(question.to_string().as_bytes(), &here);
    serde_json::from_str(&reply.text).unwrap()
}

fn cube(x: f64) -> Value {
    json!({"type": "box", "half_extents": [0.5, 0.5, 0.5], "position": [x, 0, 0]})
}

fn square(x: f64) -> Value {
    json!({"type": "box", "half_extents": [0.5, 0.5], "position": [x, 0]})
}

fn tetrahedron(open: bool) -> Value {
    let all = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    json!({"type": "mesh", "vertices": [[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
        "triangles": all[usize::from(open)..]})
}

#[test]
fn the_common_part_has_a_volume() {
    let found = ask(&json!({"id": 1, "op": "common", "dimension": 3, "a": cube(0.0), "b": cube(0.5)}));
    assert_eq!(
        found,
        json!({"id": 1, "volume": 0.5, "area": 4.0, "center": [0.25, 0.0, 0.0]})
    );
    let single =
        ask(&json!({"op": "common", "dimension": 3, "precision": "f32", "a": cube(0.0), "b": cube(0.5)}));
    assert_eq!(single["volume"], json!(0.5));
    let touching = ask(&json!({"op": "common", "dimension": 3, "a": cube(0.0), "b": cube(1.0)}));
    assert_eq!(
        touching,
        json!({"id": null, "volume": 0.0, "area": 0.0, "center": null})
    );
    let flat = ask(&json!({"op": "common", "dimension": 2, "a": square(0.0), "b": square(-0.5)}));
    assert_eq!(
        flat,
        json!({"id": null, "area": 0.5, "perimeter": 3.0, "center": [-0.25, 0.0]})
    );
}

#[test]
fn the_common_part_itself() {
    let whole = ask(&json!({"op": "common", "dimension": 3, "border": true, "a": cube(0.0), "b": cube(0.5)}));
    let mesh = json!({"type": "mesh", "vertices": whole["vertices"], "triangles": whole["triangles"]});
    let mass = ask(&json!({"op": "mass", "dimension": 3, "a": mesh}));
    assert_eq!(
        (&mass["volume"], &mass["center"]),
        (&json!(0.5), &json!([0.25, 0.0, 0.0]))
    );
    let flat =
        ask(&json!({"op": "common", "dimension": 2, "border": true, "a": square(0.0), "b": square(-0.5)}));
    let rings = flat["rings"].as_array().unwrap();
    let polygon = json!({"type": "polygon", "vertices": rings[0]});
    let mass = ask(&json!({"op": "mass", "dimension": 2, "a": polygon}));
    assert_eq!((rings.len(), &mass["area"]), (1, &json!(0.5)));
    let touching =
        ask(&json!({"op": "common", "dimension": 3, "border": true, "a": cube(0.0), "b": cube(1.0)}));
    assert_eq!(
        (&touching["vertices"], &touching["triangles"]),
        (&json!([]), &json!([]))
    );
}

#[test]
fn a_solid_has_a_mass() {
    let found = ask(&json!({"op": "mass", "dimension": 3, "a": tetrahedron(false)}));
    assert_eq!(
        (&found["volume"], &found["center"]),
        (&json!(36.0), &json!([1.5, 1.5, 1.5]))
    );
    // A diagonal of 2 m (3/80) 36, and m / 80 36 beside it.
    let near = |x: &Value, y: f64| (x.as_f64().unwrap() - y).abs() < 1e-12;
    assert!(near(&found["inertia"][0][0], 36.0 * 36.0 * 6.0 / 80.0), "{found}");
    assert!(near(&found["inertia"][0][1], 36.0 * 36.0 / 80.0), "{found}");
    assert_eq!(found["is_solid"], json!(true));
    let open = ask(&json!({"op": "mass", "dimension": 3, "a": tetrahedron(true)}));
    let nothing = json!({"id": null, "volume": null, "center": null, "inertia": null, "is_solid": false});
    assert_eq!(open, nothing);
    let flat = ask(&json!({"op": "mass", "dimension": 2, "a": square(2.0)}));
    assert_eq!(
        (&flat["area"], &flat["center"]),
        (&json!(1.0), &json!([2.0, 0.0]))
    );
    assert!(near(&flat["inertia"], 1.0 / 6.0), "{flat}");
}

#[test]
fn triangles_that_meet_are_listed() {
    let sail = |x: f64, upright: bool| {
        let corners = match upright {
            true => json!([[1, 1, -1], [1, 1, 1], [1, -1, 0]]),
            false => json!([[0, 0, 0], [4, 0, 0], [0, 4, 0]]),
        };
        json!({"type": "mesh", "vertices": corners, "triangles": [[0, 1, 2]], "position": [x, 0, 0]})
    };
    let question =
        json!({"op": "triangle_pairs", "dimension": 3, "a": sail(0.0, false), "b": sail(0.0, true)});
    assert_eq!(ask(&question), json!({"id": null, "pairs": [[0, 0]]}));
    let mut with = question.clone();
    with["segments"] = json!(true);
    let found = ask(&with);
    let mut ends = found["segments"][0].as_array().unwrap().clone();
    ends.sort_by_key(|end| end.to_string());
    assert_eq!(
        (ends, &found["coplanar"]),
        (vec![json!([1.0, 0.0, 0.0]), json!([1.0, 1.0, 0.0])], &json!([]))
    );
    with["b"] = sail(4.0, false);
    let found = ask(&with);
    assert_eq!(
        found,
        json!({"id": null, "pairs": [[0, 0]], "segments": [null], "coplanar": [[0, 0]]})
    );
    with["b"] = sail(4.5, false);
    assert_eq!(
        ask(&with),
        json!({"id": null, "pairs": [], "segments": [], "coplanar": []})
    );
}

#[test]
fn what_cannot_be_measured_is_named() {
    let error = |question: Value| ask(&question)["error"].clone();
    let open = error(json!({"op": "common", "dimension": 3, "a": cube(0.0), "b": tetrahedron(true)}));
    assert_eq!(
        (&open["code"], &open["field"]),
        (&json!("unsupported_pair"), &json!("b"))
    );
    let ball = json!({"type": "sphere", "radius": 1});
    let round = error(json!({"op": "common", "dimension": 3, "a": ball, "b": cube(0.0)}));
    assert_eq!(
        (&round["code"], &round["field"]),
        (&json!("unsupported_pair"), &json!("a"))
    );
    let none = error(json!({"op": "triangle_pairs", "dimension": 2, "a": square(0.0), "b": square(0.0)}));
    assert_eq!(none["message"], json!("has no triangles"));
    // Two tetrahedra, one within the other, both facing outwards: the winding number within both is 2.
    let inner = [[0.5, 0.5, 0.5], [3.5, 0.5, 0.5], [0.5, 3.5, 0.5], [0.5, 0.5, 3.5]];
    let mut crossing = tetrahedron(false);
    for corner in inner {
        crossing["vertices"].as_array_mut().unwrap().push(json!(corner));
    }
    for triangle in [[4, 6, 5], [4, 5, 7], [4, 7, 6], [5, 6, 7]] {
        crossing["triangles"]
            .as_array_mut()
            .unwrap()
            .push(json!(triangle));
    }
    let wide = json!({"type": "box", "half_extents": [1, 1, 1]});
    let crossed = error(json!({"op": "common", "dimension": 3, "a": wide, "b": crossing}));
    assert_eq!(
        (&crossed["code"], &crossed["field"]),
        (&json!("invalid_shape"), &json!("b")),
        "{crossed}"
    );
}

#[test]
fn a_mesh_has_a_report() {
    let whole = ask(&json!({"op": "mesh_report", "dimension": 3, "a": tetrahedron(false)}));
    assert_eq!(
        (&whole["is_sound"], &whole["volume"]),
        (&json!(true), &json!(36.0))
    );
    assert_eq!(
        (&whole["pieces"], &whole["euler_characteristic"]),
        (&json!([4]), &json!(2))
    );
    let open = json!({"op": "mesh_report", "dimension": 3, "precision": "f32", "a": tetrahedron(true)});
    let open = ask(&open);
    assert_eq!(
        (&open["is_closed"], &open["is_oriented"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(open["open_edges"], json!([[0, 1], [0, 2], [1, 2]]));
    assert_eq!((&open["volume"], &open["crossings"]), (&Value::Null, &json!([])));
    for (dimension, shape) in [(3, cube(0.0)), (2, square(0.0))] {
        let refused = ask(&json!({"op": "mesh_report", "dimension": dimension, "a": shape}));
        assert_eq!(refused["error"]["code"], json!("unsupported_pair"));
    }
}

/// Two tetrahedra far apart: each is a hull. And what has none.
#[test]
fn a_mesh_has_convex_parts() {
    let both = {
        let tetrahedron = tetrahedron(false);
        let corners: Vec<[f64; 3]> = serde_json::from_value(tetrahedron["vertices"].clone()).unwrap();
        let faces: Vec<[u32; 3]> = serde_json::from_value(tetrahedron["triangles"].clone()).unwrap();
        let beside = corners.iter().map(|[x, y, z]| [x + 100.0, *y, *z]);
        let others = faces.iter().map(|t| t.map(|v| v + corners.len() as u32));
        let vertices: Vec<[f64; 3]> = corners.iter().copied().chain(beside).collect();
        let triangles: Vec<[u32; 3]> = faces.iter().copied().chain(others).collect();
        json!({"type": "mesh", "vertices": vertices, "triangles": triangles})
    };
    let question = |fields: Value| {
        let mut question = json!({"op": "convex_parts", "dimension": 3, "a": both});
        question
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        ask(&question)
    };
    let parts = question(json!({}));
    let hulls = parts["hulls"].as_array().unwrap();
    assert!(
        hulls.len() == 2 && parts["error"].as_f64().unwrap() < 1e-12,
        "{parts}"
    );
    for hull in hulls {
        assert_eq!(hull["vertices"].as_array().unwrap().len(), 4);
        assert_eq!(hull["faces"].as_array().unwrap().len(), 4);
    }
    let one = question(json!({"max_parts": 1, "precision": "f32"}));
    assert!(one["hulls"].as_array().unwrap().len() == 1 && one["error"].as_f64().unwrap() > 10.0);
    for (field, value) in [("concavity", 0.0), ("concavity", -1.0), ("max_parts", 0.0)] {
        let refused = question(json!({field: value}));
        assert_eq!(refused["error"]["field"], json!(field));
    }
    let open = ask(&json!({"op": "convex_parts", "dimension": 3, "a": tetrahedron(true)}));
    assert_eq!(
        (&open["error"]["code"], &open["error"]["field"]),
        (&json!("invalid_shape"), &json!("a"))
    );
    for (dimension, shape) in [(3, cube(0.0)), (2, square(0.0))] {
        let refused = ask(&json!({"op": "convex_parts", "dimension": dimension, "a": shape}));
        assert_eq!(refused["error"]["code"], json!("unsupported_pair"));
    }
}
