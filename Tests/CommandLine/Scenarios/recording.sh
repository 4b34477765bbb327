# Recordings of what sounds.

nothing_recorded() {
  "$spinet" play --midi none --pcm none --state none --engine off --record r.wav --duration 0.3 2> errors
  says 'r.wav: nothing was recorded' < errors
}
scenario "An empty recording is reported" nothing_recorded

keeps_takes() {
  for name in dusk.wav dusk-2.wav dusk-3.wav; do
    live default --state none --record dusk.wav --duration 0.5
    wait $!
    [ -s "$name" ]
  done
  says 'dusk.wav exists: the sound is recorded in dusk-3.wav' < live.err
  echo old > dusk-3.wav
  live default --state none --record dusk-3.wav --replace --duration 0.5
  wait $!
  soxi -D dusk-3.wav
}
scenario "A recording is never written over another, unless it is to be" keeps_takes

records() {
  playing --state none --duration 1 --record take.wav
  ended 0
  louder "$(soxi -D take.wav)" 0.5
}
scenario "It records what sounds" records

# A recording or state that is lost is reported, also by the exit status.
loses_at_the_end() {
  mkdir -p takes
  playing --state none --duration 2 --record takes/take.wav
  rm -r takes
  ended 1
  says takes/take.wav < play-errors
  playing --state gone/kept.state
  echo 'in the way' > gone
  "$spinet" widgets set filter.cutoff 700
  kill -TERM "$instrument"
  ended 1
  says gone/kept.state < play-errors
}
scenario "What is lost at the end is reported, also by the exit status" loses_at_the_end
