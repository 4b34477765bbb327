import CSndfile
import Glibc
import SpinetText
import SystemPackage

/// What a sound file has besides its name, while it is written.
protocol SoundFileBody: AnyObject {
  /// Appends frames: a sample for each channel, frame by frame. Returns their number, which is less than that of the
  /// given ones after an error.
  func write(_ samples: ArraySlice<Float>) -> Int

  /// Why the last frames could not be written.
  var problem: String { get }

  /// Brings the length in the head up to date, so that the file can be played as it is.
  func updateHead()

  /// Completes the file, up to the last frame that could be written.
  func close() throws(WritingProblem)
}

/// Why a file could not be completed.
struct WritingProblem: Error {
  let why: String
}

/// A `.wav` of 24-bit samples. One that grows beyond 4 GiB is an RF64 from then on.
final class WAVBody: SoundFileBody {
  private let channels: Int
  private let framesPerSecond: Int
  private let descriptor: Int32
  private var frames = 0
  private var bytes: [UInt8] = []
  private(set) var problem = ""

  /// - Parameter descriptor: stays open.
  init(_ descriptor: Int32, channels: Int, framesPerSecond: Int) throws(WritingProblem) {
    (self.descriptor, self.channels, self.framesPerSecond) = (descriptor, channels, framesPerSecond)
    updateHead()
    guard problem.isEmpty else { throw WritingProblem(why: problem) }
  }

  private var bytesPerFrame: Int { WAVHead.bytesPerSample * channels }
  private var end: Int { WAVHead.byteCount + frames * bytesPerFrame }

  func write(_ samples: ArraySlice<Float>) -> Int {
    bytes.removeAll(keepingCapacity: true)
    for sample in samples {
      let number = Self.integer(sample)
      bytes.append(UInt8(truncatingIfNeeded: number >> 8))
      bytes.append(UInt8(truncatingIfNeeded: number >> 16))
      bytes.append(UInt8(truncatingIfNeeded: number >> 24))
    }
    let written = write(bytes, at: end) / bytesPerFrame
    frames += written
    return written
  }

  /// The sample in the upper 24 bits, clipped. NaN becomes silence.
  private static func integer(_ sample: Float) -> Int32 {
    let scaled = (sample * 0x1p31).rounded(.toNearestOrEven)
    if scaled.isNaN { return 0 }
    return scaled >= 0x1p31 ? .max : scaled <= -0x1p31 ? .min : Int32(scaled)
  }

  /// Returns how many bytes were written.
  private func write(_ bytes: [UInt8], at offset: Int) -> Int {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + done, $0.count - done, off_t(offset + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        problem = "\(count < 0 ? Errno.last : Errno.noSpace)"
        break
      }
      done += count
    }
    return done
  }

  func updateHead() {
    _ = write(WAVHead(channels: channels, framesPerSecond: framesPerSecond, frames: frames).bytes, at: 0)
  }

  func close() throws(WritingProblem) {
    let hadProblem = !problem.isEmpty
    // What is behind the last whole frame goes; an odd number of bytes gets one more.
    let length = end + end % 2
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw WritingProblem(why: "\(Errno.last)") }
    updateHead()
    if !hadProblem, !problem.isEmpty { throw WritingProblem(why: problem) }
  }
}

/// An `.aiff` or a `.flac`, by libsndfile.
final class LibraryBody: SoundFileBody {
  private let path: FilePath
  private let kind: SoundFileKind
  private let channels: Int
  private let file: OpaquePointer
  private var frames = 0
  private var hasFailed = false
  /// The size of a FLAC, in bytes, before the last frames were written.
  private var safeByteCount: off_t = 0

  /// - Parameters:
  ///   - path: where the file is now.
  ///   - descriptor: stays open.
  init(
    _ descriptor: Int32, at path: FilePath, _ kind: SoundFileKind, channels: Int, framesPerSecond: Int
  ) throws(WritingProblem) {
    var info = SF_INFO()
    info.samplerate = Int32(clamping: framesPerSecond)
    info.channels = Int32(clamping: channels)
    info.format = kind.container | Int32(SF_FORMAT_PCM_24)
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw WritingProblem(why: "\(Errno.last)") }
    guard let file = sf_open_fd(own, Int32(SFM_WRITE), &info, Int32(SF_TRUE)) else {
      throw WritingProblem(why: soundFileReason())
    }
    sf_command(file, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
    (self.file, self.path, self.kind, self.channels) = (file, path, kind, channels)
  }

  var problem: String { soundFileReason(file) }

  func write(_ samples: ArraySlice<Float>) -> Int {
    if kind == .flac { safeByteCount = byteCount }
    let wanted = samples.count / channels
    let written = samples.withUnsafeBufferPointer {
      Int(sf_writef_float(file, $0.baseAddress, sf_count_t(wanted)))
    }
    frames += written
    if written < wanted { hasFailed = true }
    return written
  }

  func updateHead() { sf_command(file, Int32(SFC_UPDATE_HEADER_NOW), nil, 0) }

  func close() throws(WritingProblem) {
    // libsndfile writes the header of a FLAC with its first frame, so an empty file gets a frame of silence.
    if kind == .flac, frames == 0, !hasFailed { _ = write(Array(repeating: 0, count: channels)[...]) }
    if !hasFailed { safeByteCount = byteCount }
    let closed = sf_close(file)
    guard closed == 0 else { throw WritingProblem(why: String(cString: sf_error_number(closed))) }
    if kind == .flac { try completeFLAC() }
  }

  private var byteCount: off_t {
    var status = stat()
    return stat(path.string, &status) == 0 ? status.st_size : 0
  }

  /// libFLAC writes the length into the header last, and not at all after a write error. Few programs play a FLAC
  /// without a length. So it is written here, up to the last complete block.
  ///
  /// - Throws: an error if the last block was lost while the file was closed, which libsndfile does not report.
  private func completeFLAC() throws(WritingProblem) {
    guard hasFailed || FLACLength.frames(of: path) != frames else { return }
    truncate(path.string, safeByteCount)
    let kept = FLACLength.countFrames(of: path)
    guard FLACLength.write(kept, to: path) else {
      throw WritingProblem(why: "its length cannot be written: \(Errno.last)")
    }
    if !hasFailed { throw WritingProblem(why: "its last \(frames - kept) frames could not be written") }
  }
}
