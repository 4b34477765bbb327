# A song that plays beside the keys.

plays_a_song() {
  parts_song > song.mid
  live song.mid --state none --record live.wav
  "$spinet" widgets | says song.position
  has_widget '^song.part.1 '
  has_widget '^song.part.10 '
  ! has_widget '^song.part.4 ' || return 1
  "$spinet" song stop | grep -E '^song.playing +off'
  "$spinet" song locate 1 | grep -E '^song.position +0'
  "$spinet" song loop 1..1 | grep -E '^song.loop.on +on'
  "$spinet" widgets | grep -E '^song.loop.end +'
  "$spinet" song loop off | grep -E '^song.loop.on +off'
  "$spinet" widgets set song.transpose 2
  "$spinet" widgets set metronome.count-in 1
  "$spinet" song play | grep -E '^song.playing +on'
  "$spinet" widgets | grep -E '^clock.running +on'
  refused 64 "no span of bars" "$spinet" song loop 3
  refused 64 "counted from 1" "$spinet" song locate 0
  refused 64 'song.mid ends with bar' "$spinet" song locate 500
  refused 64 'give a bar from 1 to' "$spinet" song loop 1..500
  refused 64 'from 1 bpm to 999 bpm' "$spinet" widgets set clock.tempo 5000
  refused 64 'out of range' "$spinet" widgets set clock.tempo 0.5
  kill -TERM $!
  wait $! || true
  louder "$(rms live.wav)" 0.0005
  live warm-pad --state none
  refused 64 'no song is there to play' "$spinet" song play
  kill -TERM $!
  wait $! || true
  printf 'MThd' > broken.mid
  refused 65 'broken.mid' "$spinet" play broken.mid --midi none --pcm none --no-terminal --duration 0.1
}
scenario "A song plays beside the keys, and widgets and commands move it" plays_a_song

# A card or an input that is not there ends it, and does not keep it waiting.
measures_without_a_card() {
  refused 1 'No such file|cannot' "$spinet" latency --json
  refused 1 'nowhere' "$spinet" latency --pcm none --input nowhere
}
scenario "The latency of a card that is not there is told at once" measures_without_a_card

# The clicks and the loop end with the song.
ends_with_the_song() {
  parts_song > song.mid
  "$spinet" render song.mid -o plain.wav default
  "$spinet" render song.mid -o clicks.wav default --set metronome.on=1 --set metronome.recorded=1
  louder "$(rms clicks.wav)" "$(rms plain.wav)"
  louder "$(soxi -D plain.wav)" "$(soxi -D clicks.wav | awk '{ print $1 - 0.6 }')"
}
scenario "A render's clicks end with its song" ends_with_the_song

# The take of a latched arpeggio lasts as long as it was heard.
keeps_the_latch() {
  live clockwork-bells --record live.wav
  "$spinet" widgets set arp.latch on
  "$spinet" note C4 --for 0.2
  sleep 3
  "$spinet" note E4 --for 0.2
  sleep 1
  kill -TERM $!
  wait $! || true
  "$spinet" journal --name live
  "$spinet" journal save LAST -o take.mid --name live
  "$spinet" render take.mid -o take.wav
  # Both with what rings out.
  louder "$(soxi -D take.wav)" 4.2
  louder "$(sox take.wav -n trim 1 2 stat 2>&1 | awk '/RMS.*amplitude/ { print $3 }')" 0.0005
}
scenario "A take has what a latch played on" keeps_the_latch

# The song of a set list is beside the keys of a take.
keeps_the_song_of_a_list() {
  parts_song > song.mid
  mkdir -p "$XDG_CONFIG_HOME/spinet/setlists"
  printf 'songs:\n  - {stage: warm-pad, tempo: 150, song: %s}\n' "$work/song.mid" \
    > "$XDG_CONFIG_HOME/spinet/setlists/tue.yaml"
  live tue
  "$spinet" song play
  "$spinet" note C4 --for 0.2
  sleep 1
  "$spinet" song stop
  kill -TERM $!
  wait $! || true
  "$spinet" journal save LAST -o take.mid --name live
  grep -a "spinet song $work/song.mid" take.mid > /dev/null
}
scenario "A take over the song of a set list has that song" keeps_the_song_of_a_list

keeps_the_song() {
  parts_song > song.mid
  live song.mid warm-pad
  soon "$spinet" widgets set song.position 0
  "$spinet" song play
  "$spinet" note C3 --for 0.2
  sleep 0.4
  "$spinet" song stop
  kill -TERM $!
  wait $! || true
  "$spinet" journal save LAST -o take.mid --name live
  grep -aF "spinet song $PWD/song.mid" take.mid
  "$spinet" render take.mid -o both.wav
  mv song.mid away.mid
  refused 65 'song.mid' "$spinet" render take.mid -o none.wav
  # The hands alone are softer than both.
  python3 - <<'PYTHON'
data = open("take.mid", "rb").read()
at = data.index(b"spinet song ")
path = data[at + 12:data.index(b"song.mid", at) + 8]
open("hands.mid", "wb").write(data.replace(b"spinet song " + path, b"spinet sing " + path))
PYTHON
  "$spinet" render hands.mid -o hands.wav
  louder "$(rms both.wav)" "$(rms hands.wav)"
  "$spinet" journal --name live > takes
  "$spinet" play LAST --name live --midi none --pcm none --no-terminal --duration 0.5 2> told | says ready
  grep -F 'song.mid' told | grep -F 'only what was played by hand'
  # With its song the take sounds as it did, and playing it again is no new take.
  mv away.mid song.mid
  live LAST --duration 3 --record again.wav
  wait $!
  louder "$(rms again.wav)" "$(rms hands.wav)"
  "$spinet" journal --name live | cmp - takes
}
scenario "A take that was played over a song is rendered with it" keeps_the_song

# A song of four notes, with a change to program 33 among them if there is an argument.
song_with_programs() {
  python3 - "$@" <<'PYTHON'
import struct, sys
track = b""
for number in range(4):
    if number == 2 and len(sys.argv) > 1: track += bytes([0, 0xC0, 32])
    track += bytes([0, 0x90, 60 + number, 100, 96, 0x80, 60 + number, 0])
track += b"\0\xff\x2f\0"
head = b"MThd" + struct.pack(">IHHH", 6, 0, 1, 96)
sys.stdout.buffer.write(head + b"MTrk" + struct.pack(">I", len(track)) + track)
PYTHON
}

keeps_the_named_sound() {
  song_with_programs > song.mid
  song_with_programs 33 > changing.mid
  mv song.mid plain.mid
  mv changing.mid song.mid
  live song.mid warm-pad
  soon "$spinet" widgets set song.position 0
  "$spinet" song play
  sleep 2.2
  "$spinet" song stop
  kill -TERM $!
  wait $! || true
  "$spinet" journal save LAST -o take.mid --name live
  "$spinet" render take.mid -o changing.wav --tail 0
  cp plain.mid song.mid
  "$spinet" render take.mid -o plain.wav --tail 0
  cmp changing.wav plain.wav
  song_with_programs 33 > song.mid
  live LAST --duration 3
  wait $!
  ! grep -F 'playing ' live.err || return 1
}
scenario "A song's program changes leave a named sound alone, also beside a take" keeps_the_named_sound

steps_through_a_list() {
  mkdir -p "$XDG_CONFIG_HOME/spinet/setlists"
  parts_song > "$XDG_CONFIG_HOME/spinet/setlists/a.mid"
  printf '%s\n' 'songs:' '  - {stage: warm-pad, tempo: 91, note: softly, song: a.mid}' \
    '  - {stage: night-drive, scene: city}' '  - no-such-sound' '  - {stage: round-bass, song: lost.mid}' \
    > "$XDG_CONFIG_HOME/spinet/setlists/friday.yaml"
  live friday --state none
  grep -F '1 of 4: warm-pad, softly' live.err
  # A song file that is missing is told, and the list plays.
  grep -F 'friday.yaml:5:31: friday: 4 round-bass' live.err | grep -F lost.mid
  refused 64 '1 warm-pad is the first song' "$spinet" previous
  "$spinet" widgets | grep -E '^clock.tempo +91'
  "$spinet" widgets | grep -E '^setlist +1 warm-pad'
  "$spinet" widgets set setlist 1 | grep -E '^setlist +1 warm-pad'
  refused 64 'setlist' "$spinet" widgets set setlist 0
  "$spinet" song play
  soon grep -F 'the sounds of night-drive' live.err
  "$spinet" next | grep -E '^setlist +2 night-drive'
  soon grep -F '2 of 4: night-drive' live.err
  "$spinet" scene | grep -F '▶ city'
  # The song before it has ended.
  "$spinet" widgets | grep -E '^song.playing +off'
  # The stage is not read again, which took it back to its first scene.
  sleep 1
  "$spinet" scene | grep -F '▶ city'
  ! grep -F 'stage read again' live.err || return 1
  # The tempo of the song before has ended with it.
  ! "$spinet" widgets | grep -E '^clock.tempo +91' || return 1
  refused 65 'friday.yaml:4:5: friday: 3 no-such-sound: .*Night Drive plays on' "$spinet" next
  grep -F 'no-such-sound' live.err
  has_widget '^setlist +2 night-drive'
  "$spinet" next | grep -E '^setlist +4 round-bass'
  refused 64 '4 round-bass is the last song' "$spinet" next
  "$spinet" load warm-pad
  soon grep -F '4 round-bass was left for warm-pad' live.err
  "$spinet" previous | grep -E '^setlist +4 round-bass'
  printf '%s\n' 'songs:' '  - warm-pad' '  - round-bass' '  - slow-strings' \
    > "$XDG_CONFIG_HOME/spinet/setlists/friday.yaml"
  soon grep -F 'the set list was read again: 3 songs' live.err
  has_widget '^setlist +2 round-bass'
  refused 65 'friday: 3 slow-strings' "$spinet" next
  printf 'songs: 3\n' > "$XDG_CONFIG_HOME/spinet/setlists/friday.yaml"
  soon grep -F 'friday.yaml:1:8: error' live.err
  "$spinet" previous | grep -E '^setlist +1 warm-pad'
  kill -TERM $!
  wait $! || true
  live warm-pad
  refused 64 'no set list plays' "$spinet" next
  printf '%s\n' 'songs:' '  - no-such-sound' '  - {stage: round-bass, tempo: 88}' \
    > "$XDG_CONFIG_HOME/spinet/setlists/saturday.yaml"
  "$spinet" load saturday | says 'playing saturday'
  has_widget '^setlist +2 round-bass'
  has_widget '^clock.tempo +88'
  refused 64 '2 round-bass is the last song' "$spinet" next
  kill -TERM $!
  wait $! || true
  # Neither the list nor its tempo is kept with the sounds.
  live round-bass
  ! has_widget '^clock.tempo +88' || return 1
  ! grep -F 'has no widget' live.err || return 1
  kill -TERM $!
  wait $! || true
  live saturday
  has_widget '^setlist +2 round-bass'
  kill -TERM $!
  wait $! || true
  printf 'songs:\n  - {stage: a, tempo: 0}\n' > wrong.yaml
  refused 65 'wrong.yaml:2:23: error: a tempo of 0' "$spinet" play ./wrong.yaml --midi none --pcm none
  printf 'songs: []\n' > empty.yaml
  refused 65 'there is no song in it' "$spinet" play ./empty.yaml --midi none --pcm none
}
scenario "A set list is stepped through, and what comes next is prepared" steps_through_a_list
