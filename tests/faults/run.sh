#!/bin/bash
# Lets single system calls of the program fail and kills it at any moment, and looks at what it leaves:
# every file is whole or not there, a status of 0 means that all is there, and nothing ever panics.
#
# Needs strace and the program: tests/faults/run.sh target/debug/hexscape [FAULTS] [KILLS]
set -euo pipefail

program=$(realpath "${1:?the program, such as target/debug/hexscape}")
faults=${2:-300}
kills=${3:-200}
here=$(cd "$(dirname "$0")/../.." && pwd)
export HEXSCAPE_ASSETS=$here/assets
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mission=$here/assets/missions/first_steps.ron
RANDOM=1

# The commands; all of them print to the file `printed`.
declare -A commands=(
    [sim]="sim $mission --seeds 1..4 --journal a.journal --result a.json"
    [lab]="lab $mission --battles 24 --jobs 1 --out out"
    [check]="check $mission"
    [replay]="replay $work/battle.journal"
)
names=(sim lab check replay)
"$program" sim "$mission" --seed 1 --journal "$work/battle.journal" > /dev/null
for name in "${names[@]}"; do
    mkdir -p "$work/whole/$name"
    (cd "$work/whole/$name" && "$program" ${commands[$name]} > printed 2> told)
done

wrong() {
    echo "faults: $*"
    find "$work/now" -type f | head -n 40
    cat "$work/now/told"
    exit 1
}

# Every file that the command NAME left is as in a whole run; with ALL, every file is there.
look() {
    local name=$1 what=$2 all=$3 file
    grep -q panicked "$work/now/told" && wrong "$what: panicked"
    while IFS= read -r file; do
        cmp -s "$work/now/$file" "$work/whole/$name/$file" || wrong "$what: $file is not what a whole run writes"
    done < <(cd "$work/now" && find . -type f ! -name '.hexscape-*.part' ! -name printed ! -name told)
    [ "$all" = all ] || return 0
    while IFS= read -r file; do
        [ -e "$work/now/$file" ] || wrong "$what: $file is missing"
    done < <(cd "$work/whole/$name" && find . -type f ! -name told)
    cmp -s "$work/now/printed" "$work/whole/$name/printed" || wrong "$what: something else is printed"
}

# Single calls that fail, spread over all that each command makes.
calls=(write:ENOSPC fsync:EIO rename:EACCES openat:EMFILE mkdir:ENOSPC close:EIO fchmod:EPERM write:EIO read:EIO)
declare -A ended=()
done=0
for ((round = 0; done < faults; round++)); do
    for name in "${names[@]}"; do
        for call in "${calls[@]}"; do
            [ "$done" -lt "$faults" ] || break 3
            kind=${call%:*}
            if [ ! -e "$work/$name.$kind" ]; then
                rm -rf "$work/now" && mkdir "$work/now" && cd "$work/now"
                strace -f -qq -e trace="$kind" -o "$work/$name.$kind" "$program" ${commands[$name]} > printed 2> told
            fi
            made=$(wc -l < "$work/$name.$kind")
            [ "$made" -gt 0 ] || continue
            # The last calls one after the other, where results are written, then any.
            at=$((round < 6 ? made - round : RANDOM % made + 1))
            [ "$at" -gt 0 ] || continue
            rm -rf "$work/now" && mkdir "$work/now" && cd "$work/now"
            status=0
            timeout 120 strace -f -qq -e trace="$kind" -e "inject=$kind:error=${call#*:}:when=$at" -o /dev/null \
                "$program" ${commands[$name]} > printed 2> told || status=$?
            what="$name, call $at of $made to $kind fails with ${call#*:}, status $status"
            case $status in
            0) look "$name" "$what" all ;;
            # 127: libraries of the system could not be loaded.
            1 | 2 | 127) look "$name" "$what" some ;;
            *) wrong "$what" ;;
            esac
            ended[$status]=$((${ended[$status]:-0} + 1))
            done=$((done + 1))
        done
    done
done
echo "$done failed calls: $(for status in "${!ended[@]}"; do echo -n "${ended[$status]} ended with $status; "; done)nothing torn, nothing told done that was not"

# Kills; what the laboratory was at is gone on with.
torn=0
resumed=0
for ((kill = 0; kill < kills; kill++)); do
    name=${names[$((kill % 2))]}
    rm -rf "$work/now" && mkdir "$work/now" && cd "$work/now"
    "$program" ${commands[$name]} > printed 2> told &
    child=$!
    sleep "0.$(printf %03d $((RANDOM % 600)))"
    kill -9 "$child" 2> /dev/null || true
    status=0
    wait "$child" 2> /dev/null || status=$?
    [ $status = 0 ] && all=all || all=some
    look "$name" "$name, kill $kill" "$all"
    torn=$((torn + $(find . -name '.hexscape-*.part' | wc -l)))
    if [ "$name" = lab ] && [ $status != 0 ]; then
        "$program" ${commands[lab]} --resume > printed 2> told || wrong "kill $kill: cannot be gone on with"
        look lab "lab after kill $kill" all
        resumed=$((resumed + 1))
    fi
done
echo "$kills kills: $torn files half written under names of their own, $resumed runs of the laboratory gone on with to the same files"
