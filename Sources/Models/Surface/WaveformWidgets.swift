import SpinetWidgets

/// The widgets of a recording that are drawn on its wave, as indices in the instrument's set: `sample.position`,
/// `loop.start` and `loop.end`, and where it can be scrubbed `sample.cursor` and `sample.scrub`.
package struct WaveformWidgets: Hashable, Sendable {
  /// The position that sounds.
  package let position: Int
  package let start: Int
  package let end: Int
  /// The position to which it is scrubbed.
  package let cursor: Int?
  /// 1 while it is scrubbed.
  package let scrub: Int?

  package init(position: Int, start: Int, end: Int, cursor: Int? = nil, scrub: Int? = nil) {
    (self.position, self.start, self.end) = (position, start, end)
    (self.cursor, self.scrub) = (cursor, scrub)
  }

  package var all: [Int] { [start, end] + [cursor, scrub].compactMap(\.self) + [position] }

  static let positionName = "sample.position"

  /// - Parameter position: a widget called `sample.position` or `PART/sample.position`.
  init?(at position: Int, _ widgets: [Widget], _ indices: [String: Int]) {
    let whole = widgets[position].name
    let prefix = String(whole.dropLast(Self.positionName.count))
    guard whole.hasSuffix(Self.positionName), prefix.isEmpty || prefix.hasSuffix("/") else { return nil }
    func slider(_ name: String) -> Int? {
      indices[prefix + name].flatMap { widgets[$0].kind.isContinuous ? $0 : nil }
    }
    guard let start = slider("loop.start"), let end = slider("loop.end") else { return nil }
    let cursor = slider("sample.cursor")
    self.init(
      position: position, start: start, end: end, cursor: cursor,
      scrub: cursor == nil ? nil : indices[prefix + "sample.scrub"])
  }
}
