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
    func sample(
      _ value: UInt16, isOn: Bool = true, _ part: ControlStream.Part = .whole
    ) -> ControlStream.Sample {
      .init(value: value, isOn: isOn, part: part, nanoseconds: nanoseconds)
    }
    func control(_ kind: Control.Kind) -> Control { Control(kind, channel: channel) }
    switch message {
    case .controlChange(_, let controller, let value):
      var moves: [ControllerMove] = []
      decoder.decode(channel, controller: controller, value: value) { moves.append($0) }
      for move in moves {
        guard let kind = Control.Kind(learning: move.kind) else { continue }
        switch move.amount {
        case .steps: note(sample(0, isOn: false, .step), of: control(kind))
        case .position(let raw):
          let part: ControlStream.Part =
            kind.resolution == .fourteen && controller == Controller.dataEntryLSB ? .lower : .whole
          note(sample(raw, isOn: kind.resolution.isOn(raw), part), of: control(kind))
        }
      }
    case .noteOn(_, let key, let velocity): note(sample(UInt16(velocity)), of: control(.note(key)))
    case .noteOff(_, let key, _): note(sample(0, isOn: false), of: control(.note(key)))
    case .polyPressure(_, let key, let pressure): note(sample(UInt16(pressure)), of: control(.poly(key)))
    case .channelPressure(_, let pressure): note(sample(UInt16(pressure)), of: control(.pressure))
    case .programChange(_, let program): note(sample(UInt16(program)), of: control(.program))
    case .pitchBend(_, let value): note(sample(value), of: control(.bend))
    default: break
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
