<CsoundSynthesizer>
; The reference voice of examples/patches/reference.yaml in Csound: two detuned vco2 saws, zdf_2pole whose cutoff moves
; each k-cycle, two ADSRs, velocity. VOICES of them for SECONDS, set by --omacro.
<CsInstruments>
sr = 48000
ksmps = 64
nchnls = 1
0dbfs = 1

instr Voice
  ihertz = p4
  ivelocity = p5
  iresonance = 0.5 * 2 ^ (6.65 * 0.6)
  afirst vco2 1, ihertz
  asecond vco2 1, ihertz * cent(7)
  kfilter madsr 0.01, 0.6, 0.4, 0.3
  aamp madsr 0.005, 0.5, 0.75, 0.25
  koctaves = 0.3 * log2(ihertz / 261.63) + 2.5 * kfilter
  kcutoff = min(1200 * 2 ^ koctaves, 20000)
  asound zdf_2pole (afirst + asecond) * 0.5, kcutoff, iresonance
  out asound * aamp * ivelocity * ivelocity / $VOICES
endin

instr Chord
  indx = 0
  while indx < $VOICES do
    schedule "Voice", 0, $SECONDS - 0.3, 440 * 2 ^ (((indx * 7) % 36 - 18) / 12), 0.8
    indx += 1
  od
endin
</CsInstruments>
<CsScore>
i "Chord" 0 $SECONDS
e
</CsScore>
</CsoundSynthesizer>
