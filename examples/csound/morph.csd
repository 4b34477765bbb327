<CsoundSynthesizer>
<CsInstruments>
; A wave between four others, drawn by a point on a pad: instrument 53 makes it, whenever the point has moved.
; morph.x and morph.y make the pad; the wave drawn beside it is the table whose number is in the channel morph.table.
sr = 48000
ksmps = 64
nchnls = 2
0dbfs = 1

chn_k "morph.x", 1, 2, 0.2, 0, 1, 0, 0, 0, 0, "slider" ; From the left waves to the right ones.
chn_k "morph.y", 1, 2, 0.7, 0, 1, 0, 0, 0, 0, "slider" ; From the lower waves to the upper ones.
chn_k "morph.table", 2, 2, 0, 0, 1000, 0, 0, 0, 0, "precision=0" ; The number of the table with the wave.
chn_k "brightness", 1, 3, 4000, 100, 12000, 0, 0, 0, 0, "knob unit=Hz" ; The frequency above which the filter takes away.
chn_k "release", 1, 2, 0.6, 0.02, 4, 0, 0, 0, 0, "slider unit=s" ; How long a note rings after its key.

giSize init 1024
giSine ftgen 0, 0, giSize, 10, 1
giTriangle ftgen 0, 0, giSize, 7, 0, giSize/4, 1, giSize/2, -1, giSize/4, 0
giSaw ftgen 0, 0, giSize, 10, 1, 0.5, 0.333, 0.25, 0.2, 0.167
giSquare ftgen 0, 0, giSize, 10, 1, 0, 0.333, 0, 0.2, 0, 0.143
giUpper ftgen 0, 0, giSize, 10, 1
giLower ftgen 0, 0, giSize, 10, 1
giMorph ftgen 0, 0, giSize, 10, 1
maxalloc 53, 1

; Sends i 53 at most ten times a second, and always the last place: each ends before the next, as maxalloc demands.
instr 52
  kx chnget "morph.x"
  ky chnget "morph.y"
  kmoved init 1
  if changed2(kx, ky) == 1 then
    kmoved = 1
  endif
  kdue metro 10
  if kdue == 1 && kmoved == 1 then
    event "i", 53, 0, 0.09, kx, ky
    kmoved = 0
  endif
endin

instr 53
  tableimix giUpper, 0, giSize, giSine, 0, 1 - p4, giTriangle, 0, p4
  tableimix giLower, 0, giSize, giSaw, 0, 1 - p4, giSquare, 0, p4
  tableimix giMorph, 0, giSize, giLower, 0, 1 - p5, giUpper, 0, p5
  chnset giMorph, "morph.table"
endin

instr voice
  irelease chnget "release"
  kcutoff port chnget:k("brightness"), 0.05, 4000
  kenvelope madsr 0.01, 0.3, 0.8, irelease
  abody oscili 0.18 * p5, p6, giMorph
  asecond oscili 0.12 * p5, p6 * 1.004, giMorph
  asound moogladder (abody + asecond) * kenvelope, kcutoff, 0.15
  outs asound, asound
endin
</CsInstruments>
<CsScore>
i 52 0 36000
</CsScore>
</CsoundSynthesizer>
