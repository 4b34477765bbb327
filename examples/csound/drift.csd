<CsoundSynthesizer>
<CsInstruments>
; A texture that plays by itself: a pad moves it, a switch lets notes fall, a button throws a handful.
sr = 48000
ksmps = 128
nchnls = 2
0dbfs = 1
seed 7

chn_k "pad.x", 1, 2, 0.4, 0, 1, 0, 0, 0, 0, "slider" ; How much hall and resonance the drone has.
chn_k "pad.y", 1, 2, 0.5, 0, 1, 0, 0, 0, 0, "slider" ; How bright the drone is, and how fast notes fall.
chn_k "falling", 1, 1, 1, 0, 1, 0, 0, 0, 0, "toggle" ; Whether notes fall by themselves.
chn_k "throw", 1, 1, 0, 0, 1, 0, 0, 0, 0, "momentary" ; Throws a handful of notes.
chn_k "root", 1, 3, 110, 55, 220, 0, 0, 0, 0, "knob unit=Hz" ; The pitch of the drone.
chn_k "last", 2, 2, 440, 20, 5000, 0, 0, 0, 0, "precision=1" ; The pitch of the last note.

giScale ftgen 0, 0, -7, -2, 1, 1.125, 1.25, 1.5, 1.6667, 2, 2.25
gasend init 0

instr 1
  kx port chnget:k("pad.x"), 0.1, 0.4
  ky port chnget:k("pad.y"), 0.1, 0.5
  kroot port chnget:k("root"), 0.1, 110
  adrone = vco2(0.12, kroot) + vco2(0.12, kroot * 1.5 * (1 + 0.003 * kx))
  adrone zdf_ladder adrone, 150 * 2 ^ (ky * 5), 1 + kx * 6
  outs adrone, adrone
  gasend += adrone * kx
  kmetro metro 1 + ky * 7
  if (kmetro == 1 && chnget:k("falling") > 0.5) || chnget:k("throw") > 0.5 then
    event "i", 2, 0, 1.2, kroot
  endif
endin

instr 2
  istep random 0, 6.99
  ipan random 0.1, 0.9
  icps = p4 * 4 * table(istep, giScale)
  chnset icps, "last"
  kfall expsegr 1, p3, 0.001, 0.05, 0.001
  anote poscil 0.08 * kfall, icps
  gasend += anote * 0.6
  outs anote * ipan, anote * (1 - ipan)
endin

instr 3
  aleft, aright reverbsc gasend, gasend, 0.88, 7000
  outs aleft * 0.4, aright * 0.4
  gasend = 0
endin
</CsInstruments>
<CsScore>
i 1 0 36000
i 3 0 36000
</CsScore>
</CsoundSynthesizer>
