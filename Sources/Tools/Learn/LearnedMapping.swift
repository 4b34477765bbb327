import SpinetLibrary
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage

/// A `LearnDialogue` and the mapping file that grows with it: it is written after every step.
package struct LearnedMapping {
  package internal(set) var dialogue: LearnDialogue
  private(set) var file: LearnFile

  /// - Parameter path: of the mapping file; an existing one is extended.
  package init(file path: FilePath, widgets: WidgetSet) throws(SpinetError) {
    if path.exists {
      let content = try InputFile.text(at: path, remedy: Remedy(.giveOtherMappingFile))
      dialogue = try LearnDialogue(adding: content, file: path.string, widgets: widgets)
      file = try LearnFile(path: path.resolved ?? path, content: content, text: dialogue.text)
    } else {
      dialogue = LearnDialogue(widgets: widgets)
      file = try LearnFile(path: path, content: nil, text: nil)
    }
  }

  /// Handles an input, and returns the lines to print.
  package mutating func take(_ input: LearnDialogue.Input) -> [String] {
    dialogue.take(input) + file.save(dialogue.text)
  }

  /// Says whether the file was written, and how it is used.
  ///
  /// - Parameter advice: how to play with a mapping file.
  package func ending(
    _ advice: (FilePath) -> String = { "play with the mapping file \($0)" }
  ) -> String {
    guard file.writtenText != nil else { return "nothing is mapped, and \(file.path) is not written" }
    let use = isFoundByItself ? "it is used whenever its controller plays" : advice(file.path)
    return "\(file.path) is written; \(use)"
  }

  private var isFoundByItself: Bool {
    guard let folder = Catalog.current.ownFolder(of: .mapping) else { return false }
    return file.path.absolute.starts(with: folder)
  }
}
