//! A first file of rules, with the sets that the parts of a scene suggest. It changes nothing yet.

use std::collections::BTreeMap;
use std::fmt::Write;

use clearance::assembly::Tolerance;
use glob::Pattern;
use toml_edit::{Key, Value};

use super::{ALL, Given};
use crate::about::plain_name;
use crate::scene::{Object, Objects};
use crate::shape::ReadSpace;

/// The most sets that are suggested: those of the most parts.
const MOST_SETS: usize = 40;
/// A name begins with at least this many letters to be like others.
const LETTERS: usize = 2;

/// A suggested set: how many parts it has, and how it is written.
struct Suggestion {
    parts: usize,
    text: String,
}

/// The text of a first file of rules for these parts, with comments. With it, a check finds what it finds
/// without rules.
pub fn first_rules<V: ReadSpace>(title: &str, scene: &Objects<V>, given: Given) -> String {
    let sets = suggestions(&scene.objects);
    let mut names: Vec<_> = sets.keys().map(String::as_str).collect();
    names.sort_by_key(|name| std::cmp::Reverse(sets[*name].parts));
    let title: String = title.chars().filter(|c| !c.is_control()).collect();
    let mut text = HEAD.replace("{title}", &title);
    text += &defaults(given);
    text += SETS;
    for (name, set) in &sets {
        // Writing to a text does not fail.
        let _ = writeln!(
            text,
            "{} = {}  # {} part{}",
            Key::new(name).display_repr(),
            set.text,
            set.parts,
            if set.parts == 1 { "" } else { "s" }
        );
    }
    let pick = |i: usize| names.get(i).or(names.first()).copied().unwrap_or(ALL);
    let quoted = |name: &str| Value::from(name).to_string().trim().to_owned();
    text + &RULES
        .replace("{a}", &quoted(pick(0)))
        .replace("{b}", &quoted(pick(1)))
}

fn defaults(given: Given) -> String {
    let tolerance = match given.tolerance.unwrap_or_default() {
        Tolerance::Auto => "\"auto\"".to_owned(),
        Tolerance::Length(length) => format!("{length:?}"),
    };
    let within = match given.within {
        Some(within) => format!("within = {within:?}"),
        None => "# within = 1.0".to_owned(),
    };
    DEFAULTS
        .replace("{tolerance}", &tolerance)
        .replace("{within}", &within)
}

/// By class where the parts have classes, else by how their names begin.
fn suggestions<V: ReadSpace>(objects: &[Object<V>]) -> BTreeMap<String, Suggestion> {
    let classes = counted(objects.iter().filter_map(|object| object.about.class.clone()));
    let (found, by_class) = match classes.is_empty() {
        false => (classes, true),
        true => (
            counted(
                objects
                    .iter()
                    .filter_map(|object| start(plain_name(&object.id.text))),
            ),
            false,
        ),
    };
    let suggestion = |(name, parts): (String, usize)| {
        let pattern = |text: &str| Value::from(text).to_string().trim().to_owned();
        let escaped = Pattern::escape(&name);
        let text = match by_class {
            true => format!("{{ class = {} }}", pattern(&escaped)),
            false => pattern(&format!("{escaped}*")),
        };
        (name, Suggestion { parts, text })
    };
    let is_free = |(name, _): &(String, usize)| name != ALL;
    found
        .into_iter()
        .filter(is_free)
        .take(MOST_SETS)
        .map(suggestion)
        .collect()
}

/// Each text and how often it is there, the most frequent first.
fn counted(texts: impl Iterator<Item = String>) -> Vec<(String, usize)> {
    let mut counts = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_insert(0) += 1;
    }
    let mut list: Vec<_> = counts.into_iter().collect();
    list.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    list
}

/// How a name begins: its letters up to the first digit or sign.
fn start(name: &str) -> Option<String> {
    let start: String = name.chars().take_while(|c| c.is_alphabetic()).collect();
    (start.chars().count() >= LETTERS).then_some(start)
}

const HEAD: &str = r#"# Rules of `clearance check` for {title}.
# Use them with: clearance check ... --rules THIS_FILE
#
# This first file changes nothing yet: it names sets of parts, and shows how rules are written.

"#;

const DEFAULTS: &str = r#"[defaults]             # for pairs that no rule takes; options of the command come before them
tolerance = {tolerance}     # what two tessellations of the same curved face may differ by: "auto" or a length
{within}         # list pairs that are apart, but nearer than this
severity = "error"     # only clashes of severity "error" make the exit status 1; others: "warning", "info"
check = true           # false: look only at pairs that a rule takes

"#;

const SETS: &str = r#"# A set is a pattern of names, or a list of them: * is any text, ? one letter, [abc] one of these; case matters.
# Or it is a table, and all of it must hold: { names = ..., class = "IfcWall*", layer = "A-*" or 4,
# metadata = { storey = "Level 1" }, sets = ["bolts", "nuts"], except = ["spares"] }.
# The set "all" has all parts.
[sets]
"#;

const RULES: &str = r#"
# Pairs to ignore, and why. These come before all rules.
# [[ignore]]
# a = {a}
# b = {b}
# reason = "threads are drawn as cylinders"

# Rules: one set against another, in either order. The first rule that takes a pair decides; what it does not say is as
# in the defaults.
# [[rule]]
# name = "keep a distance"
# a = {a}
# b = "all"
# tolerance = "auto"
# within = 25.0
# severity = "warning"
"#;
