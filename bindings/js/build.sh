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

# A standard library made for size is a tenth of the module less; cargo takes the option only so.
small_standard_library=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size)

if [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library/std" ]; then
    say "using $(rustc --version) and its sources of the standard library, made for size"
    build() { RUSTC_BOOTSTRAP=1 cargo build "${small_standard_library[@]}" "$@"; }
elif has_standard_library rustc; then
    say "using $(rustc --version) with its $target; a tenth smaller after: rustup component add rust-src"
    build() { cargo build "$@"; }
elif command -v rustup > /dev/null && rustup target add $target; then
    say "using $(rustc --version); rustup has fetched $target"
    build() { cargo build "$@"; }
elif [ -x /usr/bin/rustc ] && [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/std" ] && command -v wasm-ld > /dev/null; then
    say "no $target from rustup: using Debian's $(/usr/bin/rustc --version) and its sources of the standard library"
    build() { ./debian-cargo.sh build "${small_standard_library[@]}" "$@"; }
else
    say "cannot build: there is no standard library for $target. Either of these brings one:" >&2
    say "  rustup target add $target" >&2
    say "  apt-get install rustc-web cargo-web rust-web-src lld" >&2
    exit 1
fi

compile() { # plane|space simd|plain FEATURES OF THE PROCESSOR
    say "compiling $1, $2"
    RUSTFLAGS="-C target-feature=$3 -C link-arg=-zstack-size=$stack" build --quiet --profile wasm --target $target \
        -p clearance-js --no-default-features --features "$1" --target-dir "$root/target/wasm-$2"
    cp "$root/target/wasm-$2/$target/wasm/clearance_js.wasm" "$root/target/wasm-$2/$1.wasm"
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
# Optimised whole, a module is compiled on one core: the two builds side by side.
(compile plane plain -simd128; compile space plain -simd128) &
plain=$!
compile plane simd +simd128
compile space simd +simd128
wait $plain
for dimension in plane space; do
    wrap $dimension simd
    wrap $dimension plain
done
# One JavaScript serves both builds of a dimension.
diff -r dist/wasm/simd dist/wasm/plain || { say "the two builds want different JavaScript" >&2; exit 1; }
mv dist/wasm/simd/* dist/wasm/
rm -r dist/wasm/simd dist/wasm/plain
npx tsc

for module in dist/wasm/*.wasm; do
    say "$module: $(($(gzip -9 -c "$module" | wc -c) / 1000)) kB, gzipped"
done
