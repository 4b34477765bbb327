<CsoundSynthesizer>
<CsInstruments>
; A recording that goes round between two places, and can be scrubbed. sample.position, loop.start and loop.end make
; the picture of its wave, which is the table whose number is in sample.table.
; For a sound of your own: giTape ftgen 0, 0, 0, 1, "sound.wav", 0, 0, 1, with its rate as giRate.
sr = 48000
ksmps = 64
nchnls = 2
0dbfs = 1
massign 0, 0

chn_k "loop.start", 1, 2, 0, 0, 1, 0, 0, 0, 0, "slider" ; Where the loop begins; 1 is the end of the tape.
chn_k "loop.end", 1, 2, 1, 0, 1, 0, 0, 0, 0, "slider" ; Where the loop ends.
chn_k "sample.scrub", 1, 1, 0, 0, 1, 0, 0, 0, 0, "button" ; While held, the cursor is heard instead of the loop.
chn_k "sample.cursor", 1, 2, 0, 0, 1, 0, 0, 0, 0, "slider" ; The place on the tape that scrubbing plays.
chn_k "sample.position", 2, 2, 0, 0, 1, 0, 0, 0, 0, "precision=3" ; The place on the tape that sounds now.
chn_k "sample.table", 2, 2, 0, 0, 1000, 0, 0, 0, 0, "precision=0" ; The number of the table with the tape.
chn_k "speed", 1, 2, 1, -2, 2, 0, 0, 0, 0, "knob" ; How fast the tape runs; below 0 backwards.
chn_k "volume", 1, 2, 0.7, 0, 1, 0, 0, 0, 0, "slider" ; How loud the tape is.

; The recording: eight plucked notes in four seconds.
giRate init 24000
giTape ftgen 0, 0, 98304, 2, 0
giNotes ftgen 0, 0, -8, -2, 220, 330, 277.2, 440, 247, 370, 554.4, 330
iframe = 0
while iframe < 98304 do
  inote = int(iframe / 12288)
  iage = (iframe % 12288) / giRate
  ihertz = table:i(inote, giNotes)
  ifall = exp(-6 * iage) * min(1, iage * 400)
  iturn = 6.2831853 * ihertz * iage
  tableiw ifall * (0.5 * sin(iturn) + 0.2 * sin(2 * iturn) + 0.1 * sin(3.01 * iturn)), iframe, giTape
  iframe += 1
od

gilength init 98304 / giRate
giWindow ftgen 0, 0, 1024, 20, 2

instr 1
  chnset giTape, "sample.table"
  kstart chnget "loop.start"
  kend chnget "loop.end"
  klow = min(kstart, kend)
  kwidth = max(abs(kend - kstart), 0.002)
  kvolume port chnget:k("volume"), 0.02, 0.7
  kscrub chnget "sample.scrub"
  kcursor port chnget:k("sample.cursor"), 0.02

  ; Round the loop: the faster the shorter it is.
  kphase phasor chnget:k("speed") / (gilength * kwidth)
  kplace = klow + kphase * kwidth
  aloop tablei interp(kplace), giTape, 1

  ; Two streams of short grains at the cursor, each silent when it jumps.
  agrain phasor 16
  asecond phasor 16, 0.5
  kgrain = 1 / (16 * gilength)
  aone tablei a(kcursor) + agrain * kgrain, giTape, 1
  atwo tablei a(kcursor) + asecond * kgrain, giTape, 1
  awindow tablei agrain, giWindow, 1
  ascrub = aone * awindow + atwo * (1 - awindow)

  kmix port kscrub > 0.5 ? 1 : 0, 0.01
  chnset kscrub > 0.5 ? kcursor : kplace, "sample.position"
  asound = (aloop * (1 - kmix) + ascrub * kmix) * kvolume
  outs asound, asound
endin
</CsInstruments>
<CsScore>
i 1 0 36000
</CsScore>
</CsoundSynthesizer>
