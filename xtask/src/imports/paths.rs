//! The paths that a file names and that lead out of where they stand: those that begin with `crate`, `super`
//! or `self`, in `use` and anywhere else, also in the bodies of macros.
//!
//! A file is taken as Rust's own tokens, so that comments and strings hold no paths; what a token is,
//! `proc-macro2` knows.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path, and where it stands.
#[derive(Debug)]
pub struct Named {
    /// Counted from 1.
    pub line: usize,
    /// The names from the root of the crate on; `*` for all that a module has.
    pub path: Vec<String>,
    /// It stands in a unit test.
    pub in_test: bool,
}

/// The paths in a file that holds this module, all of which is a test or not.
pub fn named(text: &str, module: &[String], in_test: bool) -> Result<Vec<Named>, String> {
    let tokens: TokenStream = text.parse().map_err(|error| format!("not Rust: {error}"))?;
    let mut found = Vec::new();
    walk(tokens, module, in_test, &mut found);
    Ok(found)
}

/// Adds the paths among tokens that stand in this module.
pub fn walk(tokens: TokenStream, module: &[String], in_test: bool, found: &mut Vec<Named>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut at, mut is_item_test) = (0, false);
    while let Some(token) = tokens.get(at) {
        let in_test = in_test || is_item_test;
        match token {
            TokenTree::Punct(p) if p.as_char() == '#' => {
                is_item_test |= tokens.get(at + 1).is_some_and(marks_test)
            }
            TokenTree::Punct(p) if p.as_char() == ';' => is_item_test = false,
            TokenTree::Ident(word) if is_path(&tokens, at + 1) => {
                if let Some(start) = start_of(&word.to_string(), module) {
                    at = follow(&tokens, at + 3, start, in_test, found);
                    continue;
                }
            }
            TokenTree::Group(group) => {
                let inner = match inline_module(&tokens[..at]) {
                    Some(name) => [module, &[name]].concat(),
                    None => module.to_vec(),
                };
                walk(group.stream(), &inner, in_test, found);
                is_item_test &= group.delimiter() != Delimiter::Brace; // the end of an item
            }
            _ => {}
        }
        at += 1;
    }
}

/// Adds the paths that go on from `path` with the token at `at`: one, or several in braces. The place after
/// them.
pub fn follow(
    tokens: &[TokenTree],
    mut at: usize,
    mut path: Vec<String>,
    in_test: bool,
    found: &mut Vec<Named>,
) -> usize {
    let mut line = tokens.get(at - 1).map_or(0, line_of);
    loop {
        match tokens.get(at) {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let pieces: Vec<TokenTree> = group.stream().into_iter().collect();
                for piece in pieces.split(is_comma).filter(|piece| !piece.is_empty()) {
                    // One token before each, as there is one before the first name of any path.
                    let piece = [&tokens[at..=at], piece].concat();
                    follow(&piece, 1, path.clone(), in_test, found);
                }
                return at + 1;
            }
            Some(TokenTree::Ident(word)) => {
                line = line_of(&tokens[at]);
                match word.to_string().as_str() {
                    "super" => drop(path.pop()),
                    "self" => {}
                    name => path.push(name.to_owned()),
                }
            }
            Some(TokenTree::Punct(p)) if p.as_char() == '*' => path.push("*".to_owned()),
            _ => break,
        }
        if !is_path(tokens, at + 1) {
            at += 1;
            break;
        }
        at += 3;
    }
    found.push(Named { line, path, in_test });
    at
}

/// Where a path that begins with this word starts from.
fn start_of(word: &str, module: &[String]) -> Option<Vec<String>> {
    match word {
        "crate" => Some(Vec::new()),
        "self" => Some(module.to_vec()),
        "super" => Some(module[..module.len().saturating_sub(1)].to_vec()),
        _ => None,
    }
}

/// Whether a path goes on here: `::`.
fn is_path(tokens: &[TokenTree], at: usize) -> bool {
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ':');
    tokens.get(at..at + 2).is_some_and(|two| two.iter().all(is_colon))
}

/// The name of the module whose body comes after these tokens.
fn inline_module(before: &[TokenTree]) -> Option<String> {
    match before {
        [.., TokenTree::Ident(word), TokenTree::Ident(name)] if word == "mod" => Some(name.to_string()),
        _ => None,
    }
}

/// Whether an attribute says that an item is a test, or is compiled for tests only.
fn marks_test(attribute: &TokenTree) -> bool {
    let TokenTree::Group(group) = attribute else {
        return false;
    };
    let text = group.stream().to_string();
    let has = |wanted| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == wanted)
    };
    !text.starts_with("doc") && has("test") && !has("not")
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(p) if p.as_char() == ',')
}

fn line_of(token: &TokenTree) -> usize {
    token.span().start().line
}
