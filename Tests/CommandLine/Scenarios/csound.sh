# Csound programs.

# csd OPTIONS CHANNELS INSTRUMENTS SCORE: the text of a .csd.
csd() {
  printf '<CsoundSynthesizer>\n<CsOptions>\n%s\n</CsOptions>\n<CsInstruments>\n' "$1"
  printf 'sr = 44100\nksmps = 64\nnchnls = %s\n0dbfs = 1\n%b\n' "$2" "$3"
  printf '</CsInstruments>\n<CsScore>\n%b\n</CsScore>\n</CsoundSynthesizer>\n' "$4"
}

plays_csound() {
  cat > tone.csd <<'EOF'
<CsoundSynthesizer>
<CsInstruments>
sr = 48000
ksmps = 64
nchnls = 1
0dbfs = 1
instr voice
  kbright chnget "bright"
  kenvelope linsegr 0, 0.01, p5, 0.1, 0
  outs tone(poscil(0.2 * kenvelope, p6), kbright)
endin
</CsInstruments>
</CsoundSynthesizer>
EOF
  printf 'map:\n  cc 21: {widget: bright, range: [5000, 100]}\n' > tone.yaml
  printf '0 B0157F\n9 B01500\n' | "$spinet" map trace tone.yaml --instrument tone.csd > traced
  says '{"t":0,"widget":"bright","value":100}' < traced
  says '{"t":9,"widget":"bright","value":5000}' < traced
  "$spinet" render demo -o dull.wav tone.csd
  "$spinet" render demo -o bright.wav tone.csd --set bright=5000
  louder "$(rms bright.wav)" "$(rms dull.wav)"
  louder "$(rms dull.wav)" 0.0001
  printf 'bright: {value: 6000, range: [50, 9000], unit: Hz, curve: log}\n' > tone.patch.yaml
  "$spinet" render demo -o patched.wav tone.csd
  louder "$(rms patched.wav)" "$(rms dull.wav)"
  playing tone.csd --engine off
  "$spinet" widgets | grep -E '^bright .*6 kHz'
  "$spinet" widgets set bright 9000
  kill -INT "$instrument"
  ended 130
  # Not where a patch of that name is remembered.
  says 'bright": 9000' < <(cat "$XDG_STATE_HOME/spinet/Spinet tone.csd "*.yaml)
  printf 'bright: {value: 6000, range: [9000, 200]}\nbrihgt: 1\n' > tone.patch.yaml
  refused 65 '^tone.patch.yaml:1:30: error: no range' "$spinet" render demo -o x.wav tone.csd
  printf 'brihgt: 1\n' > tone.patch.yaml
  refused 65 'did you mean bright' "$spinet" render demo -o x.wav tone.csd
  rm tone.patch.yaml tone.yaml
  mkdir tone.yaml
  refused 65 'tone.yaml: Is a directory' "$spinet" render demo -o x.wav tone.csd
  rmdir tone.yaml
  sed 's/poscil/nothing/' tone.csd > wrong.csd
  refused 65 '^spinet: wrong.csd:[0-9]*: ' "$spinet" render demo -o x.wav wrong.csd
  # Csound itself prints a character that it does not know to standard output.
  sed 's/p6)/p6) \xe2\x80\x9d/' tone.csd > quoted.csd
  refused 65 '^spinet: quoted.csd:[0-9]*: syntax error' "$spinet" render demo -o x.wav quoted.csd
  [ ! -s output ]
  refused 65 '^spinet: absent.csd: ' "$spinet" play absent.csd --midi none --pcm none --no-terminal
  [ ! -e x.wav ]
}
scenario "A .csd is an instrument: channels with the mapping's ranges, voices, refusals" plays_csound

plays_csound_by_channel() {
  local channel
  {
    printf '<CsoundSynthesizer>\n<CsInstruments>\nsr = 48000\nksmps = 64\nnchnls = 1\n0dbfs = 1\n'
    printf 'instr voice%d\nout poscil(0.3 * linsegr:k(1, 1, 1, 0.01, 0), p6 * %d)\nendin\n' 1 1 2 2
    printf '</CsInstruments>\n</CsoundSynthesizer>\n'
  } > channels.csd
  # Middle C on the first two channels, and on one that has no instrument of its own.
  for channel in 0 1 9; do
    song 3C "$channel"
    "$spinet" render song.mid -o "channel$channel.wav" channels.csd --tail 0
  done
  sox channel0.wav -n trim 0.1 0.3 remix 1 stat 2>&1 | awk '/Rough.*frequency/ { exit !($3 > 250 && $3 < 270) }'
  sox channel1.wav -n trim 0.1 0.3 remix 1 stat 2>&1 | awk '/Rough.*frequency/ { exit !($3 > 510 && $3 < 540) }'
  cmp channel0.wav channel9.wav
}
scenario "Notes of a channel play the .csd's instrument of that number" plays_csound_by_channel

renders_every_channel() {
  csd '' 4 'instr 1\noutq a(0.1), a(0.2), a(0.3), a(0.4)\nendin' 'i 1 0 1' > four.csd
  "$spinet" render four.csd -o four.wav
  [ "$(soxi -c four.wav)" = 4 ]
  sox four.wav -n remix 4 trim 0.1 0.5 stat 2>&1 | awk '/Minimum amplitude/ { exit !($3 > 0.399 && $3 < 0.401) }'
  printf '</usr/share/alsa/alsa.conf>\npcm.!default { type null }\n' > asound.conf
  ALSA_CONFIG_PATH=$PWD/asound.conf "$spinet" play four.csd --midi none --no-terminal --state none --duration 0.3 > told 2>&1
  says 'it has 4 outputs; default plays the first 2' < told
}
scenario "A .csd renders all its channels, and says what a card leaves out" renders_every_channel

plays_own_input() {
  sox -n -r 44100 -c 1 sound.wav synth 1 sine 440 vol 0.5
  mkdir -p elsewhere
  csd '-i sound.wav' 1 'nchnls_i = 1\ninstr 1\nout in()\nendin' 'i 1 0 2' > elsewhere/heard.csd
  mv sound.wav elsewhere
  "$spinet" render elsewhere/heard.csd -o heard.wav
  louder "$(rms heard.wav)" 0.2
  soxi -D heard.wav | awk '{ exit !($1 >= 2 && $1 < 2.01) }'
  rm elsewhere/sound.wav
  refused 65 'sound.wav: No such file' "$spinet" render elsewhere/heard.csd -o never.wav
}
scenario "The sound file that a .csd names is its input" plays_own_input

tells_silent_inputs() {
  csd '' 2 'nchnls_i = 4\ninstr 1\na1, a2, a3, a4 inq\nouts a3, a4\nendin' 'i 1 0 1' > four.csd
  printf '</usr/share/alsa/alsa.conf>\npcm.!default { type null }\npcm.wide { type null }\n' > asound.conf
  export ALSA_CONFIG_PATH=$PWD/asound.conf
  local options='--pcm none --midi none --no-terminal --state none --duration 0.3'
  "$spinet" play four.csd --input default $options > told 2>&1
  says 'four.csd: it has 4 inputs; default records the first 2; the others are silent' < told
  "$spinet" play four.csd --input wide $options > told 2>&1
  ! grep 'are silent' told || return 1
  echo 'process = _, _, _, _, _ :> _;' > five.dsp
  "$spinet" play five.dsp --input default $options > told 2>&1
  says 'five.dsp: it has 5 inputs; default records the first 2; the others are silent' < told
}
scenario "Inputs for which a card has no channel are told" tells_silent_inputs

# levels FILE LEFT RIGHT: the greatest samples of both channels.
levels() {
  local channel=1 wanted
  for wanted in "$2" "$3"; do
    sox "$1" -n remix $channel stat 2>&1 | awk -v want="$wanted" '/Maximum amplitude/ { exit !($3 > 0.98 * want && $3 < 1.02 * want) }'
    channel=2
  done
}

hears_further_inputs() {
  csd '' 2 'nchnls_i = 4\ninstr 1\na1, a2, a3, a4 inq\nouts a3, a4\nendin' 'i 1 0 10' > four.csd
  echo 'process = !, !, _, _;' > four.dsp
  # A card that gives what it reads from a pipe, as fast as it is asked.
  mkfifo card
  printf '</usr/share/alsa/alsa.conf>\npcm.card { type file slave.pcm null file /dev/null infile %s format raw }\n' \
    "$PWD/card" > asound.conf
  export ALSA_CONFIG_PATH=$PWD/asound.conf
  sox -n -r 48000 -c 4 -e floating-point -b 32 four.raw synth 1 sine 400 remix 1v0.1 1v0.2 1v0.4 1v0.8
  local program options='--pcm none --midi none --no-terminal --state none --duration 1'
  for program in four.dsp four.csd; do
    (while cat four.raw; do :; done) > card 2>/dev/null &
    "$spinet" play $program --input card $options --record $program.wav > told 2>&1
    # Without a reader, the writer ends.
    wait $! || true
    ! grep 'are silent' told || return 1
  done
  levels four.dsp.wav 0.4 0.8
  levels four.csd.wav 0.4 0.8
}
scenario "All channels of a card are heard, in a .dsp and a .csd" hears_further_inputs

tells_external_generation() {
  csd '' 2 'instr 1\nendin' 'i 1 0 1' | sed 's|<CsScore>|<CsScore bin="/bin/false">|' > made.csd
  refused 65 'External generation failed and cannot remove; fix it' "$spinet" render made.csd -o never.wav
}
scenario "What Csound says in two halves reads as one sentence" tells_external_generation

plays_at_once() {
  csd '' 2 'instr 1\nouts a(0.5), a(0.5)\nendin\ninstr voice\nouts a(p5), a(p5)\nendin' '' > sent.csd
  # The card rests before it is loaded.
  playing --state none --name sent default
  sleep 1
  "$spinet" load sent.csd
  "$spinet" csound score 'i1 0 60'
  soon speaks '"voices":[1-9]|playing'
  kill -INT "$instrument"
  ended 130
}
scenario "A score can be sent to a .csd as soon as it is loaded" plays_at_once

absurd_sizes() {
  local header
  for header in 'nchnls=2147483648' 'ksmps=1e12' 'gi1 ftgen 1, 0, 1e13, 10, 1'; do
    csd '' 2 "instr 1\nendin" 'i 1 0 1' | sed "s/^<CsInstruments>/&\n$header/" > absurd.csd
    refused 65 '^spinet: absurd.csd:[0-9]+: .*(out of range|too large), expected' "$spinet" render absurd.csd -o never.wav
  done
  [ ! -e never.wav ]
}
scenario "Sizes of a .csd that no machine has are refused in a line" absurd_sizes

survives_csound() {
  local broken='iv[] fillarray 1, 2\nix = iv[-2000000000]'
  csd '' 2 "instr 1\\nouts a(0.5), a(0.5)\\nendin\\ninstr 2\\n$broken\\nendin" 'i 1 0 3\ni 2 1 1' > crash.csd
  refused 65 'crash.csd: it crashed: .*kept.wav has what was rendered' "$spinet" render crash.csd -o kept.wav
  [ "$(wc -l < errors)" = 1 ]
  soxi -D kept.wav | awk '{ exit !($1 >= 1 && $1 < 1.01) }'
  louder "$(rms kept.wav)" 0.4
  ! ls | grep -F .part || return 1
  # What crashed never takes the place of a file, and never counts as a complete one of many.
  cp kept.wav before.wav
  refused 65 'crash.csd: it crashed: .*kept-fragment.wav has what was rendered' \
    "$spinet" render crash.csd -o kept.wav --replace
  cmp before.wav kept.wav
  soxi -D kept-fragment.wav | awk '{ exit !($1 >= 1 && $1 < 1.01) }'
  song 3C
  refused 65 'many/song-fragment.wav has what was rendered' "$spinet" render song.mid crash.csd --out-dir many
  [ "$(ls many)" = song-fragment.wav ]
  playing --state none crash.csd
  sleep 1.5
  "$spinet" engine status | says stopped
  says 'it crashed:' < play-errors
  kill -INT "$instrument"
  ended 130
  csd '' 2 "$broken\\ninstr 1\\nendin" 'i 1 0 3' > crash.csd
  refused 65 'crash.csd: it crashed: .*compiled' "$spinet" render crash.csd -o never.wav
}
scenario "What crashes Csound ends the performance only, and the file is kept" survives_csound

plays_on_beside_a_crash() {
  local broken='iv[] fillarray 1, 2\nix = iv[-2000000000]'
  csd '' 2 "instr 1\nouts a(0.5), a(0.5)\nendin\ninstr 2\n$broken\nendin" 'i 1 0 60\ni 2 1 1' > crash.csd
  playing --state none crash.csd + warm-pad
  soon grep 'crash.csd: it crashed: ' play-errors
  # A crash that nobody outlives ends the process after five seconds.
  sleep 6
  "$spinet" engine status | says running
  kill -INT "$instrument"
  ended 130
}
scenario "A part that crashes is named, and the others play on" plays_on_beside_a_crash

endless_csound() {
  local loop='while 1 == 1 do\nix = 1\nod' status
  csd '' 2 "$loop\\ninstr 1\\nendin" 'i 1 0 3' > header.csd
  csd '' 2 "instr 1\\n$loop\\nendin" 'i 1 0 3' > block.csd
  for file in header.csd block.csd; do
    for command in "render $file -o never.wav" "play $file --midi none --pcm none --no-terminal --state none"; do
      status=0
      timeout -s INT -k 2 2 "$spinet" $command 2> errors || status=$?
      cat errors
      # Ended by the interruption, not two seconds later by force.
      [ "$status" = 124 ]
      says "$file: it has been starting for more than a second" < errors
    done
  done
  ! ls | grep -F .part
}
scenario_alone "An endless .csd is named within two seconds, and Ctrl-C ends it" endless_csound

shows_text() {
  csd '' 2 'instr 1\noutvalue "title", "hello"\nendin' 'i 1 0 100' > text.csd
  playing --state none text.csd
  sleep 0.3
  "$spinet" widgets | grep title | says hello
  "$spinet" widgets --json | says '"widget":"title","value":null,"text":"hello"'
  refused 64 "'1': it is not a value for title; .*only shows a text" "$spinet" widgets set title 1
  kill -INT "$instrument"
  ended 130
}
scenario "Text in a channel is shown, and cannot be set" shows_text

drops_taps() {
  csd '' 2 'chn_k "hit", 1, 1, 0, 0, 1, 0, 0, 0, 0, "momentary"
chn_k "hits", 2
instr 1
khits init 0
khit chnget "hit"
if khit == 1 then
  khits += 1
endif
chnset khits, "hits"
endin' 'i 1 0 100' > taps.csd
  playing --state none --engine off taps.csd
  "$spinet" widgets hits --json | says '"value":null'
  "$spinet" widgets set hit 1
  "$spinet" widgets set hit 1
  "$spinet" engine start
  soon has_widget 'hits +0'
  "$spinet" widgets set hit 1
  soon has_widget 'hits +1'
  kill -INT "$instrument"
  ended 130
}
scenario "Taps while the engine is stopped are dropped, and a label shows its first 0" drops_taps

commands_csound() {
  csd '' 2 'giwave ftgen 7, 0, 8, -2, 1, 2, 3\ninstr 1\nouts oscili(p4, 440), oscili(p4, 440)\nendin' 'f0 1000' > live.csd
  playing --state none --name live live.csd --record live.wav
  "$spinet" csound score 'i1 0 0.2 0.5' 'i1 0.2 0.2 0.25' | says sent
  refused 65 'score: insert_score_event\(\): invalid instrument number or name 99' "$spinet" csound score 'i99 0 1'
  printf 'instr 5\nouts a(p4), a(p4)\nendin\n' > more.orc
  "$spinet" csound orchestra more.orc | says 'compiled more.orc'
  refused 65 'nothing.orc: No such file' "$spinet" csound orchestra nothing.orc
  "$spinet" csound orchestra 'instr 6
    turnoff
  endin' | says 'compiled orchestra'
  printf 'instr 7\nouts anone, anone\nendin\n' > wrong.orc
  refused 65 "wrong.orc:2: Variable 'anone' used before defined" "$spinet" csound orchestra wrong.orc
  printf 'i5 0 0.2 0.9\n' | "$spinet" csound score -
  "$spinet" csound table 7 6 -4 0.5 | says 'table 7: 2 of 8 values written'
  [ "$("$spinet" csound table 7 5 | paste -sd ' ')" = "0.0 -4.0 0.5" ]
  refused 65 'table 9: there is no such table' "$spinet" csound table 9
  refused 64 "'x' is not a number" "$spinet" csound table 7 0 x
  "$spinet" engine stop
  refused 1 'engine: it is stopped' "$spinet" csound score 'i1 0 1 0.5'
  kill -INT "$instrument"
  ended 130
  louder "$(sox live.wav -n stat 2>&1 | awk '/Maximum amplitude/ { print $3 }')" 0.85
  playing --state none --name parts live.csd + default + live.csd
  refused 64 'it has several parts; choose one' "$spinet" csound score 'i1 0 1 0.5'
  refused 64 'default: it is not a Csound program' "$spinet" csound score 'i1 0 1 0.5' --part default
  "$spinet" csound score 'i1 0 1 0.5' --part live-2 | says sent
  kill -INT "$instrument"
  ended 130
}
scenario "A running Csound program takes score lines, orchestra text and table values" commands_csound

# A channel without chn_k has no range; 0 to 1 is only the way of a controller.
takes_any_number() {
  csd '' 2 'instr 1\nkfree chnget "free"\nchnset kfree, "heard"\nendin' 'i 1 0 100' > open.csd
  live open.csd --state none --set free=123456.5
  "$spinet" widgets free --json | says '"value":123456.5,'
  "$spinet" widgets set free -7.25
  "$spinet" widgets free --json | says '"value":-7.25,'
  soon has_widget '^heard +−7.25'
  "$spinet" widgets heard --json | says '"kind":"label","choices":[],"precision":3,'
  refused 64 "'loud': it is not a value for free; give a number" "$spinet" widgets set free loud
  "$spinet" widgets free --json | says '"value":-7.25,'
  printf 'map:\n  cc 21: free\n' > knob.yaml
  printf '0 B0157F\n9 B01500\n' | "$spinet" map trace knob.yaml --instrument open.csd > traced
  says '{"t":0,"widget":"free","value":1}' < traced
  says '{"t":9,"widget":"free","value":0}' < traced
}
scenario "A channel without a range takes any number, and 0 to 1 from a controller" takes_any_number

# The five examples for pictures, motion and effects.
has_its_files() {
  local name widget value
  while read -r name widget value; do
    "$spinet" widgets "$widget" --instrument "$here/../../examples/csound/$name.csd" --json > list
    says "\"default\":$value," < list || { cat list; return 1; }
    "$spinet" map check "$here/../../examples/csound/$name.yaml" --instrument "$here/../../examples/csound/$name.csd"
  done <<'END'
morph morph.y 0.55
harmonics harmonic.3 0.75
tape loop.end 0.75
effects echo.time 0.375
motion accelerometerZ 1
END
}
scenario "The examples for pictures, motion and effects have a mapping and a patch" has_its_files
