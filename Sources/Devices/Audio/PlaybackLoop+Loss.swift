import Glibc
import SpinetEngine
import SpinetRealtime
import Synchronization

// A device that is disconnected, connected again, or suspended with the system.
extension PlaybackLoop {
  private static let secondsBetweenAttempts = 0.25
  /// How long to wait for the disconnected device before the default one is used instead.
  private static let secondsUntilDefault = 2.0
  private static let resumeAttempts = 100
  private static let nanosecondsBetweenResumes: Int64 = 10_000_000

  var isLost: Bool { shared.lossCode.load(ordering: .relaxed) != 0 }

  /// Releases the device. The engine continues unheard.
  func lose(errno: Int32) {
    device.close()
    lostSince = port.now
    nextAttempt = lostSince.advanced(bySeconds: Self.secondsBetweenAttempts)
    change(to: standIn)
    shared.losses.wrappingAdd(1, ordering: .relaxed)
    shared.lossCode.store(errno, ordering: .releasing)
    begin()
  }

  /// Tries to open the device again, and after a while the default one. This may take some milliseconds; the
  /// stand-in catches up afterwards.
  func reopen() {
    nextAttempt = port.now.advanced(bySeconds: Self.secondsBetweenAttempts)
    let searched = Double(port.now.nanoseconds(since: lostSince)) * 1e-9
    if tryOpening(format.pcm) { return shared.usesDefault.store(false, ordering: .relaxed) }
    guard hasStandIn, searched >= Self.secondsUntilDefault, format.pcm != Self.defaultPCM else { return }
    if tryOpening(Self.defaultPCM) { shared.usesDefault.store(true, ordering: .relaxed) }
  }

  /// Opens and starts a device. Returns whether it plays, or needs a new engine. A device that opens but does
  /// not start counts as disconnected.
  private func tryOpening(_ pcm: String) -> Bool {
    guard device.open(pcm) else { return false }
    guard device.format.keepsTime(with: format) else {
      device.close()
      shared.needsRestart.store(true, ordering: .releasing)
      nextAttempt = PlaybackLoop.never
      return true
    }
    guard startStream(on: device) >= 0 else {
      device.close()
      return false
    }
    change(to: device)
    shared.lossCode.store(0, ordering: .releasing)
    shared.reopenings.wrappingAdd(1, ordering: .relaxed)
    recordStart(at: port.now)
    return true
  }

  /// Waits up to a second for the device to continue after the system was suspended. Returns whether it did.
  func resumed() -> Bool {
    for _ in 0..<Self.resumeAttempts {
      let code = port.resume()
      if code >= 0 {
        restartClock(at: port.now)
        return true
      }
      if code != Int(-EAGAIN) || shared.isStopping.load(ordering: .relaxed) { return false }
      port.rest(until: waker, nanoseconds: Self.nanosecondsBetweenResumes)
    }
    return false
  }
}
