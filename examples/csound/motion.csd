<CsoundSynthesizer>
<CsInstruments>
; A tone that is played by moving a device: acceleration in g, rotation in radians a second, attitude in radians.
sr = 48000
ksmps = 64
nchnls = 2
0dbfs = 1
massign 0, 0

chn_k "accelerometerX", 1, 2, 0, -2, 2, 0, 0, 0, 0, "slider unit=g" ; The device's acceleration to the right.
chn_k "accelerometerY", 1, 2, 0, -2, 2, 0, 0, 0, 0, "slider unit=g" ; The device's acceleration upwards on its screen.
chn_k "accelerometerZ", 1, 2, 0, -2, 2, 0, 0, 0, 0, "slider unit=g" ; The device's acceleration out of its screen.
chn_k "gyroX", 1, 2, 0, -10, 10, 0, 0, 0, 0, "slider unit=rad/s" ; How fast the device turns around its width.
chn_k "gyroY", 1, 2, 0, -10, 10, 0, 0, 0, 0, "slider unit=rad/s" ; How fast the device turns around its height.
chn_k "gyroZ", 1, 2, 0, -10, 10, 0, 0, 0, 0, "slider unit=rad/s" ; How fast the device turns in the plane of its screen.
chn_k "attitudeRoll", 1, 2, 0, -3.1416, 3.1416, 0, 0, 0, 0, "slider unit=rad" ; How far the device is raised; it turns around its width.
chn_k "attitudePitch", 1, 2, 0, -1.5708, 1.5708, 0, 0, 0, 0, "slider unit=rad" ; How far the device leans to a side; it turns around its height.
chn_k "attitudeYaw", 1, 2, 0, -3.1416, 3.1416, 0, 0, 0, 0, "slider unit=rad" ; Where the device points.

instr 1
  kx port chnget:k("accelerometerX"), 0.03
  ky port chnget:k("accelerometerY"), 0.03
  kz port chnget:k("accelerometerZ"), 0.03
  kturnx port chnget:k("gyroX"), 0.03
  kturny port chnget:k("gyroY"), 0.03
  kturnz port chnget:k("gyroZ"), 0.03
  kroll port chnget:k("attitudeRoll"), 0.03
  kpitch port chnget:k("attitudePitch"), 0.03
  kyaw port chnget:k("attitudeYaw"), 0.03

  ; Raised, it is louder; shaken, it is higher; turned, it is brighter.
  kvolume = limit(0.12 + 0.06 * kroll, 0.02, 0.25)
  kcps = 220 * (1 + 0.25 * kx)
  abody vco2 kvolume, kcps
  afifth vco2 kvolume * 0.5, kcps * 1.5 * (1 + 0.01 * ky)
  knoise = limit(0.004 * (abs(kturnx) + abs(kturny)), 0, 0.05)
  anoise noise knoise, 0
  kcutoff = limit(1500 * 2 ^ (0.8 * kyaw), 80, 12000)
  asound moogladder abody + afifth + anoise, kcutoff, limit(0.3 + 0.1 * kz, 0, 0.6)
  kside = limit(0.5 + kpitch / 3.1416, 0, 1)
  ktremble = 1 - 0.3 * limit(abs(kturnz) / 10, 0, 1) * (0.5 + 0.5 * oscili:k(1, 9))
  outs asound * (1 - kside) * ktremble, asound * kside * ktremble
endin
</CsInstruments>
<CsScore>
i 1 0 36000
</CsScore>
</CsoundSynthesizer>
