import SpinetRealtime
import SpinetSession
import SpinetText
import SystemPackage

/// The file that `spinet render` has written, its length and its loudness.
package struct RenderResult {
  let path: FilePath
  let frames: Int64
  let framesPerSecond: Double
  let level: LevelMeter
  let notes: NoteCount

  var seconds: Double { Double(frames) / framesPerSecond }

  /// `song.wav: 24.31 s at 48000 Hz, peak -3.2 dB, level -18.0 dB`
  package var text: String {
    "\(path): \(Self.decimal(seconds, 100)) s at \(Int(framesPerSecond)) Hz, "
      + "peak \(Self.decibels(level.peakDecibels)), level \(Self.decibels(level.rmsDecibels))"
  }

  /// A problem of the sound; nil if there is none.
  package var warning: SpinetError? {
    guard level.clippedSamples > 0, let peak = level.peakDecibels else { return nil }
    let count = "\(level.clippedSamples) sample\(level.clippedSamples == 1 ? " is" : "s are")"
    return SpinetError(
      .soundClips, what: path.string,
      why: "it clips: \(count) beyond full scale, by \(Self.decimal(peak, 10)) dB at most",
      remedy: Remedy(.renderQuieter))
  }

  package var json: String {
    var line = JSONLine()
    line.add("path", path.string)
    line.add("seconds", seconds)
    line.add("frames", Int(frames))
    line.add("rate", framesPerSecond)
    line.add("peak", level.peakDecibels)
    line.add("level", level.rmsDecibels)
    line.add("clipped", level.clippedSamples)
    line.add("parts", notes.json)
    return line.description
  }

  private static func decibels(_ value: Double?) -> String {
    value.map { "\(decimal($0, 10)) dB" } ?? "silent"
  }

  private static func decimal(_ value: Double, _ parts: Double) -> String {
    "\((value * parts).rounded() / parts)"
  }
}
