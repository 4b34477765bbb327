#if Csound
  import CCsound
  import Engine
  import Widgets

  /// How a channel's widget is to be: by `chn_k`, and in its last string how it looks.
  ///
  /// The string's words are a widget kind (`slider`, `knob`, `toggle`, `button`, `momentary`, `label`),
  /// `unit=Hz`, `precision=2` and `choices=saw,square`.
  struct ChannelHints {
    private var kind = Widget.Kind.slider
    private var defaultValue = 0.0
    private var range: ClosedRange<Double>?
    private var unit = ""
    private var curve = Curve.linear
    private var precision = 3

    private static let usualRange = 0.0...1
    private static let labelRange = -1e6...1e6

    /// Of a channel without `chn_k`.
    init() {}

    init(_ hints: controlChannelHints_t) {
      defaultValue = hints.dflt
      range = hints.min < hints.max ? hints.min...hints.max : Self.usualRange
      if hints.behav == CSOUND_CONTROL_CHANNEL_EXP { curve = .logarithmic }
      let isSwitch = hints.behav == CSOUND_CONTROL_CHANNEL_INT && range == 0...1
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
      case "precision": precision = Int(parts[1]) ?? precision
      case "choices": kind = .choice(parts[1].split(separator: ",").map(String.init))
      default: break
      }
    }

    /// What a mapping shows of it counts where the file says nothing.
    mutating func complete(range: ClosedRange<Double>?) { self.range = self.range ?? range }

    /// A patch that says more counts more.
    mutating func take(_ look: WidgetLook) {
      range = look.range ?? range
      unit = look.unit ?? unit
      curve = look.curve ?? curve
    }

    func widget(for use: ChannelUse) -> Widget {
      guard use.isRead else {
        return Widget(
          use.name, kind: .label(precision: precision), range: range ?? Self.labelRange, unit: unit)
      }
      let range = range ?? Self.usualRange
      let hasZero = range.lowerBound * range.upperBound <= 0
      return Widget(
        use.name, kind: kind, range: range, default: defaultValue, unit: unit,
        curve: curve == .logarithmic && hasZero ? .linear : curve)
    }
  }

  extension CsoundInstance {
    /// A widget for each channel; channels that are only written are labels.
    func makeWidgets(
      ranges: [String: ClosedRange<Double>] = [:], looks: [String: WidgetLook] = [:]
    ) -> [Widget] {
      document.orchestraText.channelUses.map { use in
        var hints = hints(of: use.name) ?? ChannelHints()
        if use.isRead { hints.complete(range: ranges[use.name]) }
        if let look = looks[use.name] { hints.take(look) }
        return hints.widget(for: use)
      }
    }
  }
#endif
