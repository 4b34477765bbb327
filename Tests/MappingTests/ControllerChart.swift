import SpinetMIDI
import SpinetMapping
import Testing

/// What a controller sends and shows, by what was published of it; written down apart from the mapping for it,
/// so that a slip in either shows.
struct ControllerChart: Sendable, CustomTestStringConvertible {
  /// Who published it.
  enum Source { case maker, workstation, users }

  /// Of the mapping, without `.yaml`.
  var file: String
  var source: Source
  /// As ALSA calls its ports.
  var ports: [String]
  var parts: [Part]

  var testDescription: String { file }

  /// Controls of one kind.
  struct Part: Sendable {
    enum Nature: Sendable, Equatable {
      case position
      case endless(ControlMode)
      case button
    }

    var nature: Nature
    var controls: [Control]
    /// Whether a mapping has to use every one of them.
    var isWhole: Bool
    /// Where each of them is shown, in the same order; empty: it has no lamp.
    var lamps: [Control] = []
    /// The numbers that those understand.
    var numbers: Set<UInt8> = Set(0...127)
  }

  /// Where a mapping says something else than the chart.
  func complaints(about mapping: Mapping) -> [String] {
    let wrong = mapping.entries.flatMap { entry -> [String] in
      for part in parts {
        if let index = part.index(of: entry.control) {
          return entry.targets.flatMap { part.complaints(about: $0, of: entry.control, at: index) }
        }
      }
      return ["\(entry.control) is not on the chart"]
    }
    let missing = parts.filter(\.isWhole).flatMap { part in
      part.controls.indices.filter { index in
        !mapping.entries.contains { part.index(of: $0.control) == index }
      }.map { "\(part.controls[$0]) is not mapped" }
    }
    let unknown = ports.filter { !mapping.applies(toPortNamed: [$0]) }.map { "no mapping of port \($0)" }
    return wrong + missing + unknown
  }
}

extension ControllerChart.Part {
  /// All of them are mapped.
  static func every(
    _ nature: Nature, _ controls: [Control]..., lamps: [Control] = [], numbers: Set<UInt8> = Set(0...127)
  ) -> Self {
    Self(nature: nature, controls: Array(controls.joined()), isWhole: true, lamps: lamps, numbers: numbers)
  }

  /// Some of them are mapped.
  static func some(
    _ nature: Nature, _ controls: [Control]..., lamps: [Control] = [], numbers: Set<UInt8> = Set(0...127)
  ) -> Self {
    Self(nature: nature, controls: Array(controls.joined()), isWhole: false, lamps: lamps, numbers: numbers)
  }

  /// Each is its own lamp, ring or motor fader, of these numbers.
  func lit(_ numbers: Set<UInt8> = Set(0...127)) -> Self {
    var part = self
    (part.lamps, part.numbers) = (controls, numbers)
    return part
  }

  /// A mapping may leave the channel out, but not name another one.
  func index(of control: Control) -> Int? {
    controls.firstIndex {
      $0.kind == control.kind && (control.channel == nil || control.channel == $0.channel)
    }
  }

  fileprivate func complaints(about target: MappingTarget, of control: Control, at index: Int) -> [String] {
    var complaints: [String] = []
    if !suits(target.mode) { complaints.append("\(control) is \(nature), not \(target.mode.rawValue)") }
    if let feedback = target.feedback {
      let isShown = lamps.indices.contains(index) && feedback.kind == lamps[index].kind
      if !isShown || feedback.channel != nil && feedback.channel != lamps[index].channel {
        complaints.append("\(control) is not shown on \(feedback)")
      }
      let sent = target.lamp.map { [$0.off, $0.on] } ?? []
      if !numbers.isSuperset(of: sent) || target.lamp == nil && numbers.count < 128 {
        complaints.append("\(control) does not show \(sent)")
      }
    } else if isWhole, !lamps.isEmpty {
      complaints.append("\(control) is shown, and is not told")
    }
    return complaints
  }

  private func suits(_ mode: ControlMode) -> Bool {
    switch nature {
    case .position: [.absolute, .pickup, .scale].contains(mode)
    case .endless(let encoding): mode == encoding
    case .button: mode.isButton
    }
  }
}

/// Controllers of these numbers, on a channel, or on whichever the keyboard is set to.
func cc(_ numbers: some Sequence<UInt8>, on channel: Int? = nil) -> [Control] {
  numbers.map { Control(.cc($0), channel: channel.flatMap(Channel.init(number:))) }
}

func cc(_ number: UInt8, on channel: Int? = nil) -> [Control] { cc([number], on: channel) }

func notes(_ numbers: some Sequence<UInt8>, on channel: Int?) -> [Control] {
  numbers.map { Control(.note($0), channel: channel.flatMap(Channel.init(number:))) }
}

/// The bends of these channels.
func bends(_ channels: ClosedRange<Int>) -> [Control] {
  channels.map { Control(.bend, channel: Channel(number: $0)) }
}
