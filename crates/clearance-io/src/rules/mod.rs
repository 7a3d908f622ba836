//! Rules for pairs of parts, in a TOML file that can be reviewed and versioned.
//!
//! The file names sets of parts (`sets.rs`), pairs to ignore, and rules: one set against another, with a
//! tolerance, a distance and a severity of its own. `first.rs` writes a first one from the parts that are
//! there.

mod first;
mod sets;
pub(crate) mod toml;

use std::collections::BTreeMap;
use std::path::Path;

use clearance::assembly::{Action, PartSet, Rule, Rules, Settings, Severity, Tolerance};

use self::toml::{Fields, Toml, nearest, parse, read};
use crate::check::Plan;
use crate::files::Access;
use crate::problem::{Code, Problem};
use crate::scene::Objects;
use crate::shape::ReadSpace;
pub use first::first_rules;
use sets::{Set, read_sets};

/// The set of all parts.
const ALL: &str = "all";
/// How many sets, and how many rules, a file may have: each part knows its rules.
const MOST: usize = 4096;
const SETTINGS: [&str; 3] = ["tolerance", "within", "severity"];

/// The rules of a file.
#[derive(Debug)]
pub struct RuleFile {
    sets: BTreeMap<String, Set>,
    /// Pairs to ignore come first.
    rules: Vec<OneRule>,
    defaults: Own,
    /// Whether pairs that no rule takes are checked.
    others: bool,
}

#[derive(Debug)]
struct OneRule {
    name: String,
    a: String,
    b: String,
    /// `None`: its pairs are ignored.
    own: Option<Own>,
}

/// The settings that a rule has itself.
#[derive(Clone, Copy, Debug, Default)]
struct Own {
    tolerance: Option<Tolerance>,
    within: Option<f64>,
    severity: Option<Severity>,
}

/// What was given on the command line: it comes before the defaults of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Given {
    /// What two tessellations may differ by.
    pub tolerance: Option<Tolerance>,
    /// Pairs that are apart are listed if they are nearer than this.
    pub within: Option<f64>,
}

/// What is asked of a scene: the rules of a file, or what was given alone. `details` say whether the depth of
/// overlaps and the shapes of common parts are asked for. Also notes about sets that have no part.
pub fn plan<V: ReadSpace>(
    rules: Option<&RuleFile>,
    scene: &Objects<V>,
    given: Given,
    details: [bool; 2],
) -> (Plan, Vec<String>) {
    if let Some(rules) = rules {
        return rules.plan(scene, given, details);
    }
    let [depth, shapes] = details;
    let settings = Settings {
        tolerance: given.tolerance.unwrap_or_default(),
        within: given.within,
        depth,
        shapes,
    };
    (Plan::from(settings), Vec::new())
}

/// Reads a file of rules.
///
/// Errors name the file, the line and the key: `InvalidToml` for anything that is no valid rule;
/// `LimitExceeded` for more than 4096 sets or rules; those of [`Access::open`].
pub fn read_rules(file: &Path, access: &Access) -> Result<RuleFile, Problem> {
    read(file, access, parse_rules)
}

/// The rules of a text.
///
/// ```
/// use clearance_io::rules::parse_rules;
/// let rules = parse_rules("[sets]\nbolts = 'bolt*'\n[[ignore]]\na = 'bolts'\nb = 'bolts'\nreason = 'threads'");
/// assert!(rules.is_ok());
/// let misspelt = parse_rules("[sets]\nbolts = 'bolt*'\n[[ignore]]\na = 'bolts'\nb = 'bots'\nreason = 'threads'");
/// let said = misspelt.map(drop).unwrap_err().to_string();
/// assert_eq!(said, "line 5, column 1: ignore[0].b: there is no set \"bots\": did you mean \"bolts\"?");
/// ```
pub fn parse_rules(text: &str) -> Result<RuleFile, Problem> {
    let document = parse(text)?;
    let root = Toml::root(&document).fields(&["defaults", "sets", "ignore", "rule"])?;
    let sets = root.read("sets", read_sets)?.unwrap_or_default();
    let (defaults, others) = root
        .read("defaults", read_defaults)?
        .unwrap_or((Own::default(), true));
    let list = |key| root.read(key, Toml::list).map(Option::unwrap_or_default);
    let (ignored, checked) = (list("ignore")?, list("rule")?);
    if ignored.len() + checked.len() > MOST {
        return Err(Problem::new(
            Code::LimitExceeded,
            format!("more than {MOST} rules"),
        ));
    }
    let mut rules = Vec::new();
    for node in &ignored {
        rules.push(read_ignored(node, &sets)?);
    }
    for node in &checked {
        let rule = read_rule(node, &sets, &rules)?;
        rules.push(rule);
    }
    Ok(RuleFile {
        sets,
        rules,
        defaults,
        others,
    })
}

fn read_defaults(node: &Toml<'_>) -> Result<(Own, bool), Problem> {
    let fields = node.fields(&["tolerance", "within", "severity", "check"])?;
    let others = fields.read("check", Toml::flag)?.unwrap_or(true);
    Ok((read_own(&fields)?, others))
}

fn read_ignored(node: &Toml<'_>, sets: &BTreeMap<String, Set>) -> Result<OneRule, Problem> {
    let fields = node.fields(&["a", "b", "reason"])?;
    Ok(OneRule {
        name: fields.need("reason")?.text()?.to_owned(),
        a: read_set(fields.need("a")?, sets)?,
        b: read_set(fields.need("b")?, sets)?,
        own: None,
    })
}

fn read_rule(node: &Toml<'_>, sets: &BTreeMap<String, Set>, earlier: &[OneRule]) -> Result<OneRule, Problem> {
    let fields = node.fields(&[&["name", "a", "b"][..], &SETTINGS].concat())?;
    let name = fields.need("name")?;
    let is_used = |rule: &OneRule| rule.own.is_some() && Ok(rule.name.as_str()) == name.text().map_err(drop);
    if earlier.iter().any(is_used) {
        return Err(name.problem("another rule has this name"));
    }
    Ok(OneRule {
        name: name.text()?.to_owned(),
        a: read_set(fields.need("a")?, sets)?,
        b: read_set(fields.need("b")?, sets)?,
        own: Some(read_own(&fields)?),
    })
}

fn read_set(node: &Toml<'_>, sets: &BTreeMap<String, Set>) -> Result<String, Problem> {
    let name = node.text()?;
    if name == ALL || sets.contains_key(name) {
        return Ok(name.to_owned());
    }
    let known = sets.keys().map(String::as_str).chain([ALL]);
    Err(node.problem(match nearest(name, known) {
        Some(near) => format!("there is no set \"{name}\": did you mean \"{near}\"?"),
        None => format!("there is no set \"{name}\": sets are made under [sets], and \"all\" has all parts"),
    }))
}

fn read_own(fields: &Fields<'_>) -> Result<Own, Problem> {
    Ok(Own {
        tolerance: fields.read("tolerance", read_tolerance)?,
        within: fields.read("within", Toml::length)?,
        severity: fields.read("severity", read_severity)?,
    })
}

fn read_tolerance(node: &Toml<'_>) -> Result<Tolerance, Problem> {
    if node.is_number() {
        return node.length().map(Tolerance::Length);
    }
    match node.text() {
        Ok("auto") => Ok(Tolerance::Auto),
        _ => Err(node.problem("expected \"auto\" or a length")),
    }
}

fn read_severity(node: &Toml<'_>) -> Result<Severity, Problem> {
    let word = node.text()?;
    Severity::ALL
        .into_iter()
        .find(|severity| severity.as_str() == word)
        .ok_or_else(|| {
            node.problem(format!(
                "is \"{word}\": expected \"error\", \"warning\" or \"info\""
            ))
        })
}

impl RuleFile {
    /// The rules for the parts of a scene, and notes about sets that have none of them.
    pub fn plan<V: ReadSpace>(
        &self,
        scene: &Objects<V>,
        given: Given,
        [depth, shapes]: [bool; 2],
    ) -> (Plan, Vec<String>) {
        let members = sets::members(&self.sets, &scene.objects);
        let empty = members.iter().filter(|(_, list)| list.is_empty());
        let notes = empty.map(|(name, _)| format!("the set \"{name}\" has no part"));
        let set = |name: &str| match members.get(name) {
            Some(list) if name != ALL => PartSet::Of(list.clone()),
            _ => PartSet::All,
        };
        let defaults = Own {
            tolerance: given.tolerance.or(self.defaults.tolerance),
            within: given.within.or(self.defaults.within),
            severity: self.defaults.severity,
        };
        let check = |own: &Own| {
            let settings = Settings {
                tolerance: own.tolerance.or(defaults.tolerance).unwrap_or_default(),
                within: own.within.or(defaults.within),
                depth,
                shapes,
            };
            Action::Check(settings, own.severity.or(defaults.severity).unwrap_or_default())
        };
        let rule = |rule: &OneRule| Rule {
            a: set(&rule.a),
            b: set(&rule.b),
            action: rule.own.as_ref().map_or(Action::Ignore, check),
        };
        let plan = Plan {
            rules: Rules {
                list: self.rules.iter().map(rule).collect(),
                otherwise: if self.others {
                    check(&defaults)
                } else {
                    Action::Ignore
                },
            },
            names: self.rules.iter().map(|rule| rule.name.clone()).collect(),
            repaired_within: defaults.tolerance.unwrap_or_default().length(),
        };
        (plan, notes.collect())
    }
}
