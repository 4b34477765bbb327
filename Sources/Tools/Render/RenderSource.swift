import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// The sources of a render, besides the instrument.
package struct RenderSource {
  /// The path of a standard MIDI file, or the name of a built-in one. Nil: the instrument's own score, or its
  /// input.
  let song: String?
  /// The path of a sound file for the instrument's audio input.
  let input: FilePath?
  /// Seconds after which the render ends; nil to end with the song, the score or the input.
  let duration: Double?
  /// How the song's channels become parts; nil if all play the instrument.
  var parts: Parts?
  /// Frames per second; nil for the rate of the program or the input if there is no song.
  let rate: Double?

  /// Parts that a song chooses itself.
  package enum Parts: Sendable {
    /// One for each channel, with the sounds of its program changes, and drums on channel 10.
    case generalMIDI(GeneralMIDIFont)
  }

  package init(
    song: String?, input: FilePath? = nil, duration: Double? = nil, rate: Double? = nil, parts: Parts? = nil
  ) {
    self.song = song
    self.input = input
    self.duration = duration
    self.rate = rate
    self.parts = parts
  }

  /// The rate of the render. An input without a song, and a program without a song, keep their own.
  /// - Parameter usual: the rate for everything else.
  func framesPerSecond(
    of engine: any SoundEngine, _ file: InputSound?, usual: Double
  ) throws(SpinetError) -> Double {
    let own = file?.framesPerSecond ?? (song == nil ? engine.ownFramesPerSecond : nil)
    let chosen = rate ?? own ?? usual
    if let file, file.framesPerSecond != chosen {
      throw SpinetError(
        .fileUnsuitable, what: input?.string ?? "",
        why: "its rate is \(Int(file.framesPerSecond)) Hz, not \(Int(chosen)) Hz",
        remedy: "render at its rate, or convert it")
    }
    return chosen
  }

  /// Whether a file is a program, which can sound without a song.
  package static func isProgram(_ path: FilePath) -> Bool {
    SoundFormat(of: path)?.isProgram == true
  }
}
