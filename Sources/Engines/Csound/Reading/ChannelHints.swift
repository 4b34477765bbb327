import CCsound
import SpinetEngine
import SpinetWidgets

/// How the widget of a channel should look and behave, from `chn_k` and the words in its last string.
///
/// The words are a widget kind (`slider`, `knob`, `toggle`, `button`, `momentary`, `label`),
/// `unit=Hz`, `precision=2` and `choices=saw,square`.
struct ChannelHints {
  private var kind = Widget.Kind.slider
  private var defaultValue = 0.0
  private var range: ClosedRange<Double>?
  /// Whether the range comes from a mapping: it limits controllers, and other values beyond it are allowed.
  private var isRangeOfController = false
  private var unit = ""
  private var curve = Curve.linear
  /// Nil for three decimals of a label, and three digits of others.
  private var precision: Int?
  private var about: String?

  private static let usualRange = 0.0...1
  private static let labelRange = -1e6...1e6

  /// For a channel without `chn_k`.
  init() {}

  init(_ hints: cs_hints) {
    defaultValue = hints.dflt
    range = hints.min < hints.max ? hints.min...hints.max : Self.usualRange
    if Int(hints.behav) == cs_control_channel_exponential { curve = .logarithmic }
    let isSwitch = Int(hints.behav) == cs_control_channel_of_integers && range == 0...1
    if isSwitch { kind = .toggle }
    let attributes = hints.attributes.map { String(cString: $0) } ?? ""
    for word in attributes.split(separator: " ") { read(word) }
  }

  private mutating func read(_ word: Substring) {
    switch word {
    case "slider": kind = .slider
    case "knob": kind = .knob
    case "toggle": kind = .toggle
    case "button": kind = .button
    case "momentary": kind = .momentary
    default: break
    }
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return }
    switch parts[0] {
    case "unit": unit = parts[1]
    case "precision": precision = Int(parts[1]).flatMap { (0...12).contains($0) ? $0 : nil } ?? precision
    case "choices": kind = .choice(parts[1].split(separator: ",").map(String.init))
    default: break
    }
  }

  /// Takes the value that the orchestra's header gives the channel.
  mutating func take(headerValue: Double) { defaultValue = headerValue }

  /// 0 to 1. For a value outside it, up to the next power of ten, and as far below 0 if the value is negative.
  private static func range(around value: Double) -> ClosedRange<Double> {
    guard !usualRange.contains(value), let end = decades.first(where: { $0 >= abs(value) }) else {
      return usualRange
    }
    return value < 0 ? -end...end : 0...end
  }

  private static let decades: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6]

  /// Takes a mapping's range if the file gives none.
  mutating func complete(range: ClosedRange<Double>?) {
    guard self.range == nil, let range else { return }
    self.range = range
    isRangeOfController = true
  }

  /// Takes a patch's hints, which override the file.
  mutating func take(_ hints: WidgetHints) {
    if let own = hints.range { (range, isRangeOfController) = (own, false) }
    unit = hints.unit ?? unit
    curve = hints.curve ?? curve
    about = hints.about ?? about
  }

  func widget(for use: ChannelUse) -> Widget {
    guard use.isRead else {
      let range = range ?? Self.labelRange
      return Widget(
        use.name, kind: .label(precision: precision ?? 3), range: range,
        default: min(max(defaultValue, range.lowerBound), range.upperBound), unit: unit,
        about: about ?? use.about)
    }
    let isOpen = range == nil || isRangeOfController
    let range = range ?? Self.range(around: defaultValue)
    let defaultValue = min(max(defaultValue, range.lowerBound), range.upperBound)
    let hasZero = range.lowerBound * range.upperBound <= 0
    return Widget(
      use.name, kind: kind, range: range, default: defaultValue, unit: unit,
      curve: curve == .logarithmic && hasZero ? .linear : curve, isOpen: isOpen,
      precision: precision, about: about ?? use.about)
  }
}

extension ChannelUse {
  fileprivate var about: String {
    comment ?? (isRead ? "A channel that the program reads." : "What the program writes into this channel.")
  }
}

extension CsoundInstance {
  /// A widget for each channel; channels that are only written are labels, and so are those of text.
  func makeWidgets(
    ranges: [String: ClosedRange<Double>] = [:], hints: [String: WidgetHints] = [:]
  ) -> [Widget] {
    document.orchestraText.channelUses.map { use in
      var own = self.hints(of: use.name) ?? ChannelHints()
      let value = controlChannel(use.name, isOutput: !use.isRead)?.pointee ?? 0
      if value != 0, value.isFinite { own.take(headerValue: value) }
      if use.isRead { own.complete(range: ranges[use.name]) }
      if let hints = hints[use.name] { own.take(hints) }
      return own.widget(for: use)
    } + document.orchestraText.shownTexts.map { Widget($0.name, kind: .text, about: $0.about) }
  }
}
