import Documents
import Keyboard

/// `spinet keyboard`: a keyboard shown and traced.
public struct KeyboardDesk {
  private let configuration: KeyboardConfiguration
  /// What is strange about the file but does not keep it from working.
  public let warnings: [String]

  /// - Parameter file: a keyboard `.yaml`, a `.dsp`, or `-` for the SmartKeyboard's own defaults.
  public init(file: String) throws {
    let read = try KeyboardLoader.file(file)
    configuration = read?.configuration ?? .seed
    warnings = read?.warnings.map(\.description) ?? []
  }

  public func show(json: Bool) -> [String] {
    let table = KeyboardTable(configuration)
    return json ? table.jsonLines : table.lines
  }

  /// What is sent to the engine for the events of a trace.
  /// - Parameter size: `WxH` in points; nil for the default surface.
  public func trace(_ events: String, size: String?) throws -> [String] {
    let surface = try size.map { try Self.surface($0) } ?? .standard
    return try KeyboardTrace.lines(
      of: events, file: "standard input", configuration: configuration, size: surface)
  }

  private static func surface(_ text: String) throws(SessionError) -> KeyboardSize {
    guard let size = KeyboardSize(text) else {
      throw SessionError(.usage, what: "--size \(text)", why: "it is no size", remedy: "write it as 1024x768")
    }
    return size
  }
}
