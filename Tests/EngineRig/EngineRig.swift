import CMallocProbe
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// Plays one engine offline: commands at frames in, samples out.
///
/// It is the engine's control thread and its audio thread in one. Extensions beside the tests of an engine say how it is
/// made, and what a note is for it.
package final class EngineRig<Played: SoundEngine> {
  package let engine: Played
  package let framesPerSecond: Double
  /// The first frame of the next block.
  package private(set) var frame: Int64 = 0
  /// Whether the card is there.
  package var isActive = true
  /// What comes in with each block; nil for nothing.
  package var input: AudioInput?
  private var ends: ControlEnds
  private let buffer = SampleBuffer(capacity: 4096)

  package var link: EngineLink { ends.link }

  /// - Parameters:
  ///   - engine: its widgets are where they are to be at the start.
  ///   - mix: the mix that renders it together with others.
  ///   - prepare: the engine's own `prepare`, which can fail or not.
  package init<Failure: Error>(
    playing engine: Played, framesPerSecond: Double = 48_000, largestBlock: Int = 4096,
    mix: MixNumber? = nil, prepare: (Double, Int, EngineLink) throws(Failure) -> Void
  ) throws(Failure) {
    self.engine = engine
    self.framesPerSecond = framesPerSecond
    ends = ControlEnds(tap: nil, mix: mix)
    try prepare(framesPerSecond, largestBlock, ends.link)
  }

  package func widget(_ name: String) -> Widget {
    engine.widgets.first { $0.name == name } ?? Widget("missing \(name)")
  }

  // MARK: Commands, at a frame, or now

  package func send(_ action: EngineCommand.Action, at frame: Int64? = nil) {
    let time = HostTime(seconds: Double(frame ?? self.frame) / framesPerSecond)
    _ = ends.commands.send(EngineCommand(time: time, action))
  }

  package func send(_ event: VoiceEvent, at frame: Int64? = nil) { send(.voice(event), at: frame) }

  /// Starts a voice with these parameters, in their order.
  package func start(
    _ voice: Int, serial: UInt32, _ parameters: KeyValuePairs<VoiceParameter, Double>, at frame: Int64? = nil
  ) {
    send(.start(VoiceNumber(voice), serial: serial), at: frame)
    for (parameter, value) in parameters { send(.set(VoiceNumber(voice), parameter, value), at: frame) }
  }

  package func release(_ voice: Int = 0, at frame: Int64? = nil) {
    send(.set(VoiceNumber(voice), .gate, 0), at: frame)
    send(.release(VoiceNumber(voice)), at: frame)
  }

  package func silence() { send(.silence) }

  package func midi(_ bytes: [UInt8]) { ShortMessage(bytes: bytes).map { send(.midi($0)) } }
  package func midi(_ bytes: UInt8...) { midi(bytes) }

  package func reports() -> [EngineReport] {
    var all: [EngineReport] = []
    while let report = ends.reports.next() { all.append(report) }
    return all
  }

  // MARK: Sound

  /// Renders a block, whose samples are in the buffer until the next.
  package func renderBlock(_ count: Int = 128) {
    engine.render(nextBlock(count))
    frame += Int64(count)
  }

  /// The block that `renderBlock` renders next.
  package func nextBlock(_ count: Int = 128) -> AudioBlock {
    let timeline = Timeline(framesPerSecond: framesPerSecond)
    var block = buffer.block(frameCount: count, firstFrame: frame, timeline: timeline)
    block.isActive = isActive
    block.input = input
    return block
  }

  /// The next frames of both channels, in blocks whose sizes are `sizes` in turn.
  @discardableResult package func render(_ frames: Int, sizes: [Int]) -> (left: [Float], right: [Float]) {
    var sound: (left: [Float], right: [Float]) = ([], [])
    var turn = 0
    while sound.left.count < frames {
      let count = min(sizes[turn % sizes.count], frames - sound.left.count)
      renderBlock(count)
      sound.left.append(contentsOf: buffer.left.prefix(count))
      sound.right.append(contentsOf: buffer.right.prefix(count))
      turn += 1
    }
    return sound
  }

  @discardableResult package func render(
    _ frames: Int, block: Int = 128
  ) -> (left: [Float], right: [Float]) {
    render(frames, sizes: [block])
  }

  package func render(seconds: Double) -> (left: [Float], right: [Float]) {
    render(Int(seconds * framesPerSecond))
  }

  // MARK: Memory

  /// How often rendering asks for memory.
  package func allocations(inBlocks count: Int, of frames: Int = 128) -> UInt {
    var allocations: UInt = 0
    for _ in 0..<count {
      let before = malloc_probe_count()
      renderBlock(frames)
      allocations += malloc_probe_count() - before
    }
    return allocations
  }

  /// How often rendering asks for memory while a thousand voices are started, bent, released, and once silenced.
  package func allocationsInAStorm() -> UInt {
    for index in 0..<1000 {
      let voice = VoiceNumber(index % 64)
      let event: VoiceEvent =
        index % 3 == 0 ? .start(voice, serial: 1) : index % 3 == 1 ? .set(.all, .bend, 1.01) : .release(voice)
      send(index == 900 ? .silence : .voice(event), at: Int64(index * 7))
    }
    return allocations(inBlocks: 200, of: 64)
  }
}
