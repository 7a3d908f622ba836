#!/usr/bin/env bash
# Debian's cargo (1.85), for the wasm32 standard library whose source is in its rust-web-src. Newer language
# and library features that this workspace and a dependency use are unstable in this version, and are enabled
# for them.
set -euo pipefail
cd "$(dirname "$0")"
export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
export RUSTC_WRAPPER="$PWD/debian-rustc.sh"
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
subcommand=$1
shift
exec /usr/bin/cargo "$subcommand" --ignore-rust-version "$@"
