import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// Plays a SoundFont with libfluidsynth.
///
/// FluidSynth computes 64 frames at a time. An event is heard at the next multiple of 64 frames, whatever the
/// block size: at most 1.3 ms late at 48 kHz. A note of a preset whose samples are still read begins when they are there.
package final class SoundFontEngine: JointEngine, @unchecked Sendable {
  // Sendable because the protocol forbids calling `prepare` and `render` at the same time.
  package let name = "SoundFont"
  package let widgets: [Widget]
  package let voiceCapacity = SoundFontPlayer.voiceCount
  /// Whether it is rendered offline, and so waits for samples.
  private let isOffline: Bool
  /// Whether it is one of many sounds of a song, which needs fewer voices.
  package var isOneOfMany = false
  /// Whether notes of channel 10 play the font's first drum kit, as General MIDI has it.
  package var playsDrums = false
  private let font: SharedFont
  private var player = PreparedPlayer<SoundFontPlayer>()

  /// Loads the font, unless it is in memory.
  /// - Parameters:
  ///   - preset: a number, a name or a part of one; nil for the first.
  ///   - framesPerSecond: the rate at which it will probably be played.
  package convenience init(
    file path: FilePath, preset: String? = nil, framesPerSecond: Double = 48_000, isOffline: Bool = false
  ) throws(SpinetError) {
    let font = try SharedFont.open(path)
    let index = try preset.map { word throws(SpinetError) in try font.presets.index(word, in: path) }
    try self.init(font, preset: index ?? 0, framesPerSecond: framesPerSecond, isOffline: isOffline)
  }

  /// Reads the samples of the preset.
  package init(
    _ font: SharedFont, preset: Int, framesPerSecond: Double = 48_000, isOffline: Bool = false
  ) throws(SpinetError) {
    try FluidSynthesizer.check(framesPerSecond, font.path)
    self.font = font
    self.isOffline = isOffline
    let choices = font.presets.choices
    widgets = SoundFontParameter.allCases.map { $0.makeWidget(choices, preset: preset) }
    try font.loader.load(preset)
  }

  package var presets: SoundFontPresets { font.presets }

  /// Fonts do not say it. The programs of General MIDI that are struck or plucked fade, whatever the font.
  package var fades: Bool { presets.all[Int(preset.value)].fades }

  package var hearsChannels: Bool { drums != nil }
  /// The preset for channel 10.
  private var drums: Int? {
    guard playsDrums, !presets.all[Int(preset.value)].isDrums else { return nil }
    return presets.drums(program: 0)
  }

  package var memoryBytes: Int { font.loader.memoryBytes }
  package var roomShare: Widget? { widgets[SoundFontParameter.reverb.index] }
  package var sharedMemory: ObjectIdentifier? { ObjectIdentifier(font) }

  /// The widget of the preset that new notes play.
  package var preset: Widget { widgets[SoundFontParameter.preset.index] }

  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    try font.loader.load(Int(preset.value))
    try player.prepare { () throws(SpinetError) in
      let format = StreamFormat(framesPerSecond: framesPerSecond, largestBlock: largestBlock, mix: link.mix)
      return SoundFontPlayer(
        try font.seat(in: format, voices: voices, isOffline: isOffline), drums: drums, isOffline: isOffline,
        hasRoom: link.hasRoom, widgets: widgets, end: link.claimAudioEnd())
    }
  }

  private var voices: [Int] { isOneOfMany ? FluidSynthesizer.voicesOfMany : FluidSynthesizer.voices }

  @_noLocks package func join(_ block: AudioBlock) {
    guard let player = player.address else { return }
    player.pointee.bank.pointee.join(player, block)
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) {
    guard let player = player.address else { return block.silence() }
    player.pointee.bank.pointee.fill(player, block)
  }
}
