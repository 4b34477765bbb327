# What happens in a terminal: tmux is one.

# types KEYS...: into the terminal that `terminal` opened; names of keys as tmux knows them, or text.
types() { tmux -S "$socket" send-keys -t talk "$@"; }

# terminal COMMAND [COLUMNS]: runs it in a terminal of 60 or so many columns, and shows its status at the end.
terminal() {
  socket=$work/tmux$BASHPID
  tmux -S "$socket" -f /dev/null new-session -d -x "${2:-60}" -y 20 -s talk "$1; printf '\nstatus %d\n' \$?; stty -a; sleep 60"
  trap 'tmux -S "$socket" kill-server' EXIT
}

learns_in_a_terminal() {
  terminal "'$spinet' map learn -o typed.yaml --midi none"
  shows 'widget>'
  types filter.cutx BSpace Tab Left Right Up Down Enter
  shows 'move filter.cutoff>'
  types wrong C-u amp. Tab Tab
  shows 'amp.attack'
  shows 'amp.velocity'
  types v Tab Enter
  shows 'move amp.velocity>'
  types don Tab e Enter
  shows 'typed.yaml is not written'
  shows 'status 0'
  shows ' icanon'
  [ ! -e typed.yaml ]
}
scenario "In a terminal the line is edited, and Tab completes widgets and nothing else" learns_in_a_terminal

leaves_a_terminal() {
  terminal "'$spinet' map learn -o typed.yaml --midi none"
  shows 'widget>'
  types half C-c
  shows 'typed.yaml is not written'
  shows 'status 130'
  shows ' icanon'
}
scenario "Ctrl-C ends learning, and the terminal is as it was" leaves_a_terminal

interrupted_twice() {
  terminal "sh -c 'echo \$\$ > pid; exec \"\$0\" play --midi none --pcm none --state none' '$spinet'"
  shows 'no controller'
  local instrument
  instrument=$(cat pid)
  kill -STOP "$instrument"
  kill -INT "$instrument"
  kill -TERM "$instrument"
  kill -CONT "$instrument"
  shows 'status 130'
  shows ' icanon'
}
scenario "A second interruption gives the terminal back too" interrupted_twice

# Ctrl-S stops the output of a terminal. The instrument goes on, also when it has something to say, and ends when told.
paused_terminal() {
  local instrument
  printf 'controller: X\nmap:\n  cc 74: filter.cutoff\n' > map.yaml
  terminal "sh -c 'echo \$\$ > pid; exec \"\$0\" play --midi none --pcm none --state none --map map.yaml' '$spinet'"
  shows 'no controller'
  types C-s
  sleep 0.5
  printf 'controller: X\nmap:\n  cc 75: filter.cutoff\n' > map.yaml
  sleep 2.5
  timeout 5 "$spinet" widgets set filter.cutoff 500
  timeout 5 "$spinet" widgets --json | grep filter.cutoff | says '"value":500'
  types C-q
  shows 'mapping files read again'
  types C-s
  sleep 0.5
  instrument=$(cat pid)
  kill -INT "$instrument"
  for _ in $(seq 50); do kill -0 "$instrument" 2>/dev/null || break; sleep 0.1; done
  kill -0 "$instrument" 2>/dev/null && return 1
  types C-q
  shows 'status 130'
  shows ' icanon'
}
scenario "A terminal paused with Ctrl-S pauses nothing else" paused_terminal

# Nor does it wait for the reader of a full pipe, which is never emptied here.
full_pipes() {
  mkfifo full
  exec 9<> full
  head -c 65536 /dev/zero >&9
  "$spinet" play --midi none --pcm none --no-terminal --state none > full 2>&1 9>&- & instrument=$!
  for _ in $(seq 50); do timeout 1 "$spinet" widgets >/dev/null 2>&1 && break; sleep 0.1; done
  timeout 5 "$spinet" widgets set filter.cutoff 500
  timeout 5 "$spinet" widgets --json | grep filter.cutoff | says '"value":500'
  kill -INT "$instrument"
  for _ in $(seq 50); do kill -0 "$instrument" 2>/dev/null || break; sleep 0.1; done
  ended 130
}
scenario "A full pipe that nothing reads keeps nothing waiting" full_pipes

# A shell with jobs, in the terminal.
gives_keys_back() {
  terminal 'PS1="shell> " bash --norc --noprofile -i'
  shows 'shell>'
  types "'$spinet' play --midi none --pcm none --state none" Enter
  shows 'q quit'
  shows 'voices'
  types C-z
  shows 'Stopped'
  types 'stty -a | grep -o " icanon"' Enter
  shows ' icanon'
  types C-l
  types fg Enter
  shows 'voices'
  types +
  shows 'an octave up'
  types p
  shows 'all notes are ended'
  # The keys are told once, and not again by fg.
  if tmux -S "$socket" capture-pane -p -t talk | grep 'q quit'; then return 1; fi
  types q
  shows 'shell>'
}
scenario "Ctrl-Z gives the terminal back, and fg the keys" gives_keys_back

plays_in_the_background() {
  terminal 'PS1="shell> " bash --norc --noprofile -i'
  shows 'shell>'
  types "'$spinet' play --midi none --pcm none --state none --name back &" Enter
  soon "$spinet" engine status --name back
  sleep 1
  types 'jobs; stty -a | grep -o " icanon"' Enter
  shows 'Running'
  shows ' icanon'
  "$spinet" note C4 --name back
  # A shell that loses its terminal does not end it.
  types 'kill %1; wait; echo over $((1 + 1))' Enter
  shows 'over 2'
}
scenario "Started in the background it plays on without the terminal" plays_in_the_background

# nohup(1) has a program ignore the end of its terminal.
ignores_a_hang_up() {
  nohup "$spinet" play --midi none --pcm none --state none > nohup.log 2>&1 & instrument=$!
  soon "$spinet" engine status
  kill -HUP "$instrument"
  sleep 0.5
  "$spinet" engine status
  kill -TERM "$instrument"
  wait "$instrument"
}
scenario "nohup is honoured" ignores_a_hang_up

plays_typed_notes() {
  terminal "'$spinet' play --midi none --pcm none --state none --name typed" 140
  shows 't type'
  shows 'no controller'
  types t
  shows 'z and x change the octave'
  shows 'typing from C4'
  types a
  shows 'note C4'
  types x d
  shows 'note E5'
  types Escape
  shows 'the letters are commands again'
  types +
  shows 'an octave up'
  types Up
  types q
  shows 'status 0'
  shows ' icanon'
}
scenario "The letters of a terminal play notes after a t" plays_typed_notes

# in_ascii COMMAND...: all that COMMAND prints is ASCII, and it prints something.
in_ascii() {
  LC_ALL=C timeout 30 "$@" > ascii 2>&1 < /dev/null || true
  [ -s ascii ]
  ! LC_ALL=C grep -n '[^ -~]' ascii | grep -v $'\t'
}

prints_ascii() {
  local command
  for command in "" play render devices monitor map "map learn" widgets patches scene patch note journal csound; do
    # shellcheck disable=SC2086
    in_ascii "$spinet" $command --help
  done
  in_ascii "$spinet" patches
  in_ascii "$spinet" devices
  in_ascii "$spinet" map show default
  in_ascii "$spinet" keyboard show -
  in_ascii "$spinet" render nothing.mid -o é.wav
  in_ascii "$spinet" render demo -o ascii.wav --set filter.cutoff=-1
  live default
  in_ascii "$spinet" widgets -l
  in_ascii "$spinet" widgets --json
  in_ascii "$spinet" engine status
  kill "$!"
  wait "$!"
  terminal "LC_ALL=C '$spinet' play --midi none --pcm none --state none --panel lan; sleep 1"
  # The live line is there before the instrument is ready and the panel's address is told.
  shows 'panel: http'
  shows 'no controller |'
  tmux -S "$socket" capture-pane -p -t talk -S - > screen
  grep -q '####' screen
  ! LC_ALL=C grep -n '[^ -~]' screen
}
scenario "Under LC_ALL=C everything printed is ASCII" prints_ascii

# live_lines: how many rows of the terminal have a live line, or a piece of one.
live_lines() { tmux -S "$socket" capture-pane -p -t talk | grep -cE '^[♪○] |voices'; }

one_live_line() { [ "$(live_lines)" = 1 ]; }

narrow_terminal() {
  local columns
  printf 'master:\n  volume: 0.5\n' > an-instrument-with-a-name-of-forty-letters.yaml
  terminal "'$spinet' play ./an-instrument-with-a-name-of-forty-letters.yaml --midi none --pcm none --state none"
  shows 'no controller'
  # Narrower, and wider again: how it sounds is always there, and nothing of the old line stays.
  for columns in 100 60 80 45 100 40 80; do
    tmux -S "$socket" resize-window -t talk -x $columns -y 20
    sleep 0.5
    shows 'no controller'
    shows ' dB'
    shows 'voices'
    soon one_live_line || { tmux -S "$socket" capture-pane -p -t talk; return 1; }
  done
  types C-c
  shows 'status 130'
}
scenario "The live line of a narrow terminal says how it sounds, and a resized one has only one" narrow_terminal

# Control characters of names and texts from files, and lines without an end.
harmless_messages() {
  local name
  name=$(printf '\033]0;PWN\007\033[31mred\302\233m.sfz')
  printf '<region> sample=\033]0;PWN\007\033[31mred.wav\n' > "$name"
  printf 'parts:\n  p: {sound: "\\e[31mnope"}\n' > esc.yaml
  printf 'x%.0s' $(seq 5000) > long.txt
  {
    "$spinet" play "$name" --midi none --pcm none --no-terminal --duration 0.1 || true
    "$spinet" play ./esc.yaml --midi none --pcm none --no-terminal --duration 0.1 || true
    "$spinet" render "$name" -o x.wav || true
    "$spinet" render demo -o "$name.wav" "$name" || true
    "$spinet" map check "$name" || true
    "$spinet" play "$(cat long.txt)" --midi none --pcm none --no-terminal || true
    "$spinet" play "$(tr x y < long.txt).yaml" --midi none --pcm none --no-terminal || true
  } > said 2>&1
  [ "$(wc -l < said)" -ge 7 ]
  ! grep -P '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' said || return 1
  awk 'length($0) > 700 { print "too long: " length($0); exit 1 }' said
}
scenario "What is printed has no control characters of files, and no endless line" harmless_messages
