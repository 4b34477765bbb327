import Glibc
import SpinetRealtime
import Synchronization
import SystemPackage

/// Atomic values that the audio thread shares with other threads.
struct OutputSharedState: ~Copyable {
  enum State: Int, AtomicRepresentable { case stopped, playing, paused }

  let state = Atomic<State>(.stopped)
  let isStopping = Atomic<Bool>(false)
  let hasPlayed = Atomic<Bool>(false)
  let needsRestart = Atomic<Bool>(false)
  let usesDefault = Atomic<Bool>(false)
  /// The errno of the disconnection; 0 while the device is connected.
  let lossCode = Atomic<Int32>(0)
  let latencyFrames = Atomic<Int>(0)
  let underruns = Atomic<Int>(0)
  let suspensions = Atomic<Int>(0)
  let shortWrites = Atomic<Int>(0)
  let losses = Atomic<Int>(0)
  let reopenings = Atomic<Int>(0)
  let pauses = Atomic<Int>(0)

  /// - Parameter pcm: the requested PCM.
  func status(pcm: String) -> OutputStatus {
    OutputStatus(
      state: shownState, hasPlayed: hasPlayed.load(ordering: .relaxed),
      pcm: usesDefault.load(ordering: .relaxed) ? PlaybackLoop.defaultPCM : pcm,
      underruns: underruns.load(ordering: .relaxed), suspensions: suspensions.load(ordering: .relaxed),
      shortWrites: shortWrites.load(ordering: .relaxed), losses: losses.load(ordering: .relaxed),
      reopenings: reopenings.load(ordering: .relaxed), pauses: pauses.load(ordering: .relaxed),
      needsRestart: needsRestart.load(ordering: .relaxed),
      latencyFrames: latencyFrames.load(ordering: .relaxed))
  }

  private var shownState: OutputStatus.State {
    let state = state.load(ordering: .acquiring)
    let loss = lossCode.load(ordering: .acquiring)
    if state == .stopped { return .stopped }
    if loss != 0 { return .lost(reason: "\(Errno(rawValue: loss))") }
    return state == .paused ? .paused : .playing
  }
}
