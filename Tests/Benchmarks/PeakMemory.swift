import Foundation

/// How much memory a program takes at most, in bytes.
struct PeakMemory {
  /// With the pages of programs and libraries that it has touched, which other processes share.
  private(set) var resident = 0.0
  /// What it has allocated, seen a hundred times a second.
  private(set) var allocated = 0.0

  /// Throws when the program does not end well.
  ///
  /// - Parameter words: the program's path, then its arguments.
  init(of words: [String]) throws {
    var (process, status, usage) = (pid_t(), Int32(), rusage())
    var outputs = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&outputs)
    defer { posix_spawn_file_actions_destroy(&outputs) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&outputs, descriptor, "/dev/null", O_WRONLY, 0)
    }
    let arguments = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    let result = posix_spawn(&process, words[0], &outputs, nil, arguments, environ)
    while result == 0, wait4(process, &status, WNOHANG, &usage) == 0 {
      allocated = max(allocated, Self.allocated(by: process))
      usleep(10_000)
    }
    guard result == 0, status == 0, usage.ru_maxrss > 0 else {
      throw Run.Failure(description: "\(words.joined(separator: " ")) did not end well")
    }
    resident = Double(usage.ru_maxrss) * 1_024
  }

  private static func allocated(by process: pid_t) -> Double {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return (Double(line?.split(separator: " ").dropLast().last ?? "") ?? 0) * 1_024
  }
}
