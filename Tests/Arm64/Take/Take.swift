import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetSynth
import SpinetWidgets

/// Plays a phrase with the built-in engine: widgets, a line each, come in on standard input as `NAME VALUE`; both
/// sides of the sound leave on standard output as floats. After the line `print` the widgets' numbers leave instead.
///
/// No Foundation and no arguments: it is built for machines that have neither.
@main struct Take: ~Copyable {
  private let engine = SynthEngine()
  private var ends = ControlEnds()
  private let buffer = SampleBuffer(capacity: 64)
  private let timeline = Timeline(framesPerSecond: 48_000)
  private var frame: Int64 = 0

  static func main() {
    var take = Take()
    take.readWidgets()
    take.engine.prepare(framesPerSecond: 48_000, largestBlock: 64, link: take.ends.link)
    take.playPhrase()
  }

  private func readWidgets() {
    let widgets = WidgetSet(engine.widgets)
    while let line = readLine() {
      let words = line.split(separator: " ").map { String($0) }
      if words == ["print"] { printWidgets() }
      guard words.count == 2, let widget = widgets[words[0]] else { refuse(line) }
      widget.set(value(words[1], of: widget))
    }
  }

  /// Choices have names only where Swift can tell an enum's cases; everywhere they have numbers.
  private func printWidgets() -> Never {
    for widget in engine.widgets { print("\(widget.name) \(widget.value)") }
    exit(0)
  }

  private func value(_ word: String, of widget: Widget) -> Double {
    if case .choice(let names) = widget.kind, let place = names.firstIndex(of: word) { return Double(place) }
    return word == "on" ? 1 : strtod(word, nil)
  }

  private func refuse(_ line: String) -> Never {
    print("not a widget: \(line)")
    exit(65)
  }

  /// Five keys from low to high, soft to loud, a bend, a wheel that rises, two steals, and what rings on.
  private mutating func playPhrase() {
    for (voice, hertz) in [65.4, 196, 330, 880, 2_637].enumerated() {
      start(voice, hertz, gain: 0.3 + 0.17 * Double(voice))
      render(blocks: 75)
    }
    send(.set(.all, .bend, 1.06))
    WidgetSet(engine.widgets)["mod.wheel"]?.set(0.7)
    render(blocks: 150)
    send(.steal(VoiceNumber(1)))
    start(1, 247, gain: 1)
    start(0, 98, gain: 0.6)
    render(blocks: 150)
    for voice in 0..<5 { send(.release(VoiceNumber(voice))) }
    render(blocks: 300)
  }

  private mutating func start(_ voice: Int, _ hertz: Double, gain: Double) {
    let voice = VoiceNumber(voice)
    send(.start(voice, serial: 1))
    send(.set(voice, .freq, hertz))
    send(.set(voice, .gain, gain))
  }

  private mutating func send(_ event: VoiceEvent) {
    _ = ends.commands.send(EngineCommand(time: timeline.time(of: frame), .voice(event)))
  }

  private func send(_ side: Samples) {
    guard write(STDOUT_FILENO, side.start, 4 * side.count) == 4 * side.count else { exit(74) }
  }

  private mutating func render(blocks: Int) {
    for _ in 0..<blocks {
      let block = buffer.block(frameCount: buffer.capacity, firstFrame: frame, timeline: timeline)
      engine.render(block)
      send(block.left)
      send(block.right)
      frame += Int64(block.frameCount)
    }
  }
}
