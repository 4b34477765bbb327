import EngineRig
import Listening
import SpinetDSP
import SpinetEffects
import SpinetEngine
import SpinetRealtime
import SpinetSynth
import SpinetWidgets
import Testing

/// Makes the sound softer and louder at a steady rate.
public struct Tremolo: StereoEffect, ~Copyable {
  private var depth = Ramp(0)
  private var rate: Float = 0
  /// 0–1.
  private var phase: Float = 0
  private let secondsPerFrame: Float

  public struct Settings: EffectSettings {
    /// 0–1.
    public var depth: Float
    /// Hertz.
    public var rate: Float

    @_noLocks public init(depth: Float, rate: Float) {
      self.depth = depth
      self.rate = rate
    }

    public var isActive: Bool { @_noLocks get { depth > 1e-4 } }
  }

  public init(framesPerSecond: Double) { secondsPerFrame = Float(1 / framesPerSecond) }

  /// Begins with the full sound, so that nothing clicks. [audio-thread]
  @_noLocks public mutating func restart(_ settings: Settings) {
    clear()
    depth.jump(to: 0)
    rate = settings.rate
  }

  @_noLocks public mutating func settle(_ settings: Settings) {
    depth.jump(to: settings.depth)
    rate = settings.rate
  }

  @_noLocks public mutating func approach(_ settings: Settings, frames: Float) {
    depth.approach(settings.depth, inverseFrames: 1 / frames)
    rate = settings.rate
  }

  @_noLocks public mutating func clear() { phase = 0 }

  @_noLocks public mutating func process(_ sound: StereoSamples) {
    for frame in 0..<sound.frameCount {
      let gain = 1 - depth.next() * (1 - abs(1 - 2 * phase))
      sound.left[frame] *= gain
      sound.right[frame] *= gain
      phase += rate * secondsPerFrame
      if phase >= 1 { phase -= 1 }
    }
  }
}

extension Tremolo: SynthEffect {
  public static var parameters: [Widget] {
    [
      Widget("tremolo.depth", about: "How much softer the sound becomes in each swing."),
      Widget(
        "tremolo.rate", range: 0.1...20, default: 5, unit: "Hz", curve: .logarithmic,
        about: "How fast the sound becomes softer and louder."),
    ]
  }

  @_noLocks public static func settings(_ values: inout EffectValues) -> Settings {
    Settings(depth: values.next(), rate: values.next())
  }
}

/// Plays a tremolo as the synth does: by its widgets, one control step after another.
private func run(_ sound: [Float], _ depths: [Float]) -> [Float] {
  let widgets = Tremolo.parameters
  let smoother = ControlSmoother(widgets, octaves: -1, framesPerSecond: 48_000, stepFrames: 32)
  var chain = Effects<Tremolo, NoEffect>(framesPerSecond: 48_000)
  func perform(_ action: EffectAction) {
    var values = EffectValues(smoother.values, first: 0, beatsPerMinute: 120)
    chain.perform(action, &values)
  }
  widgets[1].set(10)
  let buffer = SampleBuffer(capacity: sound.count)
  for (frame, sample) in sound.enumerated() { (buffer.left[frame], buffer.right[frame]) = (sample, sample) }
  let stereo = buffer.stereo(frameCount: sound.count)
  for step in 0..<sound.count / 32 {
    widgets[0].set(Double(depths[step * depths.count * 32 / sound.count]))
    smoother.values.settle()
    if step == 0 { perform(.settle) }
    perform(.approach(frames: 32))
    perform(.process(stereo.slice(from: 32 * step, count: 32)))
  }
  return Array(stereo.left)
}

@Suite struct TremoloTests {
  private let steady = [Float](repeating: 1, count: 9_600)

  @Test func `It swings ten times a second between the full sound and what its depth leaves`() {
    let sound = run(steady, [0.75])
    #expect(abs((sound.min() ?? 0) - 0.25) < 0.01)
    #expect(abs((sound.max() ?? 0) - 1) < 0.01)
    // Two turns in 9,600 frames: soft in the middle of each.
    #expect(sound[2400] < 0.3 && sound[4800] > 0.95 && sound[7200] < 0.3)
  }

  @Test func `With a depth of 0 nothing changes`() {
    #expect(run(steady, [0]) == steady)
  }

  @Test func `Turning it up and down again makes no step`() {
    let up = (0...150).map { Float($0) / 150 }
    #expect(run(steady, up + up.reversed()).greatestStep < 0.01)
  }

  @Test func `It makes the synth's own sound softer`() {
    let player = Player(settings: ["reverb.mix": 0, "amp.sustain": 1])
    player.start(0, hertz: 440)
    let sound = player.render(9_600).left
    let swinging = run(sound, [1])
    #expect(swinging[2300..<2500].map { $0 }.rms < 0.1 * sound[2300..<2500].map { $0 }.rms)
    #expect(swinging[4700..<4900].map { $0 }.rms > 0.9 * sound[4700..<4900].map { $0 }.rms)
  }

  @Test func `Its parameters take their place in a chain`() {
    typealias Both = Effects<Chorus, Effects<Tremolo, NoEffect>>
    let names = ["chorus.mix", "chorus.rate", "chorus.depth", "tremolo.depth", "tremolo.rate"]
    #expect(Both.parameters.map(\.name) == names)
  }
}
