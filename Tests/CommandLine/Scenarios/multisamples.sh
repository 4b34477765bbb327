# Instruments of many samples: SFZ files, and folders of samples that are named by their notes.

# frequency FILE LOW HIGH: what is heard in it lies between the two.
frequency() {
  sox "$1" -n trim 0.1 0.3 remix 1 stat 2>&1 | awk -v low="$2" -v high="$3" '/Rough.*frequency/ { exit !($3 > low && $3 < high) }'
}

# Two notes an octave and a half apart, each with a pitch of its own, so that the file that plays is heard.
notes_folder() {
  mkdir -p piano
  sox -n -r 44100 -b 16 "piano/Piano C4.wav" synth 2 sine 500 vol 0.4
  sox -n -r 48000 -b 16 "piano/F#5.flac" synth 2 sine 3000 vol 0.4
  echo words > piano/readme.txt
}

plays_folders() {
  notes_folder
  song 3C
  "$spinet" render song.mid -o low.wav piano/ --tail 0.1
  frequency low.wav 490 510
  song 4E
  "$spinet" render song.mid -o high.wav ./piano --tail 0.1
  frequency high.wav 2940 3060
  "$spinet" render song.mid -o blocks.wav piano/ --tail 0.1 --period 999
  cmp high.wav blocks.wav
  # Numbers are keys too, and what has no note is told.
  mkdir numbered
  cp "piano/Piano C4.wav" numbered/060.wav
  cp "piano/Piano C4.wav" numbered/noise.wav
  "$spinet" render song.mid -o numbered.wav numbered/ 2> said
  says '1 file without a note in its name is not played' < said
  frequency numbered.wav 1360 1460
  mkdir empty
  refused 65 'no sound file in this folder is named by its note; name them as in C4.wav' \
    "$spinet" render demo -o no.wav empty/
}
scenario "A folder of samples that are named by their notes is an instrument" plays_folders

plays_sfz() {
  notes_folder
  mkdir -p sets/inc
  printf '<region> sample=F#5.flac key=$HIGH\n' > sets/inc/high.txt
  cat > sets/two.sfz << 'END'
// Two keys
<control> default_path=../piano/
#define $HIGH 78
<global> ampeg_release=0.05 delay_beats=5
<group> lokey=c3 hikey=c5
<region> sample=Piano C4.wav pitch_keycenter=c4 delay_beats=7
#include "inc/high.txt"
END
  song 3C
  "$spinet" render song.mid -o low.wav sets/two.sfz 2> said
  frequency low.wav 490 510
  says 'sets/two.sfz:4: delay_beats is not read (2 times)' < said
  [ "$(grep -c delay_beats said)" = 1 ]
  song 4E
  "$spinet" render song.mid -o high.wav sets/two.sfz
  frequency high.wav 2940 3060
  song 3C
  "$spinet" render song.mid -o parts.wav "sets/two.sfz" + round-bass@..B3
  frequency parts.wav 490 510
  printf 'parts:\n  keys: sets/two.sfz\n  more: {sound: piano/, level: -60}\n' > stage.yaml
  "$spinet" render song.mid -o stage.wav stage.yaml
  frequency stage.wav 490 510
}
scenario "An SFZ file plays, alone and in parts, and what is not read is told with its line" plays_sfz

plays_sfz_from_elsewhere() {
  notes_folder
  mkdir -p other/Data
  # Names in another case, backslashes, directives inside a line, and a sample that is missing.
  printf '<region> sample=piano $NOTE.WAV key=60\r\n' > other/Data/Map.txt
  printf '<control> default_path=..\\PIANO\\\r\n#define $NOTE c4 #include "data\\map.txt"\r\n<region> sample=gone.wav key=61\r\n' \
    > other/windows.sfz
  song 3C
  "$spinet" render song.mid -o windows.wav other/windows.sfz --tail 0.1 2> said
  frequency windows.wav 490 510
  says 'other/windows.sfz:3: other/../PIANO/gone.wav: No such file or directory: 1 region is left out' < said
  [ "$(grep -c gone.wav said)" = 1 ]
  says 'is written otherwise and read from other/Data/Map.txt, and 1 more' < said
  [ "$(grep -c otherwise said)" = 1 ]
  # A controller moves its own widget, by its label and without a mapping.
  printf '<control> label_cc20=Mic level\n<region> sample=../piano/Piano C4.wav key=60 amplitude_oncc20=100\n' > other/mic.sfz
  "$spinet" render song.mid -o silent.wav other/mic.sfz --tail 0.1 2> said
  [ ! -s said ] || says 'silent' < said
  sox silent.wav -n stat 2>&1 | awk '/Maximum amplitude/ { exit !($3 < 0.001) }'
  # A pedal chooses regions and still holds notes.
  printf '<region> sample=../piano/Piano C4.wav key=60 hicc64=63\n<region> sample=../piano/F#5.flac key=60 pitch_keycenter=60 locc64=64\n' > other/pedal.sfz
  printf 'MThd\0\0\0\6\0\0\0\1\1\364MTrk\0\0\0\25\0\260\100\177\0\220\074\144\203\164\200\074\0\0\260\100\0\0\377\57\0' > pedal.mid
  "$spinet" render pedal.mid -o pedal.wav other/pedal.sfz --tail 0.1
  frequency pedal.wav 2940 3060
  sox -n -r 48000 "piano/E4.ogg" synth 1 sine 700 vol 0.4
  song 40
  "$spinet" render song.mid -o ogg.wav piano/E4.ogg --tail 0.1
  "$spinet" render song.mid -o folder.wav ./piano --tail 0.1
  frequency folder.wav 690 710
  echo '#include "nowhere.txt"' > other/include.sfz
  refused 65 'nowhere.txt: No such file or directory; correct the #include that names it' \
    "$spinet" render demo -o no.wav other/include.sfz
}
scenario "An SFZ file from another system plays, with its controllers, and what is missing is told once" plays_sfz_from_elsewhere

refuses_sfz() {
  mkdir -p bad
  echo '<region> sample=nowhere.wav' > bad/missing.sfz
  refused 65 '^spinet: bad/missing.sfz:1: bad/nowhere.wav: No such file' "$spinet" render demo -o no.wav bad/missing.sfz
  : > bad/empty.sfz
  refused 65 'it has no region with a sample' "$spinet" render demo -o no.wav bad/empty.sfz
  echo '#include "loop.sfz"' > bad/loop.sfz
  refused 65 'it includes too many files, or itself' "$spinet" render demo -o no.wav bad/loop.sfz
  mkfifo bad/pipe
  echo '#include "pipe"' > bad/waits.sfz
  refused 65 'bad/pipe: it is not a file' "$spinet" render demo -o no.wav bad/waits.sfz
  head -c 20000 /dev/urandom > bad/noise.sfz
  refused 65 'bad/noise.sfz' "$spinet" render demo -o no.wav bad/noise.sfz
  refused 65 'nowhere.sfz: No such file' "$spinet" render demo -o no.wav nowhere.sfz
  [ ! -e no.wav ]
}
scenario "A broken SFZ file is refused in one line" refuses_sfz

changes_to_samples() {
  notes_folder
  playing --state none --name keys default
  "$spinet" load piano/ | says piano
  "$spinet" widgets | says amp.attack
  kill -INT "$instrument"
  ended 130
}
scenario "A folder of samples can be loaded while it plays" changes_to_samples

streams_samples() {
  sox -n -r 44100 -b 24 -c 2 long.wav synth 6 sine 500 sine 700 vol 0.3
  sox -n -r 48000 -b 16 -c 1 flat.flac synth 6 sine 500 vol 0.3
  printf '<region> sample=long.wav key=60\n<region> sample=flat.flac key=64 pitch_keycenter=64\n' > long.sfz
  for key in 3C 40; do
    song "$key"
    "$spinet" render song.mid -o disk.wav --replace long.sfz
    "$spinet" render song.mid -o memory.wav --replace long.sfz --preload all
    "$spinet" render song.mid -o short.wav --replace long.sfz --preload 0.02 --period 999
    cmp disk.wav memory.wav
    cmp disk.wav short.wav
  done
  refused 64 "The value 'some' is invalid for '--preload <seconds>'" "$spinet" render song.mid -o no.wav long.sfz --preload some
  refused 64 'expected 0.01 to 60 seconds, or all' "$spinet" render song.mid -o no.wav long.sfz --preload 0
}
scenario "Long samples come from the disk and sound as from memory" streams_samples
