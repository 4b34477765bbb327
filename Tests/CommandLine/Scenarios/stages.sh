# Parts, stages and scenes.

plays_parts() {
  "$spinet" render demo -o one.wav warm-pad
  "$spinet" render demo -o low.wav round-bass@..B3
  "$spinet" render demo -o both.wav warm-pad + round-bass@..B3
  # The sum, as far as 24 bits tell it.
  sox -m -v 1 one.wav -v 1 low.wav sum.wav
  louder 0.01 "$(sox -m -v 1 sum.wav -v -1 both.wav -n stat 2>&1 | awk '/RMS.*amplitude/ { print $3 }')"
  local stage
  for stage in ambient-keys bass-and-pad drum-kit evening two-manuals; do
    "$spinet" render demo -o "$stage.wav" "$stage"
    louder "$(rms "$stage.wav")" 0.0005
  done
  "$spinet" render demo -o quiet.wav warm-pad + round-bass --set warm-pad/part.mute=on --set round-bass/part.mute=on
  louder 0.0001 "$(rms quiet.wav)"
  "$spinet" render demo -o one-period.wav evening --period 128
  "$spinet" render demo -o another.wav evening --period 1000
  cmp one-period.wav another.wav
  "$spinet" render demo -o one-core.wav evening --cores 1
  "$spinet" render demo -o cores.wav evening --cores 3
  cmp one-core.wav cores.wav
}
scenario "Parts are layers and splits, and stages of them play" plays_parts

refused_stages() {
  refused 64 'character 12: .*A0..B3' "$spinet" render demo -o no.wav pad + bass@B3..A0
  refused 65 "patch 'nonsense'" "$spinet" render demo -o no.wav warm-pad + nonsense
  refused 64 "unexpected argument 'b'" "$spinet" render demo -o no.wav warm-pad b
  printf 'parts:\n  a: {sound: warm-pad, keys: B3..A0}\n  b: {sond: x}\nscenes:\n  s: [c]\n' > bad.yaml
  refused 65 'bad.yaml:2:30: error: .*backwards' "$spinet" render demo -o no.wav bad.yaml
  grep -E 'bad.yaml:3:7: .*sound' errors
  grep -E 'bad.yaml:5:7: .*unknown part' errors
  printf 'parts:\n  a: nonsense\n  b: {sound: warm-pad, set: {filter.cutof: 3}}\n  c: evening\n' > lost.yaml
  refused 65 'lost.yaml:2:6: error: .*nonsense' "$spinet" render demo -o no.wav lost.yaml
  grep -E 'lost.yaml:3:30: .*filter.cutoff' errors
  grep -E 'lost.yaml:4:6: .*is a stage' errors
  [ ! -e no.wav ]
}
scenario "Wrong parts and stages are refused with every place" refused_stages

changes_sounds() {
  live evening --state none
  "$spinet" scene | says '▶ ballad'
  "$spinet" scene next | says '▶ groove'
  # A value that the scene sets is not a change, and revert and reset return to it.
  "$spinet" patch diff --part bass | says 'nothing was changed'
  [ -z "$("$spinet" patch diff --part bass --json)" ]
  "$spinet" widgets set bass/filter.cutoff 300
  "$spinet" patch diff --part bass | grep -E 'filter.cutoff +900.*300'
  "$spinet" patch revert --part bass | says 900
  "$spinet" widgets set bass/filter.cutoff 300
  "$spinet" reset bass/filter.cutoff | says 900
  "$spinet" widgets | grep -E '^bass/filter.cutoff +900'
  "$spinet" scene solo --json | says '"scene":"solo","playing":true,"program":10'
  refused 64 'did you mean solo' "$spinet" scene sola
  "$spinet" load warm-pad | says 'playing warm-pad'
  "$spinet" widgets | grep -E '^filter.cutoff +750'
  refused 64 'no scenes' "$spinet" scene next
  refused 65 "nonsense" "$spinet" load nonsense
  printf 'parts:\n  a: {sound: warm-pad, keys: B3..A0}\n  b: {sond: x}\n' > bad.yaml
  refused 65 'bad.yaml: 2:30: error: .*backwards.*; 3:7: error: .*sond' "$spinet" load bad.yaml
  [ "$(grep -o bad.yaml errors | wc -l)" = 1 ]
  "$spinet" widgets set filter.cutoff 800
  "$spinet" patch diff | grep -E 'filter.cutoff +750.*800'
  "$spinet" patch save mine | says patches/mine.yaml
  refused 64 'the file exists' "$spinet" patch save mine
  "$spinet" patch save mine --replace
  # They would come before what has the name already.
  for name in warm-pad evening; do refused 64 'would be hidden' "$spinet" patch save "$name"; done
  # What could not be loaded by that name.
  for name in '' ' ' .hidden a/b a@C4 + x.yaml x.csd foo.wav "$(printf 'a%.0s' {1..300})"; do
    refused 64 'a patch cannot have that name' "$spinet" patch save "$name"
  done
  "$spinet" patch revert
  "$spinet" widgets | grep -E '^filter.cutoff +750'
  "$spinet" load mine
  "$spinet" widgets | grep -E '^filter.cutoff +800'
  "$spinet" patches | says mine
  "$spinet" load warm-pad + round-bass@..B3
  "$spinet" widgets set round-bass/part.level -6
  "$spinet" widgets --json | grep '"widget":"round-bass/part.level"' |
    says '"value":-6,"text":"−6.0 dB","unit":"dB","min":-60,"max":12,"default":0,"kind":"slider"'
  refused 64 "choose one with '--part'" "$spinet" patch diff
  "$spinet" patch diff --part warm-pad | says 'nothing was changed'
  rm -r "$XDG_CONFIG_HOME/spinet/patches"
}
scenario "Scenes and sounds change while it plays; a sound is saved, compared and reverted" changes_sounds

edits_stages() {
  printf 'parts:\n  a: {sound: warm-pad, level: -3}\n' > stage.yaml
  live stage.yaml --state none
  "$spinet" widgets | grep -E '^part.level +−3'
  "$spinet" widgets set filter.cutoff 500
  printf 'parts:\n  a: {sound: warm-pad, level: -9}\n  b: round-bass\n' > new.yaml
  mv new.yaml stage.yaml
  soon has_widget '^a/part.level +−9'
  "$spinet" widgets | grep -E '^a/filter.cutoff +500'
  "$spinet" widgets | says b/filter.cutoff
  printf 'parts:\n  a: {sound: nonsense}\n' > stage.yaml
  soon grep -F 'stage.yaml:2:14: error' live.err
  "$spinet" widgets | says b/filter.cutoff
}
scenario "A stage is read again when it is saved; an error leaves what plays" edits_stages

goes_on_in_its_scene() {
  two_scenes() {
    printf 'name: %s\nparts: {a: warm-pad, b: {sound: round-bass, level: %s}}\n' "$1" "$2"
    printf 'scenes:\n  one: {parts: [a]}\n  two: {parts: [b], set: {b/filter.cutoff: 400}}\n'
  }
  two_scenes first -3 > stage.yaml
  live stage.yaml --state none
  "$spinet" scene two
  two_scenes second -9 > new.yaml
  mv new.yaml stage.yaml
  soon grep -F 'stage read again' live.err
  "$spinet" scene | grep -F '▶ two'
  has_widget '^b/part.level +−9'
  has_widget '^b/filter.cutoff +400'
}
scenario "A stage that is saved while it plays goes on in its scene" goes_on_in_its_scene

tells_memory() {
  live warm-pad --state none --verbose
  soon grep -E '3 engines for program changes are prepared; the process has [0-9]+ MB of memory' live.err
  "$spinet" load warm-pad + round-bass
  soon grep -E '2 parts are prepared; the process has [0-9]+ MB of memory' live.err
}
scenario "It tells what the memory of prepared sounds is" tells_memory

# A bare name means the part that the control's port and channel play, and its feedback goes back on that channel.
maps_parts() {
  printf 'parts:\n  pad: {sound: warm-pad, channels: [1]}\n  bass: {sound: round-bass, channels: [2]}\n' > two.yaml
  cat > knobs.yaml << 'END'
map:
  cc 74: {widget: filter.cutoff, feedback: true}
  cc 75: {widget: bass/filter.resonance, feedback: true}
END
  "$spinet" map check knobs.yaml --instrument two.yaml | says good
  printf '0 B04A7F\n10 B14A00\n20 B04B7F\n' | "$spinet" map trace knobs.yaml --instrument two.yaml > traced
  cat traced
  grep '"t":0,"widget":' traced | says '"widget":"pad/filter.cutoff","value":20000'
  grep '"t":10,"widget":' traced | says '"widget":"bass/filter.cutoff","value":20'
  grep '"t":20,"widget":' traced | says '"widget":"bass/filter.resonance","value":1'
  [ "$(grep -c '"widget"' traced)" = 3 ]
  ! grep '"t":0,"feedback":"B1' traced || return 1
  printf 'map:\n  cc 74: nobody/filter.cutoff\n' > wrong.yaml
  refused 65 'wrong.yaml:2:10: error: .*nobody/filter.cutoff' "$spinet" map check wrong.yaml --instrument two.yaml
}
scenario "Mappings know the widgets of parts by both names" maps_parts

# On the command line, where no control says which part it plays.
bare_names() {
  live warm-pad + round-bass --set filter.cutoff=512 --state none
  "$spinet" widgets | grep -E '^warm-pad/filter.cutoff +512'
  "$spinet" widgets set filter.cutoff 600 | grep -E '^warm-pad/filter.cutoff +600'
  "$spinet" widgets | grep -E '^round-bass/filter.cutoff +260'
  "$spinet" widgets set round-bass/filter.cutoff 300
  "$spinet" reset filter.cutoff | grep -E '^warm-pad/filter.cutoff +750'
  "$spinet" widgets | grep -E '^round-bass/filter.cutoff +300'
}
scenario "On the command line a bare name means the first part" bare_names
