# Touch screens and motion sensors.

goes_on_without_a_touch_screen() {
  playing --touch 'no such screen'
  soon grep -E '^spinet: .*touch screen no such screen: .*; ' play-errors
  speaks running
  kill -INT "$instrument"
  ended 130
  [ "$(grep -c 'no such screen' play-errors)" = 1 ]
  refused 64 'touch-grab is for --touch' "$spinet" play --touch-grab
}
scenario "Without its touch screen the instrument goes on" goes_on_without_a_touch_screen

goes_on_without_a_motion_sensor() {
  playing --motion 'no such sensor'
  soon grep -E '^spinet: .*motion sensor no such sensor: .*; ' play-errors
  speaks running
  "$spinet" widgets 'motion.*' >motion
  [ "$(wc -l <motion)" = 9 ]
  kill -INT "$instrument"
  ended 130
  [ "$(grep -c 'no such sensor' play-errors)" = 1 ]
}
scenario "Without its motion sensor the instrument goes on" goes_on_without_a_motion_sensor
