#!/usr/bin/env bash
# cargo as Debian has it (1.85), for the wasm32 standard library that its rust-web-src brings as source: what newer language
# and library features this workspace and a dependency use are unstable there, and switched on for them.
set -euo pipefail
cd "$(dirname "$0")"
export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
export RUSTC_WRAPPER="$PWD/debian-rustc.sh"
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
subcommand=$1
shift
exec /usr/bin/cargo "$subcommand" --ignore-rust-version "$@"
