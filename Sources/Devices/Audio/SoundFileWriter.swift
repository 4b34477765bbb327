import CSndfile
import Glibc
import SpinetRealtime

/// A stereo file of 24-bit samples: `.wav`, `.aiff` or `.flac`.
///
/// Integers even in a `.wav`, because more programs read them than read floats. The file grows under a
/// temporary name beside its own and is renamed by `finish`; without that, it is removed.
package final class SoundFileWriter {
  private let path: String
  private let temporaryPath: String
  private var file: OpaquePointer?
  private var samples: [Float] = []

  /// - Parameter kind: nil for what the name says.
  package init(path: String, framesPerSecond: Int, kind: SoundFileKind? = nil) throws(SpinetError) {
    self.path = path
    temporaryPath = "\(path).\(getpid()).part"
    let kind = if let kind { kind } else { try SoundFileKind(ofFileNamed: path) }
    var info = SF_INFO()
    info.samplerate = Int32(clamping: framesPerSecond)
    info.channels = 2
    info.format = kind.container | Int32(SF_FORMAT_PCM_24)
    file = sf_open(temporaryPath, Int32(SFM_WRITE), &info)
    guard file != nil else {
      throw SpinetError(.device, what: path, why: soundFileReason(), remedy: "choose another place for it")
    }
    sf_command(file, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
  }

  deinit {
    guard let file else { return }
    sf_close(file)
    unlink(temporaryPath)
  }

  /// Appends frames; samples beyond −1…1 are clipped.
  ///
  /// After an error nothing more should be written. `finish` then keeps what was written before.
  package func write(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, frameCount: Int
  ) throws(SpinetError) {
    samples.removeAll(keepingCapacity: true)
    for frame in 0..<frameCount {
      samples.append(left[frame])
      samples.append(right[frame])
    }
    let written = sf_writef_float(file, samples, sf_count_t(frameCount))
    guard written == frameCount else {
      throw SpinetError(
        .device, what: path, why: soundFileReason(file), remedy: "make room for it, or choose another place")
    }
  }

  /// Closes the file and gives it its name; nothing can be written after it.
  ///
  /// - Throws: why the file has not got its name, and under which name it is kept.
  package func finish() throws(SpinetError) {
    guard let file else { return }
    self.file = nil
    let closed = sf_close(file)
    guard closed == 0 else { throw unnamed(String(cString: sf_error_number(closed))) }
    guard rename(temporaryPath, path) == 0 else { throw unnamed(String(cString: strerror(errno))) }
  }

  /// The file could not be completed or renamed: it stays under its temporary name, if it is still there.
  private func unnamed(_ reason: String) -> SpinetError {
    let isKept = access(temporaryPath, F_OK) == 0
    return SpinetError(
      .device, what: path, why: reason,
      remedy: isKept ? "it is kept as \(temporaryPath)" : "make room for it, or choose another place")
  }
}
