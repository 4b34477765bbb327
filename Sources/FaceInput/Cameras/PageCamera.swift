import SpinetFace
import SpinetRealtime
import Synchronization

/// The camera of a device that shows a page of the panel. It keeps the newest frame until it is looked at.
///
/// The first page that sends frames is used, until it ends or sends no more frames.
final class PageCamera: FrameSource, Sendable {
  private struct State {
    var page: UInt32?
    var frame: GrayFrame?
    var lastHeard = HostTime.now
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let waker: Waker

  /// In nanoseconds. A page that sends no frame for this time has ended.
  private static let longestSilence: Int64 = 2_000_000_000

  init() throws(SpinetError) { waker = try Waker() }

  /// The page whose camera is used.
  var page: UInt32? { state.withLock { $0.page } }

  /// - Returns: false while another page's camera is used.
  func give(_ frame: GrayFrame, by page: UInt32) -> Bool {
    let isTaken = state.withLock { state in
      if let other = state.page, other != page { return false }
      (state.page, state.frame, state.lastHeard, state.hasEnded) = (page, frame, .now, false)
      return true
    }
    if isTaken { waker.wake() }
    return isTaken
  }

  func end(_ page: UInt32) {
    state.withLock { state in
      guard state.page == page else { return }
      (state.page, state.frame, state.hasEnded) = (nil, nil, true)
    }
    waker.wake()
  }

  /// The newest frame. Throws once when the page sends no more frames.
  func next(within seconds: Double) throws(SpinetError) -> GrayFrame? {
    if let frame = popFrame() { return frame }
    waker.sleep(nanoseconds: Int64(seconds * 1e9))
    waker.consume()
    if let frame = popFrame() { return frame }
    if let why = end(at: .now) {
      throw SpinetError(
        .deviceNotFound, what: "camera of the panel", why: why, remedy: "turn it on in the panel's view Face")
    }
    return nil
  }

  /// Takes the waiting frame. It may have waited for longer than `longestSilence`, so the time starts again.
  private func popFrame() -> GrayFrame? {
    state.withLock { state in
      guard let frame = state.frame else { return nil }
      (state.frame, state.lastHeard) = (nil, .now)
      return frame
    }
  }

  /// The reason if the page's frames have just ended; nil otherwise.
  private func end(at now: HostTime) -> String? {
    state.withLock { state in
      if state.hasEnded {
        state.hasEnded = false
        return "it was turned off, or its page was closed"
      }
      guard state.page != nil, now.nanoseconds(since: state.lastHeard) > Self.longestSilence else {
        return nil
      }
      state.page = nil
      return "it sends nothing any more"
    }
  }
}
