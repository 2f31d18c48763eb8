#!/bin/bash
# Plays battles on another kind of processor, under user-mode emulation, and compares what comes out
# with this one's, byte for byte: what `hexscape sim` prints of every shipped mission, and all that
# `hexscape lab` writes.
#
# Needs rustup, and root on Debian, for it installs the emulator and a linker:
# tests/emulation/run.sh [TARGET] [SEEDS]. Targets are aarch64 (default), s390x (big-endian) and armv7
# (32 bits). The build of another target is in a folder of its own, which is deleted again.
set -euo pipefail

case ${1:-aarch64} in
    aarch64) target=aarch64-unknown-linux-gnu triple=aarch64-linux-gnu debian=arm64 emulator=qemu-aarch64 ;;
    s390x) target=s390x-unknown-linux-gnu triple=s390x-linux-gnu debian=s390x emulator=qemu-s390x ;;
    armv7) target=armv7-unknown-linux-gnueabihf triple=arm-linux-gnueabihf debian=armhf emulator=qemu-arm ;;
    *) echo "target $1 is unknown (allowed: aarch64, s390x, armv7)" >&2; exit 2 ;;
esac
seeds=${2:-10}
root=$(cd "$(dirname "$0")/../.." && pwd)
export HEXSCAPE_ASSETS=$root/assets
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

apt-get install -y --no-install-recommends qemu-user "gcc-$triple" "libc6-dev-$debian-cross" > "$work/apt.log" ||
    { tail "$work/apt.log"; exit 1; }
rustup target add "$target"
cd "$root"
build=(cargo build --release --no-default-features --config profile.release.package.hexscape.codegen-units=16)
"${build[@]}"
upper=$(echo "$target" | tr 'a-z-' 'A-Z_')
env "CARGO_TARGET_${upper}_LINKER=$triple-gcc" CARGO_TARGET_DIR="$work/target" "${build[@]}" --target "$target"

here=${CARGO_TARGET_DIR:-target}/release/hexscape
there=("$emulator" -L "/usr/$triple" "$work/target/$target/release/hexscape")
missions=(assets/missions/*.ron)
play() { # FOLDER PROGRAM...
    local out=$1
    shift
    mkdir "$out"
    for mission in "${missions[@]}"; do
        "$@" sim "$mission" --seeds "1..$seeds" --json >> "$out/sim.json"
    done
    "$@" lab "${missions[@]}" --battles "$seeds" --difficulty 75,125 --explain --out "$out/lab" > "$out/lab.txt"
}
play "$work/here" "$here"
play "$work/there" "${there[@]}"
# Big-endian processors leave the Parquet files out; merged here, they are the same.
"$here" lab merge "$work/there/lab" --explain > /dev/null
diff -r --exclude='.hexscape-*' "$work/here" "$work/there"
echo "$target: the same $(wc -l < "$work/here/sim.json") battles of sim, and the same files of lab:" \
    "$(cd "$work/here/lab" && echo *)"
