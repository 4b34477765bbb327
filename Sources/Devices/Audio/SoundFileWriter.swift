import CSndfile
import Glibc

/// A stereo file of 24-bit samples: `.wav`, `.aiff` or `.flac`, as its name ends or as somebody says.
///
/// Whole numbers even in a `.wav`, because more programs read them than read floats. The file grows
/// beside its place under another name and takes it when it is finished: never half a file.
public final class SoundFileWriter {
  private let path: String
  private let growingPath: String
  private var file: OpaquePointer?
  private var samples: [Float] = []

  /// - Parameter kind: nil for what the name says.
  public init(path: String, framesPerSecond: Int, kind: SoundFileKind? = nil) throws(SoundFileError) {
    self.path = path
    growingPath = "\(path).\(getpid()).part"
    guard let kind = kind ?? SoundFileKind(path: path) else {
      throw SoundFileError(
        path: path, reason: "the name tells no kind of sound file", remedy: "end it in .wav, .aiff or .flac")
    }
    var info = SF_INFO()
    info.samplerate = Int32(clamping: framesPerSecond)
    info.channels = 2
    info.format = kind.container | Int32(SF_FORMAT_PCM_24)
    file = sf_open(growingPath, Int32(SFM_WRITE), &info)
    guard file != nil else {
      throw SoundFileError(
        path: path, reason: SoundFileError.reason(), remedy: "choose another place for it")
    }
    sf_command(file, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
  }

  deinit {
    guard let file else { return }
    sf_close(file)
    unlink(growingPath)
  }

  /// Appends frames; what lies beyond −1…1 is clipped.
  public func write(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, frameCount: Int
  ) throws(SoundFileError) {
    samples.removeAll(keepingCapacity: true)
    for frame in 0..<frameCount {
      samples.append(left[frame])
      samples.append(right[frame])
    }
    let written = sf_writef_float(file, samples, sf_count_t(frameCount))
    guard written == frameCount else { throw failure() }
  }

  /// Closes the file and gives it its name; nothing can be written after it.
  public func finish() throws(SoundFileError) {
    guard let file else { return }
    self.file = nil
    let answer = sf_close(file)
    guard answer == 0, rename(growingPath, path) == 0 else {
      let reason = answer == 0 ? String(cString: strerror(errno)) : String(cString: sf_error_number(answer))
      unlink(growingPath)
      throw SoundFileError(path: path, reason: reason, remedy: "make room for it, or choose another place")
    }
  }

  private func failure() -> SoundFileError {
    SoundFileError(
      path: path, reason: SoundFileError.reason(file),
      remedy: "make room for it, or choose another place")
  }
}
