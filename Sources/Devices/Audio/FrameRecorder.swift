import Glibc
import SpinetRealtime
import Synchronization
import SystemPackage

/// The file that a `FrameRecorder` writes: a `SoundFileWriter`, or a test's replacement.
package protocol RecordingFile: AnyObject {
  var path: FilePath { get }
  /// - Parameter right: as many samples as `left`.
  func write(left: Span<Float>, right: Span<Float>) throws(SpinetError)
  func finish() throws(SpinetError)
}

extension SoundFileWriter: RecordingFile {}

/// Writes what is played to a file: the audio thread hands over frames, a worker thread writes them.
///
/// After a write error, such as a full disk, the recording stops. What was written before is kept as a
/// playable file.
package final class FrameRecorder: Sendable {
  private let buffer: RecorderBuffer
  /// The same buffer, used without reference counting.
  private let unmanagedBuffer: Unmanaged<RecorderBuffer>
  private let thread = JoinableThread()

  /// In seconds. The longest time for completing a recording. A disk takes seconds when other programs write a lot.
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
  ///   - changed: called by the writing thread when `path`, `failure` or `hasEnded` has changed.
  ///   - open: opens the file on the writing thread. Its error becomes the `failure`.
  package init(
    framesPerSecond: Int, changed: @escaping @Sendable () -> Void = {},
    open: @escaping () throws(SpinetError) -> any RecordingFile
  ) throws(SpinetError) {
    let buffer = RecorderBuffer(framesPerSecond: framesPerSecond, changed: changed, open: open)
    self.buffer = buffer
    unmanagedBuffer = Unmanaged.passUnretained(buffer)
    try thread.start(name: "spinet-record") { buffer.run() }
  }

  deinit { try? finish() }

  /// The number of frames missing from the file because the disk was too slow. [any-thread]
  package var lostFrames: Int { buffer.lostFrames.load(ordering: .relaxed) }

  /// The number of frames in the file. [any-thread]
  package var writtenFrames: Int { buffer.writtenFrames.load(ordering: .relaxed) }

  /// Why the recording ended early; nil while it continues. [any-thread]
  package var failure: SpinetError? { buffer.failure.withLock { $0 } }

  /// The file's name; nil until the writing thread has opened it. [any-thread]
  package var path: FilePath? { buffer.path.withLock { $0 } }

  /// Whether the file is complete, or its failure is known. [any-thread]
  package var hasEnded: Bool { buffer.hasEnded.load(ordering: .acquiring) }

  /// Copies a block. [audio-thread]
  @_noLocks package func take(_ block: AudioBlock) {
    unmanagedBuffer._withUnsafeGuaranteedRef { $0.take(block) }
  }

  /// The writing thread writes the rest and gives the file its name. Does not wait.
  /// [control-thread, after the audio thread]
  package func end() { buffer.isEnding.store(true, ordering: .releasing) }

  /// Writes the rest and gives the file its name. [control-thread, after the audio thread]
  ///
  /// - Parameter seconds: how long to wait for the disk; after that the file is left to the writing thread.
  package func finish(within seconds: Double = longestFinish) throws(SpinetError) {
    end()
    let limit = HostTime.now.advanced(bySeconds: seconds)
    while !hasEnded, !buffer.isGivenUp.load(ordering: .relaxed), HostTime.now < limit { usleep(1_000) }
    guard hasEnded else { throw giveUp() }
    thread.join()
    if let failure { throw failure }
  }

  private func giveUp() -> SpinetError {
    buffer.isGivenUp.store(true, ordering: .relaxed)
    thread.detach()
    return SpinetError(
      .device, what: path?.string ?? "recording", why: "the disk was too slow to complete it",
      remedy: "look for a file beside it that ends in .part")
  }
}

/// Shared by the audio thread and the writing thread.
private final class RecorderBuffer: @unchecked Sendable {
  // Sendable because only the audio thread touches `incoming`, and only the writing thread `outgoing`, `open` and
  // the scratch memory.
  let lostFrames = Atomic<Int>(0)
  let writtenFrames = Atomic<Int>(0)
  let isEnding = Atomic<Bool>(false)
  let hasEnded = Atomic<Bool>(false)
  /// `finish` has timed out.
  let isGivenUp = Atomic<Bool>(false)
  let failure = Mutex<SpinetError?>(nil)
  let path = Mutex<FilePath?>(nil)
  private let hasFailed = Atomic<Bool>(false)
  @exclusivity(unchecked) private var incoming: RingProducer<SIMD2<Float>>
  @exclusivity(unchecked) private var outgoing: RingConsumer<SIMD2<Float>>
  private let changed: @Sendable () -> Void
  private let open: () throws(SpinetError) -> any RecordingFile
  private let scratch = SampleBuffer(capacity: 4096)

  /// How long the disk may stall before frames are lost.
  private static let ringSeconds = 4
  private static let secondsBetweenWrites = 0.05

  init(
    framesPerSecond: Int, changed: @escaping @Sendable () -> Void,
    open: @escaping () throws(SpinetError) -> any RecordingFile
  ) {
    self.changed = changed
    self.open = open
    let ring = SPSCRing<SIMD2<Float>>(capacity: Self.ringSeconds * framesPerSecond)
    incoming = ring.producer
    outgoing = ring.consumer
  }

  /// [audio-thread]
  @_noLocks func take(_ block: AudioBlock) {
    guard !hasFailed.load(ordering: .relaxed) else { return }
    for frame in 0..<block.frameCount {
      let stereo = SIMD2(block.left[frame], block.right[frame])
      if !incoming.push(stereo) { lostFrames.wrappingAdd(1, ordering: .relaxed) }
    }
  }

  func run() {
    do throws(SpinetError) { try record(to: try open()) } catch { fail(error) }
    hasEnded.store(true, ordering: .releasing)
    changed()
  }

  private func record(to file: any RecordingFile) throws(SpinetError) {
    path.withLock { $0 = file.path }
    changed()
    do throws(SpinetError) { try writeUntilEnd(to: file) } catch {
      fail(
        SpinetError(
          error.cause, what: error.what, why: "the recording has ended: \(error.why)",
          remedy: "what was recorded before is kept; make room before you record again"))
      // Completing a long FLAC takes seconds.
      changed()
    }
    // If the file does not get its name either, the error tells where it is.
    try file.finish()
  }

  private func fail(_ error: SpinetError) {
    hasFailed.store(true, ordering: .relaxed)
    failure.withLock { $0 = error }
  }

  private func writeUntilEnd(to file: any RecordingFile) throws(SpinetError) {
    while !isEnding.load(ordering: .acquiring) {
      try write(to: file)
      usleep(useconds_t(Self.secondsBetweenWrites * 1e6))
    }
    try write(to: file)
  }

  /// Writes the frames that have arrived.
  private func write(to file: any RecordingFile) throws(SpinetError) {
    while true {
      var count = 0
      while count < scratch.capacity, let frame = outgoing.pop() {
        scratch.left[count] = frame.x
        scratch.right[count] = frame.y
        count += 1
      }
      guard count > 0 else { return }
      try file.write(
        left: UnsafeBufferPointer(start: scratch.left, count: count).span,
        right: UnsafeBufferPointer(start: scratch.right, count: count).span)
      writtenFrames.wrappingAdd(count, ordering: .relaxed)
    }
  }
}
