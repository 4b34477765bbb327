import CRealtime
import CSndfile
import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// Writes a file of 24-bit samples: `.wav`, `.aiff` or `.flac`.
///
/// The samples are integers even in a `.wav`, because more programs can read them. The file has a temporary
/// name until `finish` renames it. Without `finish` it is removed.
package final class SoundFileWriter {
  package let path: FilePath
  private let temporaryPath: FilePath
  private let kind: SoundFileKind
  private let channels: Int
  private var file: OpaquePointer?
  private var samples: [Float] = []
  private var frameCount = 0
  private var hasFailed = false
  private let framesPerSecond: Int
  /// After how many frames the length in the header is updated; nil to write it only in `finish`.
  private var framesBetweenHeads: Int?
  private var framesSinceHead = 0
  /// The size of a FLAC, in bytes, before the last frames were written.
  private var safeByteCount: off_t = 0

  /// - Parameter kind: nil to choose it by the extension of the name.
  package init(
    path: FilePath, framesPerSecond: Int, channels: Int = 2, kind: SoundFileKind? = nil
  ) throws(SpinetError) {
    self.path = path
    self.channels = channels
    self.framesPerSecond = framesPerSecond
    temporaryPath = Self.freePath(beside: path)
    self.kind = if let kind { kind } else { try SoundFileKind(ofFileNamed: path) }
    guard !path.isFolder else {
      throw SpinetError(
        .notWritten, what: path.string, why: "it is a folder", remedy: "give the name of a file")
    }
    var info = SF_INFO()
    info.samplerate = Int32(clamping: framesPerSecond)
    info.channels = Int32(clamping: channels)
    info.format = self.kind.container | Int32(SF_FORMAT_PCM_24)
    file = sf_open(temporaryPath.string, Int32(SFM_WRITE), &info)
    guard file != nil else {
      throw SpinetError(
        .notWritten, what: path.string, why: soundFileReason(), remedy: "choose another place for it")
    }
    sf_command(file, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
  }

  /// `take.wav.4711.part`, or `take.wav.4711-2.part` while another recording of this program goes to the same file.
  private static func freePath(beside path: FilePath) -> FilePath {
    var (number, ending) = (1, "")
    while true {
      let free = path.beside("\(path.name).\(getpid())\(ending).part")
      if !free.exists { return free }
      number += 1
      ending = "-\(number)"
    }
  }

  /// Keeps the file playable if a crash corrupts memory before `finish`. It is then complete up to the last second.
  /// Only one writer at a time may do this.
  package func keepOnCrash() {
    framesBetweenHeads = framesPerSecond / 2
    rt_keep_on_crash(temporaryPath.string, path.string)
  }

  deinit {
    guard let file else { return }
    if framesBetweenHeads != nil { rt_keep_on_crash(nil, nil) }
    sf_close(file)
    unlink(temporaryPath.string)
  }

  /// Appends frames to a stereo file, as `write(interleaved:)` does.
  package func write(_ sound: StereoSamples) throws(SpinetError) {
    samples.removeAll(keepingCapacity: true)
    for frame in 0..<sound.frameCount {
      samples.append(sound.left[frame])
      samples.append(sound.right[frame])
    }
    try write(interleaved: samples)
  }

  /// Appends the outputs of a block for which the file has channels, as `write(interleaved:)` does.
  package func write(_ block: AudioBlock) throws(SpinetError) {
    try write(interleaved: block.interleaved(outputs: channels))
  }

  /// Appends frames: a sample for each channel, frame by frame. Samples outside −1…1 are clipped.
  ///
  /// After an error no more frames should be written. `finish` then keeps what was written before.
  package func write(interleaved samples: [Float]) throws(SpinetError) {
    let frameCount = samples.count / channels
    if kind == .flac { safeByteCount = byteCount }
    let written = sf_writef_float(file, samples, sf_count_t(frameCount))
    self.frameCount += Int(written)
    updateHead(after: Int(written))
    guard written == frameCount else {
      hasFailed = true
      throw SpinetError(
        .notWritten, what: path.string, why: soundFileReason(file),
        remedy: Remedy(.makeRoom))
    }
  }

  private func updateHead(after frames: Int) {
    guard let framesBetweenHeads else { return }
    framesSinceHead += frames
    guard framesSinceHead >= framesBetweenHeads else { return }
    framesSinceHead = 0
    sf_command(file, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
  }

  /// Closes the file and renames it to its final name.
  ///
  /// - Throws: if the file could not be renamed. The error says under which name it is kept.
  package func finish() throws(SpinetError) {
    guard let file else { return }
    // libsndfile writes the header of a FLAC with its first frame, so an empty file gets a frame of silence.
    if kind == .flac, frameCount == 0, !hasFailed {
      try write(interleaved: Array(repeating: 0, count: channels))
    }
    self.file = nil
    if framesBetweenHeads != nil { rt_keep_on_crash(nil, nil) }
    if !hasFailed { safeByteCount = byteCount }
    let closed = sf_close(file)
    guard closed == 0 else { throw unnamed(String(cString: sf_error_number(closed))) }
    if kind == .flac { try completeFLAC() }
    guard rename(temporaryPath.string, path.string) == 0 else {
      throw unnamed("\(Errno.last)")
    }
  }

  /// The error for a file that could not be completed or renamed. It keeps its temporary name, if it still
  /// exists.
  private func unnamed(_ reason: String) -> SpinetError {
    let isKept = temporaryPath.exists
    return SpinetError(
      .notWritten, what: path.string, why: reason,
      remedy: isKept ? "it is kept as \(temporaryPath)" : Remedy(.makeRoom))
  }

  private var byteCount: off_t {
    var status = stat()
    return stat(temporaryPath.string, &status) == 0 ? status.st_size : 0
  }

  /// libFLAC writes the length into the header last, and not at all after a write error. Few programs play a FLAC
  /// without a length. So it is written here, up to the last complete block.
  ///
  /// - Throws: an error if the last block was lost while the file was closed, which libsndfile does not report.
  private func completeFLAC() throws(SpinetError) {
    guard hasFailed || FLACLength.frames(of: temporaryPath) != frameCount else { return }
    truncate(temporaryPath.string, safeByteCount)
    let kept = FLACLength.countFrames(of: temporaryPath)
    guard FLACLength.write(kept, to: temporaryPath) else {
      throw unnamed("its length cannot be written: \(Errno.last)")
    }
    if !hasFailed { throw unnamed("its last \(frameCount - kept) frames could not be written") }
  }
}

/// The number of frames in the header of a FLAC: 36 bits from the middle of byte 21 on (RFC 9639, section 8.2).
private enum FLACLength {
  private static let byteOffset: off_t = 21

  /// Nil if the file cannot be read; 0 if the header does not contain the length.
  static func frames(of path: FilePath) -> Int? {
    withFile(path, O_RDONLY) { file in
      var bytes = [UInt8](repeating: 0, count: 5)
      guard pread(file, &bytes, 5, byteOffset) == 5 else { return nil }
      return bytes.reduce(0) { $0 << 8 | Int($1) } & 0xF_FFFF_FFFF
    } ?? nil
  }

  /// Decodes the whole file, because nothing else tells how many frames it has.
  static func countFrames(of path: FilePath) -> Int {
    var info = SF_INFO()
    guard let file = sf_open(path.string, Int32(SFM_READ), &info) else { return 0 }
    defer { sf_close(file) }
    var samples = [Float](repeating: 0, count: 8192)
    var count = 0
    while case let read = Int(sf_readf_float(file, &samples, 4096)), read > 0 { count += read }
    return count
  }

  static func write(_ frames: Int, to path: FilePath) -> Bool {
    withFile(path, O_RDWR) { file in
      var bytes = (0..<5).map { UInt8(truncatingIfNeeded: frames >> (32 - 8 * $0)) }
      var first: UInt8 = 0
      guard pread(file, &first, 1, byteOffset) == 1 else { return false }
      // The upper four bits belong to the number of bits per sample.
      bytes[0] = first & 0xF0 | bytes[0] & 0x0F
      return pwrite(file, &bytes, 5, byteOffset) == 5
    } ?? false
  }

  private static func withFile<Answer>(_ path: FilePath, _ mode: Int32, _ body: (Int32) -> Answer) -> Answer?
  {
    let file = Glibc.open(path.string, mode)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return body(file)
  }
}
