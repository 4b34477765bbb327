import Engine
import Foundation
import Library
import MIDI
import Session
import SpinetKit

func check(_ name: String, _ isTrue: Bool) { print(isTrue ? "ok" : "not ok", name) }

let cutoff = Widget("cutoff", range: 60...10_000, default: 3000, unit: "Hz")
let manager = MidiWidgetsManager()
try manager.add(cutoff, forControllerNumber: 5)

let session = try Session()
guard let channel = Channel(number: 1) else { fatalError("channel 1") }

manager.take(.controlChange(channel, controller: 5, value: 127))
check("A controller moves a widget", cutoff.value == 10_000)
session.manager.take(.controlChange(channel, controller: 7, value: 127))
check("A controller moves a widget of an own engine", session.engine.level.value == 1)

var keyboard = SmartKeyboard(configuration: .midi, voices: 4)
var events: [VoiceEvent] = []
for key in Steps.all {
  keyboard.play(.noteOn(channel, key: key, velocity: 100), from: .file, at: 0, into: &events)
}
let starts = events.count { if case .start = $0 { true } else { false } }
check("Three keys of SmartKeyboard are three voices", starts == 3)

let readiness = try session.play()
check("LiveSession is ready with an engine of one's own", readiness.hasPrefix("ready: Tone"))
check("LiveSession plays an engine of one's own", session.engine.frameCount > 0)
check("Own modules keep their names", Sounds.names == ["tone"])

let csound = CsoundObj(output: OutputRequest(pcm: "none"), input: OutputRequest.noPCM)
CsoundUI(csound).add(session.engine.level, forChannelName: "level")
check("CsoundObj takes the same widget", !csound.isPlaying)

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("spinet-csd-\(getpid())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let program = folder.appendingPathComponent("mix.csd").path
try """
<CsoundSynthesizer>
<CsInstruments>
sr = 44100
ksmps = 64
nchnls = 1
0dbfs = 1
instr 1
kmix chnget "mix"
chnset a(kmix), "samples"
endin
</CsInstruments>
<CsScore>
i 1 0 0.1
</CsScore>
</CsoundSynthesizer>
""".write(toFile: program, atomically: true, encoding: .utf8)
let mixer = MixBinding()
csound.addBinding(mixer)
try csound.record(program, toFile: folder.appendingPathComponent("mix.aif").path)
check("A binding with pointers moves a channel and measures another", mixer.peak.value == 0.25)
try FileManager.default.removeItem(at: folder)

let faulty = FileManager.default.temporaryDirectory.appendingPathComponent("spinet-\(getpid()).yaml")
try "map:\n  cc 300: filter.cutoff\n".write(to: faulty, atomically: true, encoding: .utf8)
var options = PlayOptions()
(options.midi, options.pcm, options.state) = (.none, "none", .none)
options.mappingFiles = [FilePath(faulty.path)]
do {
  _ = try LiveSession(options: options)
  check("A faulty mapping is refused", false)
} catch {
  check("A faulty mapping is refused with its line", error.diagnostics.contains { $0.location.line == 2 })
}
try FileManager.default.removeItem(at: faulty)
