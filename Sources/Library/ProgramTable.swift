import SpinetFormats
import SpinetRealtime
import SpinetStage
import SystemPackage

/// Which patch each program number chooses, with the patches themselves. [any-thread]
package struct ProgramTable: Sendable {
  /// A patch that has been read.
  package struct Known: Sendable {
    let entry: LibraryEntry
    let patch: Patch
    let stamp: FileStamp?
  }

  private var known: [ProgramNumber: Known] = [:]

  /// Reads every patch. The user's own come before the shipped ones. A file with errors is skipped.
  package init(_ library: Catalog) throws(SpinetError) {
    for entry in try library.entries(.patch) {
      let stamp = FileStamp(of: entry.path)
      guard let text = try? entry.text(), let patch = try? Patch(text: text, file: entry.path.string) else {
        continue
      }
      for program in patch.programs {
        let number = ProgramNumber(bank: patch.bank, program: program)
        if known[number] == nil { known[number] = Known(entry: entry, patch: patch, stamp: stamp) }
      }
    }
  }

  /// The name of the patch that replaces the one with this number; nil if there is one, or none at all.
  package func standIn(for number: ProgramNumber) -> String? {
    known[number] == nil ? self[number]?.entry.name : nil
  }

  /// The patch with this number, or the best replacement for it; nil if there is none.
  package subscript(number: ProgramNumber) -> Known? {
    number.nearest(among: known.keys).flatMap { known[$0] }
  }
}
