<CsoundSynthesizer>
<CsOptions>
-M0
</CsOptions>
<CsInstruments>
; Written for MIDI, as it would be for csound itself: Spinet hands notes, pedals, bends and controllers on.
; Channel 10 strikes a wood block, all others play the organ.
sr = 48000
ksmps = 64
nchnls = 2
0dbfs = 1

chn_k "drawbar.16", 1, 2, 0.7, 0, 1, 0, 0, 0, 0, "slider" ; How loud the octave below is.
chn_k "drawbar.8", 1, 2, 1, 0, 1, 0, 0, 0, 0, "slider" ; How loud the key's own pitch is.
chn_k "drawbar.4", 1, 2, 0.5, 0, 1, 0, 0, 0, 0, "slider" ; How loud the octave above is.
chn_k "drawbar.2", 1, 2, 0.3, 0, 1, 0, 0, 0, 0, "slider" ; How loud the second octave above is.
chn_k "fast", 1, 1, 0, 0, 1, 0, 0, 0, 0, "toggle" ; Whether the rotating speaker turns fast.

massign 0, 1
massign 10, 2
giSine ftgen 0, 0, 16384, 10, 1
initc7 1, 7, 0.8

instr 1
  icps cpsmidi
  ivelocity ampmidi 1
  kbend pchbend 0, 2
  kvolume ctrl7 1, 7, 0, 1
  kcps = icps * semitone(kbend)
  asum = poscil(port(chnget:k("drawbar.16"), 0.02), kcps * 0.5, giSine)
  asum += poscil(port(chnget:k("drawbar.8"), 0.02), kcps, giSine)
  asum += poscil(port(chnget:k("drawbar.4"), 0.02), kcps * 2, giSine)
  asum += poscil(port(chnget:k("drawbar.2"), 0.02), kcps * 4, giSine)
  krate = port(chnget:k("fast") > 0.5 ? 6.5 : 0.8, 0.6)
  kwheel poscil 0.3, krate, giSine
  kenvelope linsegr 0, 0.005, 1, 0.04, 0
  asum *= kenvelope * kvolume * 0.08 * (0.5 + 0.5 * ivelocity)
  outs asum * (1 + kwheel), asum * (1 - kwheel)
endin

instr 2
  inote notnum
  kfall expon 1, 0.06, 0.001
  ablock poscil kfall * 0.3, cpsmidinn(inote + 24) * (1 + kfall), giSine
  outs ablock, ablock
  xtratim 0.06
endin
</CsInstruments>
<CsScore>
</CsScore>
</CsoundSynthesizer>
