<CsoundSynthesizer>
<CsOptions>
-iadc
</CsOptions>
<CsInstruments>
; What comes in goes out through a filter that a swing moves, echoes and a room. Keys sound through the same effects.
sr = 48000
ksmps = 64
nchnls = 2
nchnls_i = 2
0dbfs = 1

chn_k "input.level", 1, 2, 0.8, 0, 1, 0, 0, 0, 0, "slider" ; How loud the input comes in.
chn_k "filter.cutoff", 1, 3, 3000, 100, 12000, 0, 0, 0, 0, "knob unit=Hz" ; The frequency above which the filter takes away.
chn_k "filter.swing", 1, 2, 0.3, 0, 1, 0, 0, 0, 0, "knob" ; How far the filter swings by itself.
chn_k "echo.time", 1, 2, 0.3, 0.02, 1, 0, 0, 0, 0, "knob unit=s" ; The time between two echoes.
chn_k "echo.feedback", 1, 2, 0.4, 0, 0.8, 0, 0, 0, 0, "knob" ; How much of an echo comes back.
chn_k "echo.mix", 1, 2, 0.3, 0, 1, 0, 0, 0, 0, "slider" ; How loud the echoes are.
chn_k "room.mix", 1, 2, 0.2, 0, 1, 0, 0, 0, 0, "slider" ; How much of the room is heard.

gakeys init 0

instr voice
  kenvelope madsr 0.002, 0.25, 0.2, 0.2
  gakeys += pluck(0.25 * p5, p6, p6, 0, 1) * kenvelope
endin

instr 100
  aleft, aright ins
  klevel port chnget:k("input.level"), 0.02, 0.8
  aleft = aleft * klevel + gakeys
  aright = aright * klevel + gakeys
  gakeys = 0

  kcutoff port chnget:k("filter.cutoff"), 0.03, 3000
  kswing oscili chnget:k("filter.swing") * 2, 0.4
  kedge = limit(kcutoff * 2 ^ kswing, 60, 14000)
  aleft moogladder aleft, kedge, 0.2
  aright moogladder aright, kedge, 0.2

  ktime port chnget:k("echo.time"), 0.1, 0.3
  kfeedback chnget "echo.feedback"
  kecho port chnget:k("echo.mix"), 0.02, 0.3
  aold delayr 1.2
  asecond deltapi interp(ktime)
  delayw (aleft + aright) * 0.5 + asecond * kfeedback
  kroom port chnget:k("room.mix"), 0.02, 0.2
  awetleft, awetright reverbsc aleft + asecond * kecho, aright + asecond * kecho, 0.8, 7000
  outs aleft + asecond * kecho + awetleft * kroom, aright + asecond * kecho + awetright * kroom
endin
</CsInstruments>
<CsScore>
i 100 0 36000
</CsScore>
</CsoundSynthesizer>
