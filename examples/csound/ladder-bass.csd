<CsoundSynthesizer>
<CsInstruments>
; A bass of two saws through MOOGLADDER, the ladder filter that Spinet brings along.
; Keys play the instrument named voice: p4 key, p5 gain (0 to 1), p6 hertz, p7 the voice's number.
sr = 48000
ksmps = 32
nchnls = 2
0dbfs = 1

chn_k "cutoff", 1, 3, 600, 60, 8000, 0, 0, 0, 0, "knob unit=Hz" ; The frequency above which the filter takes away.
chn_k "resonance", 1, 2, 0.5, 0, 1, 0, 0, 0, 0, "knob" ; How much the filter stresses its cutoff.
chn_k "sweep", 1, 2, 2.5, 0, 5, 0, 0, 0, 0, "knob unit=octaves" ; How far each note opens the filter.
chn_k "decay", 1, 3, 0.4, 0.05, 3, 0, 0, 0, 0, "knob unit=s" ; How long the filter takes to close.
chn_k "detune", 1, 2, 6, 0, 40, 0, 0, 0, 0, "knob unit=cents" ; How far the two oscillators are apart.
chn_k "level", 1, 2, 0.5, 0, 1, 0, 0, 0, 0, "slider" ; How loud the sound is.

instr voice
  kfreq chnget sprintf("freq.%d", p7)
  kpressure chnget sprintf("pressure.%d", p7)
  kratio = cent(port(chnget:k("detune"), 0.02))
  asum = vco2(0.4, kfreq) + vco2(0.4, kfreq * kratio)
  ; Cutoff moves at audio rate, with the envelope.
  idecay chnget "decay"
  asweep expsegr 1, 0.003, 1, idecay, 0.03, 0.1, 0.001
  icutoff chnget "cutoff"
  kcutoff port chnget:k("cutoff"), 0.02, icutoff
  acutoff = kcutoff * (1 + kpressure) * exp(asweep * chnget:k("sweep") * log(2))
  aout MOOGLADDER asum, acutoff, port(chnget:k("resonance"), 0.02)
  kenvelope linsegr 0, 0.003, 1, 0.08, 0
  aout *= kenvelope * p5 * port(chnget:k("level"), 0.02)
  outs aout, aout
endin
</CsInstruments>
<CsScore>
</CsScore>
</CsoundSynthesizer>
