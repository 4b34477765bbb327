import CMallocProbe
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Testing

/// A triangle wave for each voice.
final class TriangleEngine: SoundEngine, @unchecked Sendable {
  // Sendable because the protocol forbids calling `prepare` and `render` at the same time.
  let name = "Triangle"
  let level = Widget("master.level", default: 0.2)
  var widgets: [Widget] { [level] }
  let voiceCapacity = TrianglePlayer.voiceCount
  private var player = PreparedPlayer<TrianglePlayer>()

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    player.prepare {
      TrianglePlayer(level: level.cell, framesPerSecond: framesPerSecond, end: link.claimAudioEnd())
    }
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks func render(_ block: AudioBlock) {
    player.render(block) { $0.render($1) }
  }
}

/// One voice: what the keyboard said of it, and where its wave is.
struct TriangleVoice: BitwiseCopyable {
  var serial: UInt32 = 0
  /// Whether the keyboard waits for the report of its end.
  var isReleased = false
  var isHeld = false
  var hertz: Float = 0
  var bend: Float = 1
  var gain: Float = 1
  /// 0–1.
  var phase: Float = 0
  /// 0–1, on its way to `gain` or to silence.
  var loudness: Float = 0

  /// Begins anew with every parameter at rest. The wave goes on where it is, so that nothing clicks.
  /// [audio-thread]
  @_noLocks mutating func start(serial: UInt32) {
    self.serial = serial
    isReleased = false
    isHeld = false
    (hertz, bend, gain) = (0, 1, 1)
  }

  @_noLocks mutating func set(_ parameter: VoiceParameter, to value: Float) {
    switch parameter {
    case .freq: hertz = min(max(value, 0), 20_000)
    case .bend: bend = min(max(value, 0), 16)
    case .gain: gain = min(max(value, 0), 1)
    case .gate: isHeld = value >= 0.5
    default: break
    }
  }

  /// Adds its sound. [audio-thread]
  @_noLocks mutating func add(to segment: AudioBlock, secondsPerFrame: Float) {
    let step = hertz * bend * secondsPerFrame
    let target = isHeld ? gain : 0
    for frame in 0..<segment.frameCount {
      // A time constant of 5 ms is fast, and does not click.
      loudness += (target - loudness) * secondsPerFrame * 200
      if target == 0, loudness < 1e-5 { loudness = 0 }
      phase += step
      phase -= Float(Int32(phase))
      segment.left[frame] += (4 * abs(phase - 0.5) - 1) * loudness
    }
  }

  /// Whether the keyboard is to be told now that the voice has ended: it was released, and is silent. [audio-thread]
  @_noLocks mutating func popEnd() -> Bool {
    guard !isHeld, loudness == 0 else { return false }
    defer { isReleased = false }
    return isReleased
  }
}

/// The audio side of the engine. It has all its memory from the start.
struct TrianglePlayer: VoicePlayer, ~Copyable {
  static var voiceCount: Int { @_noLocks get { 8 } }
  private var voices = [8 of TriangleVoice](repeating: TriangleVoice())
  private var end: AudioEnd
  private let level: WidgetCell
  /// The widget's value, smoothed.
  private var smoothLevel: Float
  private let secondsPerFrame: Float
  private var peak: Float = 0

  init(level: WidgetCell, framesPerSecond: Double, end: consuming AudioEnd) {
    self.level = level
    smoothLevel = Float(level.value)
    secondsPerFrame = Float(1 / framesPerSecond)
    self.end = end
  }

  /// Fills a block, split at the frames of its commands. [audio-thread]
  @_noLocks mutating func render(_ block: AudioBlock) {
    peak = 0
    var cursor = CommandCursor(block)
    while cursor.isInside {
      while let command = cursor.nextCommand(from: &end) { handle(command) }
      fill(cursor.nextSegment())
    }
    let sounding = soundingVoices
    end.meters.recordBlock(
      frames: block.frameCount, voices: sounding, peak: peak, isSilent: sounding == 0)
  }

  @_noLocks private mutating func fill(_ segment: AudioBlock) {
    segment.silence()
    for index in 0..<Self.voiceCount {
      if voices[index].isHeld || voices[index].loudness > 0 {
        voices[index].add(to: segment, secondsPerFrame: secondsPerFrame)
      }
      if voices[index].popEnd() {
        end.report(.voiceEnded(VoiceNumber(index), serial: voices[index].serial))
      }
    }
    let target = Float(level.value)
    for frame in 0..<segment.frameCount {
      smoothLevel += (target - smoothLevel) * secondsPerFrame * 200
      segment.left[frame] *= smoothLevel
      segment.right[frame] = segment.left[frame]
      peak = max(peak, abs(segment.left[frame]))
    }
  }

  private var soundingVoices: Int {
    @_noLocks get {
      var count = 0
      for index in 0..<Self.voiceCount where voices[index].loudness > 0 { count += 1 }
      return count
    }
  }

  @_noLocks private func isVoice(_ number: Int) -> Bool { number >= 0 && number < Self.voiceCount }

  @_noLocks mutating func start(_ number: Int, serial: UInt32) {
    if isVoice(number) { voices[number].start(serial: serial) }
  }

  @_noLocks mutating func set(_ number: Int, _ parameter: VoiceParameter, to value: Double) {
    // Not a number.
    guard value == value else { return }
    if isVoice(number) { return voices[number].set(parameter, to: Float(value)) }
    guard number == -1 else { return }
    for index in 0..<Self.voiceCount { voices[index].set(parameter, to: Float(value)) }
  }

  @_noLocks mutating func release(_ number: Int) {
    guard isVoice(number) else { return }
    voices[number].isHeld = false
    voices[number].isReleased = true
  }

  /// The keyboard has already forgotten the voice and expects no report.
  @_noLocks mutating func steal(_ number: Int) {
    guard isVoice(number) else { return }
    voices[number].isHeld = false
    voices[number].isReleased = false
  }

  @_noLocks mutating func silence() {
    for index in 0..<Self.voiceCount { release(index) }
  }
}

/// The engine offline: events at frames in, samples out.
private final class Stage {
  let engine = TriangleEngine()
  private var ends = ControlEnds()
  var link: EngineLink { ends.link }
  private let buffer = SampleBuffer(capacity: 8192)
  private let timeline = Timeline(framesPerSecond: 48_000)
  private var frame: Int64 = 0

  func prepare() { engine.prepare(framesPerSecond: 48_000, largestBlock: 8192, link: ends.link) }

  func send(_ events: VoiceEvent..., at frame: Int64 = 0) {
    let time = HostTime(seconds: Double(frame) / 48_000)
    for event in events { _ = ends.commands.send(EngineCommand(time: time, .voice(event))) }
  }

  func start(_ index: Int, hertz: Double, serial: UInt32 = 1, at frame: Int64 = 0) {
    let voice = VoiceNumber(index)
    send(.start(voice, serial: serial), .set(voice, .freq, hertz), .set(voice, .gate, 1), at: frame)
  }

  /// The next block, on both channels the same.
  func render(_ count: Int) -> [Float] {
    renderBlock(count)
    return Array(buffer.right.prefix(count))
  }

  /// What allocates nothing.
  func renderBlock(_ count: Int) {
    engine.render(buffer.block(frameCount: count, firstFrame: frame, timeline: timeline))
    frame += Int64(count)
  }

  func reports() -> [EngineReport] {
    var all: [EngineReport] = []
    while let report = ends.reports.next() { all.append(report) }
    return all
  }
}

@Suite struct TriangleEngineTests {
  private let stage = Stage()

  @Test func `A note begins at its frame and has its pitch`() {
    stage.prepare()
    stage.start(0, hertz: 480, at: 1000)
    let sound = stage.render(4096)
    #expect(sound[..<1000].allSatisfy { $0 == 0 })
    #expect(sound[1000] != 0)
    let rising = (2001..<4001).count { sound[$0 - 1] < 0 && sound[$0] >= 0 }
    #expect(rising == 20)
  }

  @Test func `A released voice fades and is reported, a stolen one only fades`() {
    stage.prepare()
    for index in 0..<2 { stage.start(index, hertz: 480, serial: 7) }
    stage.send(.release(VoiceNumber(0)), .steal(VoiceNumber(1)), at: 1000)
    #expect(stage.render(1000).max() ?? 0 > 0.2)
    #expect(stage.reports() == [])
    #expect(stage.render(4096).last == 0)
    #expect(stage.reports() == [.voiceEnded(VoiceNumber(0), serial: 7)])
    #expect(stage.link.meters.soundingVoices == 0)
  }

  @Test func `A widget that was moved before prepare counts from the first sample`() {
    stage.engine.level.set(0)
    stage.prepare()
    stage.start(0, hertz: 480)
    #expect(stage.render(4096).allSatisfy { $0 == 0 })
  }

  @Test func `Any block size gives the same samples`() {
    func play(_ size: Int) -> [Float] {
      let stage = Stage()
      stage.prepare()
      for step in 0..<20 {
        let at = Int64(37 + step * 51)
        stage.start(step % 5, hertz: 110 * Double(1 + step % 7), serial: UInt32(step), at: at)
        stage.send(.set(.all, .bend, 1.05), .release(VoiceNumber(step % 3)), at: at + 20)
      }
      return (0..<8192 / size).flatMap { _ in stage.render(size) }
    }
    let whole = play(8192)
    #expect(whole.max() ?? 0 > 0.05)
    for size in [1, 16, 128] { #expect(play(size) == whole) }
  }

  @Test func `Rendering allocates nothing`() {
    stage.prepare()
    for step in 0..<100 { stage.start(step % 8, hertz: 220, at: Int64(step * 7)) }
    let before = malloc_probe_count()
    for _ in 0..<50 { stage.renderBlock(64) }
    #expect(malloc_probe_count() == before)
  }
}
