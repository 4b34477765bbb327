#if Csound
  import CCsound
  import Widgets

  /// What `chn_k` says of a channel: its values, and in its last string how it looks.
  ///
  /// The string's words are a widget kind (`slider`, `knob`, `toggle`, `button`, `momentary`, `label`),
  /// `unit=Hz`, `precision=2` and `choices=saw,square`.
  struct ChannelHints {
    var isWhole = false
    var isExponential = false
    var defaultValue = 0.0
    var range = 0.0...1
    var attributes = ""

    init(_ hints: controlChannelHints_t) {
      isWhole = hints.behav == CSOUND_CONTROL_CHANNEL_INT
      isExponential = hints.behav == CSOUND_CONTROL_CHANNEL_EXP
      defaultValue = hints.dflt
      if hints.min < hints.max { range = hints.min...hints.max }
      attributes = hints.attributes.map { String(cString: $0) } ?? ""
    }

    private func value(of key: String) -> String? {
      let words = attributes.split(separator: " ")
      return words.first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) }
    }

    func widget(named name: String) -> Widget {
      let needsTwoSigns = range.lowerBound * range.upperBound <= 0
      return Widget(
        name, kind: kind, range: range, default: defaultValue, unit: value(of: "unit") ?? "",
        curve: isExponential && !needsTwoSigns ? .logarithmic : .linear)
    }

    private var kind: Widget.Kind {
      if let choices = value(of: "choices") {
        return .choice(choices.split(separator: ",").map(String.init))
      }
      for word in attributes.split(separator: " ") {
        switch word {
        case "slider": return .slider
        case "knob": return .knob
        case "toggle": return .toggle
        case "button": return .button
        case "momentary": return .momentary
        default: continue
        }
      }
      return isWhole && range == 0...1 ? .toggle : .slider
    }

    /// Decimals of a label.
    var precision: Int { value(of: "precision").flatMap { Int($0) } ?? ChannelHints.usualPrecision }

    static let usualPrecision = 3
  }

  extension CsoundInstance {
    /// A widget for each channel: by its `chn_k`, else 0 to 1; channels that are only written are labels.
    func makeWidgets(ranges: [String: ClosedRange<Double>] = [:]) -> [Widget] {
      document.orchestraText.channelUses.map { use in
        let hints = hints(of: use.name)
        guard use.isRead else {
          return Widget(
            use.name, kind: .label(precision: hints?.precision ?? ChannelHints.usualPrecision),
            range: hints?.range ?? -1e6...1e6)
        }
        return hints?.widget(named: use.name)
          ?? Widget(use.name, range: ranges[use.name] ?? 0...1)
      }
    }
  }
#endif
