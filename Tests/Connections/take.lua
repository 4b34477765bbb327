-- take.lua FOLDER: Ardour makes a session in FOLDER and records what Spinet plays on JACK into a stereo track.
-- For ardour7-lua.
AudioEngine:set_backend("JACK", "ardour", "")
local session = assert(create_session(arg[1], "take", 48000))
local last = ARDOUR.PresentationInfo.max_order
local tracks = session:new_audio_track(2, 2, nil, 1, "Spinet", last, ARDOUR.TrackMode.Normal)
sleep(1)
for channel = 0, 1 do
  local port = "ardour:Spinet/audio_in " .. channel + 1
  assert(session:engine():connect("spinet:out_00" .. channel, port) == 0, port)
end
for track in tracks:iter() do
  track:to_track():rec_enable_control():set_value(1, PBD.GroupControlDisposition.NoGroup)
end
session:maybe_enable_record(false)
sleep(1)
session:request_roll(ARDOUR.TransportRequestSource.TRS_UI)
sleep(4)
session:request_stop(false, false, ARDOUR.TransportRequestSource.TRS_UI)
sleep(2)
close_session()
