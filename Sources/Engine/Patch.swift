import Documents
import Widgets

/// A sound of an engine as a file: `widget: value` lines by section, and who made it.
public struct Patch: Sendable {
  public private(set) var name = ""
  public private(set) var author = ""
  public private(set) var family = ""

  public init(text: String, file: String) throws(DocumentErrors) {
    var document = YAMLDocument(text: text, file: file)
    for entry in document.root?.entries(&document.diagnostics) ?? [] {
      switch entry.key {
      case "name": name = entry.value.string(&document.diagnostics) ?? ""
      case "author": author = entry.value.string(&document.diagnostics) ?? ""
      case "family": family = entry.value.string(&document.diagnostics) ?? ""
      default: break
      }
    }
    try document.diagnostics.throwErrors()
  }

  public func apply(to widgets: WidgetSet) -> [Diagnostic] { [] }
}
