# Recordings of what sounds.

nothing_recorded() {
  "$spinet" play --midi none --pcm none --state none --engine off --record r.wav --duration 0.3 2> errors
  says 'r.wav: nothing was recorded' < errors
}
scenario "An empty recording is reported" nothing_recorded

keeps_takes() {
  for name in dusk.wav dusk-2.wav dusk-3.wav; do
    live default --state none --record dusk.wav --duration 0.5
    wait $!
    [ -s "$name" ]
  done
  says 'dusk.wav exists: the sound is recorded in dusk-3.wav' < live.err
  echo old > dusk-3.wav
  live default --state none --record dusk-3.wav --replace --duration 0.5
  wait $!
  soxi -D dusk-3.wav
}
scenario "A recording is never written over another, unless it is to be" keeps_takes

records() {
  playing --state none --duration 1 --record take.wav
  ended 0
  louder "$(soxi -D take.wav)" 0.5
}
scenario "It records what sounds" records

# What a kill leaves behind.
survives_a_kill() {
  local kind
  export HOME=$PWD/home
  mkdir -p home/Music there
  for kind in wav aiff flac; do
    playing --state none --name cut default --record "there/cut.$kind"
    "$spinet" note C4 --for 2
    sleep 2
    kill -KILL "$instrument"
    ended 137
    [ ! -e "there/cut.$kind" ]
    # A file of another kind, and one that the user has made meanwhile.
    [ $kind != wav ] || { soxi -D there/cut.wav.*.part | awk '{ exit !($1 > 1) }'; echo mine > there/cut.wav; }
    # The next start is elsewhere, and does not record.
    playing --state none --name next default
    soon grep -F "there/cut" play-errors
    kill -INT "$instrument"
    ended 130
    ! ls there | grep -F .part || return 1
  done
  grep -E "^spinet: $PWD/there/cut.flac: a recording of [0-9.]+ s, which an earlier run could not end, is complete now$" play-errors
  [ "$(ls there | paste -sd ' ')" = "cut-2.wav cut.aiff cut.flac cut.wav" ]
  [ "$(cat there/cut.wav)" = mine ]
  for kind in cut-2.wav cut.aiff cut.flac; do
    soxi -D there/$kind | awk '{ exit !($1 > 1) }'
    louder "$(rms there/$kind)" 0.001
  done
  # Empty left-overs go; what is not Spinet's stays.
  : > home/Music/a.wav.99999.part
  : > home/Music/film.mkv.part
  playing --state none --name next default
  soon [ ! -e home/Music/a.wav.99999.part ]
  kill -INT "$instrument"
  ended 130
  [ -e home/Music/film.mkv.part ]
  [ -z "$(ls "$XDG_STATE_HOME/spinet/recordings")" ]
}
scenario "A recording that was killed plays, and the next start completes it and says where it is" survives_a_kill

# A recording or state that is lost is reported, also by the exit status.
loses_at_the_end() {
  mkdir -p takes
  playing --state none --duration 2 --record takes/take.wav
  rm -r takes
  ended 1
  says takes/take.wav < play-errors
  playing --state gone/kept.state
  echo 'in the way' > gone
  "$spinet" widgets set filter.cutoff 700
  kill -TERM "$instrument"
  ended 1
  says gone/kept.state < play-errors
}
scenario "What is lost at the end is reported, also by the exit status" loses_at_the_end

# Recordings that begin and end while it plays.
records_by_command() {
  mkdir there
  playing --state none --name tape default
  (cd there && "$spinet" record start dusk.flac) | says "recording $PWD/there/dusk.flac"
  refused 64 "a recording is already running; stop it with 'spinet record stop'$" "$spinet" record start other.wav
  "$spinet" widgets | grep -E '^recording +on'
  "$spinet" note C4 --for 0.5
  sleep 0.7
  "$spinet" record stop | says "recorded $PWD/there/dusk.flac"
  louder "$(soxi -D there/dusk.flac)" 0.5
  louder "$(rms there/dusk.flac)" 0.001
  refused 64 "nothing is recorded; start one with 'spinet record start'$" "$spinet" record stop
  # The command that started it printed the error, so it is not reported again.
  refused 1 'nowhere/a.wav' "$spinet" record start nowhere/a.wav
  refused 64 "nothing is recorded; start one with 'spinet record start'$" "$spinet" record stop
  # What is there stays, unless it is to be replaced.
  cp there/dusk.flac kept.flac
  "$spinet" record start there/dusk.flac | says there/dusk-2.flac
  "$spinet" record stop
  cmp kept.flac there/dusk.flac
  "$spinet" record start there/dusk.flac --replace | says there/dusk.flac
  "$spinet" record stop
  ! cmp -s kept.flac there/dusk.flac || return 1
  refused 1 'nowhere/take.wav' "$spinet" record start nowhere/take.wav
  refused 64 'take.txt: .*which kind of sound file' "$spinet" record start take.txt
  "$spinet" engine stop
  refused 1 "the engine is stopped; start it with 'spinet engine start'$" "$spinet" record start take.wav
  "$spinet" engine start
  "$spinet" record start take.wav
  kill -INT "$instrument"
  ended 130
  soxi -D take.wav
}
scenario "Recordings begin and end by command, and never over another" records_by_command

# As a pedal does that is mapped to the widget.
records_by_widget() {
  export HOME=$PWD/home
  mkdir home
  playing --state none --name pedal default
  "$spinet" widgets set recording on
  soon "$spinet" record stop
  soon ls home/Music/spinet-20*.wav
  printf 'XDG_MUSIC_DIR="$HOME/Klänge"\n' > "$XDG_CONFIG_HOME/user-dirs.dirs"
  "$spinet" widgets set recording on
  soon bash -c 'ls home/Klänge/spinet-20*'
  "$spinet" widgets set recording off
  soon bash -c 'ls home/Klänge/spinet-20*.wav'
  kill -INT "$instrument"
  ended 130
  # Beside the file of --record, and as its kind.
  mkdir takes
  playing --state none --name pedal default --record takes/all.flac
  "$spinet" widgets | grep -E '^recording +on'
  "$spinet" widgets set recording off
  soon ls takes/all.flac
  "$spinet" widgets set recording on
  kill -INT "$instrument"
  ended 130
  ls takes/spinet-20*.flac
}
scenario "The widget that records names its files by the date" records_by_widget

# As on a full disk: no file may grow beyond 200 kB. The signal of that limit ends a process that does not ignore it.
full_disk() {
  ulimit -f 200
  playing --state none --journal none --name full default
  "$spinet" record start full.wav
  soon grep -F 'full.wav: the recording has ended' play-errors
  soon has_widget '^recording +off'
  refused 1 'the recording has ended' "$spinet" record stop
  "$spinet" note C4 | says C4
  "$spinet" engine status | says running
  louder "$(soxi -D full.wav)" 0.4
  kill -INT "$instrument"
  ended 1
}
scenario "A full disk under a recording is told at once, and the sound goes on" full_disk
