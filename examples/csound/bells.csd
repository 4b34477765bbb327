<CsoundSynthesizer>
<CsInstruments>
; Bells by frequency modulation, in a hall. Every voice rings as long as it likes after its key is up.
sr = 48000
ksmps = 64
nchnls = 2
0dbfs = 1

chn_k "ratio", 1, 1, 2, 0, 4, 0, 0, 0, 0, "choices=1,1.41,2.76,3.5,5.4" ; How far the modulator's pitch is from the key's.
chn_k "brightness", 1, 2, 3, 0, 12, 0, 0, 0, 0, "knob" ; How bright a bell is when it is struck.
chn_k "ring", 1, 3, 2.5, 0.2, 8, 0, 0, 0, 0, "slider unit=s" ; How long a bell rings.
chn_k "hall", 1, 2, 0.3, 0, 1, 0, 0, 0, 0, "slider" ; How much of the hall is heard.
chn_k "long", 1, 1, 0, 0, 1, 0, 0, 0, 0, "toggle" ; Whether the hall rings long.
chn_k "sounding", 2, 2, 0, 0, 64, 0, 0, 0, 0, "precision=0" ; How many bells ring now.

giRatios ftgen 0, 0, -5, -2, 1, 1.41, 2.76, 3.5, 5.4
gasend init 0

instr voice
  kfreq chnget sprintf("freq.%d", p7)
  iratio table chnget:i("ratio"), giRatios
  iring chnget "ring"
  kfade expsegr 1, iring, 0.01, iring, 0.0001
  kindex = port(chnget:k("brightness"), 0.02) * kfade * p5
  amodulator poscil kfreq * iratio * kindex, kfreq * iratio
  aout poscil 0.25 * p5, kfreq + amodulator
  aout *= kfade * linsegr:k(0, 0.001, 1, iring, 0)
  gasend += aout
  outs aout, aout
endin

instr hall
  kfeedback = chnget:k("long") > 0.5 ? 0.93 : 0.8
  kmix port chnget:k("hall"), 0.02
  aleft, aright reverbsc gasend, gasend, kfeedback, 9000
  outs aleft * kmix, aright * kmix
  gasend = 0
  kcount active "voice"
  chnset kcount, "sounding"
endin
</CsInstruments>
<CsScore>
i "hall" 0 -1
</CsScore>
</CsoundSynthesizer>
