<CsoundSynthesizer>
<CsInstruments>
; A wave as the sum of sixteen harmonics, whose bars are painted while it sounds.
; harmonic.1 to harmonic.16 make the bars; the wave drawn beside them is the table whose number is in harmonic.table.
sr = 48000
ksmps = 64
nchnls = 2
0dbfs = 1

chn_k "harmonic.1", 1, 2, 1, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 1; its amplitude is the square of this.
chn_k "harmonic.2", 1, 2, 0.5, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 2; its amplitude is the square of this.
chn_k "harmonic.3", 1, 2, 0.6, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 3; its amplitude is the square of this.
chn_k "harmonic.4", 1, 2, 0, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 4; its amplitude is the square of this.
chn_k "harmonic.5", 1, 2, 0.4, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 5; its amplitude is the square of this.
chn_k "harmonic.6", 1, 2, 0, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 6; its amplitude is the square of this.
chn_k "harmonic.7", 1, 2, 0.3, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 7; its amplitude is the square of this.
chn_k "harmonic.8", 1, 2, 0, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 8; its amplitude is the square of this.
chn_k "harmonic.9", 1, 2, 0.25, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 9; its amplitude is the square of this.
chn_k "harmonic.10", 1, 2, 0, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 10; its amplitude is the square of this.
chn_k "harmonic.11", 1, 2, 0, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 11; its amplitude is the square of this.
chn_k "harmonic.12", 1, 2, 0, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 12; its amplitude is the square of this.
chn_k "harmonic.13", 1, 2, 0, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 13; its amplitude is the square of this.
chn_k "harmonic.14", 1, 2, 0, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 14; its amplitude is the square of this.
chn_k "harmonic.15", 1, 2, 0, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 15; its amplitude is the square of this.
chn_k "harmonic.16", 1, 2, 0, 0, 1, 0, 0, 0, 0, "slider" ; The harmonic of number 16; its amplitude is the square of this.
chn_k "harmonic.table", 2, 2, 0, 0, 1000, 0, 0, 0, 0, "precision=0" ; The number of the table with the wave.
chn_k "vibrato", 1, 2, 0.1, 0, 1, 0, 0, 0, 0, "knob" ; How far the pitch swings.

giSize init 4096
giWave ftgen 0, 0, giSize, 10, 1
giPart[] init 16
icount = 0
while icount < 16 do
  giPart[icount] ftgen 0, 0, giSize, 9, icount + 1, 1, 0
  icount += 1
od

; Sums the harmonics into the table when a bar has moved, at most fifty times a second. The amplitude of each is the
; square of its bar, and together they are 1.
instr 1
  kbar[] init 16
  kbar[0] = chnget:k("harmonic.1")
  kbar[1] = chnget:k("harmonic.2")
  kbar[2] = chnget:k("harmonic.3")
  kbar[3] = chnget:k("harmonic.4")
  kbar[4] = chnget:k("harmonic.5")
  kbar[5] = chnget:k("harmonic.6")
  kbar[6] = chnget:k("harmonic.7")
  kbar[7] = chnget:k("harmonic.8")
  kbar[8] = chnget:k("harmonic.9")
  kbar[9] = chnget:k("harmonic.10")
  kbar[10] = chnget:k("harmonic.11")
  kbar[11] = chnget:k("harmonic.12")
  kbar[12] = chnget:k("harmonic.13")
  kbar[13] = chnget:k("harmonic.14")
  kbar[14] = chnget:k("harmonic.15")
  kbar[15] = chnget:k("harmonic.16")
  kmoved init 1
  if changed2(kbar) == 1 then
    kmoved = 1
  endif
  kdue metro 50
  if kdue == 1 && kmoved == 1 then
    ksum = 0.0001
    kindex = 0
    while kindex < 16 do
      ksum += kbar[kindex] * kbar[kindex]
      kindex += 1
    od
    tablemix giWave, 0, giSize, giPart[0], 0, kbar[0] * kbar[0] / ksum, giPart[1], 0, kbar[1] * kbar[1] / ksum
    kindex = 2
    while kindex < 16 do
      tablemix giWave, 0, giSize, giWave, 0, 1, giPart[kindex], 0, kbar[kindex] * kbar[kindex] / ksum
      kindex += 1
    od
    kmoved = 0
  endif
  chnset giWave, "harmonic.table"
endin

instr voice
  kdepth chnget "vibrato"
  kvibrato oscili 0.006 * kdepth, 5.2
  kenvelope madsr 0.02, 0.2, 0.85, 0.3
  abody oscili 0.35 * p5, p6 * (1 + kvibrato), giWave
  outs abody * kenvelope, abody * kenvelope
endin
</CsInstruments>
<CsScore>
i 1 0 36000
</CsScore>
</CsoundSynthesizer>
