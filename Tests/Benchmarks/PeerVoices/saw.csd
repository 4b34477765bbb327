<CsoundSynthesizer>
; A band-limited saw by vco2 from FROM Hz to TO Hz in SECONDS, set by --omacro.
<CsInstruments>
sr = 48000
ksmps = 16
nchnls = 1
0dbfs = 1

instr Saw
  khertz = expon:k($FROM, $SECONDS, $TO)
  out vco2(0.5, khertz)
endin
</CsInstruments>
<CsScore>
i "Saw" 0 $SECONDS
</CsScore>
</CsoundSynthesizer>
