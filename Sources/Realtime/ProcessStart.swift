import CRealtime
import Glibc

/// How another program is started: in a process group of its own, because Ctrl-C is for this one, with nothing to read,
/// and with none of this process's files but those that it is given.
package struct ProcessStart {
  /// The program's path and its arguments.
  private let words: [String]
  private let descriptors: [Int32]
  private let log: String?
  private let environment: [String]

  /// The first descriptor that is passed on.
  package static let firstDescriptor: Int32 = 3

  /// - Parameters:
  ///   - words: the program's path and its arguments.
  ///   - descriptors: those that the process gets, from `firstDescriptor` on.
  ///   - log: the file for its standard output and error; nil for those of this process.
  ///   - environment: `NAME=VALUE`, added to the environment of this process, whose variables of those names it replaces.
  package init(
    _ words: [String], passing descriptors: [Int32], log: String? = nil, environment: [String] = []
  ) {
    (self.words, self.descriptors, self.log, self.environment) = (words, descriptors, log, environment)
  }

  /// Starts it. Returns nil if the system has no room for another process. [any-thread]
  package func start() -> pid_t? {
    // None of them may have a number that another one gets.
    let copies = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 16) }
    defer { for copy in copies where copy >= 0 { close(copy) } }
    guard copies.allSatisfy({ $0 >= 0 }) else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    open(copies, &actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Self.separate(&attributes)
    var arguments = words.map { strdup($0) } + [nil]
    var variables = self.variables.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let answer = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables)
    return answer == 0 ? process : nil
  }

  private func open(_ copies: [Int32], _ actions: inout posix_spawn_file_actions_t) {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    if let log {
      posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
    }
    for (index, copy) in copies.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, copy, Self.firstDescriptor + Int32(index))
    }
    _ = rt_spawn_close_from(&actions, Self.firstDescriptor + Int32(copies.count))
  }

  private static func separate(_ attributes: inout posix_spawnattr_t) {
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
  }

  private var variables: [String] {
    let names = environment.map(Self.name)
    var all = environment
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    while let text = next?.pointee {
      let variable = String(cString: text)
      if !names.contains(Self.name(of: variable)) { all.append(variable) }
      next = next?.successor()
    }
    return all
  }

  private static func name(of variable: String) -> Substring { variable.prefix { $0 != "=" } }
}
