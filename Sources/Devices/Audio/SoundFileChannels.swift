import CSndfile
import SpinetRealtime
import SystemPackage

/// All samples of a sound file with any number of channels.
package struct SoundFileChannels: Sendable {
  /// The samples of each channel. All channels have the same length.
  package let samples: [[Float]]
  package let framesPerSecond: Int

  /// The maximum number of samples: 1 GiB of floats.
  private static let mostSamples = 1 << 28

  /// Reads the whole file.
  package init(path: FilePath) throws(SpinetError) {
    try SoundFileReader.checkIsFile(path)
    var info = SF_INFO()
    guard let file = sf_open(path.string, Int32(SFM_READ), &info) else {
      throw SpinetError(
        .notReadable, what: path.string, why: soundFileReason(), remedy: Remedy(.giveSoundFile))
    }
    defer { sf_close(file) }
    let channels = Int(info.channels)
    guard info.frames >= 0, Int(info.frames) <= Self.mostSamples / channels else {
      throw SpinetError(
        .fileUnsuitable, what: path.string, why: "it is too long", remedy: "give a shorter one")
    }
    var samples = [[Float]](repeating: [], count: channels)
    for channel in samples.indices { samples[channel].reserveCapacity(Int(info.frames)) }
    var block = [Float](repeating: 0, count: channels * 4096)
    while true {
      let count = Int(sf_readf_float(file, &block, 4096))
      guard count > 0 else { break }
      for channel in 0..<channels {
        for frame in 0..<count { samples[channel].append(block[frame * channels + channel]) }
      }
    }
    guard samples[0].count == Int(info.frames) else {
      throw SpinetError(
        .fileInvalid, what: path.string, why: "the file is truncated", remedy: Remedy(.giveCompleteFile))
    }
    self.samples = samples
    framesPerSecond = Int(info.samplerate)
  }
}
