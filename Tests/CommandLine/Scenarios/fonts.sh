# SoundFonts as instruments, and General MIDI by them.

gm_font=/usr/share/sounds/sf2/TimGM6mb.sf2

plays_soundfonts() {
  "$spinet" render demo -o piano.wav "$gm_font"
  louder "$(rms piano.wav)" 0.005
  # Found by its name alone, with a preset by a part of its name, or by its number.
  "$spinet" render demo -o flute.wav TimGM6mb.sf2:flute
  "$spinet" render demo -o number.wav "TimGM6mb.sf2:74"
  cmp flute.wav number.wav
  ! cmp -s piano.wav flute.wav || return 1
  "$spinet" render demo -o blocks.wav TimGM6mb.sf2:flute --period 999
  cmp flute.wav blocks.wav
}
scenario "A SoundFont plays its presets by name and by number" plays_soundfonts

refuses_soundfonts() {
  head -c 100000 "$gm_font" > cut.sf2
  refused 65 '^spinet: cut.sf2: the file is truncated' "$spinet" render demo -o no.wav cut.sf2
  echo nothing > text.sf2
  refused 65 '^spinet: text.sf2: it is not a SoundFont' "$spinet" render demo -o no.wav text.sf2
  refused 65 'nowhere.sf2: No such file' "$spinet" render demo -o no.wav nowhere.sf2
  refused 65 'TimGM6mb.sf2:Violni: .*did you mean Violin' "$spinet" render demo -o no.wav TimGM6mb.sf2:Violni
  refused 64 'is for --parts gm' "$spinet" render demo -o no.wav --font none
  [ ! -e no.wav ]
}
scenario "A broken SoundFont and an unknown preset are refused in one line" refuses_soundfonts

layers_soundfonts() {
  "$spinet" render demo -o one.wav TimGM6mb.sf2:flute
  "$spinet" render demo -o low.wav round-bass@..B3
  "$spinet" render demo -o both.wav TimGM6mb.sf2:flute + round-bass@..B3
  sox -m -v 1 one.wav -v 1 low.wav sum.wav
  louder 0.01 "$(sox -m -v 1 sum.wav -v -1 both.wav -n stat 2>&1 | awk '/RMS.*amplitude/ { print $3 }')"
  cp "$gm_font" own.sf2
  printf 'parts:\n  keys: own.sf2:flute\n  bass: {sound: round-bass, keys: ..B3}\n' > plain.yaml
  "$spinet" render demo -o plain.wav plain.yaml
  louder "$(rms plain.wav)" 0.005
}
scenario "SoundFonts are parts of layers and stages" layers_soundfonts

soundfont_chooses() {
  playing --state none --name fonts "$gm_font"
  "$spinet" widgets | grep -E '^preset +'
  "$spinet" widgets set preset 73
  "$spinet" widgets | grep -E '^preset +Flute'
  "$spinet" load TimGM6mb.sf2:Violin | says TimGM6mb.sf2
  "$spinet" widgets | grep -E '^preset +Violin'
  kill -INT "$instrument"
  ended 130
}
scenario "The preset of a SoundFont is a widget, and another font can be loaded" soundfont_chooses

general_midi_by_fonts() {
  parts_song > parts.mid
  "$spinet" render parts.mid --parts gm -o gm.wav 2> said
  says "General MIDI is played by" < said
  "$spinet" render parts.mid --parts gm --font "$gm_font" -o tim.wav --json > told
  louder "$(rms tim.wav)" 0.005
  "$spinet" render parts.mid --parts gm --font "$gm_font" --period 999 -o blocks.wav
  cmp tim.wav blocks.wav
  "$spinet" render parts.mid --parts gm --font none -o patches.wav 2> said
  ! grep -F "General MIDI" said || return 1
  ! cmp -s tim.wav patches.wav
  # A person's own font comes first.
  mkdir -p "$XDG_CONFIG_HOME/spinet/soundfonts"
  cp "$gm_font" "$XDG_CONFIG_HOME/spinet/soundfonts/mine.sf2"
  "$spinet" render parts.mid --parts gm -o own.wav 2> said
  says soundfonts/mine.sf2 < said
  cmp own.wav tim.wav
  # One that is broken is told, and the next one plays.
  head -c 1000 "$gm_font" > "$XDG_CONFIG_HOME/spinet/soundfonts/mine.sf2"
  "$spinet" render parts.mid --parts gm -o broken.wav 2> said
  says "is truncated" < said
  says "General MIDI is played by $gm_font" < said
  cmp broken.wav tim.wav
  refused 65 'mine.sf2: the file is truncated' "$spinet" render parts.mid --parts gm --font mine.sf2 -o no.wav
  rm "$XDG_CONFIG_HOME/spinet/soundfonts/mine.sf2"
  # A song that chooses its sounds itself needs no option; one that is named plays it alone.
  "$spinet" render parts.mid -o itself.wav
  cmp itself.wav gm.wav
  "$spinet" render parts.mid -o named.wav warm-pad
  ! cmp -s named.wav gm.wav || return 1
  song 3C
  "$spinet" render song.mid -o plain.wav
  "$spinet" render song.mid -o default.wav default
  cmp plain.wav default.wav
}
scenario "General MIDI is played by an installed SoundFont, or by the patches" general_midi_by_fonts

general_midi_names() {
  song 3C
  # Only the font that these tests install.
  export XDG_DATA_DIRS=$PWD/data
  mkdir -p data/sounds/sf2
  ln -s "$gm_font" data/sounds/sf2
  # The best font that is installed, told in one line.
  "$spinet" render song.mid -o piano.wav piano 2> said
  says 'spinet: piano: ' < said
  says "; Debian's package musescore-general-soundfont-small sounds better" < said
  [ "$(wc -l < said)" = 1 ]
  "$spinet" render song.mid -o grand.wav acoustic-grand-piano 2> /dev/null
  cmp piano.wav grand.wav
  "$spinet" render song.mid -o drums.wav drums 2> said
  says 'spinet: drums: ' < said
  "$spinet" render song.mid -o two.wav strings + organ@..B3 2> said
  [ "$(wc -l < said)" = 2 ]
  # Without a font our own patches play, and drums are our kit.
  export XDG_DATA_DIRS=$PWD/none
  "$spinet" render song.mid -o own.wav piano 2> said
  says "spinet: piano: Spinet's own electric-piano; Debian's packages libfluidsynth3 and musescore-general-soundfont-small" < said
  # As soft as fonts have a piano, and with as much touch.
  printf 'parts:\n  keys: {sound: electric-piano, level: -4, set: {strike.velocity: 2}}\n' > softer.yaml
  "$spinet" render song.mid -o epiano.wav softer.yaml
  cmp own.wav epiano.wav
  "$spinet" render song.mid -o kit.wav drums 2> said
  says "spinet: drums: Spinet's own standard-kit" < said
  # A patch of that name comes first, and a file before it.
  mkdir -p "$XDG_CONFIG_HOME/spinet/patches"
  echo 'osc.mix: 0.5' > "$XDG_CONFIG_HOME/spinet/patches/piano.yaml"
  "$spinet" render song.mid -o patch.wav piano 2> said
  [ ! -s said ]
  ! cmp -s patch.wav own.wav || return 1
  refused 65 'song.mid: it is a song, not a sound; render it: .spinet render song.mid -o song.wav.' \
    "$spinet" render demo -o no.wav song.mid
}
scenario "A sound is found by its name in General MIDI, in the best font or among the patches" general_midi_names
