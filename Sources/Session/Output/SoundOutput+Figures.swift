import SpinetDevices
import SpinetEngine

/// Figures for the status.
extension SoundOutput {
  var status: OutputStatus? { run?.status }
  var format: OutputFormat? { run?.format }
  private var meters: EngineMeters? { run?.meters }

  var state: SessionStatus.AudioState {
    let isNowhere = standIn == OutputRequest.noPCM
    return switch status?.state {
    case .playing where isNowhere, .paused where isNowhere: .lost(cards.wanted)
    case .playing: .playing
    case .paused: .resting
    case .lost: .lost(status?.pcm ?? "")
    case .stopped, nil: .stopped
    }
  }

  /// Whether audio runs, so that control has to check on it.
  var isPlaying: Bool { status.map { $0.state != .paused && $0.state != .stopped } ?? false }

  var voices: Int { meters?.soundingVoices ?? 0 }
  /// Of the card, and of processes that were late with a block.
  var xruns: Int { (status?.underruns ?? 0) + (meters?.missedBlocks ?? 0) }
  var lateCommands: Int { meters?.lateCommands ?? 0 }

  var lostReports: Int { meters?.lostReports ?? 0 }

  var latencyMilliseconds: Double? {
    guard let status, let format, status.latencyFrames > 0 else { return nil }
    return (Double(status.latencyFrames) / Double(format.framesPerSecond) * 10_000).rounded() / 10
  }

  /// The latency in parts; nil while nothing runs.
  var timing: SessionStatus.Timing? {
    guard let format, let latency = latencyMilliseconds, format.framesPerSecond > 0, format.periodFrames > 0
    else {
      return nil
    }
    let block = Double(format.periodFrames) / Double(format.framesPerSecond) * 1000
    return SessionStatus.Timing(
      blockMilliseconds: block, bufferMilliseconds: max(0, latency - block),
      framesPerSecond: format.framesPerSecond, periodFrames: format.periodFrames,
      periods: format.bufferFrames / format.periodFrames)
  }

  /// How to make the latency shorter, where blocks are so long that players feel it; empty where they are not.
  var advice: String { timing?.advice ?? "" }

  /// The highest level since the last call, in decibels of full scale; nil for silence.
  func popPeakDecibels() -> Double? {
    meters.flatMap { LevelMeter.decibels(Double($0.popPeak())) }
  }

  /// The PCM that plays while the wanted one is missing; nil otherwise.
  var standIn: String? { status.flatMap { cards.standIn(playing: $0.pcm) } }

  /// What plays, on which PCM, and how long after a key it sounds.
  var timedDescription: String {
    let latency = latencyMilliseconds.map { ", \($0) ms from a key to its sound" } ?? ""
    return description.isEmpty ? "" : description + latency
  }

  /// What plays, and on which PCM.
  var description: String {
    guard var format else { return "" }
    format.pcm = status?.pcm ?? format.pcm
    return "\(format)" + (standIn == nil ? "" : ", until \(cards.wanted) is there")
  }
}
