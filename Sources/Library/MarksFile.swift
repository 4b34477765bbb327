import SpinetFormats
import SpinetRealtime
import Synchronization
import SystemPackage

/// The user's marks, with their file. [any-thread]
package final class MarksFile: Sendable {
  /// Nil without a home folder: then marks last until the end.
  private let path: FilePath?
  private let kept: Mutex<Marks>
  /// Held while the file is changed, so that two changes are both kept.
  private let changing = Mutex<Void>(())

  /// Reads the file. One that is damaged counts as none, and is not written over.
  package init(at path: FilePath?) {
    self.path = path
    kept = Mutex((try? path.map(Self.read)) ?? Marks())
  }

  package var marks: Marks { kept.withLock { $0 } }

  /// Changes the marks, and the file with them. What another instrument has written meanwhile stays. Blocks.
  ///
  /// - Throws: if the file cannot be read or written. The marks are as they were then.
  package func change(_ change: (inout Marks) -> Void) throws(SpinetError) {
    try changing.withLock { _ throws(SpinetError) in
      guard let path else { return kept.withLock { change(&$0) } }
      var marks = try Self.read(path)
      change(&marks)
      try AtomicFile.write(marks.text, to: path, permissions: 0o644)
      kept.withLock { $0 = marks }
    }
  }

  private static func read(_ path: FilePath) throws(SpinetError) -> Marks {
    guard let bytes = try InputFile.bytes(ifThereIs: path) else { return Marks() }
    return try Marks(bytes: bytes, file: path.string)
  }
}
