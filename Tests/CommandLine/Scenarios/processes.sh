# The processes in which Csound programs play.

# csound_processes: the numbers of those that belong to the instrument.
csound_processes() {
  local line
  for line in /proc/[0-9]*/cmdline; do
    grep -qs csound-process "$line" || continue
    [ "$(awk '/^PPid:/ { print $2 }' "${line%cmdline}status" 2>/dev/null)" = "$instrument" ] || continue
    basename "${line%/cmdline}"
  done
}

# has_processes COUNT
has_processes() { [ "$(csound_processes | wc -l)" = "$1" ]; }

held_tone() { csd '' 2 'instr 1\nouts a(0.5), a(0.5)\nendin' 'i 1 0 3600' > tone.csd; }

gone() { [ ! -e "/proc/$1" ]; }

loses_its_process() {
  held_tone
  playing --state none tone.csd + warm-pad --record take.wav
  "$spinet" note 60 --for 20
  sleep 1
  local process
  process=$(csound_processes)
  [ -n "$process" ]
  kill -KILL "$process"
  soon grep 'tone.csd: its process was killed' play-errors
  [ "$(grep -c 'its process' play-errors)" = 1 ]
  "$spinet" engine status | says running
  soon gone "$process"
  sleep 1
  # Loading starts another one.
  "$spinet" load tone.csd
  soon has_processes 1
  sleep 1
  kill -INT "$instrument"
  ended 130
  soxi -D take.wav | awk '{ exit !($1 > 2) }'
  louder "$(rms take.wav)" 0.1
}
scenario "What kills Csound ends its sound only: others play on, and the recording is kept" loses_its_process

starts_again() {
  held_tone
  playing --state none tone.csd
  kill -KILL "$(csound_processes)"
  soon grep 'tone.csd: its process was killed' play-errors
  soon speaks stopped
  "$spinet" engine start
  soon has_processes 1
  soon speaks '"state":"?running|running'
  kill -INT "$instrument"
  ended 130
}
scenario "A Csound program whose process was killed starts again with the engine" starts_again

starts_without_it() {
  held_tone
  playing --state none tone.csd + warm-pad --record take.wav
  "$spinet" engine stop
  local process
  process=$(csound_processes)
  kill -KILL "$process"
  soon gone "$process"
  csd '' 2 'instr 1\nno such opcode\nendin' 'i 1 0 3600' > tone.csd
  "$spinet" engine start
  soon grep 'tone.csd' play-errors
  "$spinet" engine status | says running
  "$spinet" note 60 --for 1
  # Once its file is right again, it plays again.
  held_tone
  soon has_processes 1
  kill -INT "$instrument"
  ended 130
  louder "$(rms take.wav)" 0.001
}
scenario "A Csound program that died and no longer compiles is silent, and the others start" starts_without_it

program_stands_still() {
  held_tone
  playing --state none tone.csd + warm-pad
  local process
  process=$(csound_processes)
  kill -STOP "$process"
  soon grep 'tone.csd: its process did not answer in time' play-errors
  soon gone "$process"
  "$spinet" engine status | says running
  kill -INT "$instrument"
  ended 130
}
scenario "A Csound program that stands still is ended after five seconds, and the others play on" program_stands_still

ends_at_load() {
  held_tone
  csd '' 2 'iv[] fillarray 1, 2\nix = iv[-2000000000]\ninstr 1\nendin' 'i 1 0 3' > crash.csd
  playing --state none tone.csd
  local process
  process=$(csound_processes)
  refused 65 'crash.csd: it crashed: .*compiled' "$spinet" load crash.csd
  [ "$(csound_processes)" = "$process" ]
  "$spinet" engine status | says running
  kill -INT "$instrument"
  ended 130
  soon gone "$process"
}
scenario "A Csound program that crashes while it is loaded leaves what plays" ends_at_load

loses_its_instrument() {
  held_tone
  csd '' 2 'instr 1\nwhile 1 == 1 do\nix = 1\nod\nendin' 'i 1 1 3' > busy.csd
  local file process
  for file in tone.csd busy.csd; do
    playing --state none $file
    process=$(csound_processes)
    sleep 1.5
    kill -KILL "$instrument"
    wait "$instrument" || true
    soon gone "$process"
  done
}
scenario "The process of a Csound program ends with the instrument, even in an endless loop" loses_its_instrument

# open_files: how many descriptors and pieces of shared memory the instrument has.
open_files() {
  ls "/proc/$instrument/fd" | wc -l
  grep -c spinet-engine "/proc/$instrument/maps" || true
}

leaves_nothing() {
  held_tone
  cp tone.csd other.csd
  playing --state none tone.csd
  local n before
  "$spinet" load other.csd
  "$spinet" load tone.csd
  soon has_processes 1
  before=$(open_files)
  for n in $(seq 50); do
    "$spinet" load other.csd
    "$spinet" load tone.csd
  done
  soon has_processes 1
  soon eval '[ "$(open_files)" = "'"$before"'" ]'
  kill -INT "$instrument"
  ended 130
  soon has_processes 0
}
scenario "A hundred loads of Csound programs leave no process, no descriptor and no memory" leaves_nothing

finds_its_files() {
  mkdir -p programs sounds
  sox -n -r 44100 -c 1 sounds/loop.wav synth 1 sine 440 vol 0.9
  printf 'opcode level, k, 0\nxout 0.5\nendop\n' > programs/level.inc
  csd '' 2 '#include "level.inc"\ngi1 ftgen 1, 0, 0, 1, "loop.wav", 0, 0, 0\ninstr 1\na1 loscil 1, 1, 1, 1\na1 *= level()\nouts a1, a1\nendin' \
    'i 1 0 3600' > programs/heard.csd
  export SSDIR=$PWD/sounds
  playing --state none programs/heard.csd --record take.wav
  sleep 1
  kill -INT "$instrument"
  ended 130
  louder "$(rms take.wav)" 0.1
}
scenario "A Csound program in its process finds files beside it, and those of the environment" finds_its_files

plays_sixteen() {
  local number parts=() one
  for number in $(seq 16); do
    csd '' 2 'instr 1\nouts a(0.02), a(0.02)\nendin' 'i 1 0 3600' > "tone$number.csd"
    parts+=("tone$number.csd" +)
  done
  playing --state none "${parts[@]:0:31}" --record take.wav
  has_processes 16
  one=$(csound_processes | head -1)
  kill -SEGV "$one"
  soon has_processes 15
  soon grep 'tone[0-9]*.csd: it crashed: invalid memory access' play-errors
  "$spinet" engine status | says running
  sleep 1
  kill -INT "$instrument"
  ended 130
  soon has_processes 0
  # The others are heard to the end.
  sox take.wav end.wav trim -0.2
  louder "$(rms end.wav)" 0.2
}
scenario "Of sixteen Csound programs one crashes, and fifteen play on" plays_sixteen

hides_its_word() {
  refused 65 "csound-process'?: nothing has that name" "$spinet" csound-process
  ! { "$spinet" --help; "$spinet" help; "$spinet" --generate-completion-script bash; } | grep csound-process
}
scenario "The word that starts the process of a Csound program is none of the command's" hides_its_word

reads_plugins_of_ones_own() {
  csd '' 2 'instr 1\na1 trigexpseg metro(4), 0.001, 0.1, 0.5, 0.1, 0.001\nouts a1, a1\nendin' 'i 1 0 1' > pulses.csd
  "$spinet" render pulses.csd -o installed.wav --duration 1
  mkdir none own
  refused 65 'pulses.csd:11: .*trigexpseg' env OPCODE6DIR64="$PWD/none" "$spinet" render pulses.csd -o none.wav --duration 1
  cp "$(dpkg -L libcsound64-6.0 | grep /libtrigenvsegs.so)" own
  OPCODE6DIR64=own "$spinet" render pulses.csd -o own.wav --duration 1
  cmp installed.wav own.wav
}
scenario "Csound's process reads the opcodes of the folder that OPCODE6DIR64 names" reads_plugins_of_ones_own

shares_songs_by_csound() {
  csd '' 2 'instr 1\nouts oscili(0.2, 440), oscili(0.2, 440)\nendin' '' > tone.csd
  local song
  for song in one two three; do cp "$here/../../examples/scores/demo.mid" $song.mid; done
  "$spinet" render {one,two,three}.mid --out-dir first tone.csd --shard 1/2 --tail 0 --jobs 2
  "$spinet" render {one,two,three}.mid --out-dir second tone.csd --shard 2/2 --tail 0
  [ "$(ls first | xargs)" = 'one.wav three.wav' ] && [ "$(ls second)" = two.wav ]
  cmp first/one.wav second/two.wav
  cmp first/one.wav first/three.wav
  louder "$(rms first/one.wav)" 0.05
}
scenario "Songs that a Csound program plays are shared between machines" shares_songs_by_csound

# What spinet.service asks of systemd, without systemd: /usr and /etc cannot be written, nobody gains rights, and memory has
# a limit. Needs root.
limited() {
  exec unshare --mount bash -c '
    mount --make-rprivate /
    for folder in /usr /etc; do mount --bind $folder $folder; mount -o remount,bind,ro $folder; done
    mount -t tmpfs none /var/tmp
    echo $$ > "$0/cgroup.procs"
    exec setpriv --no-new-privs "$@"' "$memory_group" "$@"
}

plays_as_a_service() {
  memory_group=$memory_groups/spinet-test-$$
  # A second try finds the group of the first.
  mkdir -p "$memory_group"
  echo 400000000 > "$memory_group/$([ -e "$memory_group/memory.max" ] && echo memory.max || echo memory.limit_in_bytes)"
  held_tone
  csd '' 2 'instr 1\nif metro(40) == 1 then\nreinit more\nendif\nmore:\ni1 ftgen 0, 0, 4194304, -10, 1\nrireturn\nendin' \
    'i 1 0 3600' > greedy.csd
  declare -f limited > limited.sh
  printf '#!/bin/bash\nmemory_group=%q\n. %q/limited.sh\nlimited %q "$@"\n' "$memory_group" "$work" "$spinet" > service
  chmod +x service
  local people=$spinet
  spinet=$work/service
  playing --state none tone.csd + greedy.csd --record take.wav
  spinet=$people
  soon grep 'greedy.csd: its process was killed' play-errors
  "$spinet" engine status | says running
  sleep 2
  kill -INT "$instrument"
  ended 130
  louder "$(rms take.wav)" 0.1
  soon rmdir "$memory_group"
}

# Where groups of processes with a limit of memory are made: of the first kind of control groups, or of the second.
memory_groups=/sys/fs/cgroup/memory
[ -d "$memory_groups" ] || memory_groups=/sys/fs/cgroup
limits_memory() { [ -d /sys/fs/cgroup/memory ] || grep -qsw memory /sys/fs/cgroup/cgroup.subtree_control; }

if [ "$(id -u)" = 0 ] && limits_memory && [ -w "$memory_groups" ]; then
  scenario "Under the limits of its service a Csound program plays, and one that takes all memory is ended alone" plays_as_a_service
else
  echo "skipped the limits of the service: root can set them, where groups of processes can be made"
fi
