//! Rules: what is asked about a pair of parts, by the sets that its two parts are in.
//!
//! A rule is for pairs of which one part is in its first set and the other in its second. The first rule that
//! takes a pair decides about it. Which one that is, is told without going through the rules: parts that are
//! in the same sets are of one kind, and each kind has two sets of bits, one for either side of the rules.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::class::Settings;

/// How much a clash matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It must not be.
    #[default]
    Error,
    /// It should be looked at.
    Warning,
    /// It is listed.
    Info,
}

impl Severity {
    /// All of them, the gravest first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Info];
    /// Its name in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A set of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartSet {
    /// All parts.
    All,
    /// The parts of these indices; an index without a part is in no pair.
    Of(Vec<usize>),
}

/// What is done with a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Nothing.
    Ignore,
    /// It is looked at with these settings; a clash counts as this.
    Check(Settings, Severity),
}

impl Action {
    /// The settings, if there are some.
    pub const fn settings(&self) -> Option<&Settings> {
        match self {
            Self::Check(settings, _) => Some(settings),
            Self::Ignore => None,
        }
    }
    /// How near pairs must be to be looked at; `None` if none is.
    pub(super) fn reach(&self) -> Option<f64> {
        self.settings().map(Settings::reach)
    }
}

/// A rule: one set of parts against another, in either order.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The set of one part.
    pub a: PartSet,
    /// The set of the other; the same set for pairs within it.
    pub b: PartSet,
    /// What is done with such pairs.
    pub action: Action,
}

/// Rules in their order, and what is done with pairs that none takes.
///
/// ```
/// use clearance::assembly::{Action, PartSet, Rule, Rules, Settings, Severity};
/// let near = Settings { within: Some(25.0), ..Settings::default() };
/// let rules = Rules {
///     list: vec![
///         Rule { a: PartSet::Of(vec![0, 1]), b: PartSet::Of(vec![1]), action: Action::Ignore },
///         Rule { a: PartSet::Of(vec![0]), b: PartSet::All, action: Action::Check(near, Severity::Warning) },
///     ],
///     ..Rules::from(Settings::default())
/// };
/// assert_eq!(rules.list.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The rules; the first that takes a pair decides.
    pub list: Vec<Rule>,
    /// What is done with all other pairs.
    pub otherwise: Action,
}

impl From<Settings> for Rules {
    /// The same for all pairs.
    fn from(settings: Settings) -> Self {
        Self {
            list: Vec::new(),
            otherwise: Action::Check(settings, Severity::Error),
        }
    }
}

/// What the rules say about a pair that is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taken {
    /// The number of the rule; `None` if no rule takes the pair.
    pub rule: Option<usize>,
    /// With these settings.
    pub settings: Settings,
    /// What a clash counts as.
    pub severity: Severity,
}

/// The rules for a number of parts, ready to be asked.
pub(super) struct RuleTable<'a> {
    pub rules: &'a Rules,
    /// The kind of each part.
    kinds: Vec<u32>,
    /// For each kind the rules that have it in their first set, then those that have it in their second.
    bits: Vec<u64>,
    /// How many words each of these two has.
    words: usize,
}

impl<'a> RuleTable<'a> {
    pub fn new(rules: &'a Rules, parts: usize) -> Self {
        let words = rules.list.len().div_ceil(64);
        let mut of_parts = vec![0; 2 * words * parts];
        for (i, rule) in rules.list.iter().enumerate() {
            for (side, set) in [&rule.a, &rule.b].into_iter().enumerate() {
                let mut note = |part: usize| {
                    let word = (2 * part + side) * words + i / 64;
                    of_parts[word] |= 1_u64 << (i % 64);
                };
                match set {
                    PartSet::All => (0..parts).for_each(&mut note),
                    PartSet::Of(list) => list.iter().filter(|&&i| i < parts).for_each(|&i| note(i)),
                }
            }
        }
        let mut known = BTreeMap::new();
        let mut bits = Vec::new();
        let kind = |part: usize| {
            let own = &of_parts[2 * words * part..][..2 * words];
            let count = known.len() as u32;
            *known.entry(own).or_insert_with(|| {
                bits.extend_from_slice(own);
                count
            })
        };
        let kinds = (0..parts).map(kind).collect();
        Self {
            rules,
            kinds,
            bits,
            words,
        }
    }
    /// The rules that have a part in their first set (0) or second (1), as bits.
    fn side(&self, part: usize, side: usize) -> &[u64] {
        &self.bits[(2 * self.kinds[part] as usize + side) * self.words..][..self.words]
    }
    /// Whether a rule has a part in its first set (0) or second (1).
    pub fn has(&self, rule: usize, part: usize, side: usize) -> bool {
        self.side(part, side)[rule / 64] >> (rule % 64) & 1 == 1
    }
    /// The first rule that takes a pair.
    pub fn rule(&self, a: usize, b: usize) -> Option<usize> {
        let sides = |part| [0, 1].map(|side| self.side(part, side));
        let ([a1, a2], [b1, b2]) = (sides(a), sides(b));
        let both = |i: usize| a1[i] & b2[i] | a2[i] & b1[i];
        let first = (0..self.words).find(|&i| both(i) != 0)?;
        Some(first * 64 + both(first).trailing_zeros() as usize)
    }
    /// What is done with the pairs of a rule, or of none.
    pub fn action(&self, rule: Option<usize>) -> &Action {
        rule.map_or(&self.rules.otherwise, |i| &self.rules.list[i].action)
    }
    /// What the rules say about a pair; `None` if it is not looked at.
    pub fn taken(&self, a: usize, b: usize) -> Option<Taken> {
        let rule = self.rule(a, b);
        match *self.action(rule) {
            Action::Ignore => None,
            Action::Check(settings, severity) => Some(Taken {
                rule,
                settings,
                severity,
            }),
        }
    }
}
