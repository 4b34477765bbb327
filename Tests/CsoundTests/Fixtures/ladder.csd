<CsoundSynthesizer>
<CsOptions>
-odac
</CsOptions>
<CsInstruments>

sr = 44100
ksmps = 128
nchnls = 2
0dbfs = 1

instr 1
kcutoff chnget "cutoff"
kres chnget "resonance"
aInput vco2 .5, 110
aOutput MOOGLADDER aInput, kcutoff, kres
outs aOutput, aOutput
endin

</CsInstruments>
<CsScore>
i1 0 2
</CsScore>
</CsoundSynthesizer>
