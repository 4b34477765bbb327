# Faust programs.

# program NAME: NAME.dsp, a sine that follows notes, with a control on controller 20.
program() {
  cat > "$1.dsp" <<'EOF'
declare options "[midi:on][nvoices:4]";
import("stdfaust.lib");
level = hslider("level[scale:log][midi:ctrl 20]", 0.1, 0.01, 1, 0.001);
process = os.osc(hslider("freq", 440, 20, 9999, 0.01)) * en.adsr(0.01, 0.1, 0.7, 0.2, button("gate")) * level;
EOF
}

plays_programs() {
  program sine
  "$spinet" render demo -o quiet.wav sine.dsp
  "$spinet" render demo -o loud.wav sine.dsp --set level=0.5
  louder "$(rms quiet.wav)" 0.001
  louder "$(rms loud.wav)" "$(rms quiet.wav)"
  ls "$XDG_CACHE_HOME"/spinet/faust/*.so
  cp quiet.wav before.wav
  "$spinet" render demo -o quiet.wav --replace sine.dsp
  cmp before.wav quiet.wav
  "$spinet" render demo -o period.wav sine.dsp --period 37
  cmp before.wav period.wav
  "$spinet" map show sine.dsp | says "cc 20"
  printf '0 B01400\n9 B0147F\n' | "$spinet" map trace sine.dsp > traced
  says '{"t":0,"widget":"level","value":0.01}' < traced
  says '{"t":9,"widget":"level","value":1}' < traced
}
scenario "A Faust program is an instrument: widgets, mapping, voices, any period" plays_programs

examples_are_told() {
  local example
  for example in "$here"/../../examples/faust/*.dsp; do
    "$spinet" widgets list --instrument "$example" --json > told
    grep '"about":"[^"]' told | says '"widget":'
    ! grep '"about":""' told || return 1
  done
}
scenario "Every control of the example programs has a sentence that tells what it does" examples_are_told

# keyed NAME: the sound of four keys on the smartKeyboard example NAME, and nothing else.
keyed() {
  printf 'MThd\0\0\0\6\0\0\0\1\0\140MTrk\0\0\0\044' > keys.mid
  printf '\0\220\074\144\140\200\074\0\0\220\100\144\140\200\100\0' >> keys.mid
  printf '\0\220\103\144\140\200\103\0\0\220\111\144\140\200\111\0\0\377\057\0' >> keys.mid
  "$spinet" render keys.mid -o "$1.wav" "/usr/share/faust/examples/smartKeyboard/$1.dsp" --tail 0.5
  rms "$1.wav"
}

played_examples() {
  for name in acGuitar bells bowed brass violin violin2; do louder "$(keyed $name)" 0.001; done
}
scenario "Instruments made for touch sound by keys alone" played_examples

# A loop that would stay at the smallest denormal for ever, made loud.
renders_no_denormals() {
  cat > tiny.dsp <<'EOF'
process = (1 - 1') : + ~ *(0.99) : *(1e30) : min(1) : *(1e12) : min(1);
EOF
  "$spinet" render demo -o tiny.wav tiny.dsp
  sox tiny.wav rest.wav trim 1
  sox rest.wav -n stat 2>&1 | grep -E '^Maximum amplitude: +0\.000000'
}
scenario "A file is rendered without denormals, as sound is played" renders_no_denormals

broken_programs() {
  printf 'import("stdfaust.lib");\nprocess = nothing;\n' > wrong.dsp
  refused 65 '^spinet: wrong.dsp:2: undefined symbol : nothing; ' "$spinet" render demo -o x.wav wrong.dsp
  refused 65 '^spinet: wrong.dsp:2: ' "$spinet" play wrong.dsp --midi none --pcm none --no-terminal
  refused 65 '^spinet: absent.dsp: ' "$spinet" render demo -o x.wav absent.dsp
  program fine
  mkdir -p bin
  refused 1 'apt-get install faust' env PATH="$work/bin" "$spinet" render demo -o x.wav fine.dsp
  ln -sf "$(command -v faust)" bin/faust
  refused 1 'apt-get install gcc' env PATH="$work/bin" "$spinet" render demo -o x.wav fine.dsp
  [ ! -e x.wav ]
}
scenario "Broken programs are refused with Faust's words; missing tools are named" broken_programs

# A Faust that never ends, and what it has started, end with spinet, whatever ends it. The folder in which it worked is
# removed at the next start.
endless_compilers() {
  local started signal
  # In a cache of its own, because it makes what is left there look old.
  export XDG_CACHE_HOME=$work/cache
  mkdir -p endless
  printf '#!/bin/sh\nsleep 1000 &\necho $! > "%s/pid"\nwait\n' "$PWD/endless" > endless/faust
  chmod +x endless/faust
  echo 'process = 1;' > endless.dsp
  for signal in KILL TERM INT HUP; do
    rm -f endless/pid
    env --default-signal=INT,HUP "PATH=$PWD/endless:$PATH" "$spinet" render demo -o x.wav endless.dsp 2> slow &
    for _ in $(seq 100); do [ -s endless/pid ] && break; sleep 0.1; done
    started=$(cat endless/pid)
    sleep 1.3
    kill -$signal $!
    for _ in $(seq 100); do grep -q ') [^Z]' "/proc/$started/stat" || break; sleep 0.1; done
    ! grep ') [^Z]' "/proc/$started/stat" || return 1
    [ "$(grep -c 'endless.dsp: it is still being compiled' slow)" = 1 ]
  done
  rm -f endless/pid
  PATH="$PWD/endless:$PATH" "$spinet" play endless.dsp --midi none --pcm none --state none --no-terminal 2> play-errors &
  instrument=$!
  soon [ -s endless/pid ]
  kill -TERM "$instrument"
  ended 0
  touch -d '1 minute ago' "$XDG_CACHE_HOME"/spinet/faust/work-*
  program sine
  "$spinet" render sine.dsp -o x.wav --duration 0.1
  ! ls -d "$XDG_CACHE_HOME"/spinet/faust/work-* || return 1
  rm x.wav
  refused 65 'faust has not finished after 1 s' env SPINET_COMPILE_SECONDS=1 "PATH=$PWD/endless:$PATH" \
    "$spinet" render demo -o x.wav endless.dsp
  refused 64 "SPINET_COMPILE_SECONDS 'soon'" env SPINET_COMPILE_SECONDS=soon "$spinet" render demo -o x.wav endless.dsp
  [ ! -e x.wav ]
}
scenario "A compiler that never ends is ended, and ends with spinet" endless_compilers

ends_a_load() {
  local compiler loading
  mkdir -p endless
  printf '#!/bin/sh\necho $$ > "%s/pid"\nexec sleep 1000\n' "$PWD/endless" > endless/faust
  chmod +x endless/faust
  rm -f endless/pid
  echo 'process = 0.5;' > endless.dsp
  XDG_CACHE_HOME=$work/cache PATH="$PWD/endless:$PATH" live warm-pad
  env --default-signal=INT "$spinet" load endless.dsp &
  loading=$!
  soon [ -s endless/pid ]
  compiler=$(cat endless/pid)
  kill -INT $loading
  ! wait $loading || return 1
  for _ in $(seq 100); do grep -q ') [^Z]' "/proc/$compiler/stat" || break; sleep 0.1; done
  ! grep ') [^Z]' "/proc/$compiler/stat" || return 1
  "$spinet" load marimba | says 'playing marimba'
}
scenario "Ctrl-C of a load ends the load and its compiler, and the sound plays on" ends_a_load

crashing_programs() {
  local status=0
  echo 'process = rdtable(0,1,0);' > none.dsp
  "$spinet" render none.dsp -q -o x.wav --duration 0.1 2> errors || status=$?
  [ "$status" != 0 ]
  says "spinet: none.dsp: crashed" < errors
  [ "$(wc -l < errors)" = 1 ]
  status=0
  echo 'static float fall(float x) { return x > 0 ? *(volatile float *)0 : 0; }' > fall.h
  echo 'fall = ffunction(float fall(float), "fall.h", ""); process = fall(button("gate") * hslider("freq",440,20,9999,1));' > fall.dsp
  "$spinet" render demo -q -o x.wav fall.dsp 2> errors || status=$?
  [ "$status" != 0 ]
  says "spinet: fall.dsp: crashed: invalid memory access while it computed; " < errors
  [ "$(wc -l < errors)" = 1 ]
}
scenario "A program that crashes is named" crashing_programs

# Sound files, C++ and libraries of another folder.
program_files() {
  mkdir -p lib
  sox -n -r 44100 -b 16 -c 3 lib/three.wav synth 0.1 square 1 vol 0.5
  echo 'half = 0.5;' > lib/half.lib
  echo 'template <typename N> N twice_of(N x) { return 2 * x; } static float twice(float x) { return twice_of(x); }' > lib/twice.h
  printf 'import("half.lib"); process = 0,0 : soundfile("s[url:three.wav]",3) : !,!,!,!,_ : *(half) : ' > files.dsp
  printf 'ffunction(float twice(float), "twice.h", "");' >> files.dsp
  refused 65 'half.lib' "$spinet" render files.dsp -o x.wav --duration 0.1
  "$spinet" render files.dsp -o x.wav --duration 0.1 --include lib
  sox x.wav -n stat 2>&1 | awk '/Maximum amplitude/ { exit !($3 > 0.4 && $3 < 0.55) }'
}
scenario "A program finds its sound files, its C++ and its libraries" program_files

# Programs that ask for more memory than is good.
large_programs() {
  echo 'process = rdtable(1<<29, 1, 0);' > table.dsp
  refused 1 'it asks for 2.0 GB of memory, and 1.0 GB is allowed' "$spinet" render table.dsp -o large.wav --duration 0.1
  echo 'process = _ : @(1<<22);' > delay.dsp
  refused 1 'SPINET_PROGRAM_MEMORY' env SPINET_PROGRAM_MEMORY=10M "$spinet" render delay.dsp -o large.wav --duration 0.1
  [ ! -e large.wav ]
  "$spinet" render delay.dsp -o large.wav --duration 0.1
}
scenario "A program that asks for too much memory is refused" large_programs

# It is named in the message, everything else keeps working, and spinet ends as usual.
endless_programs() {
  local told='spinet: stay.dsp: one block has taken more than a second; '
  echo 'static float stay(float x) { volatile float y = x; while (y > 0); return 0; }' > stay.h
  echo 'process = hslider("x", 0, 0, 1, 0.1) : ffunction(float stay(float), "stay.h", "");' > stay.dsp
  timeout -s KILL 5 "$spinet" render demo -o x.wav stay.dsp --set x=1 2> errors || true
  says "$told" < errors
  playing stay.dsp --state none
  "$spinet" widgets set x 1
  sleep 2
  says "$told" < play-errors
  echo 'process = hslider("x", 0, 0, 1, 0.1);' > stay.dsp
  for _ in $(seq 200); do grep -qF 'its thread is still' play-errors && break; sleep 0.1; done
  "$spinet" widgets | says 'x '
  says 'stay.dsp: its thread is still computing one block' < play-errors
  kill -INT "$instrument"
  ended 130
}
scenario_alone "An endless program is named, and spinet ends when it is told to" endless_programs

edited_programs() {
  program live
  playing live.dsp --state none
  "$spinet" widgets | says level
  sleep 1.2
  echo 'process = nothing;' > live.dsp
  sleep 3
  "$spinet" widgets set level 0.3
  "$spinet" engine status | says running
  kill -INT "$instrument"
  ended 130
}
scenario "A program that breaks while it plays, plays on" edited_programs

# tone LINE: tone.dsp, which always sounds, with one more line.
tone() {
  printf 'import("stdfaust.lib");\nlevel = hslider("level", 0.1, 0, 0.4, 0.01);\n%s\n' "$1" > tone.dsp
}

edits_a_program() {
  tone 'process = os.osc(220) * level;'
  playing tone.dsp --record take.wav
  "$spinet" widgets set level 0.2
  tone 'process = os.osc(220 * hslider("ratio", 2, 1, 4, 1)) * level;'
  soon has_widget 'ratio +2'
  has_widget 'level +0.2'
  says 'tone.dsp: the program was read again' < play-errors
  tone 'process = oops;'
  soon grep 'undefined symbol : oops' play-errors
  has_widget 'ratio +2'
  # The patch beside it is followed too, but for what was moved by hand.
  printf 'ratio: 3\nlevel: 0.3\n' > tone.patch.yaml
  tone 'process = os.osc(220 * hslider("ratio", 2, 1, 4, 1)) * level;'
  soon has_widget 'ratio +3'
  has_widget 'level +0.2'
  sleep 0.5
  kill -TERM "$instrument"
  ended 0
  # The sound never stopped: after it has begun, no 20 ms are silent.
  sox take.wav -t f32 -c 1 - | python3 -c '
import array, sys
samples = array.array("f", sys.stdin.buffer.read())
levels = [max(map(abs, samples[i:i + 960])) for i in range(0, len(samples) - 960, 960)]
first = next(i for i, level in enumerate(levels) if level > 0.05)
quiet = [i for i in range(first, len(levels) - 5) if levels[i] < 0.02]
assert not quiet, f"silent at {[round(i * 0.02, 2) for i in quiet]} s of {len(levels) * 0.02} s"
assert len(levels) > 50, len(levels)
'
}
scenario_alone "A program that is saved plays on with new widgets, and the sound never stops" edits_a_program
