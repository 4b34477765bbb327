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
