# The panel, as scripts see it.

# panel_of COMMAND...: starts an instrument, and leaves its panel's address in `panel`.
panel_of() {
  local awaited='^ready' _
  [[ $* == *--panel* ]] && awaited='^panel: '
  # What the one before has said is not taken for this one's.
  : > said
  "$@" --pcm none --midi none --no-terminal --state none > said 2> errors &
  for _ in $(seq 100); do grep -q "$awaited" said && break; sleep 0.05; done
  panel=$(sed -n 's/^panel: //p' said)
}

panels() {
  panel_of "$spinet" play --panel --duration 20
  [[ $panel =~ ^http://127\.0\.0\.1:[0-9]+/#[0-9a-f]{32}$ ]]
  [ "$("$spinet" panel)" = "$panel" ]
  [ "$("$spinet" panel --json)" = "{\"url\":\"$panel\"}" ]
  local address=${panel%%#*}
  curl -sf "$address" | says '<title>Spinet</title>'
  [ "$(curl -s -o /dev/null -w '%{http_code}' -H 'Host: evil.example' "$address")" = 403 ]
  [ "$(curl -s -o /dev/null -w '%{http_code}' "${address}socket?wrong")" = 403 ]
  # The Python program of the guide plays a note.
  sed -n '/^```python/,/^```/{/^```/!p}' "$guide/Browser.md" > note.py
  python3 note.py "$panel" &
  local voices=0 _
  for _ in $(seq 40); do
    [[ $("$spinet" engine status --json) == *'"voices":1'* ]] && voices=1 && break
    sleep 0.05
  done
  [ "$voices" = 1 ]
}
scenario "The panel is served, its address is told, and strangers are refused" panels

opens_a_panel_later() {
  panel_of "$spinet" play --duration 20
  [ -z "$panel" ]
  # No thread, no port: it is there from the first question on.
  ! grep -qs NIO /proc/$!/task/*/comm || return 1
  panel=$("$spinet" panel)
  curl -sf "${panel%%#*}" | says '<title>Spinet</title>'
  grep -qs NIO /proc/$!/task/*/comm
}
scenario "A panel that nobody asked for costs nothing, and opens later" opens_a_panel_later

panels_for_a_network() {
  panel_of "$spinet" play --panel 127.0.0.1:0 --duration 10
  [[ $panel == http://127.0.0.1:* ]]
  kill $!
  wait $! || true
  panel_of "$spinet" play --panel lan --duration 10
  [[ $panel == http://*/#* ]]
  [ "$(grep -c '█' said)" -ge 15 ]
  kill $!
  wait $! || true
  refused 64 '--tls is for --panel' "$spinet" play --tls --pcm none --midi none
  refused 64 '--panel nowhere is not an address' "$spinet" play --panel nowhere --pcm none --midi none
}
scenario "A panel for the network has a code for phones" panels_for_a_network

keeps_its_link() {
  panel_of "$spinet" play --panel --duration 20
  local first=$panel address=${panel%%#*} new
  kill $!
  wait $! || true
  panel_of "$spinet" play --panel --duration 20
  [ "$panel" = "$first" ]
  [ "$(stat -c %a "$XDG_STATE_HOME/spinet/panel/Spinet.yaml")" = 600 ]
  new=$("$spinet" panel --new-link)
  [ "$new" != "$first" ]
  [ "${new%%#*}" = "$address" ]
  [ "$("$spinet" panel)" = "$new" ]
  curl -sf "$address" | says '<title>Spinet</title>'
  mkdir -p "$XDG_CONFIG_HOME/spinet/pages"
  echo 'wide: []' > "$XDG_CONFIG_HOME/spinet/pages/my evening.yaml"
  [ "$("$spinet" panel --page 'my evening')" = "${new/\/#//?page=my%20evening#}" ]
  refused 64 "you have no page of that name; did you mean my evening" "$spinet" panel --page 'my evenin'
}
scenario "The panel's link works after a restart, until a new one is made" keeps_its_link

tells_of_listeners() {
  panel_of "$spinet" play --panel lan --duration 10
  [ "$(grep -c 'whoever listens on this network' errors)" = 1 ]
  kill $!
  wait $! || true
  refused 64 '--panel-trust full on a network needs --tls' "$spinet" play --panel lan --panel-trust full --pcm none --midi none
  panel_of "$spinet" play --panel --panel-trust full --duration 10
  [ -n "$panel" ]
}
scenario "Plain http on a network is told of, and full trust is refused there" tells_of_listeners

few_files() {
  ( ulimit -n 30 && refused 1 'may open only' "$spinet" play --panel --pcm none --midi none --state none )
}
scenario "A panel that may open too few files is one line" few_files

failed_check() {
  playing --state none
  kill -ILL "$instrument"
  wait "$instrument" || true
  cat play-errors
  # Nothing follows, as Swift's backtrace would.
  tail -n 1 play-errors | says 'spinet: ended by a mistake in its own code'
}
scenario "A check that fails in its own code ends in one line" failed_check
