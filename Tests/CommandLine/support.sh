# What the scenarios share: sounds, songs, instruments that run, and what is expected of them.

# refused STATUS PATTERN COMMAND...: COMMAND ends with STATUS. All lines on standard error are spinet's own, and one of
# them matches PATTERN.
refused() {
  local wanted=$1 pattern=$2 status=0
  shift 2
  timeout 30 "$@" >output 2>errors </dev/null || status=$?
  echo "$* -> $status: $(cat errors)"
  [ "$status" = "$wanted" ]
  grep -qiE -- "$pattern" errors
  ! grep -vE '^spinet: |^[^ ]+:[0-9]+:[0-9]+: ' errors
}

says() { grep -F -- "$1" >/dev/null || { echo "expected: $1"; return 1; }; }

rms() { sox "$1" -n stat 2>&1 | awk '/RMS.*amplitude/ { print $3 }'; }

louder() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > b) }'; }

# soon COMMAND...: COMMAND succeeds within ten seconds.
soon() {
  local tries=0
  until "$@" > /dev/null 2>&1; do
    tries=$((tries + 1))
    [ $tries -lt 100 ]
    sleep 0.1
  done
}

# song KEY: a file song.mid with one note of half a second.
song() {
  local on='\x9'"${2:-0}"'\x'"$1"'\x64' off='\x8'"${2:-0}"'\x'"$1"'\0'
  printf 'MThd\0\0\0\6\0\0\0\1\1\364MTrk\0\0\0\15\0'"$on"'\203\164'"$off"'\0\377\57\0' > song.mid
}

# A song of one note on each of two channels, with a program change before the second, and a drum.
parts_song() {
  printf 'MThd\0\0\0\6\0\0\0\1\1\364MTrk\0\0\0\57'
  printf '\0\300\46\0\301\131\0\220\60\144\0\221\110\144\0\231\44\144'
  printf '\207\150\200\60\100\0\201\110\100\0\211\44\100\0\301\4\0\221\114\144\207\150\201\114\100\0\377\57\0'
}

# A running instrument without MIDI and sound card, named Spinet live.
live() {
  # What the one before has said is not taken for this one's.
  rm -f live.out live.err
  "$spinet" play "$@" --midi none --pcm none --name live --no-terminal > live.out 2> live.err &
  local tries=0
  until grep -qs '^ready' live.out; do
    tries=$((tries + 1))
    [ $tries -lt 200 ]
    sleep 0.05
  done
}

has_widget() { "$spinet" widgets | grep -E "$1"; }

speaks() { "$spinet" engine status --json | grep -E "$1"; }

# playing OPTIONS...: starts an instrument that needs no device, and waits until it is ready.
playing() {
  : > ready
  "$spinet" play --midi none --pcm none --no-terminal "$@" > ready 2> play-errors &
  instrument=$!
  for _ in $(seq 100); do [ -s ready ] && return; sleep 0.1; done
  cat play-errors
  return 1
}

ended() {
  local status=0
  wait "$instrument" || status=$?
  echo "play ended with $status: $(cat play-errors)"
  [ "$status" = "$1" ]
}

# shows TEXT: waits until the terminal shows it.
shows() {
  local screen
  for _ in $(seq 100); do
    screen=$(tmux -S "$socket" capture-pane -p -t talk)
    grep -qF -- "$1" <<< "$screen" && return
    sleep 0.1
  done
  printf 'expected: %s\nseen:\n%s\n' "$1" "$screen"
  return 1
}
