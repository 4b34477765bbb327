import SpinetDevices
import SpinetRealtime
import SpinetSession
import SystemPackage

/// The sound of a render on its way to a file: measured, and written in large pieces, or at the end with another
/// loudness.
struct RenderedSound {
  private let writer: SoundFileWriter
  private let outputs: Int
  private var pending: OutputSamples
  private(set) var frames: Int64 = 0
  private(set) var level = LevelMeter()
  /// Everything so far, if it is written at the end; nil if it is written at once.
  private var kept: [Float]?

  /// - Parameter isNormalised: whether the loudest sample is brought to just below full scale. The whole sound is then in
  ///   memory until the end.
  init(to writer: SoundFileWriter, outputs: Int, isNormalised: Bool) {
    self.writer = writer
    self.outputs = outputs
    pending = OutputSamples(outputs: outputs)
    kept = isNormalised ? [] : nil
  }

  mutating func append(_ block: AudioBlock) throws(SpinetError) {
    pending.append(block)
    if pending.isFull { try writePending() }
  }

  /// - Parameter samples: a sample for each output, frame by frame.
  mutating func append(_ samples: [Float]) throws(SpinetError) {
    pending.append(samples)
    if pending.isFull { try writePending() }
  }

  private mutating func writePending() throws(SpinetError) {
    let samples = pending.removeAll()
    level.take(samples)
    frames += Int64(samples.count / outputs)
    if kept == nil { try writer.write(interleaved: samples) } else { kept?.append(contentsOf: samples) }
  }

  /// Writes the rest and completes the file.
  ///
  /// - Parameter name: another name than the one that was planned; nil for that one.
  mutating func finish(as name: FilePath?) throws(SpinetError) {
    try writePending()
    try writeKept()
    if let name { try writer.finish(as: name) } else { try writer.finish() }
  }

  /// Writes the kept samples so that the loudest one is 0.1 dB below full scale.
  private mutating func writeKept() throws(SpinetError) {
    guard let samples = kept else { return }
    // Silence stays silence.
    let factor = level.amplitude > 0 && level.amplitude.isFinite ? 0.9886 / level.amplitude : 1
    level.scale(by: factor)
    try writer.write(interleaved: samples.map { $0 * Float(factor) })
  }
}
