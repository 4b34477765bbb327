import FoundationEssentials
import Glibc
import SpinetFormats
import SpinetLibrary
import SpinetMapping
import SpinetRealtime
import SpinetText
import SystemPackage

/// The mapping file that `spinet map learn` writes after every step.
struct LearnFile {
  let path: FilePath
  /// The dialogue's text that is in the file; nil when nothing is mapped.
  private(set) var writtenText: String?
  /// Why the last step is not in the file yet; nil when it is.
  private(set) var failure: SpinetError?
  /// Whether this session created the file, so that it may delete it when everything is undone.
  private let isNew: Bool
  /// The file's whole content when it was last read or written. A different content is another program's work.
  private var knownContent: String?
  /// The text of the last failed attempt.
  private var failedText: String?

  /// - Parameter content: the content of an existing file, as it was read; nil for a new one.
  /// - Throws: an error if the file cannot be written.
  init(path: FilePath, content: String?, text: String?) throws(SpinetError) {
    self.path = path
    isNew = content == nil
    (writtenText, knownContent) = (text, content)
    try AtomicFile.checkWritable(path)
  }

  /// Writes the text if it has changed. After a failure, the next step tries again.
  ///
  /// - Returns: the lines to show.
  mutating func save(_ text: String?) -> [String] {
    if text == writtenText { failure = nil }
    guard text != writtenText, failure == nil || text != failedText else { return [] }
    do {
      try write(text)
      (writtenText, knownContent, failure) = (text, text, nil)
      return []
    } catch {
      (failedText, failure) = (text, error)
      return ["not written: \(error.what): \(error.why); \(error.remedy)"]
    }
  }

  private func write(_ text: String?) throws(SpinetError) {
    let content = try? path.text()
    guard content == nil || content == knownContent else {
      throw SpinetError(
        .fileChanged, what: path.string, why: "another program has changed the file",
        remedy: "start again; then your controls are added to its new text")
    }
    if let text {
      // A file that cannot be read back must not replace one that can.
      guard (try? Mapping(text: text, file: path.string)) != nil else {
        throw SpinetError(
          .notReadable, what: path.string, why: "it could not be read again", remedy: "undo the last step")
      }
      try AtomicFile.write(text, to: path, permissions: 0o644)
    } else if isNew {
      unlink(path.string)
    }
  }
}
