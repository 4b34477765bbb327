import Glibc
import SpinetSession

/// A terminal, by its two descriptors.
package struct Terminal: Sendable {
  let input: Int32
  let output: Int32

  /// The terminal in which the command was started.
  package static let standard = Terminal(input: STDIN_FILENO, output: STDOUT_FILENO)

  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Whether both ends are a terminal, and one that can rewrite a line.
  var isInteractive: Bool {
    let kind = getenv("TERM").map { String(cString: $0) }
    return isatty(input) == 1 && isatty(output) == 1 && kind != "dumb"
  }

  /// Whether this program has the terminal. A shell takes it while the program is stopped or in the background. Without
  /// job control, the program always has it.
  var isInForeground: Bool { Self.isInForeground(input) }

  static func isInForeground(_ input: Int32) -> Bool {
    let group = tcgetpgrp(input)
    return group < 0 || group == getpgrp()
  }

  /// The width now; it may change at any time.
  var columns: Int {
    var size = winsize()
    return ioctl(output, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}

/// While this value lives, the terminal passes on each key at once and does not echo it.
struct TerminalMode: ~Copyable, Sendable {
  private let saved: termios
  private let input: Int32

  /// Nil when there is no terminal.
  init?(_ terminal: Terminal = .standard) {
    var settings = termios()
    guard terminal.isInteractive, terminal.isInForeground, tcgetattr(terminal.input, &settings) == 0
    else {
      return nil
    }
    saved = settings
    input = terminal.input
    SignalHandling.giveBack(terminal: saved)
    keep()
  }

  /// Takes the keys again, if a shell has given the terminal back with the mode that it had before.
  ///
  /// - Returns: whether that was necessary. Then the text on the screen may be gone too.
  @discardableResult func keep() -> Bool {
    var settings = termios()
    guard tcgetattr(input, &settings) == 0, settings.c_lflag & tcflag_t(ICANON) != 0 else { return false }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(input, TCSANOW, &settings)
    return true
  }

  deinit {
    SignalHandling.giveBack(terminal: nil)
    // In the background the terminal belongs to another program.
    guard Terminal.isInForeground(input) else { return }
    var settings = saved
    tcsetattr(input, TCSANOW, &settings)
  }
}
