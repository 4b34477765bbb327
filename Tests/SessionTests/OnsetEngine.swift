import Logging
import SpinetDevices
import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMapping
import SpinetRealtime
import SpinetWidgets

@testable import SpinetSession

/// An engine that plays a single sample of 1 where a voice starts, so that onsets can be counted in its sound.
final class OnsetEngine: SoundEngine, @unchecked Sendable {
  // Sendable because a test calls it from one thread.
  let name = "Onsets"
  let widgets: [Widget] = []
  let voiceCapacity = 32
  private var end: AudioEnd?

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    end = nil
    end = link.claimAudioEnd()
  }

  func render(_ block: AudioBlock) {
    block.silence()
    var cursor = CommandCursor(block)
    while cursor.isInside, var end = end.take() {
      var starts: Float = 0
      while let command = cursor.nextCommand(from: &end) {
        if case .voice(.start) = command.action { starts += 1 }
      }
      let segment = cursor.nextSegment()
      if segment.frameCount > 0 { segment.left[0] += starts }
      self.end = consume end
    }
  }
}

/// An offline session of an `OnsetEngine`.
struct OnsetRig {
  let session: OfflineSession
  private(set) var sound: [Float] = []

  /// - Parameters:
  ///   - widgets: more that the session has.
  ///   - map: a line of a mapping.
  ///   - engine: another one than an `OnsetEngine`.
  init(
    period: Int, song: SongToPlay? = nil, widgets: [Widget] = [], map: String? = nil,
    engine: any SoundEngine = OnsetEngine()
  ) throws {
    let options = PlayOptions()
    let instrument = try LoadedInstrument(
      LoadedStage(LoadedSound(name: "Onsets", engine: engine)),
      sessionWidgets: SessionWidgets(sources: (song?.widgets.all ?? []) + widgets))
    let setup = try PerformerSetup(instrument, options, library: nil, logger: Logger(label: "test"))
    session = try OfflineSession(
      setup, framesPerSecond: 48_000, periodFrames: period, cores: 1, logger: Logger(label: "test"))
    if let map {
      let mapping = try Mapping(text: "map:\n  \(map)\n", file: "test.yaml")
      _ = try performer.changeMappings { (active: inout ActiveMappings) throws(SpinetError) in
        active = ActiveMappings([mapping])
        return true
      }
    }
  }

  var performer: Performer { session.performer }
  var widgets: WidgetSet { performer.instrument.widgets }

  /// Plays up to a moment, and does something there.
  mutating func play(until seconds: Double, then action: (HostTime) -> Void = { _ in }) throws {
    var sound = sound
    try session.play(untilSeconds: seconds) { (block: AudioBlock) throws(SpinetError) in
      for frame in 0..<block.frameCount { sound.append(block.left[frame]) }
    } then: {
      action($0)
    }
    self.sound = sound
  }

  /// Moves a widget at a moment, as anybody may.
  mutating func set(_ name: String, _ value: Double, at seconds: Double) throws {
    let performer = performer
    try play(until: seconds) {
      performer.instrument.widgets[name]?.set(value)
      performer.applySessionWidgets(at: $0)
    }
  }

  /// The frames at which voices start; a frame with two of them comes twice.
  var onsets: [Int] {
    sound.indices.filter { sound[$0] > 0 }.flatMap { Array(repeating: $0, count: Int(sound[$0].rounded())) }
  }
}
