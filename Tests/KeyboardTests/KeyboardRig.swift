import Foundation
import SpinetEngine
import SpinetKeyboard
import SpinetMIDI

/// A keyboard by itself, and the events it has sent.
struct KeyboardRig {
  var keyboard: SmartKeyboard
  var events: [VoiceEvent] = []
  var now = 0.0

  init(_ configuration: KeyboardConfiguration, voices: Int = 16, ringing: Bool = false) {
    keyboard = SmartKeyboard(configuration: configuration, voices: voices, ringing: ringing)
    keyboard.engineStarted(into: &events)
  }

  /// Plays one message and answers what it led to.
  @discardableResult
  mutating func play(_ bytes: UInt8..., port: PortID = .file) -> [VoiceEvent] { send(bytes, port: port) }

  @discardableResult mutating func send(_ bytes: [UInt8], port: PortID = .file) -> [VoiceEvent] {
    answer {
      guard let message = MIDIMessage(bytes: bytes) else { return }
      $0.keyboard.play(message, from: port, at: $0.now, into: &$0.events)
    }
  }

  @discardableResult mutating func down(_ finger: Int, _ x: Double, _ y: Double) -> [VoiceEvent] {
    answer { $0.keyboard.fingerDown(finger, x: x, y: y, at: $0.now, into: &$0.events) }
  }

  @discardableResult mutating func move(_ finger: Int, _ x: Double, _ y: Double) -> [VoiceEvent] {
    answer { $0.keyboard.fingerMoved(finger, x: x, y: y, at: $0.now, into: &$0.events) }
  }

  @discardableResult mutating func up(_ finger: Int, _ x: Double, _ y: Double) -> [VoiceEvent] {
    answer { $0.keyboard.fingerLifted(finger, x: x, y: y, at: $0.now, into: &$0.events) }
  }

  mutating func answer(_ act: (inout KeyboardRig) -> Void) -> [VoiceEvent] {
    events.removeAll(keepingCapacity: true)
    act(&self)
    return events
  }
}

extension [VoiceEvent] {
  /// The values sent for `parameter`, in order.
  func values(_ parameter: VoiceParameter) -> [Double] {
    compactMap { event in
      guard case .set(_, parameter, let value) = event else { return nil }
      return value
    }
  }

  /// The names of the parameters sent, in order.
  var names: [String] {
    compactMap { event in
      guard case .set(_, let parameter, _) = event else { return nil }
      return parameter.description
    }
  }

  var starts: [Int] {
    compactMap { event in
      guard case .start(let voice, _) = event else { return nil }
      return voice.index
    }
  }

  var releases: [Int] {
    compactMap { event in
      guard case .release(let voice) = event else { return nil }
      return voice.index
    }
  }

  var steals: [Int] {
    compactMap { event in
      guard case .steal(let voice) = event else { return nil }
      return voice.index
    }
  }

  /// The frequencies with which voices began, as the nearest MIDI notes.
  var notes: [Int] { values(.freq).map(midiNote) }
}

func midiNote(_ hertz: Double) -> Int { Int((69 + 12 * hertz.logarithm(440)).rounded()) }

func hertz(_ note: Double) -> Double { 440 * 2.0.power((note - 69) / 12) }

func isNear(_ a: Double?, _ b: Double, _ relative: Double = 1e-6) -> Bool {
  guard let a else { return false }
  return abs(a - b) <= abs(b) * relative
}

extension Double {
  func power(_ exponent: Double) -> Double { pow(self, exponent) }
  /// log2 of the ratio to `reference`.
  func logarithm(_ reference: Double) -> Double { log2(self / reference) }
}
