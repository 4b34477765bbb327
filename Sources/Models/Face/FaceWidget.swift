import SpinetWidgets

/// The widgets of a face, in the order in which they are shown: what it plays, and how its picture looks.
///
/// The names are a contract with mappings: add, never rename.
package enum FaceWidget: Hashable, Sendable, CaseIterable {
  case present, x, y, size, brightness
  case region1, region2, region3, region4, region5, region6, region7, region8, region9
  case height, lighting, source, reset, rotation, smoothing, resolution

  /// The widgets that describe the face itself, not how it is drawn.
  package static let readings = Array(allCases.prefix { $0 != .height })
  package static let regions = Array(readings.suffix(9))

  package static let highest = 0.75
  package static let usualHeight = 0.5
  /// The choices for the number of corners along each side of the surface.
  package static let resolutions = [32, 64, 128, 256, 512]
  private static let usualResolution = 2.0

  package var name: String { "face.\(word)" }

  private var word: String {
    if let region = Self.regions.firstIndex(of: self) { return "region.\(region + 1)" }
    return "\(self)"
  }

  /// The widget's row in the table of all of them.
  package func makeWidget() -> Widget {
    switch self {
    case .present: makePresent()
    case .height: Widget(name, range: 0...Self.highest, default: Self.usualHeight, about: about)
    case .lighting:
      Widget(name, kind: .choice(FaceLighting.allCases.map(\.rawValue)), default: 0, about: about)
    case .source, .reset: Widget(name, kind: .momentary, about: about)
    case .rotation, .smoothing: Widget(name, kind: .toggle, default: 1, about: about)
    case .resolution:
      Widget(
        name, kind: .choice(Self.resolutions.map { "\($0)" }), default: Self.usualResolution, about: about)
    default: Widget(name, kind: .label(precision: 3), about: about)
    }
  }

  /// `present` is 0 from the start, before the first search.
  private func makePresent() -> Widget {
    let widget = Widget(name, kind: .label(precision: 0), about: about)
    widget.cell.recordChange()
    return widget
  }

  /// A description in one sentence for users.
  package var about: String {
    if let region = Self.regions.firstIndex(of: self) {
      return "How bright the face is \(Self.places[region])."
    }
    return switch self {
    case .present: "1 while a face is seen, 0 without one."
    case .x: "Where the middle of the face is in the picture; 0 is left, 1 is right."
    case .y: "Where the middle of the face is in the picture; 0 is the top, 1 is the bottom."
    case .size: "The width of the face as a part of the picture's width."
    case .brightness: "How bright the face is; 0 is black, 1 is white."
    case .height: "How high the bright places of the face stand out of the picture."
    case .lighting: "How the picture is lit: by the whole sky, or by one lamp with highlights."
    case .source: "Takes the face of the next camera."
    case .reset: "Restores the first picture and its height."
    case .rotation: "Whether the picture nods and turns."
    case .smoothing: "Whether the position of the face is averaged over the last half second."
    case .resolution: "The number of corners along each side of the picture's surface."
    default: ""
    }
  }

  private static let places = ["top", "middle", "bottom"].flatMap { row in
    ["left", "centre", "right"].map { "at the \(row) \($0)" }
  }
}

/// How the picture is lit.
package enum FaceLighting: String, Hashable, Sendable, CaseIterable {
  /// By a whole sky, approximated by spherical harmonics of the second order.
  case harmonics
  /// By one lamp, with highlights.
  case phong
}
