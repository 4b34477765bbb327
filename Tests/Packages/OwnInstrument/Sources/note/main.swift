import SpinetKit

func check(_ name: String, _ isTrue: Bool) { print(isTrue ? "ok" : "not ok", name) }

let synth = SynthEngine()
var ends = ControlEnds()
synth.prepare(framesPerSecond: 48_000, largestBlock: 24_000, link: ends.link)
var keyboard = SmartKeyboard(configuration: .midi, voices: synth.voiceCapacity)
var events: [VoiceEvent] = []
let key = MIDIMessage.noteOn(Channel(status: 0), key: 69, velocity: 100)
keyboard.play(key, from: .file, at: 0, into: &events)
for event in events { _ = ends.commands.send(EngineCommand(time: HostTime(nanoseconds: 0), .voice(event))) }
let buffer = SampleBuffer(capacity: 24_000)
synth.render(buffer.block(frameCount: 24_000, firstFrame: 0, timeline: Timeline(framesPerSecond: 48_000)))

let left = buffer.left.prefix(buffer.capacity)
check("Ten lines play a note", (left.max() ?? 0) > 0.02)

/// Tells when a widget has moved, by any source.
struct WidgetObserver {
  let widget: Widget
  private var seen: UInt64

  init(_ widget: Widget) {
    self.widget = widget
    seen = widget.stamp
  }

  /// What the widget shows, if it has moved since the last call.
  mutating func news() -> String? {
    guard widget.stamp != seen else { return nil }
    seen = widget.stamp
    return "\(widget.name) \(widget.text)"
  }
}

var options = PlayOptions()
options.midi = .none
options.pcm = OutputRequest.noPCM
options.state = .none
options.tag = "Own Note"
options.durationSeconds = 0.2

let session = try LiveSession(engine: SynthEngine(), options: options)
let cutoff = session.handle.widgets["filter.cutoff"]
var observer = cutoff.map { WidgetObserver($0) }
check("A widget that rests has no news", observer?.news() == nil)
session.handle.move("filter.cutoff", by: 100)
check("A widget tells that it has moved", observer?.news() == "filter.cutoff 2.5 kHz")

SignalHandling.begin(for: session.handle)
let isInterrupted = try session.run { print($0) }
SignalHandling.end()
check("A session ends when its time is over", !isInterrupted)
