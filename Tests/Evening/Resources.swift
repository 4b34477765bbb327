import Foundation

/// What a process has: descriptors, threads and memory.
struct Resources {
  private let descriptors = Self.names(in: "/proc/self/fd").compactMap {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
  }
  private let threads = Self.names(in: "/proc/self/task").count

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// What there is more of than before; nil if there is not more of anything.
  var growth: String? {
    let now = Resources()
    if now.descriptors.count > descriptors.count {
      return "\(now.descriptors) are open, not \(descriptors)"
    }
    if now.threads > threads { return "\(now.threads) threads run, not \(threads)" }
    return nil
  }

  /// The memory in use, in megabytes.
  static var megabytes: Int {
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (words.flatMap { Int($0[1]) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }
}
