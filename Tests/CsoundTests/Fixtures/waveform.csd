<CsoundSynthesizer>
<CsOptions>
-odac
</CsOptions>
<CsInstruments>

sr = 44100
ksmps = 64
nchnls = 2
0dbfs = 1

instr 1
kstart chnget "loopStart"
kend chnget "loopEnd"
kfilposphas phasor 1 / (ftlen(2) / sr * (kend - kstart))
kfilposphas = kstart + kfilposphas * (kend - kstart)
asig tablei a(kfilposphas), 2, 1
outs asig, asig
chnset kfilposphas , "file_position_from_csound"
endin

</CsInstruments>
<CsScore>
f2 0 0 1 "TimeAgo.wav" 0 0 1
i1 0 3600
</CsScore>
</CsoundSynthesizer>
