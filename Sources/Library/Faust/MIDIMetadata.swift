import SpinetFaust
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetWidgets

/// The `[midi:…]` metadata of a program's controls, as a mapping that does what Faust's `MidiUI.h` does.
///
/// Unless it is strict, Spinet differs from Faust in two points:
/// - 64 is the middle of a range that is symmetrical about 0.
/// - 8192, the exact middle of the pitch wheel, gives 0. In Faust 8191 does.
struct MIDIMetadata {
  private(set) var entries: [Mapping.Entry] = []
  /// The bargraphs. They send their values by the controls by which the other widgets receive theirs.
  private(set) var sent: [SentValue] = []
  /// A line for each entry that Spinet cannot map.
  private(set) var notes: [String] = []
  private let isStrict: Bool

  init(_ declared: FaustDeclarations) {
    isStrict = declared.isStrict
    for control in declared.controls {
      for (key, value) in control.metadata where key == "midi" { add(value, of: control) }
    }
    shareChannels()
  }

  /// Nil for a program without MIDI metadata.
  func mapping(file: String) -> Mapping? {
    entries.isEmpty ? nil : Mapping(file: file, controller: file, entries: entries)
  }

  private mutating func add(_ text: String, of declared: FaustDeclarations.Control) {
    // Spinet's events always have time stamps.
    if text == "timestamp" { return }
    guard let control = Control(metadata: text) else {
      return notes.append(
        "\(declared.widget.name): [midi:\(text)] is ignored, because Spinet has no such control")
    }
    guard !declared.isBargraph else { return sent.append(SentValue(declared.widget, by: control)) }
    let target = MetadataTarget(control: control.kind, widget: declared.widget, isStrict: isStrict).target(
      scale: declared.value(of: "scale"))
    if let index = entries.firstIndex(where: { $0.control == control }) {
      entries[index].targets.append(target)
    } else {
      entries.append(Mapping.Entry(control, targets: [target]))
    }
  }

  /// The router uses the entry of one channel before the entry of all channels. So it gets the targets of both.
  private mutating func shareChannels() {
    for index in entries.indices where entries[index].control.channel != nil {
      let all = entries.first { $0.control == Control(entries[index].control.kind) }
      entries[index].targets += all?.targets ?? []
    }
  }
}

/// How a MIDI control moves a widget of a program.
private struct MetadataTarget {
  let control: Control.Kind
  let widget: Widget
  let isStrict: Bool

  func target(scale: String?) -> MappingTarget {
    var target = MappingTarget(widget: widget.name)
    switch control {
    case .program: target.takesNumber = !isChoice
    case .start: target = switched(to: 1)
    case .stop: target = switched(to: 0)
    case .clock: target.mode = .toggle
    case .bend: target.curve = isStrict ? strictWheelCurve : wheelCurve
    default: target.curve = isStrict ? strictCurve(scale) : nil
    }
    return target
  }

  private var isChoice: Bool {
    if case .choice = widget.kind { return true }
    return false
  }

  private var low: Double { widget.range.lowerBound }
  private var high: Double { widget.range.upperBound }

  private func range(_ start: Double, _ end: Double) -> MappingTarget.Range {
    .init(start: start, end: end, location: .start)
  }

  private func switched(to value: Double) -> MappingTarget {
    let (on, off) = (value.clamped(to: widget.range), (1 - value).clamped(to: widget.range))
    return MappingTarget(widget: widget.name, range: range(off, on), curve: .linear, mode: .trigger)
  }

  /// The centre of the pitch wheel gives 0 if 0 lies within the range, otherwise the middle of the range.
  private var wheelCurve: Curve? {
    guard low <= 0, high >= 0, low != -high, low < high else { return .linear }
    return .points([.init(0, 0), .init(0.5, -low / (high - low)), .init(1, 1)])
  }

  /// The same for Faust, whose centre is 8191, one below the real one.
  private var strictWheelCurve: Curve? {
    guard low < high else { return nil }
    let isAround = low <= 0 && high >= 0
    let rest = isAround ? -low / (high - low) : 0.5
    let (steps, below) = (8192.0, 8191.0)
    return .points([
      .init(0, 0), .init(below / (2 * steps), rest), .init(0.5, rest + (1 - rest) / steps), .init(1, 1),
    ])
  }

  /// The values of all 128 numbers, as the converters of Faust's `ValueConverter.h` give them.
  private func strictCurve(_ scale: String?) -> Curve? {
    guard low < high else { return nil }
    return .points(
      (0...127).map { number in
        let position = Double(number) / 127
        let value = FaustScale(scale).value(at: position, from: low, to: high)
        return .init(position, ((value - low) / (high - low)).clamped(to: 0...1))
      })
  }
}

extension Control {
  /// Reads `ctrl 74`, `ctrl 74 2`, `pitchwheel`, `pgm 3`, `key 60`, `start`. Nil for anything else.
  init?(metadata text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let name = words.first else { return nil }
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard numbers.count == words.count - 1 else { return nil }
    var channel = numbers.first
    switch name {
    case "ctrl", "key", "keyon", "keyoff", "keypress":
      guard let number = numbers.first, (0...127).contains(number) else { return nil }
      channel = numbers.dropFirst().first
      self.init(Kind(metadata: name, number: UInt8(number)))
    case "pgm": self.init(.program)
    case "chanpress": self.init(.pressure)
    case "pitchwheel", "pitchbend": self.init(.bend)
    case "start": self.init(.start)
    case "stop": self.init(.stop)
    case "clock": self.init(.clock)
    default: return nil
    }
    guard let channel, channel != 0 else { return }
    guard let known = Channel(number: channel) else { return nil }
    self.channel = known
  }
}

extension Control.Kind {
  fileprivate init(metadata name: Substring, number: UInt8) {
    switch name {
    case "ctrl": self = .cc(number)
    case "keypress": self = .poly(number)
    case "keyon": self = .keyOn(number)
    case "keyoff": self = .keyOff(number)
    default: self = .note(number)
    }
  }
}
