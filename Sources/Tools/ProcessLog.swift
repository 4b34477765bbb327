import Glibc
import SpinetText
import SystemPackage

/// The file that a process prints into. It goes with its owner.
struct ProcessLog: ~Copyable {
  let path: FilePath

  /// - Parameter name: the first part of the file's name. The rest is its own.
  init(of name: String, in environment: [String: String]) {
    let folder = FilePath(variable: "TMPDIR", in: environment) ?? "/tmp"
    path = folder.appending("\(name)-\(getpid())-\(UInt64.random(in: 0 ... .max))")
  }

  deinit { unlink(path.string) }

  /// What was printed; empty if nothing could be.
  var text: String { (try? path.text()) ?? "" }
}
