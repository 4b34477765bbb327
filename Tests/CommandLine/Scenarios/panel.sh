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
