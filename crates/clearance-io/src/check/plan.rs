//! What is asked of a scene.

use clearance::assembly::{Action, Rules, Settings, Severity, Tolerance};

use crate::problem::{Code, Problem};

/// Which pairs are looked at, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The rules for pairs.
    pub rules: Rules,
    /// The name of each rule.
    pub names: Vec<String>,
    /// Meshes are welded, and small holes of them filled, within this length.
    pub repaired_within: f64,
}

impl From<Settings> for Plan {
    /// The same for all pairs.
    fn from(settings: Settings) -> Self {
        Self {
            rules: Rules::from(settings),
            names: Vec::new(),
            repaired_within: settings.tolerance.length(),
        }
    }
}

impl Plan {
    /// What a clash counts as by a rule, or by none.
    pub fn severity(&self, rule: Option<usize>) -> Severity {
        let rule = rule.and_then(|i| self.rules.list.get(i));
        match rule.map_or(&self.rules.otherwise, |rule| &rule.action) {
            Action::Check(_, severity) => *severity,
            Action::Ignore => Severity::default(),
        }
    }
    /// Refuses lengths that are negative or not a number, and a scene of four billion objects.
    pub(crate) fn checked(&self, objects: usize) -> Result<(), Problem> {
        let of_rules = self.rules.list.iter().map(|rule| &rule.action);
        [&self.rules.otherwise]
            .into_iter()
            .chain(of_rules)
            .filter_map(Action::settings)
            .try_for_each(lengths)?;
        u32::try_from(objects)
            .map(drop)
            .map_err(|_| Problem::new(Code::LimitExceeded, "scene: more than four billion objects"))
    }
}

fn lengths(settings: &Settings) -> Result<(), Problem> {
    not_negative("within", settings.within.unwrap_or(0.0))?;
    match settings.tolerance {
        Tolerance::Length(length) => not_negative("tolerance", length),
        Tolerance::Auto => Ok(()),
    }
}

fn not_negative(name: &str, length: f64) -> Result<(), Problem> {
    if length.is_nan() || length < 0.0 {
        return Err(Problem::new(
            Code::NotFinite,
            format!("{name}: must not be negative or NaN, is {length}"),
        ));
    }
    Ok(())
}
