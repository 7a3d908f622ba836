#!/usr/bin/env bash
# Builds the package into dist/: two WebAssembly modules (simd128, and plain where that is not understood), the JavaScript
# beside them, and the TypeScript half. Needs Rust, Node and the wasm32 standard library, in one of two ways:
#   rustup target add wasm32-unknown-unknown
#   apt-get install rustc-web cargo-web rust-web-src lld        (Debian)
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
target=wasm32-unknown-unknown
# Deep compounds are walked by recursion.
stack=$((4 << 20))

say() { echo "build.sh: $*"; }

has_standard_library() { # of this rustc
    ls "$("$1" --print sysroot)/lib/rustlib/$target/lib/"libstd-*.rlib > /dev/null 2>&1
}

if has_standard_library rustc; then
    say "using $(rustc --version) with its $target"
    build() { cargo build "$@"; }
elif command -v rustup > /dev/null && rustup target add $target; then
    say "using $(rustc --version); rustup has fetched $target"
    build() { cargo build "$@"; }
elif [ -x /usr/bin/rustc ] && [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/std" ] && command -v wasm-ld > /dev/null; then
    say "no $target from rustup: using Debian's $(/usr/bin/rustc --version) and its sources of the standard library"
    build() { ./debian-cargo.sh build -Zbuild-std=std,panic_abort "$@"; }
else
    say "cannot build: there is no standard library for $target. Either of these brings one:" >&2
    say "  rustup target add $target" >&2
    say "  apt-get install rustc-web cargo-web rust-web-src lld" >&2
    exit 1
fi

# Any folder of its own for each: the two share no compiled code.
build_module() { # NAME FEATURES
    say "compiling the $1 module"
    RUSTFLAGS="-C target-feature=$2 -C link-arg=-zstack-size=$stack" \
        build --quiet --profile wasm --target $target -p clearance-js --target-dir "$root/target/wasm-$1"
    cargo run --quiet --release -p clearance-bindgen -- \
        "$root/target/wasm-$1/$target/wasm/clearance_js.wasm" "dist/wasm/$1" clearance
    mv "dist/wasm/$1/clearance_bg.wasm" "dist/wasm/clearance_$1.wasm"
}

[ -d node_modules ] || npm install --no-fund --no-audit
rm -rf dist
mkdir -p dist/wasm
build_module simd +simd128
build_module plain -simd128
cmp dist/wasm/simd/clearance.js dist/wasm/plain/clearance.js || { say "the two modules want different JavaScript" >&2; exit 1; }
mv dist/wasm/simd/clearance.js dist/wasm/simd/clearance.d.ts dist/wasm/
rm -r dist/wasm/simd dist/wasm/plain
npx tsc

size=$(gzip -9 -c dist/wasm/clearance_simd.wasm | wc -c)
say "dist/ is ready; the module is $((size / 1000)) kB, gzipped"
