import Glibc
import SpinetFace
import SpinetRealtime

/// A source of frames. Only one thread may use it.
package protocol FrameSource: AnyObject {
  /// The next frame; nil if none comes within this time.
  func next(within seconds: Double) throws(SpinetError) -> GrayFrame?
}

/// Frames from a function, at a fixed rate.
package final class PacedFrames: FrameSource {
  private let framesPerSecond: Double
  private let frame: (Int) -> GrayFrame?
  private var number = 0
  private var due = HostTime.now

  /// - Parameter frame: makes the frame with a number.
  package init(framesPerSecond: Double, frame: @escaping (Int) -> GrayFrame?) {
    self.framesPerSecond = framesPerSecond
    self.frame = frame
  }

  /// A drawn face that moves from side to side.
  package static func synthetic() -> PacedFrames {
    PacedFrames(framesPerSecond: 25) { number in
      let phase = Double(number % 200) / 100
      let x = 0.3 + 0.4 * (phase < 1 ? phase : 2 - phase)
      return SyntheticFace.frame(width: 320, height: 240, x: x, size: 0.6)
    }
  }

  /// Late frames are dropped; only the newest one is returned.
  package func next(within seconds: Double) -> GrayFrame? {
    let now = HostTime.now
    if due > now {
      let wait = Double(due.nanoseconds(since: now)) * 1e-9
      usleep(UInt32(min(wait, seconds, 60) * 1e6))
      if wait > seconds { return nil }
    }
    let late = max(0, Double(HostTime.now.nanoseconds(since: due)) * 1e-9)
    let steps = 1 + Int(min(late * framesPerSecond, 1e6))
    number = (number + steps - 1) % (1 << 30)
    due = due.advanced(bySeconds: Double(steps) / framesPerSecond)
    defer { number += 1 }
    return frame(number)
  }
}
