import Glibc
import SpinetRealtime
import Synchronization
import SystemPackage

/// The file that a `FrameRecorder` writes: a `SoundFileWriter`, or a test's replacement.
package protocol RecordingFile: AnyObject {
  /// Another one after a write that has filled the file.
  var path: FilePath { get }
  func write(_ sound: StereoSamples) throws(SpinetError)
  func finish() throws(SpinetError)
}

extension SoundFileWriter: RecordingFile {}

/// Writes what is played to a file: the audio thread hands over frames, a worker thread writes them.
///
/// After a write error, such as a full disk, the recording stops. What was written before is kept as a
/// playable file.
package final class FrameRecorder: @unchecked Sendable {
  // Sendable because only the audio thread uses `frames`, only who ends it uses `job`, and the rest is Sendable.
  @exclusivity(unchecked) private var frames: RingProducer<SIMD2<Float>>
  private let progress: RecordingProgress
  /// The part of `progress` that the audio thread uses, without reference counting.
  private let counts: UnsafeMutablePointer<RecordingProgress.Counts>
  /// The writing; nil when it has ended, or goes on without an owner.
  private var job: (any Job)?

  /// How long the disk may stall before frames are lost, in seconds.
  private static let ringSeconds = 4
  /// The longest time for completing a recording, in seconds. A disk takes seconds when other programs write a lot.
  package static let longestFinish = 30.0

  /// Opens the file at once, and throws if that is not possible.
  /// - Parameter kind: nil to choose it by the name.
  package convenience init(path: FilePath, framesPerSecond: Int, kind: SoundFileKind? = nil)
    throws(SpinetError)
  {
    let file = try SoundFileWriter(path: path, framesPerSecond: framesPerSecond, kind: kind)
    try self.init(framesPerSecond: framesPerSecond) { () throws(SpinetError) in file }
  }

  /// - Parameters:
  ///   - worker: writes the file.
  ///   - changed: called by the writing thread when `paths`, `failure` or `hasEnded` has changed.
  ///   - open: opens the file on the writing thread. Its error becomes the `failure`.
  package init(
    framesPerSecond: Int, on worker: any Worker = ThreadWorker(),
    changed: @escaping @Sendable () -> Void = {},
    open: @escaping () throws(SpinetError) -> any RecordingFile
  ) throws(SpinetError) {
    let ring = SPSCRing<SIMD2<Float>>(capacity: Self.ringSeconds * framesPerSecond)
    frames = ring.producer
    let progress = RecordingProgress()
    self.progress = progress
    counts = progress.counts.address
    let writer = RecordingWriter(ring.consumer, progress, changed: changed, open: open)
    job = try worker.begin("spinet-record", lasting: writer)
  }

  deinit { try? finish() }

  /// The number of frames missing from the file because the disk was too slow. [any-thread]
  package var lostFrames: Int { counts.pointee.lostFrames.load(ordering: .relaxed) }

  /// The number of frames in the file. [any-thread]
  package var writtenFrames: Int { progress.writtenFrames.load(ordering: .relaxed) }

  /// Why the recording ended early; nil while it continues. [any-thread]
  package var failure: SpinetError? { progress.failure.withLock { $0 } }

  /// The names of the files; none until the writing thread has opened the first. A full one continues in another.
  /// [any-thread]
  package var paths: [FilePath] { progress.paths.withLock { $0 } }

  /// Whether the file is complete, or its failure is known. [any-thread]
  package var hasEnded: Bool { progress.hasEnded.load(ordering: .acquiring) }

  /// Copies a block. [audio-thread]
  @_noLocks package func take(_ block: AudioBlock) {
    guard !counts.pointee.hasFailed.load(ordering: .relaxed) else { return }
    for frame in 0..<block.frameCount {
      let stereo = SIMD2(block.left[frame], block.right[frame])
      if !frames.push(stereo) { counts.pointee.lostFrames.wrappingAdd(1, ordering: .relaxed) }
    }
  }

  /// The writing thread writes the rest and gives the file its name. Does not wait.
  /// [control-thread] [not-rendering]
  package func end() { progress.isEnding.store(true, ordering: .releasing) }

  /// Writes the rest and gives the file its name. [control-thread] [not-rendering]
  ///
  /// - Parameter seconds: how long to wait for the disk; after that the file is left to the writing thread.
  package func finish(within seconds: Double = longestFinish) throws(SpinetError) {
    end()
    guard hasEnded || job?.wait(atMost: seconds) == true else { throw giveUp() }
    job = nil
    if let failure { throw failure }
  }

  private func giveUp() -> SpinetError {
    job?.leave()
    job = nil
    return SpinetError(
      .notWritten, what: paths.last?.string ?? "recording", why: "the disk was too slow to complete it",
      remedy: "look for a file beside it that ends in .part")
  }
}

/// The progress of a recording. [any-thread]
private final class RecordingProgress: @unchecked Sendable {
  // Sendable because the memory of `counts` is atomic, and the rest is Sendable.
  let counts = FixedValue(Counts())
  let writtenFrames = Atomic<Int>(0)
  let isEnding = Atomic<Bool>(false)
  let hasEnded = Atomic<Bool>(false)
  let failure = Mutex<SpinetError?>(nil)
  let paths = Mutex<[FilePath]>([])

  /// Adds a name. Returns whether it is new.
  func add(_ path: FilePath) -> Bool {
    paths.withLock { paths in
      guard paths.last != path else { return false }
      paths.append(path)
      return true
    }
  }

  /// What the audio thread reads and writes.
  struct Counts: ~Copyable, Sendable {
    let lostFrames = Atomic<Int>(0)
    let hasFailed = Atomic<Bool>(false)
  }

  func fail(_ error: SpinetError) {
    counts.value.hasFailed.store(true, ordering: .relaxed)
    failure.withLock { $0 = error }
  }
}

/// Writes the frames of a recording to its file.
private struct RecordingWriter: ~Copyable, @unchecked Sendable {
  // Sendable because one thread makes it and passes it to another, the only one that uses it.
  private var frames: RingConsumer<SIMD2<Float>>
  private let progress: RecordingProgress
  private let changed: @Sendable () -> Void
  private let open: () throws(SpinetError) -> any RecordingFile
  /// Nil until it is open.
  private var file: (any RecordingFile)?
  private let scratch = SampleBuffer(capacity: 4096)

  private static let secondsBetweenWrites = 0.05

  init(
    _ frames: consuming RingConsumer<SIMD2<Float>>, _ progress: RecordingProgress,
    changed: @escaping @Sendable () -> Void, open: @escaping () throws(SpinetError) -> any RecordingFile
  ) {
    self.frames = frames
    self.progress = progress
    self.changed = changed
    self.open = open
  }

  /// Opens the file if it is not open.
  private mutating func openFile() throws(SpinetError) -> any RecordingFile {
    if let file { return file }
    let opened = try open()
    file = opened
    tellName(of: opened)
    return opened
  }

  private func tellName(of file: any RecordingFile) {
    if progress.add(file.path) { changed() }
  }

  /// Writes what has arrived. Returns whether that was possible.
  private mutating func writeWaiting(to file: any RecordingFile) -> Bool {
    do throws(SpinetError) {
      try write(to: file)
      return true
    } catch {
      progress.fail(
        SpinetError(
          error.code, what: error.what, why: "the recording has ended: \(error.why)",
          remedy: "what was recorded before is kept; make room before you record again"))
      // Completing a long FLAC takes seconds.
      changed()
      return false
    }
  }

  /// Writes the frames that have arrived.
  private mutating func write(to file: any RecordingFile) throws(SpinetError) {
    while true {
      var count = 0
      while count < scratch.capacity, let frame = frames.pop() {
        scratch.left[count] = frame.x
        scratch.right[count] = frame.y
        count += 1
      }
      guard count > 0 else { return }
      try file.write(scratch.stereo(frameCount: count))
      tellName(of: file)
      progress.writtenFrames.wrappingAdd(count, ordering: .relaxed)
    }
  }
}

extension RecordingWriter: LastingWork {
  mutating func wait() { if file != nil { usleep(useconds_t(Self.secondsBetweenWrites * 1e6)) } }

  /// Opens the file, or writes what has arrived. At the end, or after an error, it completes the file.
  mutating func turn() -> Bool {
    // Read first, so that nothing that came before the end is missed.
    let isEnding = progress.isEnding.load(ordering: .acquiring)
    do throws(SpinetError) {
      let file = try openFile()
      if writeWaiting(to: file), !isEnding { return true }
      // If the file cannot be renamed either, the error says where it is.
      try file.finish()
    } catch {
      progress.fail(error)
    }
    file = nil
    progress.hasEnded.store(true, ordering: .releasing)
    changed()
    return false
  }
}
