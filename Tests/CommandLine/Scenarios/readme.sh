# Every command line of the README and of the guide does what is said, or at least begins to.

# The README and the guide's chapters, in the order in which the guide's first page lists them.
pages() {
  echo "$readme"
  sed -n 's|^- <doc:\(.*\)>|\1.md|p' "$guide/spinet.md" | sed "s|^|$guide/|"
}

# page_lines: the command lines in the pages' blocks, without their comments. Those of Connections.md that begin with
# another program are tried elsewhere: JACK and PipeWire by Tests/Connections, aseqnet and pw-link by Tests/Hardware, and
# the unit of systemd by Tests/Package.
page_lines() {
  pages | xargs awk 'FNR == 1 { f = 0 } /^```sh/ { f = 1; next } /^```/ { f = 0 } f && /^(spinet|echo .* [|] spinet) / { sub(/ +#.*/, ""); print }'
}

# The song of parts_song, which lasts three bars.
longer_song() {
  parts_song | python3 -c 'import sys
song = sys.stdin.buffer.read()[:-4] + b"\x9f\x40\xff\x2f\0"
sys.stdout.buffer.write(song[:18] + (len(song) - 22).to_bytes(4, "big") + song[22:])'
}

# What the lines name.
page_files() {
  local file
  ln -s "$(dirname "$readme")/examples" examples
  longer_song > song.mid
  cp song.mid one.mid
  cp song.mid two.mid
  mkdir -p "$XDG_CONFIG_HOME/spinet/setlists"
  printf 'songs:\n  - {stage: default, song: %s, tempo: 100, note: softly}\n  - two-manuals\n' "$PWD/song.mid" \
    > "$XDG_CONFIG_HOME/spinet/setlists/friday.yaml"
  for file in loop voice; do sox -n -r 48000 -c 2 "$file.wav" synth 1 sine 440 gain -6; done
  echo 'process = _, _;' > effect.dsp
  printf 'controller: Mine\nmap:\n  cc 21: filter.cutoff\n' > my-controller.yaml
  printf 'transpose: -12\n' > my-keyboard.yaml
  printf 'parts:\n  a: {sound: {midi: "Prophet*"}}\n' > router.yaml
  printf '%s\n' '<CsoundSynthesizer>' '<CsInstruments>' 'sr=48000' 'ksmps=32' 'nchnls=2' '0dbfs=1' 'instr 1' \
    'a1 oscili 0.2, 440' 'outs a1, a1' 'endin' '</CsInstruments>' '<CsScore>' 'i1 0 0.5' '</CsScore>' \
    '</CsoundSynthesizer>' > score.csd
}

# does LINE: runs a line of a page, without devices and not for ever.
does() {
  local limits="--midi none --pcm none --no-terminal --duration 0.3"
  echo "$1"
  case $1 in
    *"play evening") ;;
    # Without a sequencer there is nothing to wait for.
    *" --connect "*)
      ! timeout 60 bash -c "${1/spinet/\"\$0\"} $limits" "$spinet" 2> errors && grep 'no MIDI port has that name' errors
      ;;
    "spinet play"*) timeout 60 bash -c "${1/spinet/\"\$0\"} $limits --name line" "$spinet" ;;
    # There is no card to listen to.
    "spinet latency"*)
      timeout 60 bash -c "${1/spinet/\"\$0\"}" "$spinet" 2> errors || [ $? = 1 ] && grep '^spinet: ' errors
      ;;
    "spinet map learn "*) timeout 20 bash -c "${1/spinet/\"\$0\"} --midi none" "$spinet" < /dev/null ;;
    "spinet monitor"*) timeout -s INT 2 "$spinet" monitor --midi none || [ $? = 124 ] || [ $? = 130 ] ;;
    *) timeout 60 bash -c "${1/spinet/\"\$0\"}" "$spinet" ;;
  esac > line.out 2>&1 || { cat line.out; return 1; }
  ! grep -i 'error:' line.out
}

follows_the_pages() {
  local line count=0
  page_files
  while read -r line; do case $line in "spinet play"*) does "$line" || exit 1 ;; esac; done < <(page_lines)
  "$spinet" play friday --midi none --pcm none --no-terminal > play.out 2> play.err &
  soon "$spinet" note C4 --for 1
  while read -r line; do
    count=$((count + 1))
    # The instrument that runs is told to play the stage.
    case $line in
      "spinet play evening") "$spinet" load evening ;;
      "spinet play"*) ;;
      "spinet journal save"*)
        "$spinet" note C4 --for 0.3
        sleep 0.5
        does "$line" || exit 1
        ;;
      *) does "$line" || exit 1 ;;
    esac
  done < <(page_lines)
  [ "$count" -ge 81 ]
  # What the lines promise.
  for line in organ.wav song.wav parts.wav demo.wav score.wav processed.wav songs/one.wav songs/two.wav sounds/one.wav sounds/two.wav; do
    louder "$(rms "$line")" 0.001
  done
  [ -s take.wav ]
  [ "$(soxi -r evening.flac)" = 48000 ]
  "$spinet" patches | says my-pad
}
scenario "Every command line of the README and the guide can be given as it stands" follows_the_pages

# page_blocks LANGUAGE: writes the pages' blocks of that language to LANGUAGE-1, LANGUAGE-2 and so on.
page_blocks() {
  pages | xargs awk -v language="$1" '
    /^```/ { shows = 0 } shows { print > (language "-" n) } $0 == "```" language { shows = 1; n++ }'
}

reads_the_pages() {
  page_blocks yaml
  [ "$(ls yaml-* | wc -l)" = 7 ]
  mv yaml-1 stage.yaml
  mv yaml-2 map.yaml
  mv yaml-3 keyboard.yaml
  [ "$(printf '0 midi 90 3C 64\n875 end\n' | "$spinet" keyboard trace keyboard.yaml | grep -c start)" = 5 ]
  "$spinet" map check map.yaml | says 'good, 4 controls'
  live stage.yaml --state none
  "$spinet" scene | says '▶ verse'
  "$spinet" widgets | grep -E '^pad/part.level +−3'
  "$spinet" widgets | grep -E '^bass/filter.cutoff +900'
  "$spinet" scene solo --json | says '"scene":"solo","playing":true,"program":10'
  "$spinet" widgets | grep -E '^bass/filter.resonance +60 %'
  mv yaml-4 steps.yaml
  "$spinet" map check steps.yaml | says 'good, 1 control'
  mv yaml-5 fine.yaml
  "$spinet" map check fine.yaml | says 'good, 3 controls'
  # Other instruments, and a router.
  for line in yaml-6 yaml-7; do
    mv "$line" "$line.yaml"
    "$spinet" play "$line.yaml" --midi none --pcm none --no-terminal --name "$line" --duration 0.3
  done
  "$spinet" play yaml-7.yaml --no-sound --midi none --no-terminal --name router --duration 0.3 | says 'no sound'
  # What stands in its sentences.
  pages | xargs sed -n 's/.*`\(cc 80: {[^`]*}\)`.*/  \1/p' > lines
  [ "$(wc -l < lines)" = 2 ]
  while read -r line; do
    printf 'map:\n  %s\n' "$line" > line.yaml
    "$spinet" map check line.yaml --instrument stage.yaml | says 'good, 1 control'
  done < lines
}
scenario "The stage, the mappings and the keyboard that the guide shows are read" reads_the_pages

# same_words LINE...: a line of the README has the words of standard input, whatever the numbers and the devices.
same_words() {
  local words='s/[0-9][0-9.]*/N/g; s/, Spinet N:N//; s/hw:[A-Za-z]*,N,N/default/'
  diff <(sed "$words") <(grep "^$1" "$readme" | sed "$words")
}

# A card that takes everything at once.
null_card() {
  printf '</usr/share/alsa/alsa.conf>\npcm.!default { type null }\n' > asound.conf
  export ALSA_CONFIG_PATH=$work/asound.conf
}

shows_what_the_readme_shows() {
  null_card
  "$spinet" play round-bass --midi none --no-terminal --duration 0.5 > line 2> errors
  same_words ready: < line
  grep '^spinet: audio thread: ' errors > line
  # A machine may refuse the priority.
  if grep SCHED_FIFO line; then same_words 'spinet: audio thread: ' < line; fi
  "$spinet" play --help | grep -A 1 -e '--journal <size>' | says '(default: 64M)'
}
scenario "What is shown at the start has the README's words" shows_what_the_readme_shows

# There is none before the card has said how it plays, and a longer one while the machine is late.
tells_the_delay() { "$spinet" engine status --name delay --json | grep -F "\"latency\":$1,"; }

tells_the_delays() {
  local options delay rows=0
  null_card
  while IFS='|' read -r _ options delay _; do
    options=$(grep -o -- '--[^`]*' <<< "$options" || true)
    "$spinet" play --midi none --no-terminal --state none --name delay $options > ready 2> errors &
    soon tells_the_delay "$(sed 's/ ms//; s/[.]0 *$//; s/ //g' <<< "$delay")"
    kill $!
    wait $! || true
    rows=$((rows + 1))
  done < <(sed -n '/^| options | delay/,/^$/p' "$guide/SoundCards.md" | sed '1,2d; /^$/d')
  [ $rows = 4 ]
}
scenario "The delays in the guide's table are those of the instrument" tells_the_delays
