//! Compiles the command again when the page is added, changed or removed. Watching only the folder of the
//! page would compile it every time while there is none: Cargo takes a path that does not exist for one that
//! has changed.

fn main() {
    println!("cargo::rerun-if-changed=.");
}
