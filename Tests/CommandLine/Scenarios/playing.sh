# An instrument that plays, and commands to it.

plays_and_resets() {
  live warm-pad --state none --record note.wav
  "$spinet" note C4 --for 0.3 | grep -x C4
  soon speaks '"voices":[1-9]'
  soon speaks '"voices":0'
  "$spinet" note 40 --velocity 30 --for 0
  refused 64 'not a key' "$spinet" note H4
  refused 64 '1 to 127' "$spinet" note C4 --velocity 0
  refused 64 '1 to 16' "$spinet" note C4 --channel 17
  "$spinet" widgets set filter.cutoff 500
  "$spinet" widgets set reverb.mix 0.9
  "$spinet" reset filter.cutoff | grep -E '^filter.cutoff +750'
  "$spinet" widgets | grep -E '^reverb.mix +90 %'
  "$spinet" reset --json | says '"widget":"reverb.mix","value":0.42'
  refused 64 'did you mean filter.cutoff' "$spinet" reset filter.cutof
  "$spinet" engine stop
  refused 1 "its engine is stopped; start it with 'spinet engine start'$" "$spinet" note C4
}
scenario "A note is played and widgets go back to the patch by command" plays_and_resets

remote() {
  playing --state none
  # An endless loop of a realtime thread would hold its processor for good: the command limits that.
  grep '^Max realtime timeout' "/proc/$instrument/limits" | grep -qv 'unlimited *unlimited'
  refused 1 "^spinet: 'Spinet': it is running already; name a second one with '--name TAG'$" \
    "$spinet" --midi none --pcm none --state none
  "$spinet" widgets set filter.cutoff 500
  "$spinet" widgets --json | grep filter.cutoff | says 500
  "$spinet" engine stop
  "$spinet" engine status | says stopped
  "$spinet" widgets set filter.cutoff 600
  "$spinet" engine start
  "$spinet" widgets --json | grep filter.cutoff | says 600
  "$spinet" widgets set filter.cutoff 700 --json | says '"widget":"filter.cutoff","value":700,'
  "$spinet" widgets set keyboard.octave -1 | says −1
  refused 64 'filter.cutoff' "$spinet" widgets set filter.cutof 1
  refused 64 '^spinet: .*one line' "$spinet" widgets set filter.cutoff $'1\n2'
  refused 64 '^spinet: .*not a request' "$spinet" widgets set $'filter\x1fcutoff' 1
  refused 64 "^spinet: '': it is not a value for filter.cutoff; " "$spinet" widgets set filter.cutoff ''
  "$spinet" engine stop --json | says '"running":false,"sound":"stopped","voices":0,"xruns":0,"latency":null'
  "$spinet" engine start --json | says '{"running":true,'
  "$spinet" engine status --json | says '{"running":true,'
  kill -INT "$instrument"
  ended 130
}
scenario "Widgets and engine are asked and set while it plays" remote

plays_no_sound() {
  printf 'parts:\n  far: {sound: {midi: Nobody}}\n' > far.yaml
  playing far.yaml --no-sound --state none
  refused 64 'engine: this instrument plays no sound itself; start one that does$' "$spinet" engine start
  "$spinet" widgets set engine.running 1
  soon grep 'engine: this instrument plays no sound itself' play-errors
  "$spinet" engine status | says stopped
}
scenario "An instrument that plays no sound itself starts no engine" plays_no_sound

changes_while_stopped() {
  local sound
  playing --state none
  "$spinet" engine stop
  for sound in $(seq 35); do
    "$spinet" load marimba
    "$spinet" load celesta
  done
  "$spinet" engine start
  "$spinet" note C4
  kill -INT "$instrument"
  ended 130
}
scenario "Any number of sounds can be loaded while the engine is stopped" changes_while_stopped

# Labels and channels may have spaces in their names, and other letters than a to z.
spaced_names() {
  echo 'process = hslider("lev é", 0.5, 0, 1, 0.01) : +(0);' > "my prog.dsp"
  playing "my prog.dsp" --state none
  "$spinet" widgets set 'lev é' 0.25
  "$spinet" widgets --json | grep 'lev é' | says '"value":0.25'
  kill -INT "$instrument"
  ended 130
  echo 'process = 0.5;' > 'quo"ted.dsp'
  "$spinet" render 'quo"ted.dsp' -o quoted.wav --duration 0.1
}
scenario "Names with spaces are set like others" spaced_names

ends_by_itself() {
  playing --state none --duration 1
  ended 0
}
scenario "It ends by itself after its duration" ends_by_itself

# catches SIGNAL: whether the instrument has a handler for it.
catches() {
  local caught
  # Until it is the instrument, it is the shell, with handlers of its own.
  [ "$(cat "/proc/$instrument/comm")" = spinet ] || return 1
  caught=$(awk '/^SigCgt/ { print $2 }' "/proc/$instrument/status")
  ((0x$caught >> ($(kill -l "$1") - 1) & 1))
}

# systemd takes any other status after its SIGTERM for a failure; a shell takes 130 for Ctrl-C.
ends_when_told() {
  playing --state none
  kill -TERM "$instrument"
  ended 0
  playing --state none
  kill -INT "$instrument"
  ended 130
  "$spinet" monitor --midi none > play-errors 2>&1 & instrument=$!
  soon catches TERM
  kill -TERM "$instrument"
  ended 0
}
scenario "SIGTERM ends it with status 0, Ctrl-C with 130" ends_when_told

# Neither a reader that is gone, nor a full disk, nor a closed descriptor ends the instrument.
streams_that_end() {
  refused 1 '^spinet: standard output: No space left' sh -c '"$1" patches > /dev/full' - "$spinet"
  ("$spinet" patches || true) | head -1 | says accordion
  timeout 10 "$spinet" monitor --midi none | true
  "$spinet" --help >&-
  refused 64 . sh -c '"$1" nosuch --wrong 2>&1 >&-' - "$spinet" || [ ! -s errors ]
  printf 'controller: X\nmap:\n  cc 74: filter.cutoff\n' > map.yaml
  "$spinet" map trace map.yaml <&- | { ! grep .; }
  refused 65 '^spinet: standard input: Is a directory' sh -c '"$1" map trace map.yaml < /tmp' - "$spinet"
  "$spinet" play --midi none --pcm none --state none --duration 1 2> >(head -c 5 > head) | true
  "$spinet" play --midi none --pcm none --state none --duration 0.5 >&- 2>&-
}
scenario "Readers that leave, full disks and closed descriptors end nothing" streams_that_end

# ALSA writes this "card" into a file; the PCM is there when the configuration names it. ALSA reads a configuration again
# when its inode or the second of its change is another, so the card comes in a new file.
waits_for_a_card() {
  printf '</usr/share/alsa/alsa.conf>\npcm.!default { type null }\n' > asound.conf
  export ALSA_CONFIG_PATH=$work/asound.conf
  "$spinet" play --midi none --pcm Stage --no-terminal --name card > card.out 2> card.err & instrument=$!
  soon "$spinet" engine status --name card
  "$spinet" engine status --name card | says 'until Stage is there'
  "$spinet" engine status --name card | says 'default:'
  grep 'until Stage can be opened, Spinet plays on default' card.err
  { cat asound.conf; printf 'pcm.Stage { type null }\n'; } > with-stage.conf
  mv with-stage.conf asound.conf
  soon grep 'Stage is available' card.err
  "$spinet" engine status --name card | says 'running: Stage:'
  if "$spinet" engine status --name card | grep until; then return 1; fi
  kill "$instrument"
  wait "$instrument"
  printf '</usr/share/alsa/alsa.conf>\npcm.!default { type null }\n' > asound.conf
  "$spinet" play --midi none --pcm Stage --only --no-terminal --name card > card.out 2> card.err & instrument=$!
  soon "$spinet" engine status --name card
  "$spinet" engine status --name card | says 'Stage is lost'
  "$spinet" engine status --name card --json | says '"pcm":"none"'
  kill "$instrument"
  wait "$instrument"
  refused 1 'audio "Stage"' "$spinet" play --midi none --pcm Stage --require --no-terminal --duration 1
}
scenario "A sound card that is not there yet is waited for" waits_for_a_card

# resident: the memory of the instrument, in kB.
resident() { awk '/^VmRSS/ { print $2 }' "/proc/$instrument/status"; }

# Most of what a sound has is samples and code, which come and go.
gives_memory_back() {
  local sound first kinds
  sox -n -r 48000 -c 2 tone.wav synth 10 sine 440 vol 0.5
  mkdir piano
  cp tone.wav piano/C4.wav
  echo '<region> sample=tone.wav lokey=0 hikey=60' > two.sfz
  kinds=(default tone.wav two.sfz piano/ "warm-pad + round-bass@..B3" evening warm-pad)
  playing --state none --journal none --name kept
  for sound in "${kinds[@]}"; do "$spinet" load "$sound"; done
  # Replaced sounds ring out for 2.2 s at least.
  sleep 6
  first=$(resident)
  # A load is refused while 64 parts are still sounding.
  for _ in $(seq 15); do for sound in "${kinds[@]}"; do soon "$spinet" load "$sound"; done; done
  sleep 6
  echo "$first kB, and $(resident) kB after 105 loads"
  [ "$(resident)" -lt $((first * 12 / 10)) ]
  kill -INT "$instrument"
  ended 130
}
scenario "The memory of replaced sounds is given back" gives_memory_back
