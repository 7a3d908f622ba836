//! Rooms inside rooms: where the `mod.rs` of a room says in its documentation in which order the modules
//! below it stand, no module names one that stands after it.
//!
//! The line is `//! Imports run one way: a → b → c.`, over as many lines as it takes. It lists every module
//! that the room has, but for those of tests. What the room's `mod.rs` gives a shorter name counts as the
//! module that it comes from; `mod.rs` itself may name all of them.

use super::architecture::listed_and_there;
use super::paths::Named;
use super::reexports::Root;

const START: &str = "Imports run one way: ";

/// The modules of one room.
pub struct Inner {
    room: Vec<String>,
    order: Vec<String>,
    names: Root,
}

impl Inner {
    /// Reads the `mod.rs` of a room; `None` where it shows no order.
    pub fn read(room: &[String], text: &str) -> Result<Option<Self>, String> {
        let Some(order) = order(text) else {
            return Ok(None);
        };
        Ok(Some(Self {
            room: room.to_vec(),
            order,
            names: Root::read(text)?,
        }))
    }
    /// The modules that are listed and not there, or there and not listed.
    pub fn listed_and_there(&self, there: &[String]) -> Vec<String> {
        let list = format!("{}/mod.rs", self.room.join("/"));
        listed_and_there(&list, &self.order, &self.names, there)
    }
    /// What is wrong with a path that a file of this module names, if anything is.
    pub fn objection(&self, module: &[String], named: &Named) -> Option<String> {
        let own = module.strip_prefix(self.room.as_slice())?.first()?;
        let first = named.path.strip_prefix(self.room.as_slice())?.first()?;
        let floor = |name: &String| self.order.iter().position(|other| other == name);
        let rooms = self.names.rooms_of(first, &self.order).unwrap_or_default();
        let above = rooms.iter().find(|other| floor(other) > floor(own))?;
        (own != above && floor(own).is_some() && !named.in_test).then(|| {
            format!(
                "`{own}` names `{above}`, which stands after it in the order of {}",
                self.room.join("/")
            )
        })
    }
}

/// The names in the line that shows the order.
fn order(text: &str) -> Option<Vec<String>> {
    let docs: Vec<_> = text
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(str::trim)
        .collect();
    let docs = docs.join(" ");
    let (_, line) = docs.split_once(START)?;
    let (line, _) = line.split_once('.')?;
    let names = line
        .split('→')
        .map(|name| name.trim().trim_matches('`').to_owned());
    Some(names.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imports::paths;

    const ROOM: &str = "//! A room.\n//!\n//! Imports run one way: `answer` →\n//! `plane` → `union`. More.\n\nmod answer;\n\
                        #[cfg(test)]\npub(crate) mod dice;\nmod plane;\nmod union;\npub use union::{Contact, contacts as all};\n";

    fn room() -> Inner {
        Inner::read(&["pair".to_owned()], ROOM).unwrap().unwrap()
    }

    fn lines(module: &str, text: &str) -> Vec<usize> {
        let module: Vec<_> = module.split('/').map(str::to_owned).collect();
        let named = paths::named(text, &module, false).unwrap();
        let wrong = named
            .iter()
            .filter(|named| room().objection(&module, named).is_some());
        wrong.map(|named| named.line).collect()
    }

    #[test]
    fn what_stands_later_is_not_named() {
        let text = "use super::union;\nuse super::answer;\nuse crate::pair::union::x;\nuse crate::shape::X;\nuse crate::pair::Contact;";
        assert_eq!(lines("pair/plane", text), [1, 3, 5]);
        assert_eq!(
            lines(
                "pair/plane/hull",
                "use super::super::union;\nuse super::super::answer::A;"
            ),
            [1]
        );
        assert_eq!(lines("pair/union", text), [0; 0]);
        assert_eq!(lines("pair", "pub use self::union::x;"), [0; 0]);
        assert_eq!(
            lines("pair/plane", "#[cfg(test)]\nmod tests { use crate::pair::all; }"),
            [0; 0]
        );
        assert_eq!(lines("cast/plane", "use crate::pair::union;"), [0; 0]);
    }

    #[test]
    fn every_module_is_listed() {
        let there = |names: &str| names.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(
            room()
                .listed_and_there(&there("answer plane union dice"))
                .is_empty()
        );
        assert_eq!(room().listed_and_there(&there("answer plane new")).len(), 2);
        assert!(Inner::read(&[], "//! No order.\nmod a;").unwrap().is_none());
    }
}
