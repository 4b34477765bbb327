import MIDI

/// Watches what a controller sends while somebody moves one of its controls, and says which one it was and of
/// what kind.
///
/// ```swift
/// recognizer.begin()
/// recognizer.take(message, at: now)  // everything that comes
/// recognizer.verdict(at: now)  // now and then: it waits until the control has come to rest
/// ```
/// A value, with time coming from outside: the same events give the same verdict.
public struct ControlRecognizer: Sendable {
  public enum Verdict: Hashable, Sendable {
    /// Nothing has moved, or it still moves.
    case waiting
    case recognized(RecognizedControl)
    /// Something moved that must not be learnt; why.
    case refused(String)
    /// Too little came to tell what it is.
    case unclear
  }

  private var decoder = ControllerDecoder()
  private var streams: [ControlStream] = []
  private var firstMove: UInt64?
  private var lastMove: UInt64 = 0

  /// A control that sends nothing for so long has come to rest.
  private static let rest: UInt64 = 600_000_000
  /// A button that is still down is waited for a little longer.
  private static let pressedRest: UInt64 = 1_500_000_000
  /// A control that never rests, such as a fader that trembles, is judged after this.
  private static let patience: UInt64 = 4_000_000_000
  private static let sampleLimit = 4096

  public init() {}

  /// Whatever was moved before does not count. Selected parameters stay selected, as they do in the controller.
  public mutating func begin() {
    streams = []
    firstMove = nil
  }

  public mutating func take(_ message: MIDIMessage, at nanoseconds: UInt64) {
    guard let channel = message.channel else { return }
    func note(_ kind: Control.Kind, _ value: UInt16, isOn: Bool = true) {
      let sample = ControlStream.Sample(value: value, isOn: isOn, part: .whole, nanoseconds: nanoseconds)
      self.note(sample, of: Control(kind, channel: channel))
    }
    switch message {
    case .controlChange(_, let controller, let value):
      takeChange(channel, controller: controller, value: value, at: nanoseconds)
    case .noteOn(_, let key, let velocity): note(.note(key), UInt16(velocity))
    case .noteOff(_, let key, _): note(.note(key), 0, isOn: false)
    case .polyPressure(_, let key, let pressure): note(.poly(key), UInt16(pressure))
    case .channelPressure(_, let pressure): note(.pressure, UInt16(pressure))
    case .programChange(_, let program): note(.program, UInt16(program))
    case .pitchBend(_, let value): note(.bend, value)
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
        let isLower = kind.resolution == .fourteen && controller == Controller.dataEntryLSB
        (sample.value, sample.isOn) = (raw, kind.resolution.isOn(raw))
        sample.part = isLower ? .lower : .whole
      }
      note(sample, of: Control(kind, channel: channel))
    }
  }

  private mutating func note(_ sample: ControlStream.Sample, of control: Control) {
    firstMove = firstMove ?? sample.nanoseconds
    lastMove = sample.nanoseconds
    if let index = streams.firstIndex(where: { $0.control == control }) {
      if streams[index].samples.count < Self.sampleLimit { streams[index].samples.append(sample) }
    } else {
      streams.append(ControlStream(control: control, samples: [sample]))
    }
  }

  /// What was moved since `begin`, once it rests.
  public func verdict(at nanoseconds: UInt64) -> Verdict {
    guard let firstMove else { return .waiting }
    let isOver = nanoseconds &- firstMove >= Self.patience
    let rest = streams.contains(where: \.isStillPressed) ? Self.pressedRest : Self.rest
    guard isOver || nanoseconds &- lastMove >= rest else { return .waiting }
    return ControlJudgement(streams).verdict
  }
}

extension Control.Kind {
  /// Pairs are judged from their halves: what only might be one is none yet.
  fileprivate init?(learning kind: ControllerMove.Kind) {
    switch kind {
    case .cc(let number): self = .cc(number)
    case .cc14: return nil
    case .rpn(let number): self = .rpn(number)
    case .nrpn(let number): self = .nrpn(number)
    }
  }
}
