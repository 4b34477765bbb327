# The face.

draws_a_face() {
  "$spinet" face render --out front.png --size 160x120 | says 'front.png: 160x120, of a drawn face'
  file front.png | says 'PNG image data, 160 x 120, 8-bit/color RGB'
  "$spinet" face render --out phong.png --size 160x120 --lighting phong
  "$spinet" face render --out turned.png --size 160x120 --at 6
  "$spinet" face render --out flat.png --size 160x120 --height 0
  [ "$(cat front.png phong.png turned.png flat.png | wc -c)" -gt 230000 ]
  [ "$(sha256sum front.png phong.png turned.png flat.png | cut -d' ' -f1 | sort -u | wc -l)" = 4 ]
  printf 'P5 2 2 255\n\0\377\377\0' > four.pgm
  "$spinet" face render --out four.png --in four.pgm | says 'of the whole picture'
}

refuses_a_face() {
  refused 65 '^spinet: absent.png: ' "$spinet" face render --out x.png --in absent.png
  printf 'hello' > hello.png
  refused 65 '^spinet: hello.png: it is not a picture.*; give a PNG' "$spinet" face render --out x.png --in hello.png
  printf "P5 1 1 255\n0" > four.pgm
  refused 65 '^spinet: hello.png: line 1: it is not XML; choose a cascade' \
    "$spinet" face render --out x.png --in four.pgm --cascade hello.png
  refused 1 '^spinet: /proc/x.png: ' "$spinet" face render --out /proc/x.png
  refused 64 'out of range' "$spinet" face render --out x.png --height 2
  refused 64 '--size' "$spinet" face render --out x.png --size 9x9
  [ ! -e x.png ]
}

# Where EGL is not installed, only the refusals can be tried.
if "$spinet" face render --out "$root/face.png" > /dev/null 2>&1; then
  scenario "A face is drawn without a screen" draws_a_face
fi
scenario "What cannot be drawn is refused in one line" refuses_a_face

plays_by_a_face() {
  printf 'map:\n  face present: {widget: osc.mix, range: [0.25, 0.75]}\n' >seen.yaml
  playing --face synthetic --map seen.yaml
  soon has_widget '^face.present +1'
  has_widget '^face.size .*width of the face' || has_widget '^face.size'
  "$spinet" widgets set face.height 0.7
  has_widget '^face.height +0.7'
  "$spinet" widgets set face.reset 1
  soon has_widget '^face.height +0.5'
  soon has_widget '^osc.mix +0.75'
  kill -INT "$instrument"
  ended 130
  ! grep -q face play-errors
}

goes_on_without_a_face() {
  playing --face 'no such camera' --cascade absent.xml
  soon grep -i 'absent.xml: no such file.*; install Debian' play-errors
  speaks running
  has_widget '^face.x'
  "$spinet" widgets set face.height 0.7
  kill -INT "$instrument"
  ended 130
  playing
  ! has_widget '^face.x' || return 1
  kill -INT "$instrument"
  ended 130
  ! grep -q face play-errors
}

if [ -e /usr/share/opencv4/lbpcascades/lbpcascade_frontalface.xml ]; then
  scenario "A face moves widgets while it plays" plays_by_a_face
fi
scenario "Without a cascade the music goes on, and without a face there are no widgets of one" goes_on_without_a_face
