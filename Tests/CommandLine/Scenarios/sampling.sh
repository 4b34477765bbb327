# Sound files as instruments.

plays_sound_files() {
  local kind
  song 3C
  sox -n -r 44100 -b 16 tone.wav synth 2 sine 440 vol 0.5
  for kind in wav aiff flac; do
    [ "$kind" = wav ] || sox tone.wav "tone.$kind"
    "$spinet" render song.mid -o "played-$kind.wav" "tone.$kind" --set sample.root=72 --set amp.release=0.01 --tail 0.1
    louder "$(rms "played-$kind.wav")" 0.05
    # Middle C is an octave below the root: half the 440 Hz.
    sox "played-$kind.wav" -n trim 0.1 0.3 remix 1 stat 2>&1 | awk '/Rough.*frequency/ { exit !($3 > 210 && $3 < 230) }'
  done
  playing --state none tone.flac --engine off
  "$spinet" widgets set loop.end 0.25
  "$spinet" widgets | says sample.position
  "$spinet" engine start
  "$spinet" widgets --json | grep loop.end | says '"value":0.25'
  kill -INT "$instrument"
  ended 130
}
scenario "A sound file is an instrument, in tune, its widgets live with the engine stopped" plays_sound_files

broken_sound_files() {
  echo precious > kept.wav
  echo 'no sound at all' > text.wav
  sox -n -r 8000 -b 8 long.wav synth 601 sine 440
  sox -n six.wav synth 0.1 sine 440 remix 1 1 1 1 1 1
  : > empty.flac
  refused 65 '^spinet: text.wav: .*WAV, AIFF or FLAC' "$spinet" render demo -o kept.wav text.wav
  refused 65 'longer than 10 minutes; cut' "$spinet" render demo -o kept.wav long.wav
  refused 65 '6 channels; mix' "$spinet" render demo -o kept.wav six.wav
  refused 65 'empty.flac' "$spinet" render demo -o kept.wav empty.flac
  refused 65 'nowhere.wav: No such file' "$spinet" render demo -o kept.wav nowhere.wav
  [ "$(cat kept.wav)" = precious ]
}
scenario "Broken and endless sound files are refused with a remedy" broken_sound_files
