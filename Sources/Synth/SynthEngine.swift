import CRealtime
import Engine
import Keyboard
import Realtime
import Widgets

/// A first engine: plain sine voices, until the synthesizer takes its place.
public final class SynthEngine: SoundEngine {
  public let name = "Synth"
  public let voiceCapacity = 16
  public let widgets: [Widget]
  private let volume: WidgetCell
  nonisolated(unsafe) private let state: UnsafeMutablePointer<SineBank>
  nonisolated(unsafe) private var link: EngineLink?

  public init() {
    let master = Widget("master.volume", kind: .knob, default: 0.5)
    widgets = [
      Widget(
        "filter.cutoff", kind: .knob, range: 20...20_000, default: 2000, unit: "Hz", curve: .logarithmic),
      master,
    ]
    volume = master.cell
    state = .allocate(capacity: 1)
    state.initialize(to: SineBank())
  }

  deinit { state.deallocate() }

  public func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws {
    self.link = link
    state.pointee = SineBank()
    state.pointee.end = link.audioEnd
    state.pointee.framesPerSecond = Float(framesPerSecond)
  }

  @_noLocks public func render(_ block: AudioBlock) {
    state.pointee.render(block, volume: Float(volume.value))
  }
}

/// Sixteen sines with a straight attack and release.
struct SineBank {
  var end: AudioEnd?
  var framesPerSecond: Float = 48_000
  private var phase = SIMD16<Float>()
  private var step = SIMD16<Float>()
  private var level = SIMD16<Float>()
  private var target = SIMD16<Float>()
  private var gain = SIMD16<Float>(repeating: 1)
  private var serial = SIMD16<UInt32>()
  private var sounding = SIMD16<UInt32>()

  @_noLocks mutating func render(_ block: AudioBlock, volume: Float) {
    guard let end else { return block.silence() }
    var cursor = CommandCursor(end: end, block: block)
    var bank = self
    var peak: Float = 0
    while let segment = cursor.nextSegment(taking: { bank.apply($0) }) {
      for frame in 0..<segment.frameCount {
        let sample = bank.next() * volume
        segment.left[frame] = sample
        segment.right[frame] = sample
        peak = max(peak, abs(sample))
      }
    }
    bank.reportEnds(end)
    let voices = (0..<16).reduce(0) { $0 + Int(bank.sounding[$1]) }
    end.meters.noteBlock(frames: block.frameCount, voices: voices, peak: peak, isSilent: voices == 0)
    self = bank
  }

  @_noLocks private mutating func next() -> Float {
    var sum: Float = 0
    for voice in 0..<16 where sounding[voice] != 0 {
      phase[voice] += step[voice]
      if phase[voice] >= 1 { phase[voice] -= 1 }
      level[voice] += (target[voice] - level[voice]) * 0.005
      sum += rt_sinf(phase[voice] * 6.283_185_3) * level[voice] * gain[voice] * 0.25
    }
    return sum
  }

  @_noLocks private mutating func apply(_ command: EngineCommand) {
    switch command.action {
    case .silence: target = SIMD16()
    case .voice(.start(let voice, let serial)):
      self.serial[voice.index] = serial
      sounding[voice.index] = 1
      target[voice.index] = 1
    case .voice(.set(let voice, .freq, let hertz)) where !voice.isAll:
      step[voice.index] = Float(hertz) / framesPerSecond
    case .voice(.set(let voice, .gain, let value)) where !voice.isAll: gain[voice.index] = Float(value)
    case .voice(.release(let voice)), .voice(.steal(let voice)): target[voice.index] = 0
    case .voice: break
    }
  }

  @_noLocks private mutating func reportEnds(_ end: AudioEnd) {
    for voice in 0..<16 where sounding[voice] != 0 && target[voice] == 0 && level[voice] < 1e-4 {
      sounding[voice] = 0
      end.report(.voiceEnded(VoiceNumber(voice), serial: serial[voice]))
    }
  }
}
