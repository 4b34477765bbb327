# The list of an instrument's widgets.

lists_widgets() {
  "$spinet" widgets --instrument warm-pad --json > pad
  [ "$(grep -c '"about":"[^"]*\."' pad)" = "$(wc -l < pad)" ]
  # The patch's values, not the engine's own.
  grep '"widget":"filter.cutoff"' pad | says '"value":750,'
  grep '"widget":"filter.cutoff"' pad | says '"default":750,'
  grep '"widget":"filter.cutoff"' pad | says '"unit":"Hz","min":20,"max":20000,'
  grep '"widget":"filter.cutoff"' pad | says '"curve":"log"'
  grep '"widget":"osc1.wave"' pad | says '"kind":"choice","choices":["saw","square",'
  grep '"widget":"osc1.wave"' pad | says '"group":"osc1"'
  # 750 Hz on the way from 20 to 20,000 Hz.
  grep '"widget":"filter.cutoff"' pad | says '"precision":null,"step":null,"curve":"log","position":0.5246'
  grep '"widget":"filter.cutoff"' pad | says '"group":"filter",'
  grep '"widget":"keyboard.octave"' pad | says '"step":1,"curve":"lin","position":0.5,"group":'
  refused 1 "none is running; start one with 'spinet play'$" "$spinet" widgets
  refused 65 'nothing has that name' "$spinet" widgets --instrument nosuch
  "$spinet" widgets '*/reverb.mix' --instrument evening | grep -q piano/reverb.mix
  live warm-pad --state none
  [ "$("$spinet" widgets 'filter.*' | wc -l)" = 7 ]
  [ "$("$spinet" widgets cutoff -l)" = "$("$spinet" widgets cutoff)  The frequency at which the filter begins to work." ]
  "$spinet" widgets set filter.cutoff 900
  "$spinet" widgets filter.cutoff --json | says '"default":750,'
  refused 64 'did you mean filter.cutoff' "$spinet" widgets filter.cutofff
}
scenario "Widgets are listed by pattern, with what they do, and without a running instrument" lists_widgets

# Each sound that travels with Spinet, and each kind of file.
has_sentences() {
  local sound count=0
  "$spinet" render demo -o C4.wav --duration 1
  printf '<region> sample=C4.wav key=60\n' > one.sfz
  for sound in default evening C4.wav one.sfz "$gm_font" "$here"/../../examples/csound/*.csd "$here"/../../examples/faust/*.dsp; do
    "$spinet" widgets --instrument "$sound" --json > list
    [ -s list ]
    if grep -v '"about":"[^"]*[.!]"' list; then echo "$sound"; return 1; fi
    count=$((count + 1))
  done
  [ "$count" -gt 15 ]
}
scenario "Every widget of our own sounds and of each kind of file says what it does" has_sentences

stands_still() {
  playing --state none
  kill -STOP "$instrument"
  local began=$EPOCHREALTIME
  refused 1 'it is suspended .Ctrl-Z. and does not answer' "$spinet" widgets
  # In microseconds.
  [ $((${EPOCHREALTIME/./} - ${began/./})) -lt 1500000 ]
  # The kernel keeps some callers for it, and then none.
  for _ in $(seq 10); do
    refused 1 'it is suspended .Ctrl-Z. and does not answer' "$spinet" widgets
  done
  kill -CONT "$instrument"
  "$spinet" widgets filter.cutoff
}
scenario_alone "An instrument that stands still is told at once" stands_still
