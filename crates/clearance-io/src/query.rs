//! Single questions: a line of JSON in, a line of JSON out; runs of them, which share shapes and files.

mod many;
mod run;

use clearance::cast::{CastSpace, Motion, Ray, Start, closest_point, ray, sweep};
use clearance::depth_bounds;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::math::Real;
use clearance::measure::MeasureSpace;
use clearance::pair::{QueryError, clearance, distance, manifold, relation};
use clearance::shape::Space3;
use serde::Serialize;
use serde_json::value::RawValue;

use self::run::Remembered;
pub use self::run::Run;
use crate::answer::convex_parts::{convex_parts_of, no_mesh};
use crate::answer::measure::{common_part, mass, pairs_of_triangles};
use crate::answer::mesh_report::{only_meshes, report_on};
use crate::answer::verify::verify;
use crate::answer::{Answer, Witness, number};
use crate::files::Folder;
use crate::json::{self, Node, Value, read_document, salvage_id};
use crate::problem::{Code, Problem};
use crate::shape::{ReadSpace, ShapeCache, Stand, read_stand_or_name};

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 64 << 20;

const OPS: &str = "relation, clearance, distance, manifold, ray, rays, sweep, contains, closest_point, \
     closest_points, depth, common, mass, triangle_pairs, mesh_report, convex_parts, verify, shapes";
const FIELDS: [&str; 23] = [
    "id",
    "op",
    "dimension",
    "precision",
    "a",
    "b",
    "margin",
    "origin",
    "direction",
    "max_time",
    "point",
    "points",
    "origins",
    "directions",
    "shapes",
    "motion_a",
    "motion_b",
    "release",
    "answer",
    "segments",
    "border",
    "concavity",
    "max_parts",
];

/// The answer to one line.
#[derive(Debug)]
pub struct Reply {
    /// One line of JSON, without its end.
    pub text: String,
    /// The error of the question, if it has one.
    pub problem: Option<Problem>,
}

/// Answers the question on a single line, as the first of a [`Run`]. Files that it names are relative to
/// `folder`, which also says which files may be read.
///
/// ```
/// # use clearance_io::files::Access;
/// let here = Access::default().in_folder("".as_ref());
/// let line = br#"{"id": 7, "op": "relation", "dimension": 1}"#;
/// let reply = clearance_io::query::answer(line, &here);
/// assert!(reply.text.starts_with(r#"{"id":7,"error":{"code":"invalid_json","#));
/// ```
pub fn answer(line: &[u8], folder: &Folder) -> Reply {
    Run::new(folder).answer(line)
}

fn answer_with(line: &[u8], run: &mut Run<'_>) -> Reply {
    let document = read_document(line);
    let id = document
        .id
        .or_else(|| salvage_id(line).filter(|_| document.content.is_err()));
    let answer = document.content.and_then(|content| {
        let content = Value::Map(content);
        ask(&Node::new(&content, json::Path::ROOT, Code::InvalidJson), run)
    });
    reply(id.as_deref(), answer)
}

/// The answer to a line that is longer than [`LONGEST_LINE`], so that only its beginning was read.
pub fn too_long(beginning: &[u8]) -> Reply {
    let id = read_document(&beginning[..beginning.len().min(1 << 16)]).id;
    let message = format!("a line longer than {} MB", LONGEST_LINE >> 20);
    reply(id.as_deref(), Err(Problem::new(Code::LimitExceeded, message)))
}

fn reply(id: Option<&RawValue>, answer: Result<Answer, Problem>) -> Reply {
    let (answer, problem) = match answer {
        Ok(answer) => (Outcome::Answer(answer), None),
        Err(problem) => (Outcome::error(&problem), Some(problem)),
    };
    // Writing to a string fails only for numbers that are not finite, and serde_json writes those as null.
    let text = serde_json::to_string(&Line { id, answer }).unwrap_or_default();
    Reply { text, problem }
}

#[derive(Serialize)]
struct Line<'a> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    answer: Outcome,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Answer(Answer),
    Error { error: ErrorText },
}

#[derive(Serialize)]
struct ErrorText {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    field: String,
}

impl Outcome {
    fn error(problem: &Problem) -> Self {
        let column = problem
            .place
            .line
            .map(|(_, column)| format!(" (column {column})"));
        Self::Error {
            error: ErrorText {
                code: problem.code.as_str(),
                message: problem.message.clone() + &column.unwrap_or_default(),
                field: problem.place.field.clone(),
            },
        }
    }
}

/// Finds the space of a question, and answers it there.
fn ask(question: &Node<'_>, run: &mut Run<'_>) -> Result<Answer, Problem> {
    question.refuse_misspelt(&FIELDS)?;
    let op = question.need("op")?.text()?;
    check_op(question, op)?;
    if op == "shapes" {
        return run.name_shapes(question);
    }
    let single = is_single(question)?;
    if op == "mesh_report" {
        return match (dimension(question)?, single) {
            (2, _) => Err(only_meshes("shape of the plane")),
            (_, false) => mesh_report_in::<DVec3>(question, run),
            (_, true) => mesh_report_in::<Vec3>(question, run),
        };
    }
    if op == "convex_parts" {
        return match (dimension(question)?, single) {
            (2, _) => Err(no_mesh("shape of the plane")),
            (_, false) => convex_parts_in::<DVec3>(question, run),
            (_, true) => convex_parts_in::<Vec3>(question, run),
        };
    }
    match (dimension(question)?, single) {
        (2, false) => ask_in::<DVec2>(op, question, run),
        (2, true) => ask_in::<Vec2>(op, question, run),
        (_, false) => ask_in::<DVec3>(op, question, run),
        (_, true) => ask_in::<Vec3>(op, question, run),
    }
}

fn check_op(question: &Node<'_>, op: &str) -> Result<(), Problem> {
    let message = match op {
        "relation" | "clearance" | "manifold" | "ray" | "sweep" | "closest_point" | "verify" => {
            return Ok(());
        }
        "distance" | "contains" | "closest_points" | "rays" | "shapes" => return Ok(()),
        "depth" | "common" | "mass" | "triangle_pairs" | "mesh_report" | "convex_parts" => return Ok(()),
        _ => format!("no question \"{op}\": one of {OPS}"),
    };
    Err(Problem::new(Code::UnknownOp, message).at(question.path.key("op")))
}

/// Reads `dimension`: 2 or 3.
pub(crate) fn dimension(node: &Node<'_>) -> Result<usize, Problem> {
    node.map()?;
    let field = node
        .get("dimension")
        .ok_or_else(|| node.problem("missing: 2 or 3").at("dimension"))?;
    match field.whole()? {
        dimension @ (2 | 3) => Ok(dimension as usize),
        other => Err(field.problem(format!("must be 2 or 3, found {other}"))),
    }
}

/// Reads `precision`: whether it is `"f32"`.
pub(crate) fn is_single(node: &Node<'_>) -> Result<bool, Problem> {
    let Some(field) = node.get("precision") else {
        return Ok(false);
    };
    match field.text()? {
        "f32" => Ok(true),
        "f64" => Ok(false),
        other => Err(field.problem(format!("must be \"f64\" or \"f32\", found \"{other}\""))),
    }
}

fn ask_in<V: Remembered + CastSpace + MeasureSpace>(
    op: &str,
    question: &Node<'_>,
    run: &mut Run<'_>,
) -> Result<Answer, Problem> {
    run.with_shapes::<V, _>(|cache| ask_about(op, question, cache))
}

fn mesh_report_in<V: Remembered + MeasureSpace + Space3>(
    question: &Node<'_>,
    run: &mut Run<'_>,
) -> Result<Answer, Problem> {
    run.with_shapes::<V, _>(|cache| report_on(read_operand(question, "a", cache)?.placed()))
}

fn convex_parts_in<V: Remembered + MeasureSpace + Space3>(
    question: &Node<'_>,
    run: &mut Run<'_>,
) -> Result<Answer, Problem> {
    run.with_shapes::<V, _>(|cache| convex_parts_of(question, read_operand(question, "a", cache)?.placed()))
}

fn ask_about<V: ReadSpace + CastSpace + MeasureSpace>(
    op: &str,
    question: &Node<'_>,
    cache: &mut ShapeCache<'_, V>,
) -> Result<Answer, Problem> {
    let a = read_operand(question, "a", cache)?;
    let placed_a = a.placed();
    if let Some(answer) = many::ask(op, question, placed_a) {
        return answer;
    }
    match op {
        "ray" => return Ok(ray(placed_a, &read_ray(question)?).map_err(of_query)?.into()),
        "closest_point" => {
            let point = question.coded(Code::InvalidPose).need("point")?.vector()?;
            return Ok(closest_point(placed_a, point).map_err(of_query)?.into());
        }
        "mass" => return mass(placed_a),
        _ => {}
    }
    let b = read_operand(question, "b", cache)?;
    let placed_b = b.placed();
    match op {
        "relation" => Ok(Answer::from(relation(placed_a, placed_b))),
        "distance" => {
            let distance = number(distance(placed_a, placed_b));
            return Ok(Answer::Distance { distance });
        }
        "clearance" => clearance(placed_a, placed_b).map(|c| Answer::Clearance(Witness::from(c))),
        "sweep" => {
            let [motion_a, motion_b] = [
                read_motion(question, "motion_a")?,
                read_motion(question, "motion_b")?,
            ];
            sweep(placed_a, &motion_a, placed_b, &motion_b, read_start(question)?).map(Answer::from)
        }
        "depth" => depth_bounds(placed_a, placed_b).map(Answer::from),
        "common" => return common_part(question, placed_a, placed_b),
        "triangle_pairs" => return pairs_of_triangles(question, placed_a, placed_b),
        "verify" => {
            let margin = read_margin(question)?;
            return verify(&question.need("answer")?, margin, placed_a, placed_b);
        }
        _ => manifold(placed_a, placed_b, read_margin(question)?).map(Answer::from),
    }
    .map_err(of_query)
}

fn read_operand<V: ReadSpace>(
    question: &Node<'_>,
    name: &str,
    cache: &mut ShapeCache<'_, V>,
) -> Result<Stand<V>, Problem> {
    let node = question.coded(Code::UnknownShape);
    read_stand_or_name(&node.need(name)?, &["id"], cache)
}

fn read_ray<V: ReadSpace>(question: &Node<'_>) -> Result<Ray<V>, Problem> {
    let question = question.coded(Code::InvalidPose);
    let max_time = match question.get("max_time") {
        Some(field) => not_negative(&field)?,
        None => V::Scalar::INFINITY,
    };
    let field = question.need("direction")?;
    let direction: V = field.vector()?;
    if direction.max_abs() <= V::Scalar::ZERO {
        return Err(field.problem("must not be zero"));
    }
    Ok(Ray {
        origin: question.need("origin")?.vector()?,
        direction,
        max_time,
    })
}

fn read_margin<S: Real>(question: &Node<'_>) -> Result<S, Problem> {
    let question = question.coded(Code::InvalidPose);
    question
        .get("margin")
        .map_or(Ok(S::ZERO), |field| not_negative(&field))
}

fn read_motion<V: ReadSpace>(question: &Node<'_>, name: &str) -> Result<Motion<V>, Problem> {
    let question = question.coded(Code::InvalidPose);
    let Some(field) = question.get(name) else {
        return Ok(Motion::none());
    };
    field.refuse_misspelt(&["linear", "angular"])?;
    Ok(Motion {
        linear: field
            .get("linear")
            .map_or(Ok(V::ZERO), |linear| linear.vector())?,
        angular: field
            .get("angular")
            .map_or(Ok(Default::default()), |angular| V::read_angular(&angular))?,
    })
}

fn read_start(question: &Node<'_>) -> Result<Start, Problem> {
    Ok(match question.get("release") {
        Some(field) if field.flag()? => Start::Release,
        _ => Start::Touching,
    })
}

fn not_negative<S: Real>(field: &Node<'_>) -> Result<S, Problem> {
    let number = field.scalar()?;
    if number < S::ZERO {
        return Err(field.problem("must not be negative"));
    }
    Ok(number)
}

/// The library's error about a question, in the terms of the format.
pub fn of_query(error: QueryError) -> Problem {
    match error {
        QueryError::ZeroDirection => Problem::new(Code::InvalidPose, "must not be zero").at("direction"),
        QueryError::NotFinite(name) => Problem::new(Code::NotFinite, "must be finite").at(name),
        QueryError::TooLarge(name) => Problem::new(Code::LimitExceeded, "too large").at(name),
        other => Problem::new(Code::UnsupportedPair, other.to_string()),
    }
}
