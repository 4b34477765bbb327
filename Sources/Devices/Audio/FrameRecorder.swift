import Glibc
import Realtime
import Synchronization

/// Writes what is played to a file: the audio thread hands frames over, a thread of its own writes them.
public final class FrameRecorder: Sendable {
  private let tape: Tape
  /// The same without reference counting.
  private let reel: Unmanaged<Tape>
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameter kind: nil for what the name says.
  public init(path: String, framesPerSecond: Int, kind: SoundFileKind? = nil) throws {
    let file = try SoundFileWriter(path: path, framesPerSecond: framesPerSecond, kind: kind)
    let tape = Tape(file: file, framesPerSecond: framesPerSecond)
    var worker: WorkerThread? = try WorkerThread(name: "spinet-record") { tape.run() }
    self.tape = tape
    reel = Unmanaged.passUnretained(tape)
    thread.withLock { $0 = worker.take() }
  }

  deinit { _ = try? finish() }

  /// Frames that the file lacks because the disk was too slow.
  public var lostFrames: Int { tape.lostFrames.load(ordering: .relaxed) }

  /// Copies a block. [audio-thread]
  @_noLocks public func take(_ block: AudioBlock) { reel._withUnsafeGuaranteedRef { $0.take(block) } }

  /// Writes what is left and gives the file its name. [control-thread, after the audio thread]
  public func finish() throws(SoundFileError) {
    tape.isFinishing.store(true, ordering: .releasing)
    thread.withLock { $0 = nil }
    if let error = tape.error.withLock({ $0 }) { throw error }
  }
}

/// What the audio thread and the writing thread share.
private final class Tape: @unchecked Sendable {
  // Sendable because only the writing thread touches the file and the buffer.
  let lostFrames = Atomic<Int>(0)
  let isFinishing = Atomic<Bool>(false)
  let error = Mutex<SoundFileError?>(nil)
  private let ring: SPSCRing<SIMD2<Float>>
  private let frames: RingHandle<SIMD2<Float>>
  private let file: SoundFileWriter
  private let buffer = SampleBuffer(capacity: 4096)

  /// Seconds that the disk may stand still.
  private static let patience = 4
  private static let secondsBetweenWrites = 0.05

  init(file: SoundFileWriter, framesPerSecond: Int) {
    self.file = file
    ring = SPSCRing(capacity: Self.patience * framesPerSecond)
    frames = ring.handle
  }

  /// [audio-thread]
  @_noLocks func take(_ block: AudioBlock) {
    for frame in 0..<block.frameCount {
      let stereo = SIMD2(block.left[frame], block.right[frame])
      if !frames.push(stereo) { lostFrames.wrappingAdd(1, ordering: .relaxed) }
    }
  }

  func run() {
    do throws(SoundFileError) {
      while !isFinishing.load(ordering: .acquiring) {
        try write()
        usleep(useconds_t(Self.secondsBetweenWrites * 1e6))
      }
      try write()
      try file.finish()
    } catch {
      self.error.withLock { $0 = error }
    }
  }

  /// Writes what has come.
  private func write() throws(SoundFileError) {
    while true {
      var count = 0
      while count < buffer.capacity, let frame = frames.pop() {
        buffer.left[count] = frame.x
        buffer.right[count] = frame.y
        count += 1
      }
      guard count > 0 else { return }
      try file.write(left: buffer.left, right: buffer.right, frameCount: count)
    }
  }
}
