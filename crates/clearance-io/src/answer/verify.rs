//! The question `verify`: a printed answer, checked against the shapes.

use clearance::Placed;
use clearance::math::Vector;
use clearance::pair::{
    Clearance, Contact, DepthKind, FeatureId, Flaw, Manifold, PairSpace, Relation, Shown, Verified,
};
use clearance::pair::{verify as verify_clearance, verify_manifold, verify_relation};

use crate::answer::{Answer, Open, Verdict, brief};
use crate::json::Node;
use crate::problem::Problem;

/// An answer to `relation`, `clearance` or `manifold`, recognised by its fields, checked for these shapes.
pub(crate) fn verify<V: PairSpace>(
    answer: &Node<'_>,
    margin: V::Scalar,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Answer, Problem> {
    answer.map()?;
    Ok(if answer.get("relation").is_some() {
        answer.refuse_misspelt(&["id", "relation"])?;
        of_relation(verify_relation(read_relation(answer)?, a, b))
    } else if answer.get("points").is_some() {
        answer.refuse_misspelt(&["id", "normal", "points"])?;
        of_numbers(verify_manifold(&read_manifold(answer)?, margin, a, b))
    } else {
        let fields = ["id", "clearance", "normal", "point_a", "point_b", "depth_kind"];
        answer.refuse_misspelt(&fields)?;
        of_numbers(verify_clearance(&read_clearance(answer)?, a, b))
    })
}

fn read_relation(answer: &Node<'_>) -> Result<Relation, Problem> {
    let field = answer.need("relation")?;
    let word = field.text()?;
    Relation::ALL
        .into_iter()
        .find(|relation| relation.as_str() == word)
        .ok_or_else(|| {
            field.problem(format!(
                "no relation \"{word}\": one of {}",
                Relation::ALL.map(Relation::as_str).join(", ")
            ))
        })
}

fn read_clearance<V: Vector>(answer: &Node<'_>) -> Result<Clearance<V>, Problem> {
    let kind = answer.need("depth_kind")?;
    Ok(Clearance {
        distance: answer.need("clearance")?.scalar()?,
        normal: answer.need("normal")?.vector()?,
        point_a: answer.need("point_a")?.vector()?,
        point_b: answer.need("point_b")?.vector()?,
        depth_kind: match kind.text()? {
            "exact" => DepthKind::Exact,
            "local" => DepthKind::Local,
            other => return Err(kind.problem(format!("must be \"exact\" or \"local\", found \"{other}\""))),
        },
    })
}

fn read_manifold<V: Vector>(answer: &Node<'_>) -> Result<Manifold<V>, Problem> {
    let points = answer.need("points")?;
    let contacts = points.each(|point| {
        point.refuse_misspelt(&["point_a", "point_b", "clearance"])?;
        Ok(Contact {
            point_a: point.need("point_a")?.vector()?,
            point_b: point.need("point_b")?.vector()?,
            clearance: point.need("clearance")?.scalar()?,
            feature: FeatureId::default(),
        })
    })?;
    if contacts.len() > 4 {
        return Err(points.problem("more than 4 points"));
    }
    let mut manifold = Manifold::new(answer.need("normal")?.vector()?);
    contacts.into_iter().for_each(|contact| manifold.push(contact));
    Ok(manifold)
}

fn of_relation(found: Result<Shown, Flaw>) -> Answer {
    match found {
        Ok(Shown::Exactly) => known(true, "shown exactly"),
        Ok(Shown::Within) => known(true, "shown to within rounding"),
        Ok(_) => open("the question was asked again, with the same answer"),
        Err(flaw) => of_flaw(flaw),
    }
}

fn of_numbers(found: Result<Verified, Flaw>) -> Answer {
    match found {
        Ok(verified) if verified.is_proven() => known(
            true,
            format!(
                "every claim is shown, numbers to within {}",
                brief(verified.bound)
            ),
        ),
        Ok(verified) => open(unproven(&verified)),
        Err(flaw) => of_flaw(flaw),
    }
}

/// The claims that are shown only by asking again.
fn unproven(verified: &Verified) -> String {
    let claims = [
        ("sign", Some(verified.sign)),
        ("points", Some(verified.points)),
        ("distance", Some(verified.distance)),
        ("normal", Some(verified.normal)),
        ("shortest way", verified.shortest),
    ];
    let of = |wanted: Shown| -> Vec<&str> {
        let those = claims.iter().filter(|(_, shown)| *shown == Some(wanted));
        those.map(|(name, _)| *name).collect()
    };
    let parts = [
        (Shown::Again, "the same when asked again"),
        (Shown::Not, "not shown"),
    ];
    let parts = parts.map(|(shown, what)| (of(shown), what));
    let texts = parts.iter().filter(|(names, _)| !names.is_empty());
    let texts = texts.map(|(names, what)| format!("{what}: {}", names.join(", ")));
    texts.collect::<Vec<_>>().join("; ")
}

fn of_flaw(flaw: Flaw) -> Answer {
    match flaw {
        Flaw::NotProvable => open(flaw.to_string()),
        _ => known(false, flaw.to_string()),
    }
}

fn known(verified: bool, why: impl Into<String>) -> Answer {
    Answer::Verified {
        verified: Verdict::Known(verified),
        why: why.into(),
    }
}

fn open(why: impl Into<String>) -> Answer {
    Answer::Verified {
        verified: Verdict::Open(Open::NotProvable),
        why: why.into(),
    }
}
