import Foundation
import SpinetFormats
import SpinetMIDI
import SpinetMapping
import SpinetWidgets
import Testing

@Suite struct `Mappings and what was published of their controllers` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../mappings")

  private func text(_ chart: ControllerChart) throws -> String {
    try String(contentsOf: Self.folder.appending(path: chart.file + ".yaml"), encoding: .utf8)
  }

  private func mapping(_ chart: ControllerChart) throws -> Mapping {
    try Mapping(text: text(chart), file: chart.file)
  }

  @Test
  func `Every mapping has its chart, and twenty charts come from who makes the controller or a workstation`()
    throws
  {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".yaml") && $0 != "default.yaml" }
    #expect(Set(files) == Set(ControllerCharts.all.map { $0.file + ".yaml" }))
    #expect(files.count == ControllerCharts.all.count)
    #expect(ControllerCharts.all.filter { $0.source != .users }.count >= 20)
  }

  @Test(arguments: ControllerCharts.all)
  func `A mapping says what the chart says`(chart: ControllerChart) throws {
    #expect(try chart.complaints(about: mapping(chart)) == [])
  }

  @Test(arguments: ControllerCharts.all)
  func `A mapping says in its head what it was checked against`(chart: ControllerChart) throws {
    let head = try text(chart).split(separator: "\n").prefix { $0.hasPrefix("#") }.joined(separator: " ")
    #expect(head.contains("Checked against"))
  }

  @Test(arguments: ControllerCharts.all)
  func `A slip in one number of a mapping does not pass`(chart: ControllerChart) throws {
    let mapping = try mapping(chart)
    for index in mapping.entries.indices {
      guard let wrong = mapping.entries[index].control.slipped else { continue }
      var slipped = mapping
      slipped.entries[index].control = wrong
      let isOther = mapping.entries.contains { $0.control == wrong }
      let isButton = mapping.entries[index].targets.allSatisfy(\.mode.isButton)
      #expect(isOther || isButton || !chart.complaints(about: slipped).isEmpty, "\(wrong)")
    }
  }

  @Test(arguments: ControllerCharts.all)
  func `A controller gets one mapping of its own`(chart: ControllerChart) throws {
    let mappings = try ControllerCharts.all.map { ($0.file, try mapping($0)) }
    for port in chart.ports {
      let mine = mappings.filter { $0.1.applies(toPortNamed: [port, "\(port):\(port) MIDI 1"]) }.map(\.0)
      #expect(mine == [chart.file], "\(port)")
    }
  }

  @Test(arguments: ControllerCharts.all)
  func `What a controller sends moves the widgets, from end to end`(chart: ControllerChart) throws {
    let mapping = try mapping(chart)
    let widgets = WidgetSet(
      Set(mapping.entries.flatMap(\.targets).map(\.widget)).map { Widget($0, default: 0.5) })
    let router = Router([mapping], widgets)
    let port = PortID(rawValue: 1)
    router.portAppeared(port, names: [chart.ports[0]])
    for part in chart.parts {
      for control in part.controls where mapping.entries.contains(where: { part.matches(control, $0) }) {
        for (number, expected) in part.nature.trial {
          for widget in widgets.all { widget.set(0.5) }
          var values: [Double] = []
          for message in control.messages(number) {
            _ = router.route(message, from: port, at: 0) { output in
              if case .moved(_, let value) = output { values.append(value) }
            }
          }
          #expect(values.allSatisfy(expected.contains) && !values.isEmpty, "\(control) \(number)")
        }
      }
    }
  }
}

extension Control {
  /// The same with the next number.
  fileprivate var slipped: Control? {
    switch kind {
    case .cc(let number): Control(.cc(number + 1), channel: channel)
    case .bend: channel.flatMap { Channel(number: $0.number + 9) }.map { Control(.bend, channel: $0) }
    default: nil
    }
  }

  /// What it sends when it stands at `number` of 127.
  fileprivate func messages(_ number: UInt8) -> [MIDIMessage] {
    let channel = channel ?? Channel(status: 0)
    return switch kind {
    case .cc(let controller): [.controlChange(channel, controller: controller, value: number)]
    case .note(let key):
      [.noteOn(channel, key: key, velocity: number), .noteOff(channel, key: key, velocity: 0)]
    case .bend: [.pitchBend(channel, value: number == 127 ? 16383 : UInt16(number) << 7)]
    case .pressure: [.channelPressure(channel, pressure: number)]
    default: []
    }
  }
}

extension ControllerChart.Part {
  fileprivate func matches(_ control: Control, _ entry: Mapping.Entry) -> Bool {
    index(of: entry.control).map { controls[$0] == control } ?? false
  }
}

extension ControllerChart.Part.Nature {
  /// What is sent, and where a widget that stood in the middle of 0 and 1 is then.
  fileprivate var trial: [(number: UInt8, expected: ClosedRange<Double>)] {
    switch self {
    case .position: [(127, 1...1), (0, 0...0)]
    case .endless(.offset64): [(65, 0.501...0.52), (63, 0.48...0.499)]
    case .endless(.signMagnitude): [(1, 0.501...0.52), (65, 0.48...0.499)]
    case .endless: [(1, 0.501...0.52), (127, 0.48...0.499)]
    case .button: [(127, 0...1)]
    }
  }
}
