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

draws_nothing_without_egl() {
  mkdir none
  : > none/libEGL.so.1
  LD_LIBRARY_PATH=$PWD/none refused 1 "^spinet: the face's picture: libEGL.so.1 cannot be loaded; install .*libegl1" \
    "$spinet" face render --out x.png
  [ "$(wc -l <errors)" = 1 ]
  [ ! -e x.png ]
}
scenario "Without EGL no face is drawn, which is told with its remedy" draws_nothing_without_egl

refuses_a_face() {
  refused 65 '^spinet: absent.png: ' "$spinet" face render --out x.png --in absent.png
  printf 'hello' > hello.png
  refused 65 '^spinet: hello.png: it is not a picture.*; give a PGM' "$spinet" face render --out x.png --in hello.png
  printf '\211PNG\r\n\032\n' > face.png
  refused 65 '^spinet: face.png: it is a PNG; give a PGM or PPM picture, or a Y4M video' \
    "$spinet" face render --out x.png --in face.png
  refused 65 '^spinet: face.png: it is a PNG; give .*a Y4M video, a folder of PGM or PPM pictures' \
    "$spinet" play --midi none --pcm none --no-terminal --face face.png
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
  soon has_widget '^osc.mix +25 : 75'
  kill -INT "$instrument"
  ended 130
  ! grep -q face play-errors
}

# Without `--face` for the commands that only read mappings; `play` tells how to have these widgets.
names_its_widgets() {
  local number=20
  echo 'map:' > face.yaml
  for name in height lighting source reset rotation smoothing resolution; do
    echo "  cc $((number++)): face.$name" >> face.yaml
  done
  echo '  bend: face.height' >> face.yaml
  "$spinet" map check face.yaml | says 'face.yaml: good, 8 controls'
  "$spinet" map show face.yaml | grep -E '^cc 20 +face.height +0 … 0.75'
  for number in {20..26}; do printf '%d B0 %02X 7F\n' "$number" "$number"; done > moves
  echo '50 E0 00 00' >> moves
  "$spinet" map trace face.yaml < moves > moved
  for line in height\",\"value\":0.75 lighting\",\"value\":1 source reset rotation\",\"value\":1 \
    smoothing\",\"value\":1 resolution\",\"value\":4 height\",\"value\":0; do
    grep -F "face.$line" moved
  done
  printf 'face.height\ndone\n' | "$spinet" map learn -o learnt.yaml --midi none | says 'face.height: move'
  "$spinet" render demo --map face.yaml -o demo.wav --duration 1
  refused 65 'face.height.*add --face SOURCE to have it' \
    "$spinet" play --midi none --pcm none --no-terminal --map face.yaml
}
scenario "Mappings name the widgets of a face, also where none is looked for" names_its_widgets

# Threads of sources beside MIDI, of the instrument that plays.
source_threads() { cat /proc/"$instrument"/task/*/comm | grep -E '^spinet-(face|motion|touch)' | sort; }

costs_nothing_unused() {
  playing
  ! source_threads || return 1
  ! "$spinet" widgets --json | grep -E '"(face|motion)\.' || return 1
  kill -INT "$instrument"
  ended 130
  playing --face 'no such camera' --motion 'no such sensor' --touch 'no such screen'
  soon source_threads
  [ "$(source_threads | tr '\n' ' ')" = 'spinet-motion spinet-touch ' ] || [ "$(source_threads | wc -l)" = 3 ]
  # A face that nobody has looked for is not there.
  is face.present 0
  has_widget '^motion.attitude.roll'
  kill -INT "$instrument"
  ended 130
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

# faces CODE: runs it in Python; `picture(PLACE)` has a face there, `write` makes a video, and `pgm` a picture.
faces() {
  PYTHONPATH=$here/../Browser PYTHONDONTWRITEBYTECODE=1 python3 - <<EOF
from facevideo import HEIGHT, WIDTH, picture, write
def pgm(path, place):
    with open(path, "wb") as file:
        file.write(b"P5 %d %d 255\n" % (WIDTH, HEIGHT) + picture(place)[:WIDTH * HEIGHT])
$1
EOF
}

# is NAME PATTERN: a widget has such a value.
is() { "$spinet" widgets "$1" --json | grep -E "\"value\":$2[,}]"; }

# near NAME VALUE
near() {
  "$spinet" widgets "$1" --json | sed -n 's/.*"value":\([-0-9.]*\).*/\1/p' |
    awk -v wanted="$2" '{ found = $1 > wanted - 0.02 && $1 < wanted + 0.02 } END { exit !found }'
}

# The instrument plays a note for six seconds.
sounds() {
  "$spinet" note C3 --for 6 &
  soon speaks '"voices":[1-9]'
}

# plays_on WORD: a note sounds while Spinet tries again, every two seconds, and the errors name WORD once.
plays_on() {
  sounds
  sleep 4.5
  speaks '"voices":[1-9]'
  wait $!
  kill -INT "$instrument"
  ended 130
  [ "$(grep -c "$1" play-errors)" = 1 ]
}

plays_by_files() {
  mkdir folder
  faces 'write("face.y4m", [0.35], 1)
for name in "a", "c": pgm(f"folder/{name}.pgm", 0.65)'
  head -c 5000 folder/a.pgm > folder/b.pgm
  playing --face face.y4m
  soon near face.x 0.35
  kill -INT "$instrument"
  ended 130
  playing --face folder
  soon near face.x 0.65
  is face.present 1
  kill -INT "$instrument"
  ended 130
  ! grep -q folder play-errors
}

refuses_empty_faces() {
  mkdir folder
  : > empty.y4m
  for source in folder empty.y4m; do
    refused 65 "^spinet: $source: it is empty; give .*a Y4M video, a folder of PGM or PPM pictures" \
      "$spinet" play --midi none --pcm none --no-terminal --face "$source"
    [ "$(wc -l <errors)" = 1 ]
  done
}
scenario "Faces, motion and touch screens have threads and widgets only when they are asked for" costs_nothing_unused
scenario "A file or folder of faces that is empty is refused" refuses_empty_faces

goes_on_without_a_picture() {
  mkdir folder
  printf 'hello' > folder/a.pgm
  printf 'P5 320 240 255\nshort' > folder/b.pgm
  playing --face folder
  soon grep '^spinet: folder: it has no picture that can be read; give ' play-errors
  plays_on folder
}

goes_on_without_a_camera() {
  playing --face 'no such camera'
  soon grep '^spinet: .*no such camera.*; connect one, or give a Y4M video' play-errors
  plays_on camera
}

finds_by_a_given_cascade() {
  cp "$cascade" own.xml
  faces 'write("face.y4m", [0.35], 1)'
  playing --face face.y4m --cascade own.xml
  soon near face.x 0.35
  kill -INT "$instrument"
  ended 130
  # Nothing is found by a cascade that says no to everything at its first stage.
  sed 's,<stageThreshold>[^<]*<,<stageThreshold>1000<,' "$cascade" > never.xml
  playing --face face.y4m --cascade never.xml
  sleep 2
  ! is face.present 1 || return 1
  kill -INT "$instrument"
  ended 130
  ! grep -q xml play-errors
}

maps_its_parameters() {
  mkdir folder
  faces 'pgm("folder/a.pgm", 0.7)'
  cat > knobs.yaml <<'EOF'
map:
  note C4: {widget: face.source, mode: trigger}
  note D4: {widget: face.reset, mode: trigger}
  note E4: {widget: face.height, mode: momentary}
  note F4: {widget: face.lighting, mode: toggle}
  note G4: {widget: face.rotation, mode: toggle}
  note A4: {widget: face.smoothing, mode: toggle}
  note B4: {widget: face.resolution, mode: step}
  face present: {widget: face.resolution, from: [0, 1], range: [0, 3]}
EOF
  playing --face synthetic --face folder --map knobs.yaml
  # The face itself is a control as well.
  soon is face.resolution 3
  "$spinet" note E4 --for 3 &
  soon is face.height 0.75
  wait $!
  soon is face.height 0
  for key in F4 G4 A4 B4 C4; do "$spinet" note "$key" --for 0.1; done
  soon is face.lighting 1
  soon is face.rotation 0
  soon is face.smoothing 0
  soon is face.resolution 4
  soon near face.x 0.7
  "$spinet" note D4 --for 0.1
  soon is face.height 0.5
  soon near face.x 0.5
  kill -INT "$instrument"
  ended 130
  ! grep -q face play-errors
}

cascade=/usr/share/opencv4/lbpcascades/lbpcascade_frontalface.xml
if [ -e "$cascade" ]; then
  scenario "A face moves widgets while it plays" plays_by_a_face
  scenario "A face in a video or a folder of pictures plays, without the picture that is spoilt" plays_by_files
  scenario "Where no picture of a folder can be read, that is told once, and the music goes on" goes_on_without_a_picture
  scenario "A camera that is not there is told once, and the music goes on" goes_on_without_a_camera
  scenario "A face is found by the cascade that is given" finds_by_a_given_cascade
  scenario "Everything about the face is moved by a mapping" maps_its_parameters
fi
scenario "Without a cascade the music goes on, and without a face there are no widgets of one" goes_on_without_a_face
