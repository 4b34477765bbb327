import Glibc

/// A program that runs beside this one, by posix_spawn(3); what it says goes to a file.
struct ChildProcess {
  private let identifier: pid_t

  /// - Parameter log: where standard output and error go.
  /// - Returns: nil if it cannot be started.
  init?(_ program: String, _ arguments: [String], log: String) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier: pid_t = 0
    guard posix_spawn(&identifier, program, &actions, nil, &words, environ) == 0 else { return nil }
    self.identifier = identifier
  }

  /// Waits for its end. Answers whether it was content.
  func succeeds() -> Bool {
    var status: CInt = 0
    while waitpid(identifier, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    return status == 0
  }
}
