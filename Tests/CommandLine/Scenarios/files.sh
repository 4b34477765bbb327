# People's own files, right and wrong.

copied_elsewhere() {
  mkdir -p elsewhere
  cp "$spinet" elsewhere/instrument
  (cd / && env -i PATH="$PATH" HOME="$work" "$work/elsewhere/instrument" render demo -o "$work/copied.wav")
  [ "$(env -i HOME="$work" elsewhere/instrument patches --json | wc -l)" -ge 8 ]
  "$spinet" render demo -o original.wav
  cmp copied.wav original.wav
}
scenario "A copy elsewhere, from another directory, has everything with it" copied_elsewhere

own_patches_first() {
  mkdir -p "$XDG_CONFIG_HOME/spinet/patches"
  printf 'master:\n  volume: 0\n' > "$XDG_CONFIG_HOME/spinet/patches/default.yaml"
  "$spinet" render demo -o own.wav
  rm -r "$XDG_CONFIG_HOME/spinet/patches"
  "$spinet" render demo -o shipped.wav
  louder "$(rms shipped.wav)" "$(rms own.wav)"
}
scenario "The user's own patches come first" own_patches_first

broken_patches() {
  echo precious > kept.wav
  printf 'filter:\n  cutof: 100\n  cutoff: loud\n' > wrong.yaml
  printf 'filter: [1, {\n' > torn.yaml
  refused 65 '^wrong.yaml:2:3: error: .*did you mean' "$spinet" render demo -o kept.wav wrong.yaml
  [ "$(grep -c error: errors)" = 2 ]
  refused 65 '^torn.yaml:[0-9]+:[0-9]+: error: ' "$spinet" render demo -o kept.wav torn.yaml
  [ "$(cat kept.wav)" = precious ]
}
scenario "Broken patches are refused with every place at once" broken_patches

broken_mappings() {
  printf 'controller: X\nmap:\n  cc 140: filter.cutoff\n  cc 7: master.volum\n' > wrong-map.yaml
  refused 65 '^wrong-map.yaml:3:' "$spinet" map check wrong-map.yaml
  grep -qiE "^wrong-map.yaml:4:[0-9]+: error: .*did you mean" errors
  refused 65 '^wrong-map.yaml:3:' "$spinet" render demo -o never.wav --map wrong-map.yaml
  [ ! -e never.wav ]
}
scenario "Broken mappings are refused with every place at once" broken_mappings

broken_keyboards() {
  printf 'Number of Keyboards: many\n' > wrong-keyboard.yaml
  refused 65 '^wrong-keyboard.yaml:1:' "$spinet" keyboard show wrong-keyboard.yaml
}
scenario "Broken keyboards are refused with a place" broken_keyboards

# Files whose names are a letter, a sign or a path of neither.
short_names() {
  printf 'Number of Keyboards: 1\n' > k
  cp k é
  "$spinet" keyboard show k | says C4
  "$spinet" keyboard show é | says C4
  "$spinet" render demo -o o.wav --keyboard k
  "$spinet" render demo -o o.wav --replace --keyboard -
  refused 65 '^spinet: q: No such file' "$spinet" keyboard show q
  refused 65 '^spinet: \.: Is a directory' "$spinet" keyboard show .
  printf 'controller: X\nmap:\n  cc 74: filter.cutoff\n' > m
  "$spinet" map check ./m | says good
  "$spinet" map check m | says 'm: good'
  "$spinet" keyboard show <(cat k) | says C4
  playing --state s
  "$spinet" widgets set filter.cutoff 512
  sleep 3
  kill -INT "$instrument"
  ended 130
  says filter.cutoff < s
}
scenario "Files of one letter, folders and pipes are read or refused" short_names

# An error in a file that was not asked for is reported, and spinet plays all the same.
broken_own_mapping() {
  mkdir -p "$XDG_CONFIG_HOME/spinet/mappings"
  printf 'controller: X\nmap:\n  cc 140: filter.cutoff\n' > "$XDG_CONFIG_HOME/spinet/mappings/wrong.yaml"
  "$spinet" render demo -o o.wav 2> errors
  grep -q 'wrong.yaml:3:' errors
  "$spinet" devices 2> errors | says 'Sound cards'
  grep -q 'wrong.yaml:3:' errors
  rm -r "$XDG_CONFIG_HOME/spinet/mappings"
}
scenario "A broken mapping that was not asked for is reported and skipped" broken_own_mapping

broken_own_patch() {
  mkdir -p "$XDG_CONFIG_HOME/spinet/patches"
  printf 'filter: [1, {\n' > "$XDG_CONFIG_HOME/spinet/patches/default.yaml"
  "$spinet" devices | says 'Sound cards'
  "$spinet" patches | grep -E '^default .*not readable  \(.*default.yaml:[0-9]+:'
  "$spinet" patches --json | grep -F '"patch":"default"' | says '"problem":"'
  "$spinet" patches --json | grep -F '"patch":"marimba"' | says '"problem":null'
  rm -r "$XDG_CONFIG_HOME/spinet/patches"
}
scenario "A broken patch that is not played does no harm" broken_own_patch

checks_every_file() {
  printf 'controller: X\nmap:\n  cc 74: filter.cutoff\n' > good.yaml
  printf 'controller: X\nmap:\n  cc 140: filter.cutoff\n' > bad.yaml
  refused 65 '^bad.yaml:3:' "$spinet" map check none.yaml good.yaml bad.yaml
  says 'good.yaml: good, 1 control' < output
  grep -q '^spinet: none.yaml: No such file' errors
}
scenario "A mapping check looks at every file" checks_every_file

keyboards() {
  printf '0 midi 90 45 64\n500 midi 80 45 00\n' | "$spinet" keyboard trace - > trace
  says '"set":"freq","value":440}' < trace
  says '"start":true}' < trace
  says '"release":true}' < trace
  "$spinet" keyboard show fret | says C4
  # A real time tuning message makes middle C the A above it.
  printf '0 midi F0 7F 7F 08 02 00 01 3C 45 00 00 F7\n1 midi 90 3C 64\n' | "$spinet" keyboard trace - |
    says '"set":"freq","value":440}'
}
scenario "A keyboard is traced" keyboards

far_times() {
  printf 'arp: {mode: up, restart: free}\n' > arpeggio.yaml
  printf '9000000000000000 midi 90 3C 64\n9000000000000400 end\n' |
    timeout 20 "$spinet" keyboard trace arpeggio.yaml > trace
}
scenario "A trace ends where positions end" far_times

# refused_in_a_line COMMAND...: with status 65 and one line.
refused_in_a_line() {
  refused 65 . "$@"
  [ "$(wc -l < errors)" = 1 ]
}

empty_files() {
  local kind
  for kind in yaml mid scl kbm; do : > empty.$kind; done
  mkdir alone
  for kind in csd dsp wav flac aiff sf2 sf3 sfz; do
    : > alone/empty.$kind
    refused_in_a_line "$spinet" render demo -o never.wav alone/empty.$kind
  done
  refused_in_a_line "$spinet" render empty.mid -o never.wav
  refused_in_a_line "$spinet" render demo -o never.wav ./empty.yaml
  refused_in_a_line "$spinet" render demo -o never.wav --map empty.yaml
  refused_in_a_line "$spinet" render demo -o never.wav --keyboard empty.yaml
  refused_in_a_line "$spinet" keyboard show empty.yaml
  refused_in_a_line "$spinet" map check empty.yaml
  printf '# nothing but this\n\n' > comment.yaml
  refused_in_a_line "$spinet" render demo -o never.wav ./comment.yaml
  refused_in_a_line "$spinet" keyboard show comment.yaml
  printf 'tuning: {scala: empty.scl}\n' > scale.yaml
  refused_in_a_line "$spinet" keyboard show scale.yaml
  printf '! five.scl\n!\nfive\n 5\n!\n240.0\n480.0\n720.0\n960.0\n2/1\n' > five.scl
  printf 'tuning: {scala: five.scl, keymap: empty.kbm}\n' > keymap.yaml
  refused_in_a_line "$spinet" keyboard show keymap.yaml
  # Beside a program: its mapping, and its patch.
  cp "$here/../../examples/faust/bowl.dsp" beside.dsp
  : > beside.patch.yaml
  refused_in_a_line "$spinet" render demo -q -o never.wav beside.dsp
  rm beside.patch.yaml
  : > beside.yaml
  refused_in_a_line "$spinet" render demo -q -o never.wav beside.dsp
  # A part of a stage that is empty has no sound; the stage says where.
  printf 'parts:\n  lead:\n    sound: empty.yaml\n' > stage.yaml
  refused_in_a_line "$spinet" render demo -o never.wav ./stage.yaml
  [ ! -e never.wav ]
}
scenario "Empty files of every kind are refused in a line" empty_files

sees_new_files() {
  live
  mkdir -p "$XDG_CONFIG_HOME/spinet/mappings" "$XDG_CONFIG_HOME/spinet/patches"
  printf 'controller: New\nmap:\n  note C9: {widget: reverb.mix, mode: momentary}\n' \
    > "$XDG_CONFIG_HOME/spinet/mappings/new.yaml"
  soon grep 'mapping files read again' live.err
  "$spinet" widgets set reverb.mix 0.1
  "$spinet" note C9 --for 5 --velocity 127
  "$spinet" widgets --json | grep '"reverb.mix"' | says '"value":1'
  printf 'filter:\n  cutoff: 432\n' > "$XDG_CONFIG_HOME/spinet/patches/newborn.yaml"
  soon grep 'your patches' live.err
  "$spinet" patches | says newborn
  "$spinet" load newborn
  "$spinet" widgets --json | grep filter.cutoff | says '"value":432'
  mkdir -p "$XDG_CONFIG_HOME/spinet/keyboards" "$XDG_CONFIG_HOME/spinet/stages"
  printf 'Number of Keyboards: 1\nKeyboard 0 - Lowest Key: 40\n' > "$XDG_CONFIG_HOME/spinet/keyboards/deep.yaml"
  "$spinet" keyboard show deep | says 40
  printf 'parts:\n  lead: {sound: default, keyboard: deep, set: {filter.cutoff: 321}}\n' \
    > "$XDG_CONFIG_HOME/spinet/stages/solo.yaml"
  "$spinet" load solo
  "$spinet" widgets --json | grep filter.cutoff | says '"value":321'
}
scenario "New files in people's folders are seen while it plays" sees_new_files
