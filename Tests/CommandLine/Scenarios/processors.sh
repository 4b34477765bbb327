# The binary on other processors.

runs_on_old_processors() {
  [ "$(uname -m)" = x86_64 ] || return 0
  # Two notes of half a second. On the emulated processor, an AVX instruction ends the program.
  printf 'MThd\0\0\0\6\0\0\0\1\0\140MTrk\0\0\0\24\0\220\74\120\0\220\100\120\140\200\74\0\0\200\100\0\0\377\57\0' > two.mid
  "$spinet" render two.mid full -o new.wav --tail 0
  qemu-x86_64 -cpu Nehalem "$spinet" render two.mid full -o old.wav --tail 0
  louder "$(rms new.wav)" 0.01
  sox -m -v 1 new.wav -v -1 old.wav difference.wav
  louder 0.0001 "$(rms difference.wav)"
}
scenario "It runs on processors without AVX, and sounds the same" runs_on_old_processors

wide_loops_stand_alone() {
  local objects
  objects=$(dirname "$spinet")/SpinetVoiceLoopsAVX2.build
  [ -d "$objects" ] || return 0
  # No weak code, which the linker could use for another module, and no calls except memory functions.
  nm "$objects"/*.o > symbols
  ! grep -E ' [Ww] | U \$s(9SpinetDSP|12SpinetVoices)' symbols | grep -v LoopsAVX2E
}
scenario "The AVX2 loops share no code with other modules" wide_loops_stand_alone
