import SpinetMIDI

/// Recognizes which control of a controller is moved, and which kind it is.
///
/// ```swift
/// recognizer.begin()
/// recognizer.take(message, at: now)  // every message
/// recognizer.verdict(at: now)  // repeatedly: it waits until the control is at rest
/// ```
/// Each call gets the time as a parameter, so the same events always give the same verdict.
package struct ControlRecognizer: Sendable {
  package enum Verdict: Hashable, Sendable {
    /// Nothing has moved yet, or something is still moving.
    case waiting
    case recognized(RecognizedControl)
    /// A control was moved that cannot be learnt, with the reason.
    case refused(String)
    /// There were too few messages to recognize the control.
    case unclear
  }

  private var decoder = ControllerDecoder()
  private var streams: [ControlStream] = []
  private var firstMove: UInt64?
  private var lastMove: UInt64 = 0

  /// In nanoseconds. A control that sends nothing for this long is at rest.
  private static let rest: UInt64 = 600_000_000
  /// In nanoseconds. The same for a button that is still pressed.
  private static let pressedRest: UInt64 = 1_500_000_000
  /// In nanoseconds. A control that never rests, such as a fader with jitter, is judged after this time.
  private static let timeoutNanoseconds: UInt64 = 4_000_000_000
  private static let sampleLimit = 4096

  package init() {}

  /// Forgets earlier movements. Selected parameters stay selected, as in the controller.
  package mutating func begin() {
    streams = []
    firstMove = nil
  }

  package mutating func take(_ message: AnyMIDIMessage, at nanoseconds: UInt64) {
    switch message {
    case .midi1(let message): take(message, at: nanoseconds)
    case .midi2(let message): take(message, at: nanoseconds)
    }
  }

  /// Of MIDI 2.0, what it says of single notes, and the rest as MIDI 1.0 says it.
  private mutating func take(_ message: MIDI2Message, at nanoseconds: UInt64) {
    func record(_ kind: Control.Kind, _ value: UInt16) {
      let sample = ControlStream.Sample(value: value, isOn: true, part: .whole, nanoseconds: nanoseconds)
      self.record(sample, of: Control(kind, channel: message.channel))
    }
    switch message {
    case .notePitch(_, let key, let value): record(.notePitch(key), value.fourteenBits)
    case .noteController(_, _, let controller, let value):
      record(.noteController(controller), UInt16(value.sevenBits))
    case .parameterMove(_, let name, _):
      let sample = ControlStream.Sample(value: 0, isOn: false, part: .step, nanoseconds: nanoseconds)
      self.record(sample, of: Control(Control.Kind(name), channel: message.channel))
    default: message.forEachMIDI1Message { take($0, at: nanoseconds) }
    }
  }

  package mutating func take(_ message: MIDIMessage, at nanoseconds: UInt64) {
    guard let channel = message.channel else { return }
    func record(_ kind: Control.Kind, _ value: UInt16, isOn: Bool = true) {
      let sample = ControlStream.Sample(value: value, isOn: isOn, part: .whole, nanoseconds: nanoseconds)
      self.record(sample, of: Control(kind, channel: channel))
    }
    switch message {
    case .controlChange(_, let controller, let value):
      takeChange(channel, controller: controller, value: value, at: nanoseconds)
    case .noteOn(_, let key, let velocity): record(.note(key), UInt16(velocity))
    case .noteOff(_, let key, _): record(.note(key), 0, isOn: false)
    case .polyPressure(_, let key, let pressure): record(.poly(key), UInt16(pressure))
    case .channelPressure(_, let pressure): record(.pressure, UInt16(pressure))
    case .programChange(_, let program): record(.program, UInt16(program))
    case .pitchBend(_, let value): record(.bend, value)
    default: break
    }
  }

  private mutating func takeChange(
    _ channel: Channel, controller: UInt8, value: UInt8, at nanoseconds: UInt64
  ) {
    var moves: [ControllerMove] = []
    decoder.decode(channel, controller: controller, value: value) { moves.append($0) }
    for move in moves {
      guard let kind = Control.Kind(learning: move.kind) else { continue }
      var sample = ControlStream.Sample(value: 0, isOn: false, part: .step, nanoseconds: nanoseconds)
      if case .position(let raw) = move.amount {
        let isLower = kind.hasHalves && controller == Controller.dataEntryLSB
        (sample.value, sample.isOn) = (raw, kind.resolution.isOn(raw))
        sample.part = isLower ? .lower : .whole
      }
      record(sample, of: Control(kind, channel: channel))
    }
  }

  private mutating func record(_ sample: ControlStream.Sample, of control: Control) {
    firstMove = firstMove ?? sample.nanoseconds
    lastMove = sample.nanoseconds
    if let index = streams.firstIndex(where: { $0.control == control }) {
      if streams[index].samples.count < Self.sampleLimit { streams[index].samples.append(sample) }
    } else {
      streams.append(ControlStream(control: control, samples: [sample]))
    }
  }

  /// The control that was moved since `begin`, if it is at rest.
  package func verdict(at nanoseconds: UInt64) -> Verdict {
    guard let firstMove else { return .waiting }
    let isOver = nanoseconds &- firstMove >= Self.timeoutNanoseconds
    let rest = streams.contains(where: \.isStillPressed) ? Self.pressedRest : Self.rest
    guard isOver || nanoseconds &- lastMove >= rest else { return .waiting }
    return ControlClassifier(streams).verdict
  }
}

extension Control.Kind {
  /// Pairs are recognized later from their halves, because two controllers may only look like a pair.
  fileprivate init?(learning kind: ControllerMove.Kind) {
    switch kind {
    case .cc(let number): self = .cc(number)
    case .cc14: return nil
    case .rpn(let number): self = .rpn(number)
    case .nrpn(let number): self = .nrpn(number)
    }
  }
}

/// A control that was moved, and its kind.
package struct RecognizedControl: Hashable, Sendable {
  package enum Nature: Hashable, Sendable {
    /// It sends its position: a knob, a fader, a wheel, a pedal.
    case position
    /// An endless encoder: it sends movements. The mode is `autoRelative` while several encodings fit.
    case encoder(ControlMode)
    /// An endless encoder that increments and decrements a parameter.
    case increments
    /// Pressed and released.
    case button
    /// It stays on after a press: a switch, or a button that latches in hardware.
    case latch
  }

  /// With the channel of its messages.
  package var control: Control
  package var nature: Nature

  package init(_ control: Control, _ nature: Nature) {
    self.control = control
    self.nature = nature
  }

  /// A description: `knob or fader`, `endless, offset-64`.
  package var remark: String {
    switch (nature, control.kind) {
    case (.encoder(.autoRelative), _): "endless"
    case (.encoder(let mode), _): "endless, \(mode.rawValue)"
    case (.increments, _): "endless, up and down by one"
    case (.button, _): "button"
    case (.latch, _): "switch that stays"
    case (.position, .cc14): "knob or fader, 14 bits"
    case (.position, .nrpn), (.position, .rpn): "parameter"
    case (.position, .bend): "pitch bend"
    case (.position, .notePitch): "bend of a note"
    case (.position, .noteController): "controller of a note"
    case (.position, .pressure), (.position, .poly): "key pressure"
    case (.position, .program): "program change"
    case (.position, _): "knob or fader"
    }
  }
}
