# Checks that are counted, for the scripts that run them:
#
#   check NAME COMMAND...        COMMAND, which may be a function, must end without a failing command
#   check_alone NAME COMMAND...  the same when all others have ended, for what measures time or takes the whole machine
#   counted NAME COMMAND...      COMMAND makes checks of its own, and ends with `N passed, N failed`
#   finish                       waits for all, and ends with `N passed, N failed`
#
# Each says `ok NAME`, or `not ok NAME` and what it printed. At most $at_once run beside one another. A check that lasts
# longer than $check_seconds is ended and has failed. One that failed beside others is tried once more when they have
# ended, because a busy machine can be too late for it; what it printed at first is shown too.

at_once=1
check_seconds=600
checks=$(mktemp -d "${TMPDIR:-/tmp}/spinet-checks.XXXXXX")
trap 'rm -rf "$checks"' EXIT
# How many have passed and failed, a line for each that has ended.
: >"$checks/counts"
# What is to run alone: the number of words, and these.
alone=()

check() { beside judge_at_first "$@"; }

check_alone() { alone+=("$#" "$@"); }

counted() { beside count "$@"; }

beside() {
  while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do wait -n; done
  "$@" &
  [ "$at_once" -gt 1 ] || wait
}

judge() {
  local log=$checks/$BASHPID
  ends_within "$check_seconds" "${@:2}" >"$log" 2>&1 </dev/null
  verdict "$1" $? "$log"
}

# The same for a check that runs beside others: a failure is not yet counted.
judge_at_first() {
  local log=$checks/$BASHPID status
  ends_within "$check_seconds" "${@:2}" >"$log" 2>&1 </dev/null
  status=$?
  if [ "$status" = 0 ]; then
    verdict "$1" 0 "$log"
  else
    { echo "at first not ok $1"; sed 's/^/    /' "$log"; } | tell
    printf '%q ' "$#" "$@" >>"$checks/again.$BASHPID"
  fi
}

# ends_within SECONDS COMMAND...: ends COMMAND when it lasts longer, and fails then.
ends_within() {
  local command clock ended status
  # A job of a script ignores interruptions, but what is tested is to take them.
  (trap - INT; set -eEu; trap 'failing "$BASH_COMMAND"' ERR; "${@:2}") &
  command=$!
  sleep "$1" &
  clock=$!
  wait -n -p ended "$command" "$clock"
  status=$?
  if [ "$ended" = "$clock" ]; then
    echo "It did not end within $1 seconds."
    kill "$command"
    status=124
  else
    kill "$clock"
  fi
  wait "$ended" "$command" "$clock" 2>/dev/null
  return $status
}

# Says which command of a check has failed, because most of them say nothing.
failing() { printf '%s:%s: failed: %s\n' "$(basename "${BASH_SOURCE[1]}")" "${BASH_LINENO[0]}" "$1" >&2; }

# verdict NAME STATUS LOG: says and counts how a check has ended.
verdict() {
  if [ "$2" = 0 ]; then echo "ok $1"; else echo "not ok $1"; sed 's/^/    /' "$3"; fi | tell
  if [ "$2" = 0 ]; then echo 1 0; else echo 0 1; fi >>"$checks/counts"
}

count() {
  local log=$checks/$BASHPID status last passed failed
  (trap - INT; "${@:2}") >"$log" 2>&1 </dev/null
  status=$?
  last=$(tail -n 1 "$log")
  if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=${BASH_REMATCH[1]} failed=${BASH_REMATCH[2]}
    sed '$d' "$log" | tell
    if [ "$status" != 0 ] && [ "$failed" = 0 ]; then
      failed=1
      echo "not ok $1: its status is $status, and none of its checks has failed" | tell
    fi
    echo "$passed $failed" >>"$checks/counts"
  else
    { cat "$log"; echo "not ok $1: it ended before its count"; } | tell
    echo 0 1 >>"$checks/counts"
  fi
}

# The lines of a check stay together.
tell() { flock "$checks/counts" tee -a "$checks/told"; }

# Puts what failed beside others with what runs alone, unless that is so much that no lack of time explains it.
try_again() {
  local failed
  failed=$(find "$checks" -maxdepth 1 -name 'again.*' | wc -l)
  if [ "$failed" -gt 9 ]; then
    yes "0 1" | head -n "$failed" >>"$checks/counts"
  elif [ "$failed" -gt 0 ]; then
    # The words were quoted by the shell.
    eval "alone+=($(cat "$checks"/again.*))"
  fi
}

# A run without a check has failed.
finish() {
  wait
  try_again
  while [ ${#alone[@]} -gt 0 ]; do
    judge "${alone[@]:1:${alone[0]}}" &
    wait
    alone=("${alone[@]:1 + ${alone[0]}}")
  done
  awk '{ passed += $1; failed += $2 } END { printf "%d passed, %d failed\n", passed, failed; exit failed || !NR }' "$checks/counts"
  exit
}

# A script that has a function of such a name would be called by these.
readonly -f check check_alone counted beside judge judge_at_first ends_within failing verdict count tell try_again finish
