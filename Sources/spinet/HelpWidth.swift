import Glibc

/// The parser ends the program where help is to be narrower than its first column.
func widenHelp() {
  var size = winsize()
  let isNarrow = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col < narrowest
  let columns = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }
  if columns.map({ $0 < narrowest }) ?? isNarrow { setenv("COLUMNS", "\(narrowest)", 1) }
}

private let narrowest = 40
