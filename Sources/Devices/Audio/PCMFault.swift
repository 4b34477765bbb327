import Glibc

/// What an error code of a playing PCM means for the one who plays.
enum PCMFault: Hashable {
  /// Try again later: EAGAIN, EINTR.
  case notNow
  /// It ran dry: EPIPE.
  case underrun
  /// The system slept: ESTRPIPE.
  case suspended
  /// It is no longer there, or of no use: ENODEV and whatever else.
  case lost(errno: Int32)

  init(code: Int) {
    switch Int32(-code) {
    case EAGAIN, EINTR: self = .notNow
    case EPIPE: self = .underrun
    case ESTRPIPE: self = .suspended
    case let other: self = .lost(errno: other)
    }
  }
}
