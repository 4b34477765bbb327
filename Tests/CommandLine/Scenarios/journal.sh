# What was played is kept, and saved as MIDI files.

# The notes that a MIDI file's messages play, one a line: `KEY on SECONDS` in hundredths.
midi_notes() {
  python3 - "$1" <<'PYTHON'
import sys
data = open(sys.argv[1], "rb").read()
division = int.from_bytes(data[12:14], "big")
found, at = [], 14
while at < len(data):
    length = int.from_bytes(data[at + 4:at + 8], "big")
    track, at, tick, i = data[at + 8:at + 8 + length], at + 8 + length, 0, 0
    while i < len(track):
        wait = 0
        while True:
            wait = wait << 7 | track[i] & 127
            i += 1
            if track[i - 1] < 128: break
        tick += wait
        status = track[i]
        if status >= 0xF0:
            i += 2 if status == 0xFF else 1
            size = 0
            while True:
                size = size << 7 | track[i] & 127
                i += 1
                if track[i - 1] < 128: break
            i += size
            continue
        if status & 0xF0 in (0x80, 0x90):
            found.append((tick * 0.5 / division, track[i + 1], "on" if status & 0xF0 == 0x90 else "off"))
        i += 2 if status & 0xE0 == 0xC0 else 3
for seconds, key, what in sorted(found): print(key, what, round(seconds, 2))
PYTHON
}

# What was played on a keyboard of one's own is rendered with it.
keeps_the_keyboard() {
  printf 'transpose: 12\n' > high.yaml
  live warm-pad --state none --keyboard high.yaml
  "$spinet" note C4 --for 0.2
  sleep 0.4
  kill -TERM $!
  wait $! || true
  "$spinet" journal save LAST -o take.mid --name live
  grep -aF "spinet keyboard $PWD/high.yaml" take.mid
  mkdir elsewhere
  (cd elsewhere && "$spinet" render ../take.mid -o ../high.wav)
  "$spinet" render take.mid -o same.wav --keyboard high.yaml
  cmp high.wav same.wav
  printf 'transpose: 0\n' > plain.yaml
  "$spinet" render take.mid -o plain.wav --keyboard plain.yaml
  ! cmp -s high.wav plain.wav || return 1
  rm high.yaml
  refused 65 'high.yaml: No such file' "$spinet" render take.mid -o none.wav
}
scenario "A take is rendered with the keyboard that it was played on" keeps_the_keyboard

journal_takes() {
  "$spinet" journal | says 'nothing was played yet'
  live warm-pad --state none
  "$spinet" widgets set filter.cutoff 700
  # Moves are kept a few times a second; this one is to be before the note.
  sleep 0.3
  "$spinet" note C4 --for 0.2
  sleep 0.4
  "$spinet" note E4 --for 0.2
  "$spinet" widgets set filter.cutoff 900
  sleep 0.5
  kill -KILL $!
  wait $! || true
  "$spinet" journal --name live | grep -E '^1 +[0-9-]+ [0-9:]+ +[0-9.]+ s +2 notes +warm-pad$'
  "$spinet" journal --name live --pause 0.15 --json | grep '"take":2,"begin":"20.*"notes":1,"instrument":"warm-pad"'
  "$spinet" journal save LAST -o take.mid --name live | says 'saved take 1 in take.mid'
  midi_notes take.mid > notes
  cat notes
  head -1 notes | says '60 on 0.0'
  [ "$(cut -d ' ' -f 1,2 notes | paste -sd ,)" = '60 on,60 off,64 on,64 off' ]
  grep -aF 'spinet state 700.0 filter.cutoff' take.mid
  grep -aF 'spinet widget 900.0 filter.cutoff' take.mid
  refused 64 'the file exists.*--replace' "$spinet" journal save 1 -o take.mid --name live
  "$spinet" journal save "$(date -d '-2 hours' +%H:%M)..$(date -d '+1 hour' +%H:%M:%S)" -o span.mid --name live
  cmp <(midi_notes take.mid) <(midi_notes span.mid)
  refused 64 "nothing was played then; 'spinet journal' shows when something was played$" "$spinet" journal save '2020-01-01 10:00..11:00' -o none.mid --name live
  refused 64 'no span of time' "$spinet" journal save 10:00..25:00 -o none.mid --name live
  "$spinet" journal save 1 -o take.mid --name live --replace
  refused 64 "none of that number; give LAST, 1 or a span of time; 'spinet journal' shows them$" "$spinet" journal save 2 -o other.mid --name live
  refused 64 'ends in .mid' "$spinet" journal save 1 -o other.wav --name live
  refused 64 'nothing was played yet' "$spinet" journal save LAST -o other.mid
  # It renders with the sound that played.
  "$spinet" render take.mid -o take.wav
  "$spinet" render take.mid -o pad.wav warm-pad --set filter.cutoff=700
  cmp take.wav pad.wav
  louder "$(rms take.wav)" 0.001
}
scenario "What was played is listed, saved as a MIDI file, and renders, also after a kill" journal_takes

no_journal() {
  live warm-pad --state none --journal none
  "$spinet" note C4 --for 0.1
  sleep 0.3
  [ ! -e "$XDG_STATE_HOME/spinet/journal" ]
  refused 64 'journal' "$spinet" play --journal 5 --midi none --pcm none --duration 1
}
scenario "Without a journal nothing is kept" no_journal

unwritable_journal() {
  mkdir -p "$XDG_STATE_HOME/spinet"
  echo 'in the way' > "$XDG_STATE_HOME/spinet/journal"
  live warm-pad --state none
  "$spinet" note C4 --for 0.1
  soon grep -F 'the journal cannot be written: Not a directory' live.err
  rm "$XDG_STATE_HOME/spinet/journal"
  soon grep -F 'the journal is being written again' live.err
  "$spinet" note E4 --for 0.1
  sleep 0.5
  [ "$(grep -c 'journal cannot be written' live.err)" = 1 ]
  "$spinet" journal --name live | grep -E '^1 .* 2 notes +warm-pad'
}
scenario "A journal that cannot be written is told once, playing goes on, and nothing is lost" unwritable_journal

# Kills an instrument at random moments while notes arrive; the last notes that it took must be in the journal. Each
# `spinet note` prints its key after control has taken it.
# kills=1000 in the environment: so many rounds.
journal_survives() {
  local round keys lost=0
  for round in $(seq "${kills:-20}"); do
    rm -rf "$XDG_STATE_HOME/spinet/journal"
    live warm-pad --state none
    local instrument=$!
    local begin=$EPOCHREALTIME
    (for key in $(seq 30 120); do
      "$spinet" note "$key" --for 60 --name live > said 2> /dev/null || break
      echo "$key $EPOCHREALTIME"
    done) > played &
    local player=$!
    sleep "0.$((RANDOM % 900 + 100))"
    kill -KILL $instrument
    local killed=$EPOCHREALTIME
    wait $instrument $player || true
    # What was taken more than 100 ms before the kill is in the journal.
    awk -v killed="$killed" '$2 < killed - 0.1 { n++ } END { print n + 0 }' played > due
    local due=$(cat due) kept=0
    if [ -d "$XDG_STATE_HOME/spinet/journal" ]; then
      "$spinet" journal --name live --json > list
      kept=$(sed -n 's/.*"notes":\([0-9]*\).*/\1/p' list | awk '{ n += $1 } END { print n + 0 }')
    fi
    echo "round $round: $due due, $kept kept"
    [ "$kept" -ge "$due" ] || lost=$((lost + 1))
  done
  [ "$lost" = 0 ]
}
scenario_alone "A kill at any moment loses less than 100 ms of the journal" journal_survives
