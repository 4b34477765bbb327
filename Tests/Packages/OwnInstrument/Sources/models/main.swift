import Engine
import SpinetModels

func check(_ name: String, _ isTrue: Bool) { print(isTrue ? "ok" : "not ok", name) }

let engine = ToneEngine()
engine.level.set(position: 0.25)
check("A widget works with the models alone", engine.level.value == 0.25)

let buffer = SampleBuffer(capacity: 64)
try engine.prepare(framesPerSecond: 48_000, largestBlock: 64, link: ControlEnds().link)
engine.render(
  buffer.block(frameCount: 64, firstFrame: 0, timeline: Timeline(framesPerSecond: 48_000)))
check("An own engine renders with the models alone", buffer.left[0] == 0.25)

var keyboard = SmartKeyboard(configuration: .seed, voices: 4)
var events: [VoiceEvent] = []
keyboard.fingerDown(1, x: 10, y: 10, at: 0, into: &events)
check("A finger on SmartKeyboard is a voice", events.contains { if case .start = $0 { true } else { false } })
