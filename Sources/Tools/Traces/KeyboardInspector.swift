import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetRealtime

/// `spinet keyboard`: shows and traces a keyboard.
package struct KeyboardInspector {
  private let configuration: KeyboardConfiguration
  /// Problems of the file that do not prevent its use.
  package let warnings: [String]

  /// - Parameter file: a keyboard `.yaml`, a `.dsp`, or `-` for the SmartKeyboard's own defaults.
  package init(file: String) throws(SpinetError) {
    let read = try KeyboardLoader.file(file)
    configuration = read?.configuration ?? .seed
    warnings = read?.warnings.map(\.description) ?? []
  }

  package func show(json: Bool) -> [String] {
    let table = KeyboardTable(configuration)
    return json ? table.jsonLines : table.lines
  }

  /// The messages to the engine for the events of a trace.
  ///
  /// - Parameter size: `WxH` in points; nil for the default surface.
  package func trace(_ events: String, size: String?) throws(SpinetError) -> [String] {
    let surface = try size.map { text throws(SpinetError) in try Self.surface(text) } ?? .standard
    return try KeyboardTrace.lines(
      of: events, file: "standard input", configuration: configuration, size: surface)
  }

  private static func surface(_ text: String) throws(SpinetError) -> KeyboardSize {
    guard let size = KeyboardSize(text) else {
      throw SpinetError(
        .wrongValue, setting: .size, what: text, why: "not a size", remedy: Remedy(.writeSize))
    }
    return size
  }
}
