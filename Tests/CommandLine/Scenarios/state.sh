# What is remembered between runs.

remembers() {
  playing --state kept.state
  "$spinet" widgets set filter.cutoff 700
  kill -TERM "$instrument"
  ended 0
  playing --state kept.state
  "$spinet" widgets --json | grep filter.cutoff | says 700
  sleep 2
  kill -KILL "$instrument"
  wait "$instrument" || true
  playing --state kept.state
  "$spinet" widgets --json | grep filter.cutoff | says 700
  kill -INT "$instrument"
  ended 130
  live default --state kept.state
  soon grep "1 widget is as you left it; 'spinet reset' puts it back" live.err
  kill -INT $!
  wait $! || true
  live default --state kept.state --fresh
  "$spinet" widgets --json | grep filter.cutoff | says '"value":900'
  kill -INT $!
  wait $! || true
}
scenario "Widgets are remembered over an end and over a kill" remembers

broken_state() {
  echo '{ torn' > torn.state
  refused 65 torn.state "$spinet" play --midi none --pcm none --no-terminal --duration 1 --state torn.state
  [ "$(cat torn.state)" = '{ torn' ]
}
scenario "A broken state file is refused and left alone" broken_state

# A file that was not named is no reason not to play. It is set aside, and saving goes on.
broken_own_state() {
  local file
  live warm-pad
  "$spinet" widgets set filter.cutoff 900
  kill "$!"
  wait "$!"
  file=$(ls "$XDG_STATE_HOME"/spinet/*warm-pad*.yaml)
  echo '{ torn' > "$file"
  live warm-pad
  says "$file: using the sound's own values" < live.err
  "$spinet" widgets filter.cutoff --json | says '"value":750,'
  "$spinet" widgets set filter.cutoff 800
  kill "$!"
  wait "$!"
  [ "$(cat "$file.1.aside")" = '{ torn' ]
  grep -q 800 "$file"
  live warm-pad
  ! grep -q aside live.err
  "$spinet" widgets filter.cutoff --json | says '"value":800,'
  kill "$!"
  wait "$!"
}
scenario "A broken state file that was not named is set aside, and it plays" broken_own_state

# A load in between must not let one sound's settings go into the other's file.
settings_of_two_sounds() {
  live warm-pad
  for turn in 1 2 3; do
    "$spinet" load warm-pad
    "$spinet" widgets set filter.cutoff "50$turn"
    "$spinet" load round-bass
    "$spinet" widgets set filter.cutoff "60$turn"
  done
  kill "$!"
  wait "$!"
  grep -q 503 "$XDG_STATE_HOME"/spinet/*warm-pad*.yaml
  grep -q 603 "$XDG_STATE_HOME"/spinet/*round-bass*.yaml
  [ -z "$(find "$XDG_STATE_HOME/spinet" -name '.*.new')" ]
}
scenario "Two sounds that are changed within a moment keep their own settings" settings_of_two_sounds

# As while an expression pedal moves.
saves_while_it_moves() {
  local value
  live warm-pad
  "$spinet" widgets set filter.resonance 0.7
  for value in $(seq 1 75); do
    "$spinet" widgets set filter.cutoff "$((500 + value))" > moves
    sleep 0.1
  done
  kill -KILL "$!"
  wait "$!" || true
  live warm-pad
  "$spinet" widgets filter.resonance --json | says '"value":0.7,'
  kill "$!"
  wait "$!"
}
scenario "What is set is kept at the latest after five seconds, however much moves" saves_while_it_moves


# timeout(1) sends SIGTERM to its child and then to the group.
ends_once() {
  live warm-pad --record take.wav
  "$spinet" widgets set filter.cutoff 900
  kill -HUP "$!"
  kill -TERM "$!"
  kill -TERM "$!"
  wait "$!" || true
  grep -q '"filter.cutoff": 900' "$XDG_STATE_HOME"/spinet/*warm-pad*.yaml
  [ -s take.wav ]
  ! ls ./*.part
}
scenario "Requests to end that come together are one, and what it keeps is written" ends_once

# A pipe that nobody writes to holds nothing up.
silent_pipes() {
  mkfifo silent.yaml
  refused 65 'silent.yaml' timeout 20 "$spinet" play silent.yaml --midi none --pcm none --duration 1 --no-terminal
  mkdir -p "$XDG_CONFIG_HOME/spinet/mappings" "$XDG_CONFIG_HOME/spinet/patches"
  mkfifo "$XDG_CONFIG_HOME/spinet/mappings/f.yaml" "$XDG_CONFIG_HOME/spinet/patches/f.yaml"
  timeout 20 "$spinet" patches | says warm-pad
  live warm-pad
  timeout 20 "$spinet" load solo-horn | says 'playing'
}
scenario "Pipes that nobody writes to hold nothing up" silent_pipes

strange_state() {
  printf 'widgets:\n  filter.cutoff: inf\n  osc.mix: 0.25\n' > inf.state
  playing --state inf.state
  "$spinet" widgets --json | grep osc.mix | says '"value":0.25'
  says 'spinet: inf.state:2:18: warning: "inf" found' < play-errors
  "$spinet" widgets set osc.mix 0.75
  kill -INT "$instrument"
  ended 130
  refused 65 'keeps the widgets of default, not of marimba' "$spinet" play marimba --state inf.state --midi none --pcm none
  says 'osc.mix": 0.75' < inf.state
}
scenario "State that is not a number is skipped, and another instrument's is refused" strange_state

follows_an_edited_patch() {
  printf 'filter:\n  cutoff: 900\nosc:\n  mix: 0.25\nreverb:\n  mix: 0.5\n' > own.yaml
  playing ./own.yaml
  "$spinet" widgets set filter.cutoff 700
  "$spinet" widgets set osc.mix 0.75
  kill -TERM "$instrument"
  ended 0
  printf 'filter:\n  cutoff: 1200\nosc:\n  mix: 0.25\n' > own.yaml
  playing ./own.yaml
  "$spinet" widgets --json | grep filter.cutoff | says '"value":1200'
  "$spinet" widgets --json | grep osc.mix | says '"value":0.75'
  says "these widgets take the patch's values: filter.cutoff" < play-errors
  # While it plays: a line that goes takes its value with it, and a reset follows the patch.
  printf 'osc:\n  mix: 0.25\n' > own.yaml
  soon grep 'patch read again: filter.cutoff moved' play-errors
  "$spinet" widgets --json | grep filter.cutoff | says '"value":2400,'
  printf 'filter:\n  cutoff: 640\nosc:\n  mix: 0.25\n' > own.yaml
  soon has_widget 'filter.cutoff +640'
  "$spinet" widgets set filter.cutoff 5000
  "$spinet" reset filter.cutoff
  "$spinet" widgets --json | grep filter.cutoff | says '"value":640'
  "$spinet" widgets --json | grep filter.cutoff | says '"default":640'
}
scenario "A patch that was edited wins over what is remembered" follows_an_edited_patch

# A folder that cannot be written to, also not by root.
without_a_home() {
  if [ "$(id -u)" = 0 ]; then
    exec unshare -m bash -c 'mount -t tmpfs -o ro none "$XDG_STATE_HOME" && exec "$@"' mounted "$@"
  else
    chmod 500 "$XDG_STATE_HOME"
    exec "$@"
  fi
}

read_only_home() {
  local status=0
  without_a_home "$spinet" play --midi none --pcm none --no-terminal --name still > still.out 2> still.err & instrument=$!
  soon "$spinet" engine status --name still
  "$spinet" widgets set filter.cutoff 700 --name still
  "$spinet" note C4 --name still
  sleep 3
  "$spinet" widgets set filter.cutoff 900 --name still
  kill -TERM "$instrument"
  wait "$instrument" || status=$?
  cat still.err
  [ "$status" = 0 ]
  [ "$(grep -c 'not kept' still.err)" = 1 ]
  ! grep -E 'cannot be|choose a place|Read-only|Permission' still.err | grep -v 'not kept'
}
scenario "A read-only home is told once, and is no failure" read_only_home

# What the stage, a scene or --set sets stays over the patch, as it would after a fresh start.
follows_an_edited_part() {
  printf 'filter:\n  cutoff: 1200\nosc:\n  mix: 0.25\n' > own.yaml
  printf 'parts:\n  lead:\n    sound: own.yaml\n    set: {filter.cutoff: 900}\n  pad:\n    sound: warm-pad\n' > duo.yaml
  playing ./duo.yaml
  printf 'osc:\n  mix: 0.75\n' > own.yaml
  soon has_widget 'lead/osc.mix +25 : 75'
  has_widget 'lead/filter.cutoff +900'
  printf 'filter:\n  cutoff: 600\nosc:\n  mix: 0.5\n' > own.yaml
  soon has_widget 'lead/osc.mix +50 : 50'
  has_widget 'lead/filter.cutoff +900'
  "$spinet" patch diff --part lead | says 'nothing was changed'
  "$spinet" widgets set lead/osc.mix 0.1
  "$spinet" patch diff --part lead | grep -E 'osc.mix +50 : 50 .*90 : 10'
  "$spinet" patch revert --part lead
  has_widget 'lead/osc.mix +50 : 50'
  kill -TERM "$instrument"
  ended 0
  # And what --set sets.
  printf 'filter:\n  cutoff: 1200\nosc:\n  mix: 0.25\n' > own.yaml
  playing ./own.yaml --fresh --set filter.cutoff=800
  printf 'osc:\n  mix: 0.75\n' > own.yaml
  soon has_widget 'osc.mix +25 : 75'
  has_widget 'filter.cutoff +800'
  # The patch has no line any more: a reset goes to the default of the engine, as in a fresh start without --set.
  "$spinet" widgets filter.cutoff --json | says '"default":2400'
  "$spinet" reset filter.cutoff
  has_widget 'filter.cutoff +2.4 kHz'
}
scenario "What a stage and --set set stays over a patch that is edited" follows_an_edited_part

keeps_layers_apart() {
  mkdir a b
  printf 'filter:\n  cutoff: 1200\n' | tee a/lead.yaml > b/lead.yaml
  playing a/lead.yaml + warm-pad
  "$spinet" widgets set lead/filter.cutoff 700
  kill -TERM "$instrument"
  ended 0
  playing b/lead.yaml + warm-pad
  has_widget 'lead/filter.cutoff +1.2 kHz'
  kill -TERM "$instrument"
  ended 0
  playing a/lead.yaml + warm-pad
  has_widget 'lead/filter.cutoff +700'
}
scenario "Layers of two files of one name share nothing" keeps_layers_apart

sets_for_one_run() {
  playing --set reverb.mix=0.9 --set filter.cutoff=500
  "$spinet" widgets set filter.cutoff 700
  kill -TERM "$instrument"
  ended 0
  playing
  "$spinet" widgets --json | grep filter.cutoff | says '"value":700'
  if "$spinet" widgets --json | grep reverb.mix | grep -F '"value":0.9'; then return 1; fi
  kill -TERM "$instrument"
  ended 0
}
scenario "What --set sets is for one run, until somebody moves it" sets_for_one_run

follows_an_edited_stage() {
  printf 'parts:\n  lead:\n    sound: default\n    set:\n      filter.cutoff: 900\n' > duo.yaml
  playing ./duo.yaml
  fresh=$("$spinet" widgets --json --instrument default | grep '"filter.cutoff"' | grep -o '"value":[0-9.]*')
  "$spinet" widgets set osc.mix 0.75
  printf 'parts:\n  lead:\n    sound: default\n    set:\n      filter.cutoff: 1300\n' > duo.yaml
  soon has_widget 'filter.cutoff +1.3 kHz'
  kill -TERM "$instrument"
  ended 0
  printf 'parts:\n  lead:\n    sound: default\n    set:\n      filter.cutoff: 900\n' > duo.yaml
  playing ./duo.yaml
  "$spinet" widgets --json | grep filter.cutoff | says '"value":900'
  "$spinet" widgets --json | grep osc.mix | says '"value":0.75'
  # A line that goes takes its value with it.
  printf 'parts:\n  lead:\n    sound: default\n' > duo.yaml
  soon grep 'stage read again' play-errors
  "$spinet" widgets --json | grep filter.cutoff | says "$fresh"
}
scenario "Nobody's edit of a stage is remembered as moved by hand" follows_an_edited_stage

resets_the_octave() {
  printf 'keyboard:\n  octave: 1\n' > high.yaml
  playing ./high.yaml
  "$spinet" widgets set keyboard.octave 3
  "$spinet" reset keyboard.octave
  "$spinet" widgets --json | grep keyboard.octave | says '"value":1'
  "$spinet" widgets set keyboard.octave 3
  "$spinet" reset
  "$spinet" widgets --json | grep keyboard.octave | says '"value":1'
}
scenario "A reset takes the octave back to the patch's" resets_the_octave

loads_as_the_file_says() {
  live warm-pad
  "$spinet" widgets set filter.cutoff 1100
  kill "$!"
  wait "$!"
  grep '"filter.cutoff": 1100' "$XDG_STATE_HOME"/spinet/*warm-pad*.yaml
  live round-bass
  "$spinet" load warm-pad
  "$spinet" widgets | grep -E '^filter.cutoff +750'
}
scenario "A sound that is loaded starts with its file's values, whatever is remembered for it" loads_as_the_file_says
