import CSndfile
import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// A sound file with one or two channels, and with its note and loop if it has them.
package final class SoundFileReader {
  package let frameCount: Int
  package let isStereo: Bool
  package let framesPerSecond: Double
  /// The recorded note: 60 is middle C, fractions are cents. Nil if the file does not contain it.
  package let rootNote: Double?
  /// The frames of the file's loop.
  package let loop: Range<Int>?
  /// How many bits a sample has in the file: 16, 24, or 32 for all that need more.
  package let bits: Int

  private let path: FilePath
  private let file: OpaquePointer

  /// Files are read completely, so longer ones would use too much memory.
  package static let longestSeconds = 600.0
  private static let rates: ClosedRange<Int32> = 1_000...384_000

  package init(path: FilePath) throws(SpinetError) {
    self.path = path
    try Self.checkIsFile(path)
    var info = SF_INFO()
    guard let file = sf_open(path.string, Int32(SFM_READ), &info) else {
      throw SpinetError(
        .notReadable, what: path.string, why: soundFileReason(), remedy: Remedy(.giveSoundFile))
    }
    if let refusal = Self.refusal(of: info, path: path) {
      sf_close(file)
      throw refusal
    }
    self.file = file
    frameCount = Int(info.frames)
    isStereo = info.channels == 2
    framesPerSecond = Double(info.samplerate)
    let instrument = Self.instrument(of: file)
    bits = Self.bits(of: info.format)
    rootNote = instrument?.rootNote(in: info.format)
    loop = instrument?.firstLoop
  }

  deinit { sf_close(file) }

  /// Reads all frames, `frameCount` samples for each channel. Both channels of a mono file are the same.
  package func read(left: Samples, right: Samples?) throws(SpinetError) {
    let channels = isStereo ? 2 : 1
    var samples = [Float](repeating: 0, count: channels * 65_536)
    var done = 0
    while done < frameCount {
      let wanted = min(frameCount - done, samples.count / channels)
      let count = Int(sf_readf_float(file, &samples, sf_count_t(wanted)))
      guard count > 0 else { throw cutOff(after: done) }
      for frame in 0..<count {
        left[done + frame] = samples[channels * frame]
        if let right { right[done + frame] = samples[channels * frame + channels - 1] }
      }
      done += count
    }
  }

  private static func bits(of format: Int32) -> Int {
    switch Int(format) & SF_FORMAT_SUBMASK {
    case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_ULAW, SF_FORMAT_ALAW,
      SF_FORMAT_VORBIS:
      16
    case SF_FORMAT_PCM_24: 24
    default: 32
    }
  }

  /// Reads frames from anywhere in the file, side by side for each channel.
  ///
  /// - Returns: how many were read; fewer at the end, or where the file cannot be read.
  package func readFrames(from frame: Int, count: Int, into samples: UnsafeMutablePointer<Float>) -> Int {
    guard sf_seek(file, sf_count_t(frame), Int32(SEEK_SET)) == sf_count_t(frame) else { return 0 }
    return Int(sf_readf_float(file, samples, sf_count_t(count)))
  }

  package func cutOff(after frames: Int) -> SpinetError {
    let seconds = (Double(frames) / framesPerSecond * 10).rounded() / 10
    return SpinetError(
      .fileInvalid, what: path.string, why: "it ends too early, after \(seconds) s",
      remedy: Remedy(.giveCompleteFile))
  }

  /// Throws unless the path leads to a regular file. Opening a pipe would wait without a limit.
  package static func checkIsFile(
    _ path: FilePath, remedy: Remedy = "give the path of a sound file"
  ) throws(SpinetError) {
    var status = stat()
    guard stat(path.string, &status) == 0 else {
      throw SpinetError(.notReadable, what: path.string, why: "\(Errno.last)", remedy: remedy)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SpinetError(.notReadable, what: path.string, why: "it is not a file", remedy: remedy)
    }
  }

  private static func refusal(of info: SF_INFO, path: FilePath) -> SpinetError? {
    let seconds = Double(info.frames) / Double(max(1, info.samplerate))
    let (reason, remedy): (String, Remedy) =
      switch info {
      case _ where info.frames <= 0: ("there is no sound in it", "give one with sound")
      case _ where info.channels > 2:
        ("it has \(info.channels) channels", "mix it down to two, or to one")
      case _ where !rates.contains(info.samplerate):
        ("its rate is \(info.samplerate) Hz", "convert it to 48000 Hz")
      case _ where seconds > longestSeconds:
        ("it lasts longer than \(Int(longestSeconds / 60)) minutes", "cut out the part that is to be played")
      default: ("", "")
      }
    return reason.isEmpty ? nil : SpinetError(.fileUnsuitable, what: path.string, why: reason, remedy: remedy)
  }

  private static func instrument(of file: OpaquePointer) -> SF_INSTRUMENT? {
    var instrument = SF_INSTRUMENT()
    let size = Int32(MemoryLayout<SF_INSTRUMENT>.size)
    guard sf_command(file, Int32(SFC_GET_INSTRUMENT), &instrument, size) == SF_TRUE else { return nil }
    return instrument
  }
}

extension SF_INSTRUMENT {
  /// The recorded note. Nil for 0, because programs that do not know the note write 0.
  ///
  /// In a WAV file, the cents say how much higher than the note the recording sounds; in an AIFF file, how much
  /// higher to play it ("sampler chunk" and "instrument chunk" of the formats).
  fileprivate func rootNote(in format: Int32) -> Double? {
    guard basenote > 0 else { return nil }
    let isAIFF = Int(format) & SF_FORMAT_TYPEMASK == SF_FORMAT_AIFF
    let cents = Double(detune) * (isAIFF ? -1 : 1)
    return min(max(Double(basenote) + cents / 100, 0), 127)
  }

  fileprivate var firstLoop: Range<Int>? {
    let loop = spinet_first_loop(self)
    guard loop_count > 0, loop.mode != SF_LOOP_NONE, loop.start < loop.end else { return nil }
    return Int(loop.start)..<Int(loop.end)
  }
}
