# Songs rendered to files.

renders_formats() {
  local kind
  for kind in wav aiff flac; do
    "$spinet" render demo -o "song.$kind" > told
    says "song.$kind" < told
    [ "$(soxi -r "song.$kind")" = 48000 ]
    louder "$(soxi -D "song.$kind")" 2
    louder "$(rms "song.$kind")" 0.01
  done
  [ "$(soxi -s song.wav)" = "$(soxi -s song.flac)" ]
}
scenario "The demo renders to WAV, AIFF and FLAC, and can be heard" renders_formats

renders_rate() {
  "$spinet" render demo -o rate.wav --rate 44100
  [ "$(soxi -r rate.wav)" = 44100 ]
}
scenario "The rate asked for is the rate of the file" renders_rate

renders_any_period() {
  "$spinet" render demo -o small.wav --tail 1 --period 64
  "$spinet" render demo -o odd.wav --tail 1 --period 1000
  cmp small.wav odd.wav
}
scenario "Any period renders the same samples" renders_any_period

renders_clicks() {
  song 3C
  "$spinet" render song.mid -o plain.wav --tail 1
  "$spinet" render song.mid -o unasked.wav --tail 1 --set metronome.on=on
  cmp plain.wav unasked.wav
  # They never fall silent, so the render ends at its limit.
  "$spinet" render song.mid -o small.wav --period 64 --set metronome.on=on --set metronome.recorded=on
  "$spinet" render song.mid -o odd.wav --period 1000 --set metronome.on=on --set metronome.recorded=on
  cmp small.wav odd.wav
  ! cmp -s small.wav plain.wav || return 1
}
scenario "A rendered file has the metronome's clicks if that is asked for, at any period" renders_clicks

renders_tail() {
  song 3C
  "$spinet" render song.mid -o short.wav --tail 0.5
  "$spinet" render song.mid -o long.wav --tail 2
  awk -v a="$(soxi -D short.wav)" -v b="$(soxi -D long.wav)" 'BEGIN { d = b - a; exit !(d > 1.49 && d < 1.51) }'
}
scenario "The tail is as long as asked" renders_tail

renders_without_a_song() {
  local header='<CsoundSynthesizer>\n<CsInstruments>\nsr = 44100\nksmps = 64\nnchnls = 1\n0dbfs = 1\n'
  # The voice makes it playable; a render without a song still ends with the score.
  {
    printf "$header"
    printf 'instr 1\nout poscil(0.3, 440)\nendin\ninstr voice\nout poscil(p5, p6)\nendin\ninstr 2\nexitnow\nendin\n'
    printf '</CsInstruments>\n<CsScore>\ni 1 0 2\n</CsScore>\n</CsoundSynthesizer>\n'
  } > score.csd
  "$spinet" render score.csd -o score.wav
  [ "$(soxi -r score.wav)" = 44100 ]
  soxi -D score.wav | awk '{ exit !($1 >= 2 && $1 < 2.01) }'
  louder "$(rms score.wav)" 0.2
  "$spinet" render score.csd -o short.wav --duration 0.5 --rate 48000
  soxi -D short.wav | awk '{ exit !($1 == 0.5) }'
  "$spinet" render demo -o cut.wav --duration 2
  soxi -D cut.wav | awk '{ exit !($1 == 2) }'
  sed 's/^i 1 0 2/i 1 0 2\ni 2 1 1/' score.csd > leaves.csd
  "$spinet" render leaves.csd -o leaves.wav
  soxi -D leaves.wav | awk '{ exit !($1 >= 1 && $1 < 1.01) }'
  sox -n -r 44100 -c 2 in.wav synth 1 sine 440 vol 0.5
  echo 'process = _ * 0.5, _ * 0.25;' > half.dsp
  "$spinet" render half.dsp --input in.wav -o half.wav --tail 0
  [ "$(soxi -r half.wav)" = 44100 ]
  soxi -D half.wav | awk '{ exit !($1 == 1) }'
  sox half.wav -n remix 1 stat 2>&1 | awk '/Maximum amplitude/ { exit !($3 > 0.249 && $3 < 0.251) }'
  sox half.wav -n remix 2 stat 2>&1 | awk '/Maximum amplitude/ { exit !($3 > 0.124 && $3 < 0.126) }'
  refused 65 'no score.*--input' "$spinet" render half.dsp -o never.wav
  refused 65 'its rate is 44100' "$spinet" render half.dsp --input in.wav -o never.wav --rate 48000
  refused 64 'song' "$spinet" render -o never.wav
  "$spinet" render half.dsp --duration 1 -o silent.wav --tail 0
  [ ! -e never.wav ]
}
scenario "A score and a processed sound are rendered without a song" renders_without_a_song

renders_all_channels() {
  sox -n -r 44100 -c 4 four.wav synth 1 sine 440 vol 0.5 remix 1 1v0.5 1v0.25 1v0.125
  echo 'process = _, _, _, _, *(2);' > five.dsp
  "$spinet" render five.dsp --input four.wav -o five.wav --tail 0
  [ "$(soxi -c five.wav)" = 5 ]
  local channel
  for channel in 1:0.5 2:0.25 3:0.125 4:0.0625 5:1; do
    sox five.wav -n remix "${channel%:*}" stat 2>&1 |
      awk -v want="${channel#*:}" '/Maximum amplitude/ { exit !($3 > 0.99 * want && $3 < 1.01 * want) }'
  done
}
scenario "All channels of an input are heard, and all outputs are written" renders_all_channels

broken_songs() {
  echo precious > kept.wav
  echo 'no song at all' > text.mid
  song 3C
  : > empty.mid
  local name
  for name in text empty; do refused 65 "$name.mid" "$spinet" render "$name.mid" -o kept.wav; done
  [ "$(cat kept.wav)" = precious ]
}
scenario "Broken songs are refused with a reason, and nothing is written over" broken_songs

# Most programs play what there is.
damaged_songs() {
  song 3C
  head -c 30 song.mid > cut.mid
  "$spinet" render cut.mid -o cut.wav 2> told
  says 'cut.mid: byte 30: the data end inside a message' < told
  [ -s cut.wav ]
  printf 'MThd\0\0\0\6\0\0\377\377\1\364MTrk\377\377\377\377\0\220' > huge.mid
  "$spinet" render huge.mid -o huge.wav 2> told
  says 'huge.mid: byte 10: the header counts 65535 tracks, and there are 1' < told
}
scenario "What is there of a song that was cut off is played, and where it is cut is told" damaged_songs

keeps_what_is_there() {
  song 3C
  echo precious > kept.wav
  refused 64 "^spinet: kept.wav: the file exists; choose another name, or '--replace'$" "$spinet" render song.mid -o kept.wav
  # A damaged song in which nothing can be heard replaces nothing.
  printf 'MThd\0\0\0\6\0\0\377\377\1\364MTrk\377\377\377\377\0\220' > huge.mid
  refused 65 'huge.mid: it is damaged, and there is no note in it' "$spinet" render huge.mid -o kept.wav --replace
  [ "$(cat kept.wav)" = precious ]
  [ "$(ls)" = "$(printf '%s\n' errors huge.mid kept.wav output song.mid)" ]
  "$spinet" render song.mid -o kept.wav --replace
  louder "$(rms kept.wav)" 0.001
}
scenario "A render replaces a file only when it is told to" keeps_what_is_there

interrupted_render() {
  local status=0
  printf 'kept' > long.wav
  "$spinet" render demo -o long.wav --replace --tail 3600 & instrument=$!
  # It writes into a file beside the old one.
  soon sh -c 'ls long.wav.*'
  kill -TERM $instrument
  wait $instrument || status=$?
  [ "$status" = 130 ]
  [ "$(cat long.wav)" = kept ]
  ! ls | grep -F long.wav.
}
scenario "An interrupted render leaves no file, and the old one as it was" interrupted_render

plays_general_midi() {
  parts_song > parts.mid
  "$spinet" render parts.mid --parts gm --font none -o gm.wav
  louder "$(rms gm.wav)" 0.005
  "$spinet" render parts.mid --parts gm --font none --period 999 -o gm-999.wav
  cmp gm.wav gm-999.wav
  "$spinet" patches | grep -E '^warm-pad +90 '
}
scenario "A song plays General MIDI's sounds, drums as drums" plays_general_midi

unended_exclusive() {
  printf 'MThd\0\0\0\6\0\0\0\1\1\364MTrk\0\0\0\11\0\360\2\175\1\0\377\57\0' > unended.mid
  "$spinet" render unended.mid -o unended.wav 2> errors
  says "unended.mid: 1 system exclusive" < errors
}
scenario "A system exclusive message without an end is reported" unended_exclusive

many_songs() {
  song 3c; mv song.mid one.mid
  song 40; mv song.mid two.mid
  song 43; mv song.mid three.mid
  "$spinet" render one.mid two.mid warm-pad --out-dir out --jobs 2 --tail 1 | grep -c 'out/.*wav: 1.5 s' | says 2
  "$spinet" render one.mid -o alone.wav warm-pad --tail 1
  cmp alone.wav out/one.wav
  # It goes on where it was: what is there is passed over. A failing song is told, and the others go on.
  echo nonsense > bad.mid
  refused 65 'bad.mid: .*MIDI' "$spinet" render bad.mid one.mid two.mid three.mid warm-pad --out-dir out --tail 1
  says '1 of 4 songs' < errors
  says 'out/one.wav: it exists; skipped' < output
  "$spinet" render one.mid --out-dir out --json > json 2> skipped
  [ ! -s json ]
  says 'spinet: out/one.wav: it exists; skipped' < skipped
  mkdir folder.wav
  refused 1 'folder.wav: it is a folder' "$spinet" render one.mid -o folder.wav
  [ ! -e folder.wav.*.part ]
  refused 64 'several songs need --out-dir' "$spinet" render one.mid two.mid -o both.wav
  [ -s out/three.wav ]
  [ ! -e out/bad.wav ]
  "$spinet" render one.mid two.mid three.mid --out-dir shares --shard 2/2 --tail 0
  [ "$(ls shares)" = two.wav ]
  refused 64 'two songs|so would that of' "$spinet" render one.mid out/../one.mid --out-dir out
  "$spinet" render one.mid two.mid warm-pad --out-dir loud --normalise --tail 1
  "$spinet" render one.mid -o loud.wav warm-pad --normalise --tail 1
  cmp loud.wav loud/one.wav
  refused 64 'font is for' "$spinet" render one.mid --out-dir out --font none
  refused 64 'out-dir' "$spinet" render one.mid -o x.wav --jobs 2
  refused 64 'shard.*it is not a share, expected one such as 3/16' "$spinet" render one.mid --out-dir out --shard 3/2
  refused 64 "unexpected argument 'two.mid'" "$spinet" render one.mid warm-pad two.mid -o x.wav
}
scenario "Many songs are rendered into a folder, resumed, and shared" many_songs

normalises_silence() {
  echo 'process = 0, 0;' > silent.dsp
  "$spinet" render silent.dsp -o silent.wav --duration 1 --normalise
  [ "$(soxi -s silent.wav)" = 48000 ]
}
scenario "A silent render that is normalised is as long as it was" normalises_silence

tells_clipping() {
  echo 'process = 0, 0 : +(1.5), +(0.1);' > loud.dsp
  "$spinet" render loud.dsp -o loud.wav --duration 0.1 2> errors
  grep -x 'spinet: loud.wav: it clips: 4800 samples are beyond full scale, by 3.5 dB at most; render it with --normalise, or with a lower master.volume' errors
  "$spinet" render loud.dsp -o loud.wav --replace --duration 0.1 --normalise --json 2> errors | says '"clipped":0'
  [ ! -s errors ]
  sox loud.wav -n stat 2>&1 | awk '/Maximum amplitude/ { exit !($3 > 0.985 && $3 < 0.99) }'
}
scenario "A render that clips says by how much and how often, and is normalised when asked" tells_clipping

# unclipped SOUND OPTION...: the song that comes with Spinet stays below full scale with this sound.
unclipped() {
  local said
  said=$("$spinet" render demo -o "clip-$$.wav" "$@" 2>&1) || { echo "$*: $said"; return 1; }
  rm "clip-$$.wav"
  ! grep 'it clips' <<< "$said" || { echo "this was $*"; return 1; }
}

# As many at once as there are processors.
each_unclipped() { xargs -0 -n 1 -P "$(nproc)" bash -c 'unclipped "$1" '"$*" -; }

clips_never() {
  local examples keyboard
  examples=$(realpath "$here/../../examples")
  export spinet
  export -f unclipped
  # The loudest moment of a Faust program may come late: these play all of the song.
  printf '%s\0' "$examples"/faust/*.dsp | each_unclipped
  {
    "$spinet" patches --json | sed 's/^{"patch":"\([^"]*\)".*/\1/' | tr '\n' '\0'
    printf '%s\0' "$examples"/csound/*.csd "$examples"/stages/*.yaml
  } | each_unclipped --duration 12
  for keyboard in "$examples"/keyboards/*.yaml; do unclipped default --keyboard "$keyboard" --duration 12; done
  unclipped --parts gm --font none --duration 12
  unclipped --parts gm --duration 12
}
scenario_alone "No sound that comes with Spinet clips on its own song" clips_never
