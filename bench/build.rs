//! With the feature `system-peers`: compiles peers/*.cpp, which calls FCL, Embree and Bullet, and links them.
//! `bench/system-peers.sh` installs what that needs. Without the feature: nothing.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "system-peers")]
    system_peers();
}

/// Debian builds these libraries for the baseline of the processor, and Eigen's types are laid out by the
/// instruction set: the code that calls them is built for the same.
#[cfg(feature = "system-peers")]
fn system_peers() {
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").opt_level(3).warnings(false);
    for name in ["fcl", "bullet"] {
        let library = pkg_config::probe_library(name).expect("bench/system-peers.sh installs it");
        build.includes(library.include_paths);
    }
    for name in ["fcl", "embree", "bullet"] {
        let file = format!("peers/{name}.cpp");
        println!("cargo::rerun-if-changed={file}");
        build.file(file);
    }
    build.compile("system_peers");
    println!("cargo::rustc-link-lib=embree3"); // which has no file for pkg-config
    for library in ["fcl", "ccd", "BulletCollision", "LinearMath"] {
        println!("cargo::rustc-link-lib={library}"); // again, after the code that calls them
    }
}
