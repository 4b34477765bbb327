import SpinetMIDI
import SpinetMIDICI
import SpinetText
import SpinetWidgets

/// What the instrument offers by property exchange: who it is, its parts, its programs and its widgets.
///
/// `DeviceInfo`, `ChannelList` and `ProgramList` are the standard's. `X-Widgets` lists the widgets, and `X-Widget` is one of
/// them, by its name as `resId`: it can be got, set and subscribed to.
struct InstrumentProperties: PropertyHost {
  let name: String
  /// The parts with their channels, 1–16.
  let parts: [(name: String, channel: Int)]
  let widgets: WidgetSet
  /// The entries of `ProgramList`; nil while they are being read.
  let programs: [String]?
  /// Moves a widget.
  let move: (Widget, Double) -> Void

  /// Nobody has asked for a number of a manufacturer: this one is for those without.
  static let manufacturer: [UInt8] = [0x7D, 0, 0]

  var resources: [String] {
    [
      #"{"resource":"DeviceInfo"}"#, #"{"resource":"ChannelList"}"#,
      #"{"resource":"ProgramList","canPaginate":true}"#, #"{"resource":"X-Widgets","canPaginate":true}"#,
      #"{"resource":"X-Widget","canSet":"full","canSubscribe":true,"requireResId":true}"#,
    ]
  }

  func value(of resource: String, _ id: String) -> PropertyAnswer {
    switch resource {
    case "DeviceInfo": .value(deviceInfo)
    case "ChannelList": .list(parts.map(channel))
    case "ProgramList": programs.map { .list($0) } ?? .unavailable
    case "X-Widgets": .list(WidgetTable(widgets: widgets.all).lines(.json))
    case "X-Widget":
      widgets[id].map { .value(WidgetTable(widgets: [$0]).lines(.json).joined()) } ?? .notFound
    default: .notFound
    }
  }

  func set(_ resource: String, _ id: String, to value: JSONValue) -> PropertyAnswer {
    guard resource == "X-Widget", let widget = widgets[id] else { return .notFound }
    guard let number = value["value"]?.number ?? value.number, widget.allows(number), !widget.kind.isDisplay
    else { return .invalid("the value is not one of the widget's") }
    move(widget, number)
    return .value("")
  }

  func canSubscribe(to resource: String, _ id: String) -> Bool {
    resource == "X-Widget" && widgets[id] != nil
  }

  private var deviceInfo: String {
    let numbers = Self.manufacturer.map { "\($0)" }.joined(separator: ",")
    var line = JSONLine()
    line.add("manufacturerId", literal: "[\(numbers)]")
    line.add("manufacturer", "Spinet")
    line.add("familyId", literal: "[0,0]")
    line.add("family", "Spinet")
    line.add("modelId", literal: "[0,0]")
    line.add("model", name)
    line.add("versionId", literal: "[0,0,0,0]")
    line.add("version", "")
    return line.description
  }

  private func channel(_ part: (name: String, channel: Int)) -> String {
    var line = JSONLine()
    line.add("title", part.name)
    line.add("channel", part.channel)
    line.add("links", literal: #"[{"resource":"ProgramList"}]"#)
    return line.description
  }
}
