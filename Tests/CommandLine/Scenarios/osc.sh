# OSC, with the programs of liblo.

# osc_of OPTIONS...: starts an instrument that listens, and leaves its port in `osc`.
osc_of() {
  : > said
  "$spinet" play "$@" --pcm none --midi none --no-terminal --state none --name osc > said 2> errors &
  instrument=$!
  soon grep -q '^osc: ' said
  osc=$(sed -n 's/^osc: .*://p' said)
}

plays_by_osc() {
  osc_of --osc 0
  grep -q '^osc: 127\.0\.0\.1:[0-9]*$' said
  oscsend localhost "$osc" /widget/filter.cutoff f 800
  soon has_widget '^filter.cutoff +800 Hz'
  oscsend localhost "$osc" /widget/filter.cutoff s '2 kHz'
  soon has_widget '^filter.cutoff +2 kHz'
  oscsend localhost "$osc" /note iii 60 100 1
  soon speaks '"voices":1'
  oscsend localhost "$osc" /load s ../../etc/passwd
  printf 'no packet' > "/dev/udp/127.0.0.1/$osc"
  soon grep -q '^spinet: .*osc: a packet that is not OSC was dropped' errors
  oscsend localhost "$osc" /load s round-bass
  soon grep -q '^spinet: playing round-bass' errors
  # The note goes on in the sound that it began with.
  speaks '"voices":1'
  oscsend localhost "$osc" /note iii 60 0 1
  soon speaks '"voices":0'
}
scenario "oscsend plays, moves and loads, and what is not OSC is counted" plays_by_osc

opens_osc_later() {
  "$spinet" play --pcm none --midi none --no-terminal --state none --name osc > said 2> errors &
  instrument=$!
  soon grep -q . said
  refused 1 "'nobody' is not running" "$spinet" osc --name nobody
  local place
  place=$("$spinet" osc --name osc)
  [[ $place =~ ^127\.0\.0\.1:[0-9]+$ ]]
  [ "$("$spinet" osc --name osc --json)" = "{\"osc\":\"$place\"}" ]
  oscsend localhost "${place#*:}" /widget/filter.cutoff f 800
  soon has_widget '^filter.cutoff +800 Hz'
}
scenario "A port for OSC that nobody asked for opens later" opens_osc_later

answers_by_osc() {
  osc_of --osc 0
  local port=$((20000 + $$ % 20000))
  oscdump -L "$port" > heard &
  # It has to be there before its first value comes; a subscription can be sent again.
  subscribes() {
    oscsend localhost "$osc" /subscribe si 'filter.cutoff' "$port"
    sleep 0.1
    grep -q '/widget/filter.cutoff f ' heard
  }
  soon subscribes
  "$spinet" widgets set filter.cutoff 440 > /dev/null
  soon grep -q '/widget/filter.cutoff f 440.0' heard
}
scenario "oscdump hears each change of what it has subscribed to" answers_by_osc

sends_by_osc() {
  local port=$((20000 + $$ % 20000))
  printf 'map:\n  cc 30: {osc: "127.0.0.1:%s/cutoff", range: [20, 8000], curve: lin}\n' "$port" > out.yaml
  cat > evening.yaml <<STAGE
parts:
  bass: round-bass
scenes:
  quiet: {parts: [bass]}
  lit:
    parts: [bass]
    send:
      - {osc: "127.0.0.1:$port/light", value: 2}
STAGE
  osc_of --osc 0 evening.yaml --map out.yaml
  oscdump -L "$port" > heard &
  turns() {
    "$spinet" widgets set "osc:127.0.0.1:$port/cutoff" 440 > /dev/null
    "$spinet" widgets set "osc:127.0.0.1:$port/cutoff" 500 > /dev/null
    sleep 0.1
    grep -q '/cutoff f 500.0' heard
  }
  soon turns
  "$spinet" scene lit
  soon grep -q '/light i 2' heard
}
scenario "oscdump hears what a mapping and a scene send" sends_by_osc

strangers_by_osc() {
  osc_of --osc 0 --osc-from 192.0.2.7
  soon oscsend localhost "$osc" /note ii 60 100
  soon grep -q 'osc: a packet from an address that may not send was dropped: 127.0.0.1' errors
  speaks '"voices":0'
  kill "$instrument"
  wait "$instrument" || true
  refused 64 'osc nowhere is not an address' "$spinet" play --osc nowhere --pcm none --midi none
  refused 64 '--osc-from is for --osc' "$spinet" play --osc-from 192.0.2.7 --pcm none --midi none
  refused 64 '--osc-from here is not an address' "$spinet" play --osc 0 --osc-from here --pcm none --midi none
}
scenario "Only those who are named may send, where somebody is named" strangers_by_osc

# What happens on the near machine, a network of its own, which has a link to the far one.
between_machines() {
  cat > near.sh <<'NEAR'
set -eu
unshare -n sleep 60 &
far=$!
trap 'kill $(jobs -p)' EXIT
# It has a network of its own when that is another than this one.
is_apart() { [ "$(readlink "/proc/$far/ns/net")" != "$(readlink /proc/$$/ns/net)" ]; }
soon is_apart
ip link add near type veth peer name far netns $far
ip address add 10.84.0.1/24 dev near
ip link set near up
ip link set lo up
far() { nsenter -t $far -n "$@"; }
far ip address add 10.84.0.2/24 dev far
far ip link set far up
far ip link set lo up
"$spinet" play warm-pad --osc lan --osc-from 10.84.0.2 --pcm none --midi none --no-terminal --state none > said 2> errors &
soon grep -q '^osc: ' said
port=$(sed -n 's/^osc: .*://p' said)
# Without a shell of its own, so that it ends with the test.
nsenter -t $far -n oscdump -L 9400 > heard &
has_widget() { "$spinet" widgets | grep -qE "$1"; }
plays() { far oscsend 10.84.0.1 "$port" /widget/filter.cutoff f 800 && has_widget '^filter.cutoff +800 Hz'; }
soon plays
subscribes() { far oscsend 10.84.0.1 "$port" /subscribe si filter.cutoff 9400 && sleep 0.2 && [ -s heard ]; }
soon subscribes
"$spinet" widgets set filter.cutoff 440 > /dev/null
soon grep -q '/widget/filter.cutoff f 440.0' heard
# The tree, over the network.
far curl -s "http://10.84.0.1:$port/widget/filter.cutoff?VALUE" | grep -q 440
# Nobody else may send, not even the machine itself.
oscsend 10.84.0.1 "$port" /widget/filter.cutoff f 900
soon grep -q 'address that may not send was dropped: 10.84.0.1' errors
has_widget '^filter.cutoff +440 Hz'
NEAR
  { declare -f soon; cat near.sh; } > both.sh
  spinet=$spinet unshare -n bash both.sh || { cat said errors heard; return 1; }
}
if [ "$(id -u)" = 0 ]; then
  scenario "A machine on the network plays by OSC, hears of changes and asks for the tree" between_machines
fi
