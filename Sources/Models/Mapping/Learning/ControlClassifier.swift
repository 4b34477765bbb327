import SpinetMIDI

/// Decides which of the controls that sent something was moved, and which kind it is.
struct ControlClassifier {
  private let streams: [ControlStream]

  init(_ streams: [ControlStream]) { self.streams = streams }

  /// At least this many pressure values count as deliberate. Fewer arrive with every key press.
  private static let deliberatePressure = 8

  var verdict: ControlRecognizer.Verdict {
    if let parameter {
      return .recognized(RecognizedControl(parameter.control, parameter.natureOfParameter))
    }
    if let continuous { return continuous }
    if let pressed { return .recognized(pressed) }
    if let program = streams.first(where: { $0.control.kind == .program }) {
      return .recognized(RecognizedControl(program.control, .position))
    }
    return refusal
  }

  /// A parameter is sent by several controllers, which are then not considered separately.
  private var parameter: ControlStream? {
    streams.filter { $0.control.kind.isParameter }.max { $0.samples.count < $1.samples.count }
  }

  // MARK: Controllers and bend

  /// Of two controls that moved together, such as the axes of a joystick, the one that moved further.
  private var continuous: ControlRecognizer.Verdict? {
    let candidates = streams.filter(isCandidate)
    guard let widest = candidates.max(by: { weight($0) < weight($1) }) else { return nil }
    guard case .cc(let number) = widest.control.kind else {
      return widest.travel > 0 ? .recognized(RecognizedControl(widest.control, .position)) : .unclear
    }
    if isPair(number, widest) {
      return .recognized(
        RecognizedControl(Control(.cc14(number), channel: widest.control.channel), .position))
    }
    return widest.natureOfController.map { .recognized(RecognizedControl(widest.control, $0)) } ?? .unclear
  }

  private func weight(_ stream: ControlStream) -> Double {
    if case .encoder = stream.natureOfController { return 1 }
    return stream.travel
  }

  private func isCandidate(_ stream: ControlStream) -> Bool {
    switch stream.control.kind {
    case .bend: true
    case .cc(let number):
      !number.isUnlearnable && !isBankSelect(number, stream)
        && !isLowerHalf(number, of: stream.control.channel)
    default: false
    }
  }

  /// Whether controllers 0 and 32 are a bank select, which is sent once or twice and often before a program
  /// change. Some controllers have a fader with that number, which sends more.
  private func isBankSelect(_ number: UInt8, _ stream: ControlStream) -> Bool {
    guard number == Controller.bankSelect || number == Controller.bankSelectLSB else { return false }
    return stream.samples.count < 3 || streams.contains { $0.control.kind == .program }
  }

  private func isPair(_ number: UInt8, _ upper: ControlStream) -> Bool {
    guard number < 32, let lower = stream(number + 32, upper.control.channel) else {
      return false
    }
    return lower.samples.count * 2 >= upper.samples.count && upper.comesTogether(with: lower)
  }

  private func isLowerHalf(_ number: UInt8, of channel: Channel?) -> Bool {
    guard (32..<64).contains(number), let upper = stream(number - 32, channel) else { return false }
    return isPair(number - 32, upper)
  }

  private func stream(_ number: UInt8, _ channel: Channel?) -> ControlStream? {
    streams.first { $0.control == Control(.cc(number), channel: channel) }
  }

  // MARK: Keys and pads

  private var pressed: RecognizedControl? {
    let note = streams.first { $0.control.kind.isNote }
    let pressure = streams.filter { $0.control.kind.isOfPressedKey }
      .max { $0.samples.count < $1.samples.count }
    guard let note else { return pressure.map { RecognizedControl($0.control, .position) } }
    if let pressure, pressure.samples.count >= Self.deliberatePressure {
      return RecognizedControl(pressure.control, .position)
    }
    return RecognizedControl(note.control, note.natureOfPresses)
  }

  // MARK: Controls that cannot be learnt

  private var refusal: ControlRecognizer.Verdict {
    let numbers = streams.compactMap { stream in
      if case .cc(let number) = stream.control.kind { number } else { nil }
    }
    if let mode = numbers.first(where: { $0 >= Controller.allSoundOff }) {
      return .refused("cc \(mode) is a channel mode message, which stops notes and cannot be mapped")
    }
    if numbers.contains(where: { $0 == Controller.bankSelect || $0 == Controller.bankSelectLSB }) {
      return .refused("cc 0 and cc 32 select a bank of sounds here, and cannot be mapped")
    }
    return .unclear
  }
}

extension UInt8 {
  /// Parameter numbers and channel modes.
  fileprivate var isUnlearnable: Bool {
    (Controller.nrpnLSB...Controller.rpnMSB).contains(self) || self >= Controller.allSoundOff
  }
}

extension Control.Kind {
  fileprivate var isParameter: Bool {
    switch self {
    case .nrpn, .rpn: true
    default: false
    }
  }

  fileprivate var isNote: Bool { if case .note = self { true } else { false } }

  /// Whether it moves while a key is pressed.
  fileprivate var isOfPressedKey: Bool {
    switch self {
    case .poly, .pressure, .notePitch, .noteController: true
    default: false
    }
  }
}
