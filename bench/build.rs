//! With the feature `system-peers`: compiles peers/*.cpp, which calls FCL, Embree, Bullet and Jolt, and links
//! them. `bench/system-peers.sh` installs what that needs. Without the feature: nothing.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "system-peers")]
    {
        system_peers();
        jolt();
    }
}

/// Debian builds these libraries for the baseline of the processor, and Eigen's types are laid out by the
/// instruction set: the code that calls them is built for the same.
#[cfg(feature = "system-peers")]
fn system_peers() {
    let mut build = cpp(&["fcl", "embree", "bullet", "pair_fcl", "pair_bullet"]);
    for name in ["fcl", "bullet"] {
        let library = pkg_config::probe_library(name).expect("bench/system-peers.sh installs it");
        build.includes(library.include_paths);
        println!(
            "cargo::rustc-env={}_VERSION={}",
            name.to_uppercase(),
            library.version
        );
    }
    build.compile("system_peers");
    println!("cargo::rustc-link-lib=embree3"); // which has no file for pkg-config
    for library in ["fcl", "ccd", "BulletCollision", "LinearMath"] {
        println!("cargo::rustc-link-lib={library}"); // again, after the code that calls them
    }
}

/// Jolt's headers are in the source of `oxijolt-sys`; they must be read with the options that it built the
/// library with, which are CMake's defaults of Jolt.
#[cfg(feature = "system-peers")]
fn jolt() {
    let root = std::env::var("DEP_JOLTC_ROOT").expect("oxijolt-sys says where it built Jolt");
    let cache = std::fs::read_to_string(format!("{root}/build/CMakeCache.txt")).expect("CMake built it");
    let source = cache
        .lines()
        .find_map(|line| line.strip_prefix("CMAKE_HOME_DIRECTORY:INTERNAL="));
    let source = source.expect("CMake's cache names the source");
    let mut build = cpp(&["pair_jolt"]);
    build.include(format!("{source}/../vendor/JoltPhysics"));
    build
        .define("NDEBUG", None)
        .define("JPH_OBJECT_STREAM", None)
        .define("JPH_OBJECT_LAYER_BITS", "32");
    for option in [
        "AVX", "AVX2", "F16C", "FMADD", "LZCNT", "SSE4_1", "SSE4_2", "TZCNT",
    ] {
        build.define(&format!("JPH_USE_{option}"), None);
    }
    for flag in
        "-fno-rtti -fno-exceptions -ffp-contract=fast -mavx2 -mbmi -mpopcnt -mlzcnt -mf16c -mfma".split(' ')
    {
        build.flag(flag);
    }
    build.compile("system_peers_jolt");
    println!("cargo::rustc-link-search=native={root}/lib");
    println!("cargo::rustc-link-lib=static=Jolt");
}

/// What compiles some of peers/*.cpp.
#[cfg(feature = "system-peers")]
fn cpp(names: &[&str]) -> cc::Build {
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").opt_level(3).warnings(false);
    println!("cargo::rerun-if-changed=peers/pair.h");
    for name in names {
        let file = format!("peers/{name}.cpp");
        println!("cargo::rerun-if-changed={file}");
        build.file(file);
    }
    build
}
