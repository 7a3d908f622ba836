#!/usr/bin/env bash
# Builds the package into dist/: two WebAssembly modules per dimension (with simd128, and plain), one for
# meshes by themselves, the JavaScript that belongs to them, and the TypeScript half. Needs Rust, Node and the
# standard library for wasm32, which can be installed in one of three ways; if it is missing, the script asks
# rustup for the first one:
#   rustup component add rust-src                               (modules a fifth smaller)
#   rustup target add wasm32-unknown-unknown
#   apt-get install rustc-web cargo-web rust-web-src lld        (Debian; as small)
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
target=wasm32-unknown-unknown
# The largest size of a module in bytes, gzipped, if the standard library is optimised for size, too. Modules
# have 635 to 700 kB: contacts at inner edges, steps and sweeps of scenes and turning sweeps, exact at every
# scale, have added 70 to 110 kB to the former 400; the search for the nearest facets of large meshes and
# which part and facet an answer is about some 29 kB in 2D; measures, and batches of points and rays, 21 to
# 24; all hits of rays 4, winding numbers and triangles near points 9; the tests of facets side by side, for
# rays at meshes and for small polygons, 18; bounds of depths, and the common part as rings or as a mesh, 19;
# nodes that each search unpacks, triangles told apart four at a time, and points in polygons and bitmaps,
# some 50; in 3D boxes against triangles and segments, and two triangles, each without a search, some 10;
# determinants in integers, some 2; trees that are built without branches, 3; planes of facets beside
# polytopes, 4; facets clipped at once and points in common, some 4.
most=712000
# The same for the module of meshes, which is fetched when it is first asked for. Of its 350 kB, convex parts
# take 200: they ask the exact questions about points and solids. Boxes around whole meshes, and facets that
# are left out four at a time, have added 4, trees built without branches 3, planes of facets 3, facets
# clipped at once 4.
most_meshes=360000
# Deep compounds are traversed by recursion.
stack=$((4 << 20))

say() { echo "build.sh: $*"; }

command -v cargo > /dev/null || { say "cannot build: there is no cargo; https://rustup.rs brings it" >&2; exit 1; }

has_standard_library() { # of this rustc
    local sysroot
    sysroot=$("$1" --print sysroot 2> /dev/null) && ls "$sysroot/lib/rustlib/$target/lib/"libstd-*.rlib > /dev/null 2>&1
}

# With its own build of the standard library a module is a fifth smaller: it is optimised for size, without
# the messages of panics, which no input causes (one would be the error "unreachable"), and without Debug,
# which nothing here prints.
own_standard_library() { # RUSTC
    local features=optimize_for_size
    flags+=(-Zlocation-detail=none -Zfmt-debug=none)
    if RUSTC_BOOTSTRAP=1 "$1" -Zunstable-options -Cpanic=immediate-abort --print cfg > /dev/null 2>&1; then
        flags+=(-Zunstable-options -Cpanic=immediate-abort)
    else
        features+=,panic_immediate_abort
    fi
    options=(-Zbuild-std=std,panic_abort "-Zbuild-std-features=$features")
}

has_sources() { # of the standard library of this rustc
    local sysroot
    sysroot=$("$1" --print sysroot 2> /dev/null) && [ -d "$sysroot/lib/rustlib/src/rust/library/std" ]
}

flags=(-C "link-arg=-zstack-size=$stack")
options=()
if ! has_sources rustc && command -v rustup > /dev/null; then
    rustup component add rust-src > /dev/null 2>&1 || say "rustup cannot fetch the sources of the standard library"
fi
if has_sources rustc; then
    say "using $(rustc --version) and its sources of the standard library"
    own_standard_library rustc
    build() { RUSTC_BOOTSTRAP=1 cargo build "$@"; }
elif has_standard_library rustc; then
    say "using $(rustc --version) with its $target; a fifth smaller after: rustup component add rust-src"
    build() { cargo build "$@"; }
elif command -v rustup > /dev/null && rustup target add $target; then
    say "using $(rustc --version); rustup has fetched $target"
    build() { cargo build "$@"; }
elif [ -x /usr/bin/rustc ] && has_sources /usr/bin/rustc && command -v wasm-ld > /dev/null; then
    say "no $target from rustup: using Debian's $(/usr/bin/rustc --version) and its sources of the standard library"
    own_standard_library /usr/bin/rustc
    build() { ./debian-cargo.sh build "$@"; }
else
    say "cannot build: there is no standard library for $target. Each of these brings one:" >&2
    say "  rustup component add rust-src" >&2
    say "  rustup target add $target" >&2
    say "  apt-get install rustc-web cargo-web rust-web-src lld" >&2
    exit 1
fi

# The optimisation level of batches and scenes: with simd128 the 2D module has space for speed; the plain
# build, which is only for engines without simd128, has space for some; the 3D module, whose shapes take more,
# has none.
level() { # plane|space simd|plain
    case "$1, $2" in
        "plane, simd") echo 2 ;;
        "plane, plain") echo '"s"' ;;
        *) echo '"z"' ;;
    esac
}

built() { # FEATURES OF THE PROCESSOR, OPTIONS OF cargo…
    RUSTFLAGS="${flags[*]} -C target-feature=$1" build --quiet --profile wasm --target $target "${options[@]}" "${@:2}"
}

compile() { # plane|space simd|plain FEATURES OF THE PROCESSOR
    say "compiling $1, $2"
    built "$3" --config "profile.wasm.package.clearance-js-many.opt-level=$(level "$1" "$2")" \
        -p clearance-js --no-default-features --features "$1" --target-dir "$root/target/wasm-$2"
    cp "$root/target/wasm-$2/$target/wasm/clearance_js.wasm" "$root/target/wasm-$2/$1.wasm"
}

compile_meshes() {
    say "compiling meshes"
    built -simd128 -p clearance-js-meshes --target-dir "$root/target/wasm-plain"
    cp "$root/target/wasm-plain/$target/wasm/clearance_js_meshes.wasm" "$root/target/wasm-plain/meshes.wasm"
}

wrap() { # plane|space simd|plain
    (cd "$root" && cargo run --quiet --release -p clearance-bindgen -- \
        "target/wasm-$2/$1.wasm" "bindings/js/dist/wasm/$2" "$1")
    mv "dist/wasm/$2/$1_bg.wasm" "dist/wasm/$1_$2.wasm"
    rm "dist/wasm/$2/$1_bg.wasm.d.ts"
}

[ -d node_modules ] || npm install --no-fund --no-audit
rm -rf dist
mkdir -p dist/wasm
# With fat LTO a module is compiled on one core, so the two builds run in parallel.
(compile plane plain -simd128; compile space plain -simd128; compile_meshes) &
plain=$!
compile plane simd +simd128
compile space simd +simd128
wait $plain
for dimension in plane space; do
    wrap $dimension simd
    wrap $dimension plain
done
# Both builds of a dimension use the same JavaScript.
diff -r dist/wasm/simd dist/wasm/plain || { say "the two builds want different JavaScript" >&2; exit 1; }
mv dist/wasm/simd/* dist/wasm/
rm -r dist/wasm/simd dist/wasm/plain
(cd "$root" && cargo run --quiet --release -p clearance-bindgen -- \
    target/wasm-plain/meshes.wasm bindings/js/dist/wasm meshes)
mv dist/wasm/meshes_bg.wasm dist/wasm/meshes.wasm
rm dist/wasm/meshes_bg.wasm.d.ts
npx tsc
node entries.mjs

for module in dist/wasm/*.wasm; do
    size=$(gzip -9 -c "$module" | wc -c)
    say "$module: $((size / 1000)) kB, gzipped"
    limit=$most
    [ "$module" != dist/wasm/meshes.wasm ] || limit=$most_meshes
    if ((${#options[@]} > 0 && size >= limit)); then
        say "$module is larger than $((limit / 1000)) kB, gzipped" >&2
        exit 1
    fi
done
