import CRealtime
import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// Writes a file of 24-bit samples: `.wav`, `.aiff` or `.flac`.
///
/// The samples are integers even in a `.wav`, because more programs can read them. The file has a temporary
/// name until `finish` renames it. Without `finish` it is removed. A file that becomes too long for its format is
/// completed, and the sound continues in another.
package final class SoundFileWriter {
  /// The name of the file that is being written.
  package private(set) var path: FilePath
  /// The name of the first file.
  private let first: FilePath
  private let kind: SoundFileKind
  private let channels: Int
  private let framesPerSecond: Int
  private let replaces: Bool
  private var file: OpenSoundFile?
  private var samples: [Float] = []
  /// After how many frames the length in the head is updated; nil to write it only in `finish`.
  private var framesBetweenHeads: Int?
  private var framesSinceHead = 0
  /// The name that the file gets if memory is damaged before `finish`; nil if it is not kept then.
  private var nameAfterCrash: FilePath?

  /// The size from which on a `.wav` is an RF64 and an `.aiff` continues in another file. Tests make it smaller.
  package var mostBytes = Int(UInt32.max)
  /// Names the file in which the sound of a full one continues, by the name of the first. Called by the thread that
  /// writes.
  package var nextName: (_ first: FilePath) throws(SpinetError) -> FilePath = { $0.nextFree }
  /// Told once about each file that has become too long for some programs, or for its format.
  package var tell: (String) -> Void = { _ in }

  /// - Parameters:
  ///   - kind: nil to choose it by the extension of the name.
  ///   - replaces: whether a file of that name is replaced. Otherwise `finish` refuses to.
  package init(
    path: FilePath, framesPerSecond: Int, channels: Int = 2, kind: SoundFileKind? = nil, replaces: Bool = true
  ) throws(SpinetError) {
    (self.path, first) = (path, path)
    (self.channels, self.framesPerSecond) = (channels, framesPerSecond)
    self.replaces = replaces
    self.kind = if let kind { kind } else { try SoundFileKind(ofFileNamed: path) }
    file = try open(path)
  }

  private func open(_ path: FilePath) throws(SpinetError) -> OpenSoundFile {
    func failure(_ why: String, _ remedy: Remedy) -> SpinetError {
      SpinetError(.notWritten, what: path.string, why: why, remedy: remedy)
    }
    guard !path.isFolder else { throw failure("it is a folder", "give the name of a file") }
    do throws(WritingProblem) {
      return try OpenSoundFile(for: path, kind, channels: channels, framesPerSecond: framesPerSecond)
    } catch {
      throw failure(error.why, "choose another place for it")
    }
  }

  /// Keeps the file playable, up to the last second, however the process ends.
  package func keepUpToDate() { framesBetweenHeads = framesPerSecond / 2 }

  /// The same, and if a crash corrupts memory before `finish`, the file gets its name. Only one writer at a time may do
  /// this.
  ///
  /// - Parameter name: another name for the file after a crash.
  package func keepOnCrash(as name: FilePath? = nil) {
    keepUpToDate()
    nameAfterCrash = name ?? path
    tellName()
  }

  /// Tells the handler of crashes the names of the current file.
  private func tellName() {
    guard let file, let nameAfterCrash else { return }
    rt_keep_on_crash(file.temporary.string, nameAfterCrash.string)
  }

  /// Where the file is until it has its name; nil when it has it.
  package var temporary: FilePath? { file?.temporary }

  deinit { forgetName() }

  private func forgetName() {
    if nameAfterCrash != nil { rt_keep_on_crash(nil, nil) }
    nameAfterCrash = nil
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
    var rest = samples[...]
    while rest.count >= channels {
      let frames = min(rest.count / channels, try room())
      try write(rest.prefix(frames * channels))
      rest = rest.dropFirst(frames * channels)
    }
  }

  private func write(_ samples: ArraySlice<Float>) throws(SpinetError) {
    guard let file else { return }
    let written = file.body.write(samples)
    file.frames += written
    updateHead(after: written)
    guard written == samples.count / channels else {
      throw SpinetError(
        .notWritten, what: path.string, why: file.body.problem,
        remedy: Remedy(.makeRoom))
    }
  }

  private func updateHead(after frames: Int) {
    guard let framesBetweenHeads else { return }
    framesSinceHead += frames
    guard framesSinceHead >= framesBetweenHeads else { return }
    framesSinceHead = 0
    file?.body.updateHead()
  }

  // MARK: Long files

  /// How many frames may be written now. Continues in another file when this one is full.
  private func room() throws(SpinetError) -> Int {
    guard let file else { return .max }
    let most = kind.mostFrames(channels: channels, bytes: mostBytes)
    guard file.frames >= most else { return most - file.frames }
    if kind == .wav {
      if !file.isToldLong {
        file.isToldLong = true
        tell("\(path) is longer than 4 GiB now: it is an RF64 file, which some programs cannot read")
      }
      return .max
    }
    let full = path
    let nameAfterCrash = nameAfterCrash
    try finish()
    let next = try nextName(first)
    self.file = try open(next)
    path = next
    if nameAfterCrash != nil { keepOnCrash() }
    tell("\(full) is full: the sound continues in \(next)")
    return most
  }

  /// Closes the file and renames it to its final name.
  ///
  /// - Throws: if the file could not be renamed. The error says under which name it is kept.
  package func finish() throws(SpinetError) { try finish(as: path, replaces: replaces) }

  /// The same with another name, which no file has yet.
  package func finish(as name: FilePath) throws(SpinetError) { try finish(as: name, replaces: false) }

  private func finish(as name: FilePath, replaces: Bool) throws(SpinetError) {
    guard let file else { return }
    self.file = nil
    forgetName()
    do throws(WritingProblem) { try file.finish(as: name, replaces: replaces) } catch {
      let isKept = file.temporary.exists
      throw SpinetError(
        .notWritten, what: path.string, why: error.why,
        remedy: isKept ? "it is kept as \(file.temporary)" : Remedy(.makeRoom))
    }
  }
}

/// A sound file that has no name yet.
private final class OpenSoundFile {
  private var file: UnfinishedFile
  let body: any SoundFileBody
  var frames = 0
  /// Whether somebody has been told that it is longer than 4 GiB.
  var isToldLong = false

  init(for path: FilePath, _ kind: SoundFileKind, channels: Int, framesPerSecond: Int) throws(WritingProblem)
  {
    do throws(Errno) { file = try UnfinishedFile(for: path) } catch { throw WritingProblem(why: "\(error)") }
    body =
      switch kind {
      case .wav: try WAVBody(file.descriptor, channels: channels, framesPerSecond: framesPerSecond)
      case .aiff, .flac:
        try LibraryBody(
          file.descriptor, at: file.temporary, kind, channels: channels, framesPerSecond: framesPerSecond)
      }
  }

  var temporary: FilePath { file.temporary }

  func finish(as name: FilePath, replaces: Bool) throws(WritingProblem) {
    do throws(WritingProblem) { try body.close() } catch {
      file.keep()
      throw error
    }
    do throws(Errno) { try file.name(name, replaces: replaces) } catch {
      throw WritingProblem(why: "\(error)")
    }
  }
}

extension FilePath {
  /// The first name of `take-2.wav`, `take-3.wav` and so on that no file has.
  package var nextFree: FilePath {
    var number = 2
    while numbered(number).exists { number += 1 }
    return numbered(number)
  }

  /// `take-2.wav` for 2; the name itself for 1.
  package func numbered(_ number: Int) -> FilePath {
    guard number > 1 else { return self }
    let stem = stem ?? ""
    return beside("\(stem)-\(number)\(name.dropFirst(stem.count))")
  }
}
