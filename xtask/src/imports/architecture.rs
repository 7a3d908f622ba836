//! What ARCHITECTURE.md says of the rooms: their order, and where things are in them.

use super::reexports::Root;

/// The order of the rooms, from the line of ARCHITECTURE.md that begins with the crate.
pub fn rooms(architecture: &str) -> Result<Vec<String>, String> {
    let lines = architecture.lines().map(str::trim);
    let mut orders = lines.filter_map(|line| line.strip_prefix("crates/clearance "));
    let order = orders
        .next()
        .ok_or("ARCHITECTURE.md: no line with the order of the rooms")?;
    Ok(order.split('→').map(|room| room.trim().to_owned()).collect())
}

/// What `list` has in its order and is not there, and what is there and not in the order.
pub fn listed_and_there(list: &str, order: &[String], names: &Root, there: &[String]) -> Vec<String> {
    let gone = order.iter().filter(|name| !there.contains(name));
    let gone = gone.map(|name| format!("{list}: its order names `{name}`, which is not there"));
    let is_known = |name: &&String| *name == "lib" || order.contains(name) || names.is_for_tests(name);
    let unlisted = there.iter().filter(|name| !is_known(name));
    gone.chain(unlisted.map(|name| format!("{list}: its order does not name `{name}`")))
        .collect()
}

/// Files and folders of rooms that ARCHITECTURE.md names, as `pair/table.rs` or `cast/quick`, and that are
/// not there.
pub fn named_and_gone(architecture: &str, order: &[String], is_there: impl Fn(&str) -> bool) -> Vec<String> {
    let is_of_name = |c: char| c.is_alphanumeric() || "_/.".contains(c);
    let is_of_room = |name: &&str| {
        name.split_once('/')
            .is_some_and(|(room, _)| order.iter().any(|r| r == room))
    };
    let mut gone = Vec::new();
    for (i, line) in architecture.lines().enumerate() {
        let names = line
            .split(|c| !is_of_name(c))
            .map(|name| name.trim_end_matches('.'));
        let names = names.filter(is_of_room).filter(|name| !is_there(name));
        gone.extend(names.map(|name| {
            format!(
                "ARCHITECTURE.md:{}: there is no `{name}` in crates/clearance/src",
                i + 1
            )
        }));
    }
    gone
}

#[cfg(test)]
mod tests {
    use super::super::tests::{LIB, order};
    use super::*;

    #[test]
    fn rooms_are_listed_and_there() {
        let top = Root::read(LIB).unwrap();
        let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(listed_and_there("list", &order(), &top, &names("lib math noise pair shape")).is_empty());
        let wrong = listed_and_there("list", &order(), &top, &names("lib math noise pair hull"));
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(
            wrong[0].contains("names `shape`") && wrong[1].contains("not name `hull`"),
            "{wrong:?}"
        );
        assert!(rooms("no order").is_err());
    }

    #[test]
    fn files_that_are_named_are_there() {
        let text = "see `pair/table.rs`, shape/.\n(`pair/gone.rs`; web/src/gone.ts) pair/sat2: fine";
        let gone = named_and_gone(text, &order(), |name| {
            ["pair/table.rs", "shape/", "pair/sat2"].contains(&name)
        });
        assert_eq!(
            gone,
            ["ARCHITECTURE.md:2: there is no `pair/gone.rs` in crates/clearance/src"]
        );
    }
}
