//! Compiles the command again when the page comes, changes or goes. Watching the folder of the page alone
//! would compile it every time while there is none: Cargo takes a path that does not exist for one that
//! changed.

fn main() {
    println!("cargo::rerun-if-changed=.");
}
