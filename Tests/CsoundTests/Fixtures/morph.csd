<CsoundSynthesizer>
<CsOptions>
-odac
</CsOptions>
<CsInstruments>

sr = 44100
ksmps = 64
nchnls = 2
0dbfs = 1

giWaveSize init 1024
giSine ftgen 0, 0, giWaveSize, 10, 1
giTri ftgen 0, 0, giWaveSize, 7, 0, giWaveSize/4, 1, giWaveSize/2, -1, giWaveSize/4, 0
giSawSmooth ftgen 0, 0, giWaveSize, 10, 1, .5, .333, .25, .2, .167
giSquareSmooth ftgen 0, 0, giWaveSize, 10, 1, 0, .333, 0, .2, 0, .143
giWaveTMP1 ftgen 0, 0, giWaveSize, 10, 1
giWaveTMP2 ftgen 0, 0, giWaveSize, 10, 1
giWaveMORPH ftgen 0, 0, giWaveSize, 10, 1
giWaveHARM ftgen 0, 0, giWaveSize, 10, 1

maxalloc 53,1  ;iPad UI Waveforms morphing only 1 instance

instr 1
kfr chnget "freq"
amorph oscili .25, kfr, giWaveMORPH
aharm oscili .25, kfr, giWaveHARM
chnset giWaveHARM , "harm_func_table"
outs amorph, aharm
endin

instr 53
tableimix giWaveTMP1, 0, giWaveSize, giSine, 0, 1.-p4, giTri, 0, p4
tableimix giWaveTMP2, 0, giWaveSize, giSawSmooth, 0, 1.-p4, giSquareSmooth, 0, p4
tableimix giWaveMORPH, 0, giWaveSize, giWaveTMP2, 0, 1.-p5, giWaveTMP1, 0, p5

chnset giWaveMORPH , "wave_func_table"
endin

</CsInstruments>
<CsScore>
i1 0 3600
</CsScore>
</CsoundSynthesizer>
