<CsoundSynthesizer>
<CsOptions>
-odac
</CsOptions>
<CsInstruments>

sr = 44100
ksmps = 128
nchnls = 2
0dbfs = 1

gkTrigFreqMin init 5
gkTrigFreqMax init 10
gkscale init 0
giSine ftgen 1, 0, 8192, 10, 1
giScale ftgen 2, 0, -14, -2, 8.00, 8.02, 8.04, 8.05, 8.07, 8.09, 8.11, 9.00, 9.02, 9.04, 9.05, 9.07, 9.09, 9.11

; Triggering instrument
instr 1
kTrigFreq randomi gkTrigFreqMin , gkTrigFreqMax , 5
ktrigger metro kTrigFreq
kdur randomh .1 , 2 , 5
konoff chnget "instrToggle"
if konoff == 1 then
schedkwhen ktrigger , 0 , 0 , 2 , 0 , kdur
endif
endin

; Sound generating instrument
instr 2
iamp random 0.03 ,0.5
ipan random 0 , 1
ipdx random 0 ,13
ipch table ipdx , 2+i( gkscale )
aenv expseg 1 , ( p3 ) , .001
asig oscil iamp * aenv , cpspch(ipch) , 1
chnset cpspch(ipch) , "pitchOut"
outs asig * ipan , asig * (1 - ipan)
endin

</CsInstruments>
<CsScore>
i1 0 4
</CsScore>
</CsoundSynthesizer>
