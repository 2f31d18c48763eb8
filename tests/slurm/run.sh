#!/bin/bash
# Spreads a plan over a Slurm array on this machine, loses a node midway, and compares what is merged
# with a single run, byte for byte.
#
# Four slurmd on loopback stand for four nodes. Needs root, Debian's slurm-wlm and munge, and the
# program: tests/slurm/run.sh target/release/hexscape [BATTLES]
set -euo pipefail

program=$(realpath "${1:?the program, such as target/release/hexscape}")
battles=${2:-800}
here=$(cd "$(dirname "$0")/../.." && pwd)
export HEXSCAPE_ASSETS=$here/assets
work=$(mktemp -d)
host=$(hostname -s)
pids=()

finish() {
    status=$?
    [ $status = 0 ] || tail -n 20 "$work"/*.log
    kill -9 "${pids[@]}" 2>/dev/null || true
    rm -rf "$work"
    exit $status
}
trap finish EXIT

# A munge of our own, so that none of the system's is touched.
dd if=/dev/urandom of="$work/munge.key" bs=1024 count=1 status=none
chmod 400 "$work/munge.key"
munged --force --foreground --key-file="$work/munge.key" --socket="$work/munge.socket" \
    --log-file="$work/munge.log" --pid-file="$work/munge.pid" --seed-file="$work/munge.seed" 2> "$work/munged.log" &
pids+=($!)
disown

export SLURM_CONF=$work/slurm.conf
cat > "$SLURM_CONF" <<CONF
ClusterName=lab
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SlurmctldPort=17000
SlurmdTimeout=10
InactiveLimit=0
JobRequeue=1
ReturnToService=2
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool.%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.%n.log
NodeName=n[1-4] NodeHostname=$host NodeAddr=127.0.0.1 Port=[17001-17004] CPUs=1 State=UNKNOWN
PartitionName=lab Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
mkdir "$work/state" "$work/spool.n1" "$work/spool.n2" "$work/spool.n3" "$work/spool.n4"
until [ -S "$work/munge.socket" ]; do sleep 0.2; done
slurmctld -D 2> /dev/null &
pids+=($!)
disown
declare -A node
for name in n1 n2 n3 n4; do
    slurmd -D -N $name 2> /dev/null &
    node[$name]=$!
    pids+=($!)
    disown
done
until [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 4 ]; do sleep 0.5; done
sinfo

plan=(lab "$here/assets/missions/skirmish_6v8.ron" --battles "$battles"
    --set weapons.assault_rifle.damage=d20,d26)
cd "$work"
"$program" "${plan[@]}" --out single > /dev/null

# What a user types, but for the plan in arguments.
sbatch --array=1-16 --requeue --output="$work/task.%a.log" \
    --wrap "$program ${plan[*]} --out sweep --jobs 1"
until [ "$(find sweep/parts -type f 2>/dev/null | wc -l)" -gt 40 ]; do sleep 0.2; done
victims=$(squeue -h -t R -w n3 -o %F_%K | tr '\n' ' ')
echo "n3 is lost while it plays: $victims"
# As if its power went: first what would tell of it, then the rest.
tasks=$(grep -lsz '^SLURMD_NODENAME=n3$' /proc/[0-9]*/environ | cut -d/ -f3 || true)
keepers=()
for task in $tasks; do
    parent=$(ps -o ppid= -p "$task" | tr -d ' ')
    case $(ps -o comm= -p "$parent" 2>/dev/null) in slurmstepd*) keepers+=("$parent") ;; esac
done
kill -9 "${node[n3]}" "${keepers[@]}"
kill -9 $tasks 2>/dev/null || true
while [ -n "$(squeue -h)" ]; do sleep 1; done
sinfo
grep -iE 'requeue' "$work/slurmctld.log" | head -5 || true
grep -h -o 'from the array job of Slurm' "$work"/task.*.log | sort | uniq -c

"$program" lab merge sweep > /dev/null
diff -r --exclude='.hexscape-*' single sweep
echo "merged to the bytes of the single run: $(ls single | tr '\n' ' ')"
