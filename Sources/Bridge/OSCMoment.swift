import SpinetOSC
import SpinetRealtime
import SpinetWidgets

/// When a message is played: the moment of its bundle by the wall clock, on the clock of the instrument.
struct OSCMoment: Equatable {
  let time: HostTime
  /// 0 for what is due.
  let secondsAhead: Double

  /// - Parameters:
  ///   - wall: nanoseconds since 1970, read at `now`.
  init(_ tag: OSCTime, wall: Int64, now: HostTime) {
    guard let nanoseconds = tag.unixNanoseconds, wall >= 0, nanoseconds > UInt64(wall) else {
      (time, secondsAhead) = (now, 0)
      return
    }
    secondsAhead = Double(nanoseconds - UInt64(wall)) * 1e-9
    time = now.advanced(bySeconds: secondsAhead)
  }
}
