import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import SpinetRealtime
import SpinetText
import SpinetTime
import SpinetWidgets

/// `spinet keyboard trace`: the keyboard as a pure function from fingers and MIDI to messages to the engine.
///
/// A line is `MILLISECONDS down|move|up FINGER X Y`, `MILLISECONDS midi HEXBYTES`, `MILLISECONDS ump WORD…` for MIDI
/// 2.0, or `MILLISECONDS end`, which lets time pass; blank lines and comments after `#` are skipped. There is no engine: a released voice ends at once.
/// Arpeggios play at 120 quarter notes a minute, or at the tempo of a MIDI clock in the trace.
package struct KeyboardTrace {
  private var keyboard: SmartKeyboard
  private var events: [VoiceEvent] = []
  private var milliseconds = 0.0
  /// What arpeggios follow.
  private var transport = FollowedTransport()
  private var diagnostics: Diagnostics
  private var lines: [String] = []

  /// - Throws: an error for every line that cannot be read.
  package static func lines(
    of text: String, file: String, configuration: KeyboardConfiguration, size: KeyboardSize = .standard,
    voices: Int = 64
  ) throws(SpinetError) -> [String] {
    var trace = KeyboardTrace(
      keyboard: SmartKeyboard(configuration: configuration, size: size, voices: voices, ringing: false),
      diagnostics: Diagnostics(file: file))
    trace.keyboard.engineStarted(into: &trace.events)
    trace.keyboard.advance(to: 0, into: &trace.events)
    trace.write()
    for words in TraceToken.lines(of: text) { trace.read(words) }
    try trace.diagnostics.throwErrors()
    return trace.lines
  }

  private init(keyboard: SmartKeyboard, diagnostics: Diagnostics) {
    self.keyboard = keyboard
    self.diagnostics = diagnostics
  }

  // MARK: Reading

  private mutating func read(_ words: [TraceToken]) {
    let first = words[0]
    guard let time = Double(first.text), time.isFinite, time >= 0 else {
      return report(first, "is not a time, expected milliseconds")
    }
    guard time >= milliseconds else { return report(first, "is before the line above, expected later") }
    passTime(to: time, isEnd: words.count > 1 && words[1].text == "end")
    guard words.count > 1 else {
      return report(first, "stands alone, expected down, move, up, midi, ump or end after it")
    }
    switch words[1].text {
    case "midi": readMIDI(words.dropFirst(2), after: words[1])
    case "ump": playPackets(words.dropFirst(2), after: words[1])
    case "end": if words.count > 2 { report(words[2], "is after the end, expected nothing") }
    default: readFinger(words)
    }
    write()
  }

  /// Lets detectors tick and arpeggios play at their own times. After a long pause detectors have settled and need no
  /// ticks; an arpeggio plays so many steps at most.
  private mutating func passTime(to time: Double, isEnd: Bool) {
    var ticks = 0
    var steps = 0
    while let tick = keyboard.nextTick, tick <= time, ticks < Self.ticksToSettle, steps < Self.mostSteps {
      // What is played at the moment of a step comes before it.
      if tick == time, tick == keyboard.nextStep, !isEnd { break }
      if keyboard.nextStep == tick { steps += 1 } else { ticks += 1 }
      milliseconds = tick
      keyboard.advance(to: tick, into: &events)
      write()
    }
    milliseconds = time
    if isEnd {
      keyboard.advance(to: time, into: &events)
    } else {
      keyboard.advance(before: time, into: &events)
    }
    write()
  }

  private static let ticksToSettle = 1024
  private static let mostSteps = 100_000

  private mutating func readMIDI(_ words: ArraySlice<TraceToken>, after word: TraceToken) {
    guard let last = words.last else { return report(word, "has no bytes, expected hexadecimal") }
    var bytes: [UInt8] = []
    for word in words {
      guard let more = word.bytes else {
        return report(word, "is not hexadecimal, expected two digits a byte")
      }
      bytes += more
    }
    guard let messages = CompleteMIDIMessage.all(in: bytes) else {
      return report(last, "ends an incomplete MIDI message, expected bytes such as 90 3C 64")
    }
    for message in messages { play(message) }
  }

  private mutating func play(_ message: CompleteMIDIMessage) {
    switch message {
    case .message(let message):
      follow(message)
      keyboard.play(message, from: .file, at: milliseconds, into: &events)
    case .exclusive(let payload): keyboard.play(exclusive: payload, at: milliseconds, into: &events)
    }
  }

  private mutating func playPackets(_ words: ArraySlice<TraceToken>, after mark: TraceToken) {
    for packet in TraceLine.packets(words, after: mark, &diagnostics) {
      switch packet.content {
      case .midi1(let message): play(.message(message))
      case .midi2(let message): keyboard.play(message, from: .file, at: milliseconds, into: &events)
      case .exclusive, .other: break
      }
    }
  }

  private mutating func follow(_ message: MIDIMessage) {
    guard message.channel == nil else { return }
    transport.take(message, from: .file, at: UInt64(bounded: milliseconds * 1e6, in: 0...1 << 62))
    keyboard.follow(transport.transport.clock, at: milliseconds)
  }

  private mutating func readFinger(_ words: [TraceToken]) {
    guard ["down", "move", "up"].contains(words[1].text) else {
      let suggestion = nearestName(to: words[1].text, among: ["down", "move", "up", "midi", "ump", "end"])
      return report(
        words[1], "is not an event, expected down, move, up, midi, ump or end", suggestion: suggestion)
    }
    guard words.count == 5 else {
      return report(words[1], "with \(words.count - 2) values, expected FINGER X Y")
    }
    guard let finger = Int(words[2].text) else {
      return report(words[2], "is not a finger, expected a whole number")
    }
    guard let x = point(words[3]), let y = point(words[4]) else { return }
    switch words[1].text {
    case "down": keyboard.fingerDown(finger, x: x, y: y, at: milliseconds, into: &events)
    case "move": keyboard.fingerMoved(finger, x: x, y: y, at: milliseconds, into: &events)
    default: keyboard.fingerLifted(finger, x: x, y: y, at: milliseconds, into: &events)
    }
  }

  private mutating func point(_ word: TraceToken) -> Double? {
    if let value = Double(word.text), value.isFinite { return value }
    report(word, "is not a coordinate, expected points")
    return nil
  }

  private mutating func report(_ word: TraceToken, _ message: String, suggestion: String? = nil) {
    diagnostics.error(at: word.location, "“\(word.text.shortened)” \(message)", suggestion: suggestion)
  }

  // MARK: Writing

  private mutating func write() {
    for event in events { lines.append(line(event)) }
    events.removeAll(keepingCapacity: true)
  }

  private func line(_ event: VoiceEvent) -> String {
    var line = JSONLine()
    line.add("t", milliseconds)
    switch event {
    case .start(let voice, _):
      line.add("voice", voice.index)
      line.add("start", true)
    case .set(let voice, let parameter, let value):
      if voice != .all { line.add("voice", voice.index) }
      line.add("set", parameter.description)
      line.add("value", value)
    case .release(let voice):
      line.add("voice", voice.index)
      line.add("release", true)
    case .steal(let voice):
      line.add("voice", voice.index)
      line.add("steal", true)
    }
    return line.description
  }
}
