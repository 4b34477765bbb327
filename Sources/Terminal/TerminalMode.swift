import Glibc
import Session

/// A terminal that hands over each key at once and echoes none, for as long as this value lives.
struct TerminalMode: ~Copyable, Sendable {
  private let saved: termios

  /// nil when there is none.
  init?() {
    var settings = termios()
    guard Self.isAvailable, tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    saved = settings
    InterruptWatch.giveBack(terminal: saved)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  deinit {
    var settings = saved
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    InterruptWatch.giveBack(terminal: nil)
  }

  /// Whether somebody sits at a terminal that can rewrite a line.
  static var isAvailable: Bool {
    let kind = getenv("TERM").map { String(cString: $0) }
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && kind != "dumb"
  }

  /// The width now, which may change while the instrument plays.
  static var columns: Int {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
