# Every command line of the README does what is said, or at least begins to.

# readme_lines: the command lines in the README's blocks, without their comments.
readme_lines() { awk '/^```sh/ { f = 1; next } /^```/ { f = 0 } f && /^spinet / { sub(/ +#.*/, ""); print }' "$readme"; }

# What the lines name.
readme_files() {
  local file
  ln -s "$(dirname "$readme")/examples" examples
  parts_song > song.mid
  cp song.mid one.mid
  cp song.mid two.mid
  for file in loop voice; do sox -n -r 48000 -c 2 "$file.wav" synth 1 sine 440 gain -6; done
  echo 'process = _, _;' > effect.dsp
  printf 'controller: Mine\nmap:\n  cc 21: filter.cutoff\n' > my-controller.yaml
  printf 'transpose: -12\n' > my-keyboard.yaml
  printf '%s\n' '<CsoundSynthesizer>' '<CsInstruments>' 'sr=48000' 'ksmps=32' 'nchnls=2' '0dbfs=1' 'instr 1' \
    'a1 oscili 0.2, 440' 'outs a1, a1' 'endin' '</CsInstruments>' '<CsScore>' 'i1 0 0.5' '</CsScore>' \
    '</CsoundSynthesizer>' > score.csd
}

# does LINE: runs a line of the README, without devices and not for ever.
does() {
  local limits="--midi none --pcm none --no-terminal --duration 0.3"
  echo "$1"
  case $1 in
    *"play evening") ;;
    "spinet play "*) timeout 60 bash -c "${1/spinet/\"\$0\"} $limits --name line" "$spinet" ;;
    "spinet map learn "*) timeout 20 bash -c "${1/spinet/\"\$0\"} --midi none" "$spinet" < /dev/null ;;
    "spinet monitor"*) timeout -s INT 2 "$spinet" monitor --midi none || [ $? = 124 ] || [ $? = 130 ] ;;
    *) timeout 60 bash -c "${1/spinet/\"\$0\"}" "$spinet" ;;
  esac > line.out 2>&1 || { cat line.out; return 1; }
  ! grep -i 'error:' line.out
}

follows_the_readme() {
  local line count=0
  readme_files
  while read -r line; do case $line in "spinet play "*) does "$line" || exit 1 ;; esac; done < <(readme_lines)
  "$spinet" play evening --midi none --pcm none --no-terminal > evening.out 2> evening.err &
  soon "$spinet" note C4 --for 1
  while read -r line; do
    count=$((count + 1))
    case $line in "spinet play "*) ;; *) does "$line" || exit 1 ;; esac
  done < <(readme_lines)
  [ "$count" -ge 40 ]
  # What the lines promise.
  for line in song.wav demo.wav score.wav processed.wav songs/one.wav songs/two.wav take.wav; do
    louder "$(rms "$line")" 0.001
  done
  [ "$(soxi -r evening.flac)" = 48000 ]
  "$spinet" patches | says my-pad
}
scenario "Every command line of the README can be given as it stands" follows_the_readme
