# What is remembered between runs.

remembers() {
  playing --state kept.state
  "$spinet" widgets set filter.cutoff 700
  kill -TERM "$instrument"
  ended 0
  playing --state kept.state
  "$spinet" widgets --json | grep filter.cutoff | says 700
  sleep 2
  kill -KILL "$instrument"
  wait "$instrument" || true
  playing --state kept.state
  "$spinet" widgets --json | grep filter.cutoff | says 700
  kill -INT "$instrument"
  ended 130
  live default --state kept.state
  soon grep "1 widget is as you left it; 'spinet reset' puts it back" live.err
  kill -INT $!
  wait $! || true
  live default --state kept.state --fresh
  "$spinet" widgets --json | grep filter.cutoff | says '"value":900'
  kill -INT $!
  wait $! || true
}
scenario "Widgets are remembered over an end and over a kill" remembers

broken_state() {
  echo '{ torn' > torn.state
  refused 65 torn.state "$spinet" play --midi none --pcm none --no-terminal --duration 1 --state torn.state
  [ "$(cat torn.state)" = '{ torn' ]
}
scenario "A broken state file is refused and left alone" broken_state

strange_state() {
  printf 'widgets:\n  filter.cutoff: inf\n  osc.mix: 0.25\n' > inf.state
  playing --state inf.state
  "$spinet" widgets --json | grep osc.mix | says '"value":0.25'
  says 'spinet: inf.state:2:18: warning: "inf" found' < play-errors
  "$spinet" widgets set osc.mix 0.75
  kill -INT "$instrument"
  ended 130
  refused 65 'keeps the widgets of default, not of marimba' "$spinet" play marimba --state inf.state --midi none --pcm none
  says 'osc.mix": 0.75' < inf.state
}
scenario "State that is not a number is skipped, and another instrument's is refused" strange_state
