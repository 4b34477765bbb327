# Libraries that are found at run time, on a machine that has none of them.

# Files that are no libraries hide those of the machine.
without_libraries() {
  mkdir hidden
  touch hidden/lib{csound64.so.6.0,fluidsynth.so.3,portmidi.so.0,portmidi.so.2}
  export LD_LIBRARY_PATH=$work/hidden
}

plays_without_libraries() {
  csd '' 2 'instr 1\nouts a(0.5), a(0.5)\nendin' 'i 1 0 1' > tone.csd
  cp "$gm_font" font.sf2
  without_libraries
  "$spinet" render demo -o demo.wav
  louder "$(rms demo.wav)" 0.001
  refused 1 '^spinet: tone.csd: .*libcsound64.so.6.0 is missing; .*libcsound64-6.0$' "$spinet" render tone.csd -o no.wav
  refused 1 '^spinet: font.sf2: .*libfluidsynth.so.3 is missing; .*libfluidsynth3$' \
    "$spinet" render demo -o no.wav font.sf2
  refused 1 '^spinet: PortMidi: .*libportmidi.so.0 is missing; .*libportmidi0' \
    "$spinet" play --midi portmidi --pcm none --no-terminal
  [ ! -e no.wav ]
  "$spinet" patches | says warm-pad
  playing --state none warm-pad
  refused 1 'tone.csd: .*libcsound64-6.0$' "$spinet" load tone.csd
  "$spinet" engine status | says running
  "$spinet" load glass-bells | says glass-bells
  kill -INT "$instrument"
  ended 130
}
scenario "Without Csound, FluidSynth and PortMidi it plays, and says what a file needs" plays_without_libraries

# A library with all that is needed of Csound, which says that it is this version.
csound_of_version() {
  sed -n 's/.*CS(.*, \(csound[A-Za-z0-9]*\),.*/int \1(void) { return 8; }/p' \
    "$here/../../Sources/C/CCsound/include/CCsound.h" > names.c
  sed "/csoundGetVersion/s/8/$1/" names.c > csound.c
  cc -shared -fPIC -o hidden/libcsound64.so.6.0 csound.c
}

refuses_unknown_csound() {
  csd '' 2 'instr 1\nouts a(0.5), a(0.5)\nendin' 'i 1 0 1' > tone.csd
  without_libraries
  csound_of_version 7000
  refused 1 '^spinet: tone.csd: Csound 7.0 cannot be used: .*6.13 to 6.19; .*libcsound64-6.0$' \
    "$spinet" render tone.csd -o no.wav
  sed -i '/csoundKillInstance/d' csound.c
  cc -shared -fPIC -o hidden/libcsound64.so.6.0 csound.c
  refused 1 '^spinet: tone.csd: .*csoundKillInstance is missing; ' "$spinet" render tone.csd -o no.wav
  [ ! -e no.wav ]
}
scenario "A Csound whose structures are not known is refused in one line" refuses_unknown_csound
