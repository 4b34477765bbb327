import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage

/// Plays a SoundFont with libfluidsynth.
///
/// FluidSynth computes 64 frames at a time. An event is heard at the next multiple of 64 frames, whatever the
/// block size: at most 1.3 ms late at 48 kHz.
package final class SoundFontEngine: SoundEngine, @unchecked Sendable {
  // Sendable because the protocol forbids calling `prepare` and `render` at the same time, and `loaded` is behind
  // a lock.
  package let name = "SoundFont"
  package let widgets: [Widget]
  package let voiceCapacity = SoundFontPlayer.voiceCount
  package let presets: SoundFontPresets
  private let file: SoundFontFile
  private let path: FilePath
  /// The synthesizer that was loaded to check the file. The first stream with its rate uses it. A stream with
  /// another rate shares its samples.
  private let loaded: Mutex<FluidSynthesizer?>
  private var player = PreparedPlayer<SoundFontPlayer>()

  /// Loads the font.
  /// - Parameters:
  ///   - preset: a number, a name or a part of one; nil for the first.
  ///   - framesPerSecond: the rate at which it will probably be played.
  package convenience init(
    file path: FilePath, preset: String? = nil, framesPerSecond: Double = 48_000
  ) throws(SpinetError) {
    let file = try SoundFontFile(path: path)
    let index = try preset.map { word throws(SpinetError) in try file.presets.index(word, in: path) }
    try self.init(file, path: path, preset: index ?? 0, framesPerSecond: framesPerSecond)
  }

  package init(
    _ file: SoundFontFile, path: FilePath, preset: Int, framesPerSecond: Double = 48_000
  ) throws(SpinetError) {
    self.file = file
    self.path = path
    presets = file.presets
    let choices = presets.choices
    widgets = SoundFontParameter.allCases.map { $0.makeWidget(choices, preset: preset) }
    loaded = Mutex(try FluidSynthesizer(file, path: path, framesPerSecond: framesPerSecond))
  }

  /// Fonts do not say it. The programs of General MIDI that are struck or plucked fade, whatever the font.
  package var fades: Bool { presets.all[Int(preset.value)].fades }

  /// The widget of the preset that new notes play.
  package var preset: Widget { widgets[SoundFontParameter.preset.index] }

  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    try player.prepare { () throws(SpinetError) in
      let synthesizer = try claimSynthesizer(framesPerSecond)
      return SoundFontPlayer(synthesizer, presets, widgets: widgets, end: link.claimAudioEnd())
    }
  }

  private func claimSynthesizer(_ framesPerSecond: Double) throws(SpinetError) -> FluidSynthesizer {
    let ready = loaded.withLock { loaded in
      defer { loaded = nil }
      return loaded
    }
    if let ready, ready.framesPerSecond == framesPerSecond { return ready }
    // Keeps the old one alive until the new one shares its samples.
    defer { withExtendedLifetime(ready) {} }
    return try FluidSynthesizer(file, path: path, framesPerSecond: framesPerSecond)
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) {
    player.render(block) { $0.render($1) }
  }
}
