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
  kill -TERM $!
  wait $! || true
  louder "$(rms live.wav)" 0.0005
  live warm-pad --state none
  refused 64 'no song plays beside it' "$spinet" song play
  kill -TERM $!
  wait $! || true
  printf 'MThd' > broken.mid
  refused 65 'broken.mid' "$spinet" play broken.mid --midi none --pcm none --no-terminal --duration 0.1
}
scenario "A song plays beside the keys, and widgets and commands move it" plays_a_song

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
  "$spinet" play LAST --name live --midi none --pcm none --no-terminal --duration 0.5 | says ready
}
scenario "A take that was played over a song is rendered with it" keeps_the_song

steps_through_a_list() {
  mkdir -p "$XDG_CONFIG_HOME/spinet/setlists"
  parts_song > "$XDG_CONFIG_HOME/spinet/setlists/a.mid"
  printf '%s\n' 'songs:' '  - {stage: warm-pad, tempo: 91, note: softly, song: a.mid}' \
    '  - {stage: night-drive, scene: city}' '  - no-such-sound' > "$XDG_CONFIG_HOME/spinet/setlists/friday.yaml"
  live friday --state none
  grep -F '1 of 3: warm-pad, softly' live.err
  "$spinet" widgets | grep -E '^clock.tempo +91'
  "$spinet" widgets | grep -E '^setlist +1 warm-pad'
  "$spinet" song play
  soon grep -F 'the sounds of night-drive' live.err
  "$spinet" next | grep -E '^setlist +2 night-drive'
  soon grep -F '2 of 3: night-drive' live.err
  "$spinet" scene | grep -F '▶ city'
  # The song before it has ended.
  "$spinet" widgets | grep -E '^song.playing +off'
  "$spinet" next
  soon grep -F 'no-such-sound' live.err
  soon has_widget '^setlist +2 night-drive'
  "$spinet" previous
  soon grep -F 'playing warm-pad' live.err
  kill -TERM $!
  wait $! || true
  live warm-pad --state none
  refused 64 'no set list plays' "$spinet" next
  kill -TERM $!
  wait $! || true
  printf 'songs:\n  - {stage: a, tempo: 0}\n' > wrong.yaml
  refused 65 'wrong.yaml:2:23: error: a tempo of 0' "$spinet" play ./wrong.yaml --midi none --pcm none
  printf 'songs: []\n' > empty.yaml
  refused 65 'there is no song in it' "$spinet" play ./empty.yaml --midi none --pcm none
}
scenario "A set list is stepped through, and what comes next is prepared" steps_through_a_list
