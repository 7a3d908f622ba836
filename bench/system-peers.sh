#!/usr/bin/env bash
# Installs FCL, Embree, Bullet and CMake from Debian's packages, then builds the bench with them and with
# Jolt:
#     bench/system-peers.sh [ARGUMENTS OF THE BENCH]
# runs target/dist/bench with the arguments if there are any: bench/system-peers.sh mesh/ray
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(g++ cmake pkg-config libfcl-dev libembree-dev libbullet-dev)
if ! dpkg -s "${packages[@]}" >/dev/null 2>&1; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq "${packages[@]}"
fi
dpkg-query -W -f '${Package} ${Version}\n' libfcl-dev libembree-dev libbullet-dev
cargo build --profile dist -p bench --features system-peers
if [ $# -gt 0 ]; then
    exec target/dist/bench "$@"
fi
