# examples/play, in a clone whose binary is built already.

built_clone() {
  mkdir -p clone/.build/release clone/Sources clone/mappings bin
  cp -r "$(dirname "$readme")/examples" "$(dirname "$readme")/Package.swift" clone
  ln -s "$spinet" clone/.build/release/spinet
  touch clone/.build/play-built
}

# with_devices "NAME..." COMMAND...: the files in /dev/snd have these names.
with_devices() {
  rm -rf dev
  unshare -m bash -c '
    mkdir -p dev/snd dev/shm
    for name in null zero random urandom; do : > dev/$name && mount --bind /dev/$name dev/$name; done
    ln -s /proc/self/fd dev/fd
    for name in $0; do : > dev/snd/$name; done
    mount --rbind dev /dev
    exec "$@"' "$@"
}

# says_why TEXT DEVICES ARGUMENTS...: examples/play says that and renders the demo song.
says_why() {
  local text=$1 devices=$2
  shift 2
  rm -f clone/.build/demo.wav
  XDG_RUNTIME_DIR=$work with_devices "$devices" clone/examples/play "$@" 2> told
  says "Cannot play live: $text" < told
  louder "$(rms clone/.build/demo.wav)" 0.001
}

# Only root can give a machine other devices.
plays_the_demo_instead() {
  built_clone
  [ "$(id -u)" = 0 ] || return 0
  says_why 'this machine has no ALSA sequencer (/dev/snd/seq): load it with' ''
  cp clone/.build/demo.wav default.wav
  says_why 'this machine has no sound card (aplay -l shows them): plug one in' seq
  cmp clone/.build/demo.wav default.wav
  says_why 'this machine has no ALSA sequencer' '' clone/examples/csound/ladder-bass.csd
  ! cmp -s clone/.build/demo.wav default.wav || return 1
  clone/examples/play --help | says 'USAGE: spinet play'
}
scenario "Without sequencer or sound card, examples/play says so and renders the demo song" plays_the_demo_instead

# swift_of VERSION: a Swift of that version comes first; it notes what it is asked to build.
swift_of() {
  printf '#!/bin/sh\n[ "$1" = build ] || { echo "Swift version %s (swift-%s-RELEASE)"; exit; }\necho "$@" > "%s"\n' \
    "$1" "$1" "$work/asked" > bin/swift
  chmod +x bin/swift
}

builds_when_needed() {
  local status=0
  built_clone
  export PATH=$work/bin:$PATH
  swift_of 5.10.1
  touch -d '+1 minute' clone/Package.swift
  clone/examples/play --help 2> told || status=$?
  [ "$status" = 1 ]
  says 'Swift 6.2 or later is needed, this is 5.10.1; install it from https://swift.org/install' < told
  touch clone/Package.swift
  touch -d '-1 minute' clone/.build/play-built
  swift_of 6.3
  clone/examples/play --help 2> told | says 'USAGE: spinet play'
  says 'Building Spinet.' < told
  # One program plays everything: what it plays does not change how it is built.
  grep -x -- 'build --package-path .* -c release --product spinet' asked
  rm asked
  clone/examples/play --help | says 'USAGE: spinet play'
  [ ! -e asked ]
}
scenario "examples/play builds when something has changed, and says which Swift it needs" builds_when_needed
