import SpinetMIDI
import SpinetMapping
import SpinetWidgets

/// The `[midi:…]` metadata of a program's controls, as a mapping.
struct MIDIMetadata {
  private(set) var entries: [Mapping.Entry] = []
  /// A line for each entry that Spinet cannot map.
  private(set) var notes: [String] = []

  init(_ controls: [ProgramControl]) {
    for control in controls {
      guard let widget = control.widget else { continue }
      for (key, value) in control.declaration.metadata where key == "midi" {
        add(value, to: widget)
      }
    }
  }

  /// Nil for a program without MIDI metadata.
  func mapping(file: String) -> Mapping? {
    entries.isEmpty ? nil : Mapping(file: file, controller: file, entries: entries)
  }

  private mutating func add(_ text: String, to widget: Widget) {
    guard let control = Control(metadata: text) else {
      notes.append("\(widget.name): [midi:\(text)] is ignored, because Spinet has no such control")
      return
    }
    let target = MappingTarget(
      widget: widget.name, curve: control.kind == .bend ? Self.wheelCurve(widget) : nil)
    if let index = entries.firstIndex(where: { $0.control == control }) {
      entries[index].targets.append(target)
    } else {
      entries.append(Mapping.Entry(control, targets: [target]))
    }
  }

  /// The centre of the pitch wheel gives 0 if 0 lies within the range, as in Faust's `MidiUI.h`; otherwise the middle
  /// of the range.
  private static func wheelCurve(_ widget: Widget) -> Curve? {
    let (low, high) = (widget.range.lowerBound, widget.range.upperBound)
    guard low < 0, high > 0, low != -high else { return nil }
    return .points([.init(0, 0), .init(0.5, -low / (high - low)), .init(1, 1)])
  }
}

extension Control {
  /// Reads `ctrl 74`, `ctrl 74 2`, `pitchwheel`, `pgm 3`, `key 60`. Nil for what Spinet cannot map: clocks and release
  /// velocities.
  init?(metadata text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let name = words.first else { return nil }
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard numbers.count == words.count - 1 else { return nil }
    var channel = numbers.first
    switch name {
    case "ctrl", "key", "keyon", "keypress":
      guard let number = numbers.first, (0...127).contains(number) else { return nil }
      channel = numbers.dropFirst().first
      self.init(Kind(metadata: name, number: UInt8(number)))
    case "pgm": self.init(.program)
    case "chanpress": self.init(.pressure)
    case "pitchwheel", "pitchbend": self.init(.bend)
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
    default: self = .note(number)
    }
  }
}

/// A widget and the curve by which a motion sensor moves it: `[acc:…]`, `[gyr:…]`.
package struct MotionInput: Sendable {
  package let widget: Widget
  package let curve: MotionCurve

  /// Nil for a control without such metadata.
  init?(_ control: ProgramControl) {
    guard let widget = control.widget else { return nil }
    let readings = control.declaration.metadata.lazy.compactMap { key, value in
      MotionCurve(metadata: value, key: key)
    }
    guard let curve = readings.first else { return nil }
    self.widget = widget
    self.curve = curve
  }
}
