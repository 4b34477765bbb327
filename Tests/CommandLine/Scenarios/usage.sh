# Help and wrong use.

helps() {
  local command
  "$spinet" --help > help
  for command in play render devices monitor map keyboard widgets engine patches load scene patch reset note panel osc; do
    says "$command" < help
    "$spinet" "$command" --help | says USAGE
  done
}
scenario "Help names every command" helps

wrong_use() {
  refused 64 'did you mean' "$spinet" play --perid 128
  refused 64 . "$spinet" play --period many
  refused 64 "did you mean 'spinet monitor'" "$spinet" montior
  refused 64 "did you mean 'spinet monitor'" "$spinet" montior --json
  refused 64 "did you mean 'spinet map check'" "$spinet" map chekc map.yaml
  refused 65 'nothing has that name' "$spinet" play montior
  refused 64 "no command of that name; did you mean 'spinet help note'" "$spinet" help nope
  refused 64 "did you mean 'spinet help map check'" "$spinet" help map chekc
  "$spinet" help map check | says 'USAGE: spinet map check'
  refused 65 'did you mean marimba' "$spinet" marimbo
  refused 64 . "$spinet" render demo
  refused 64 "unexpected argument 'round-bass'; put a \+ between sounds: warm-pad \+ round-bass" \
    "$spinet" play warm-pad round-bass
  refused 64 'filter.cutoff' "$spinet" render demo -o never.wav --set filter.cutof=100
  # The library advises without options; the command adds their names.
  refused 64 '^spinet: --set volume: it has no =; write it as --set WIDGET=VALUE$' \
    "$spinet" render demo -o never.wav --set volume
  refused 65 "^spinet: absent.yaml: No such file or directory; give a mapping file with '--map FILE'$" \
    "$spinet" render demo -o never.wav --map absent.yaml
  [ ! -e never.wav ]
}
scenario "Wrong use ends with 64 and the nearest right word" wrong_use

# A usage error has three parts: the command, what is wrong, and what to do.
usage_lines() {
  refused 64 "^spinet: play: unknown option '--perid'; did you mean '--period'\?$" "$spinet" --perid 128
  refused 64 "^spinet: engine: missing expected argument '<verb>'; see 'spinet engine --help'$" "$spinet" engine
  refused 64 "^spinet: engine: the value 'go' is invalid for '<verb>'; please provide one of 'start', 'stop' or 'status'$" \
    "$spinet" engine go
  refused 64 "^spinet: play: --rate 0.0 is out of range, expected 8000 to 384000 Hz; see 'spinet play --help'$" \
    "$spinet" --rate 0
  refused 64 "^spinet: keyboard trace: .*; see 'spinet keyboard trace --help'$" "$spinet" keyboard trace
  refused 64 "^spinet: play: --pcm is empty" "$spinet" --pcm ''
  refused 64 "^spinet: 'Spinet a/b': a socket cannot have that name; choose a '--name' without slashes$" \
    "$spinet" --name a/b --midi none --pcm none
  refused 64 "it is too long for a socket; choose a shorter name" \
    "$spinet" --name "$(printf 'a%.0s' {1..200})" --midi none --pcm none
  refused 64 "^spinet: play: --name is empty" "$spinet" --name ' ' --midi none --pcm none
  for columns in 0 1 20 -5; do COLUMNS=$columns "$spinet" play --help | says USAGE; done
}
scenario "Usage errors name command, reason and remedy, in any width" usage_lines

lists_patches() {
  "$spinet" patches > patches
  # A name, a number that no other patch has, and a family.
  [ "$(grep -cE '^[a-z-]+ +([0-9]+/)?[0-9]+  [a-z]+ ' patches)" = "$(wc -l < patches)" ]
  [ -z "$(awk '{ print $2 }' patches | sort | uniq -d)" ]
}
scenario "The list of patches shows a number for each" lists_patches

nobody_there() { refused 1 . "$spinet" widgets; }
scenario "With no instrument running, widgets says so" nobody_there
