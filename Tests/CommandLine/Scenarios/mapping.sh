# Mappings: check, trace, learn.

# A missing file is reported before any line is read.
refuses_before_reading() {
  local status=0
  mkfifo quiet
  exec 9<> quiet
  timeout 10 "$spinet" map trace nosuch <&9 || status=$?
  [ "$status" = 65 ]
}
scenario "A missing mapping is reported before events are read" refuses_before_reading

maps() {
  printf 'controller: X\nmap:\n  cc 74: filter.cutoff\n' > map.yaml
  "$spinet" map check map.yaml
  "$spinet" map show map.yaml | says filter.cutoff
  printf '120 B0 4A 7F\n130 B0 4B 01\n' | "$spinet" map trace map.yaml > trace
  printf '%s\n' '{"t":120,"widget":"filter.cutoff","value":20000}' '{"t":130,"unmapped":"cc 75 ch 1"}' | diff - trace
}
scenario "A mapping is checked, shown and traced" maps

# Without an instrument, the widgets of a stage are not known. Of a stage that is named, they are.
checks_mappings_for_stages() {
  printf 'map:\n  cc 80: {widget: scene, mode: step}\n  cc 7: bass/master.volume\n' > stage-map.yaml
  "$spinet" map check stage-map.yaml | says 'good, 2 controls'
  "$spinet" map check stage-map.yaml --instrument evening
  printf 'map:\n  cc 7: base/master.volume\n' > wrong.yaml
  refused 65 'unknown widget "base/master.volume".*did you mean bass/master.volume' \
    "$spinet" map check wrong.yaml --instrument evening
  refused 65 'unknown widget "scene"' "$spinet" map check stage-map.yaml --instrument warm-pad
}
scenario "A mapping for a stage is checked against the stage, if one is named" checks_mappings_for_stages

learns() {
  printf 'cutof\nfilterr.cutofff\nno\nlist\ndone\n' | "$spinet" map learn -o learnt.yaml --midi none > talk
  says 'filter.cutoff: move the control' < talk
  says 'Did you mean filter.cutoff?' < talk
  says 'nothing is mapped' < talk
  [ ! -e learnt.yaml ]
  printf '# mine\nmap:\n  cc 74: filter.cutoff # knob\n' > mine.yaml
  cp mine.yaml before.yaml
  printf 'list\n' | "$spinet" map learn -o mine.yaml --midi none | says 'cc 74  filter.cutoff'
  cmp mine.yaml before.yaml
  printf 'controller: X\nmap:\n  cc 140: filter.cutoff\n' > wrong-map.yaml
  refused 65 '^wrong-map.yaml:3:' "$spinet" map learn -o wrong-map.yaml --midi none
  refused 1 'choose a place' "$spinet" map learn -o mine.yaml/learnt.yaml --midi none
}
scenario "A mapping is learnt in a dialogue, and what is there is left alone" learns

# It answers endless input, and ends when its time is over.
learns_from_a_flood() {
  (yes || true) | timeout 10 "$spinet" map learn -o flood.yaml --midi none --duration 1 > talk
  [ ! -e flood.yaml ]
}
scenario "Learning from an endless flood ends in time" learns_from_a_flood
