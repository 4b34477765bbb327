import Glibc
import SpinetDevices
import SpinetRealtime
import SpinetText
import Synchronization
import SystemPackage

/// The names of a recording's files: the given one, then `take-2.wav`, `take-3.wav` and so on. [any-thread]
final class RecordingNames: Sendable {
  private let wanted: @Sendable () throws(SpinetError) -> FilePath
  private let replaces: Bool
  private let given = Mutex(Given())

  private struct Given {
    var names: [FilePath] = []
    /// The number of the last one.
    var number = 0
    /// The names of files in which full ones continue.
    var continued: [FilePath] = []
  }

  /// Names that are reserved: a file gets its name only when it is complete.
  private static let inUse = Mutex<Set<FilePath>>([])

  /// - Parameter wanted: called whenever a name is needed.
  init(replaces: Bool, wanted: @escaping @Sendable () throws(SpinetError) -> FilePath) {
    self.replaces = replaces
    self.wanted = wanted
  }

  deinit {
    let names = given.withLock { $0.names + $0.continued }
    Self.inUse.withLock { $0.subtract(names) }
  }

  /// A new name that no file has yet. Only the first may replace a file. Names are given in the order of the files,
  /// whichever thread asks first.
  ///
  /// - Parameter file: the number of files before it.
  func name(of file: Int) throws(SpinetError) -> FilePath {
    let wanted = try wanted()
    while true {
      let name = given.withLock { given -> FilePath? in
        guard given.names.count == file else { return nil }
        given.number += 1
        while !claim(given.number, of: wanted, isFirst: file == 0) { given.number += 1 }
        given.names.append(wanted.numbered(given.number))
        return given.names.last
      }
      if let name { return name }
      usleep(1_000)
    }
  }

  /// A new name for the sound of a file that is full.
  func continuation() throws(SpinetError) -> FilePath {
    let wanted = try wanted()
    return given.withLock { given in
      repeat { given.number += 1 } while !claim(given.number, of: wanted, isFirst: false)
      given.continued.append(wanted.numbered(given.number))
      return wanted.numbered(given.number)
    }
  }

  /// Whether a file that has this name is replaced.
  func mayReplace(_ name: FilePath) -> Bool { replaces && given.withLock { $0.names.first == name } }

  /// Reserves a name. Returns whether it was free.
  private func claim(_ number: Int, of wanted: FilePath, isFirst: Bool) -> Bool {
    let path = wanted.numbered(number)
    let mayReplace = replaces && isFirst
    return Self.inUse.withLock { names in
      guard !names.contains(path), mayReplace || !path.exists else {
        return false
      }
      names.insert(path)
      return true
    }
  }
}
