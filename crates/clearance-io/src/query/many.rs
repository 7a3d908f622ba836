//! The questions about many points or rays at one shape: `contains`, `closest_points` and `rays`.

use clearance::Placed;
use clearance::cast::{Ray, cast_rays, closest_points, contains_points};
use clearance::index::Threads;
use clearance::math::Real;
use clearance::pair::QueryError;

use super::{not_negative, of_query};
use crate::answer::{Answer, ClosestPoints, RayHits};
use crate::json::Node;
use crate::problem::{Code, Problem};
use crate::shape::ReadSpace;

/// Answers one of these questions; `None` to any other.
pub(super) fn ask<V: ReadSpace>(
    op: &str,
    question: &Node<'_>,
    a: Placed<'_, V>,
) -> Option<Result<Answer, Problem>> {
    let question = question.coded(Code::InvalidPose);
    match op {
        "contains" => Some(contains(&question, a)),
        "closest_points" => Some(closest(&question, a)),
        "rays" => Some(rays(&question, a)),
        _ => None,
    }
}

fn contains<V: ReadSpace>(question: &Node<'_>, a: Placed<'_, V>) -> Result<Answer, Problem> {
    let field = question.need("points")?;
    let points: Vec<V> = field.vectors()?;
    let answers = contains_points(a, &points, Threads::All);
    let inside = each(answers, |i, error| of_query(error).at(field.path.index(i)))?;
    Ok(Answer::Contains { inside })
}

fn closest<V: ReadSpace>(question: &Node<'_>, a: Placed<'_, V>) -> Result<Answer, Problem> {
    let field = question.need("points")?;
    let points: Vec<V> = field.vectors()?;
    let answers = closest_points(a, &points, Threads::All);
    let found = each(answers, |i, error| of_query(error).at(field.path.index(i)))?;
    let mut lists = ClosestPoints::default();
    found.iter().for_each(|closest| lists.push(closest));
    Ok(Answer::ClosestPoints(lists))
}

fn rays<V: ReadSpace>(question: &Node<'_>, a: Placed<'_, V>) -> Result<Answer, Problem> {
    let (origins, directions) = (question.need("origins")?, question.need("directions")?);
    let rays = read_rays::<V>(question, &origins, &directions)?;
    let found = each(cast_rays(a, &rays, Threads::All), |i, error| {
        let field = match error {
            QueryError::ZeroDirection => &directions,
            _ => &origins,
        };
        of_query(error).at(field.path.index(i))
    })?;
    let mut lists = RayHits::default();
    found.into_iter().for_each(|hit| lists.push(hit));
    Ok(Answer::Rays(lists))
}

fn read_rays<V: ReadSpace>(
    question: &Node<'_>,
    origins: &Node<'_>,
    directions: &Node<'_>,
) -> Result<Vec<Ray<V>>, Problem> {
    let max_time = match question.get("max_time") {
        Some(field) => not_negative(&field)?,
        None => V::Scalar::INFINITY,
    };
    let (starts, ways): (Vec<V>, Vec<V>) = (origins.vectors()?, directions.vectors()?);
    if starts.len() != ways.len() {
        let (n, m) = (starts.len(), ways.len());
        return Err(directions.problem(format!(
            "{m} directions for {n} origins: each ray has one of each"
        )));
    }
    let rays = starts.into_iter().zip(ways);
    Ok(rays
        .map(|(origin, direction)| Ray {
            origin,
            direction,
            max_time,
        })
        .collect())
}

/// All answers, or the first error with the number of its question.
fn each<T>(
    answers: Vec<Result<T, QueryError>>,
    problem: impl Fn(usize, QueryError) -> Problem,
) -> Result<Vec<T>, Problem> {
    let numbered = answers.into_iter().enumerate();
    numbered
        .map(|(i, answer)| answer.map_err(|error| problem(i, error)))
        .collect()
}
