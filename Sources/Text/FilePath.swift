/// A file's path, cut at its last slash.
///
/// Foundation's own cutting ends the program for names of a single character.
public struct FilePath {
  public let text: String

  public init(_ text: String) { self.text = text }

  private var lastSlash: String.Index? { text.lastIndex(of: "/") }

  /// What comes before the name; empty for a file where one is, `/` for one at the root.
  public var folder: String {
    guard let lastSlash else { return "" }
    let folder = text[..<lastSlash]
    return folder.isEmpty ? "/" : String(folder)
  }

  public var name: String { lastSlash.map { String(text[text.index(after: $0)...]) } ?? text }

  /// The name without its ending; a point that begins it belongs to the name.
  public var stem: String { lastPoint.map { String(name[..<$0]) } ?? name }

  /// What follows the name's last point, in small letters; empty for a name without one.
  public var ending: String {
    lastPoint.map { name[name.index(after: $0)...].lowercased() } ?? ""
  }

  /// The file of that name in the same folder.
  public func beside(_ name: String) -> String {
    if name.hasPrefix("/") || folder.isEmpty { return name }
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  private var lastPoint: String.Index? {
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return nil }
    return point
  }
}
