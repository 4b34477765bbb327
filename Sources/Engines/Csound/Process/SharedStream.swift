import Glibc
import SpinetEngine
import SpinetRealtime
import Synchronization

/// The block that the instrument asks for.
struct BlockRequest: BitwiseCopyable {
  /// The number of the first frame since the stream began, for the memory of samples.
  var position: Int
  /// The frame of the stream, for commands.
  var firstFrame: Int64
  var frameCount: Int32
  var isActive: Int32
  var timeline: Timeline

  @_noLocks init(_ block: AudioBlock, position: Int) {
    self.position = position
    firstFrame = block.firstFrame
    frameCount = Int32(block.frameCount)
    isActive = block.isActive ? 1 : 0
    timeline = block.timeline
  }
}

/// A report of the engine, in numbers: any bits in it are harmless.
struct SharedReport: BitwiseCopyable {
  /// -1 when the performance has ended.
  var voice: Int32
  var serial: UInt32
}

/// A widget on its way in both directions. Each direction has one writer.
struct SharedWidget: ~Copyable {
  let valueIn = Atomic<UInt64>(0)
  let stampIn = Atomic<UInt64>(0)
  /// How often it was pressed.
  let presses = Atomic<UInt64>(0)
  let valueOut = Atomic<UInt64>(0)
  let stampOut = Atomic<UInt64>(0)
}

/// What the engine tells with each block.
struct SharedFigures: ~Copyable {
  /// How many requests are done.
  let finished = Atomic<Int>(0)
  /// The frame after the last one that is done.
  let doneThrough = Atomic<Int>(0)
  let soundingVoices = Atomic<Int>(0)
  let isSilent = Atomic<Int>(0)
  let lateCommands = Atomic<Int>(0)
  let stalledVoices = Atomic<Int>(0)
  let overflows = Atomic<Int>(0)
}

/// How large the shared memory of a stream is.
struct SharedFormat: Codable {
  let framesPerSecond: Double
  let largestBlock: Int
  let widgetCount: Int
  let outputCount: Int
  let inputCount: Int
  /// Whether rendering waits for each block.
  let isOffline: Bool

  /// How much later the sound comes, in frames: the engine computes a block while the one before it plays.
  var delay: Int { isOffline ? 0 : largestBlock }

  static var commandCapacity: Int { 4_096 }
  static var reportCapacity: Int { @_noLocks get { 1_024 } }
  static var requestCapacity: Int { 64 }

  /// Room for the block that plays, the one that is computed, and as much again.
  var frameCapacity: Int {
    var frames = 64
    while frames < 4 * largestBlock { frames *= 2 }
    return frames
  }

  fileprivate var ringBytes: [Int] {
    [Self.commandCapacity, Self.reportCapacity, Self.requestCapacity].map(SharedRing.byteCount)
  }

  var byteCount: Int {
    256 + ringBytes.reduce(0, +) + widgetCount * MemoryLayout<SharedWidget>.stride
      + (outputCount + inputCount) * frameCapacity * MemoryLayout<Float>.stride
  }
}

/// The memory that an instrument shares with the process of an engine, for one stream.
final class SharedStream: @unchecked Sendable {
  // Sendable because everything in it is atomic, has one writer, or is a sample.
  let format: SharedFormat
  let figures: UnsafeMutablePointer<SharedFigures>
  let commands: SharedRing
  let reports: SharedRing
  let requests: SharedRing
  let widgets: UnsafeMutablePointer<SharedWidget>
  let outputs: UnsafeMutablePointer<Float>
  let inputs: UnsafeMutablePointer<Float>
  let frameCapacity: Int
  private let memory: UnsafeMutableRawPointer

  /// - Parameter descriptor: of the memory, which is long enough.
  init?(_ descriptor: Int32, _ format: SharedFormat) {
    let memory = mmap(nil, format.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
    self.memory = memory
    self.format = format
    figures = memory.assumingMemoryBound(to: SharedFigures.self)
    var next = memory + 256
    func ring(_ capacity: Int) -> SharedRing {
      defer { next += SharedRing.byteCount(capacity: capacity) }
      return SharedRing(at: next, capacity: capacity)
    }
    commands = ring(SharedFormat.commandCapacity)
    reports = ring(SharedFormat.reportCapacity)
    requests = ring(SharedFormat.requestCapacity)
    widgets = next.assumingMemoryBound(to: SharedWidget.self)
    next += format.widgetCount * MemoryLayout<SharedWidget>.stride
    outputs = next.assumingMemoryBound(to: Float.self)
    frameCapacity = format.frameCapacity
    inputs = outputs + format.outputCount * frameCapacity
  }

  deinit { munmap(memory, format.byteCount) }

  /// Where samples of a channel are, for a number of a frame. [audio-thread]
  @_noLocks func index(_ position: Int, channel: Int) -> Int {
    channel * frameCapacity + (position & (frameCapacity - 1))
  }
}
