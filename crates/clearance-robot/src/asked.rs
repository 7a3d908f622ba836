//! Which pairs of links are asked about.
//!
//! Links that no joint moves to each other are never asked about: fixed joints make one body of them, and
//! what they have in common is the same in every configuration. Nor are links that one joint connects, for
//! most overlap there by design; a link without shapes between them, as frames of tools are, does not part
//! them. All others are asked about, unless the caller says that they never are, as the SRDF of a robot does.

use crate::tree::{Motion, Tree};

/// For each pair of links whether it is asked about.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    count: usize,
    is_asked: Vec<bool>,
}

impl Asked {
    /// All pairs but those of one body and those that a joint connects.
    pub fn new(tree: &Tree, has_shapes: &[bool]) -> Self {
        let count = has_shapes.len();
        let (body, holder) = (bodies(tree, count), holders(tree, has_shapes));
        let mut asked = Self {
            count,
            is_asked: vec![false; count * count],
        };
        for a in 0..count {
            for b in (0..a).filter(|&b| has_shapes[a] && has_shapes[b]) {
                let is_beside = holder[a] == Some(b) || holder[b] == Some(a);
                asked.set(a, b, body[a] != body[b] && !is_beside);
            }
        }
        asked
    }
    pub fn set(&mut self, a: usize, b: usize, is_asked: bool) {
        self.is_asked[a * self.count + b] = is_asked;
        self.is_asked[b * self.count + a] = is_asked;
    }
    pub fn is_asked(&self, a: usize, b: usize) -> bool {
        self.is_asked[a * self.count + b]
    }
}

/// Of each link the first of those that are fixed to it.
fn bodies(tree: &Tree, count: usize) -> Vec<usize> {
    let mut body: Vec<usize> = (0..count).collect();
    for step in &tree.steps {
        if matches!(step.motion, Motion::None) {
            body[step.link] = body[step.parent];
        }
    }
    body
}

/// Of each link the next one with shapes on the way to the root.
fn holders(tree: &Tree, has_shapes: &[bool]) -> Vec<Option<usize>> {
    let mut holder = vec![None; has_shapes.len()];
    for step in &tree.steps {
        holder[step.link] = match has_shapes[step.parent] {
            true => Some(step.parent),
            false => holder[step.parent],
        };
    }
    holder
}
