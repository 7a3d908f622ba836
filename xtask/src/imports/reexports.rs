//! What the root of the library gives a name of its own: `lib.rs`.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};

use super::paths;

/// The names at the root of the crate that are no rooms.
pub struct Root {
    /// Names of what rooms hold, and which rooms these are.
    of_rooms: BTreeMap<String, Vec<String>>,
    /// Other crates.
    outside: BTreeSet<String>,
    /// Modules that are compiled for tests only.
    for_tests: BTreeSet<String>,
}

impl Root {
    /// Reads `lib.rs`.
    pub fn read(text: &str) -> Result<Self, String> {
        let tokens: TokenStream = text
            .parse()
            .map_err(|error| format!("lib.rs: not Rust: {error}"))?;
        let mut root = Self {
            of_rooms: BTreeMap::new(),
            outside: BTreeSet::new(),
            for_tests: BTreeSet::new(),
        };
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for at in 0..tokens.len() {
            match &tokens[at..] {
                [TokenTree::Ident(word), ..] if word == "use" => root.add_use(&tokens, at + 1),
                [TokenTree::Ident(word), TokenTree::Ident(name), rest, ..] if word == "mod" => match rest {
                    TokenTree::Group(body) => root.add_module(&name.to_string(), body.stream()),
                    _ if is_for_tests(&tokens[..at]) => drop(root.for_tests.insert(name.to_string())),
                    _ => {}
                },
                _ => {}
            }
        }
        Ok(root)
    }
    fn add_use(&mut self, tokens: &[TokenTree], at: usize) {
        let mut found = Vec::new();
        paths::follow(tokens, at, Vec::new(), false, &mut found);
        for mut path in found.into_iter().map(|named| named.path) {
            match (path.len(), path.pop()) {
                (1, Some(name)) => drop(self.outside.insert(name)),
                (_, Some(name)) => self.of_rooms.entry(name).or_default().push(path.swap_remove(0)),
                _ => {}
            }
        }
    }
    fn add_module(&mut self, name: &str, body: TokenStream) {
        let mut found = Vec::new();
        paths::walk(body, &[name.to_owned()], false, &mut found);
        let rooms = found
            .into_iter()
            .filter_map(|named| named.path.into_iter().next());
        self.of_rooms.entry(name.to_owned()).or_default().extend(rooms);
    }
    /// The rooms that a name of the root belongs to: itself, or where what it stands for comes from.
    pub fn rooms_of(&self, name: &str, order: &[String]) -> Option<Vec<String>> {
        match order.iter().any(|room| room == name) {
            true => Some(vec![name.to_owned()]),
            false => self.of_rooms.get(name).cloned(),
        }
    }
    /// Whether a name is that of another crate.
    pub fn is_outside(&self, name: &str) -> bool {
        self.outside.contains(name)
    }
    /// Whether a module is compiled for tests only.
    pub fn is_for_tests(&self, name: &str) -> bool {
        self.for_tests.contains(name)
    }
}

/// Whether the attribute just before, a visibility aside, is `#[cfg(test)]`.
fn is_for_tests(before: &[TokenTree]) -> bool {
    let is_public = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "pub");
    let before = match before {
        [before @ .., word] if is_public(word) => before,
        [before @ .., word, TokenTree::Group(_)] if is_public(word) => before,
        _ => before,
    };
    let attribute = before.last().map(ToString::to_string).unwrap_or_default();
    attribute.replace(' ', "") == "[cfg(test)]"
}
