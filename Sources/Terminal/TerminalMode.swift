import Glibc

/// A terminal that hands over each key at once and echoes none, for as long as this value lives.
struct TerminalMode: ~Copyable, Sendable {
  private let saved: termios

  /// nil when standard input or output is no terminal.
  init?() {
    var settings = termios()
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0
    else {
      return nil
    }
    saved = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  deinit {
    var settings = saved
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// The width now, which may change while the instrument plays.
  static var columns: Int {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
