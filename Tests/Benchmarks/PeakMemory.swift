import Foundation

/// How much memory a program takes at most.
enum PeakMemory {
  /// In bytes. Throws when the program does not end well.
  ///
  /// - Parameter words: the program's path, then its arguments.
  static func bytes(of words: [String]) throws -> Double {
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
    guard result == 0, wait4(process, &status, 0, &usage) == process, status == 0 else {
      throw Run.Failure(description: "\(words.joined(separator: " ")) did not end well")
    }
    return Double(usage.ru_maxrss) * 1_024
  }
}
