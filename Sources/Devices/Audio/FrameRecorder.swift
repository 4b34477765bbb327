import Glibc
import SpinetRealtime
import Synchronization

/// Writes what is played to a file: the audio thread hands over frames, a worker thread writes them.
///
/// After a write error, such as a full disk, nothing more is recorded; what was written before becomes a
/// playable file at once.
package final class FrameRecorder: Sendable {
  private let buffer: RecorderBuffer
  /// The same without reference counting.
  private let unmanagedBuffer: Unmanaged<RecorderBuffer>
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameter kind: nil for what the name says.
  package init(path: String, framesPerSecond: Int, kind: SoundFileKind? = nil) throws {
    let file = try SoundFileWriter(path: path, framesPerSecond: framesPerSecond, kind: kind)
    let buffer = RecorderBuffer(file: file, framesPerSecond: framesPerSecond)
    var worker: WorkerThread? = try WorkerThread(name: "spinet-record") { buffer.run() }
    self.buffer = buffer
    unmanagedBuffer = Unmanaged.passUnretained(buffer)
    thread.withLock { $0 = worker.take() }
  }

  deinit { _ = try? finish() }

  /// Frames that the file lacks because the disk was too slow. [any-thread]
  package var lostFrames: Int { buffer.lostFrames.load(ordering: .relaxed) }

  /// Why the recording has ended before its time; nil as long as it goes on. [any-thread]
  package var failure: SpinetError? { buffer.failure.withLock { $0 } }

  /// Copies a block. [audio-thread]
  @_noLocks package func take(_ block: AudioBlock) {
    unmanagedBuffer._withUnsafeGuaranteedRef { $0.take(block) }
  }

  /// Writes the rest and gives the file its name. [control-thread, after the audio thread]
  package func finish() throws(SpinetError) {
    buffer.isFinishing.store(true, ordering: .releasing)
    thread.withLock { $0 = nil }
    if let failure { throw failure }
  }
}

/// What the audio thread and the writing thread share.
private final class RecorderBuffer: @unchecked Sendable {
  // Sendable because only the audio thread touches `incoming`, and only the writing thread `outgoing`, the file and
  // the scratch memory.
  let lostFrames = Atomic<Int>(0)
  let isFinishing = Atomic<Bool>(false)
  let failure = Mutex<SpinetError?>(nil)
  private let hasFailed = Atomic<Bool>(false)
  @exclusivity(unchecked) private var incoming: RingProducer<SIMD2<Float>>
  @exclusivity(unchecked) private var outgoing: RingConsumer<SIMD2<Float>>
  private let file: SoundFileWriter
  private let scratch = SampleBuffer(capacity: 4096)

  /// How long the disk may stall before frames are lost.
  private static let ringSeconds = 4
  private static let secondsBetweenWrites = 0.05

  init(file: SoundFileWriter, framesPerSecond: Int) {
    self.file = file
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
    var cause: SpinetError?
    do throws(SpinetError) {
      while !isFinishing.load(ordering: .acquiring) {
        try write()
        usleep(useconds_t(Self.secondsBetweenWrites * 1e6))
      }
      try write()
    } catch {
      hasFailed.store(true, ordering: .relaxed)
      cause = SpinetError(
        error.cause, what: error.what, why: "the recording has ended: \(error.why)",
        remedy: "what was recorded before is kept; make room before you record again")
    }
    // When the file has not got its name either, the error says where it is.
    do throws(SpinetError) { try file.finish() } catch { cause = error }
    failure.withLock { $0 = cause }
  }

  /// Writes what has come.
  private func write() throws(SpinetError) {
    while true {
      var count = 0
      while count < scratch.capacity, let frame = outgoing.pop() {
        scratch.left[count] = frame.x
        scratch.right[count] = frame.y
        count += 1
      }
      guard count > 0 else { return }
      try file.write(left: scratch.left, right: scratch.right, frameCount: count)
    }
  }
}
