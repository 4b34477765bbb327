import EngineRig
import Foundation
import Listening
import SpinetEngine
import SpinetWidgets
import Testing

@testable import SpinetSampler

/// Pseudorandom numbers, −0.5…0.5.
private func noise(_ count: Int, seed: UInt32 = 1) -> [Float] {
  var state = seed
  return (0..<count).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(Int32(bitPattern: state)) / 4_294_967_296
  }
}

private func sine(_ hertz: Double, _ count: Int, framesPerSecond: Double = 48_000) -> [Float] {
  (0..<count).map { Float(0.5 * sin(2 * .pi * hertz * Double($0) / framesPerSecond)) }
}

/// The difference of a tone from `hertz` in cents, from its phase drift in half a second.
private func cents(of sound: [Float], above hertz: Double) -> Double {
  func phase(_ start: Int) -> Double {
    var (re, im) = (0.0, 0.0)
    for index in 0..<4_800 {
      let turn = 2 * .pi * hertz * Double(start + index) / 48_000
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(index) / 4_800)
      re += Double(sound[start + index]) * cos(turn) * window
      im -= Double(sound[start + index]) * sin(turn) * window
    }
    return atan2(im, re)
  }
  let turned = (phase(28_800) - phase(4_800)) / (2 * .pi)
  return 1200 * log2(1 + (turned - turned.rounded()) / 0.5 / hertz)
}

struct SamplerEngineTests {
  @Test func `Every widget says what it does, in a short sentence`() {
    for widget in SamplerEngine(sample: Sample(left: [0, 0], right: [0, 0])).widgets {
      #expect(widget.about.hasSuffix(".") && widget.about.count <= 90, "\(widget.name)")
    }
  }

  @Test func `At its root and rate the sample comes out as it is, each side on its own`() {
    let (left, right) = (noise(4_800), noise(4_800, seed: 9))
    let player = Player(Sample(left: left, right: right))
    player.start()
    let sound = player.render(4_800)
    // After the attack of a millisecond.
    #expect((100..<4_800).allSatisfy { abs(sound.left[$0] - left[$0]) < 1e-6 })
    #expect((100..<4_800).allSatisfy { abs(sound.right[$0] - right[$0]) < 1e-6 })
  }

  @Test func `A mono sample sounds the same on both sides`() {
    let player = Player(Sample(left: noise(4_800)))
    player.start()
    let sound = player.render(4_800)
    #expect(sound.left == sound.right && sound.left.peak > 0.3)
  }

  @Test(arguments: [
    (note: 60.0, root: 60.0, tune: 0.0, rate: 48_000.0), (48, 60, 0, 48_000), (72, 60, 0, 48_000),
    (61, 60, 0, 44_100), (67, 57, 0, 96_000), (36, 60, 50, 48_000), (60, 61.25, -13, 22_050),
    (60.31, 60, 0, 48_000), (83, 60, 99.9, 48_000), (24, 60, 0, 192_000),
  ])
  func `Every note is in tune to a tenth of a cent`(note: Double, root: Double, tune: Double, rate: Double) {
    let recorded = 440.0
    let sample = Sample(
      left: sine(recorded, Int(4 * rate), framesPerSecond: rate), framesPerSecond: rate, rootNote: root)
    let player = Player(sample, settings: ["sample.tune": tune])
    player.start(note: note)
    let expected = recorded * exp2((note - root + tune / 100) / 12)
    #expect(abs(cents(of: player.render(36_000).left, above: expected)) < 0.1)
  }

  @Test(arguments: [
    (72.0, 15_000.0), (84, 9_000), (96, 8_000), (108, 2_000), (65, 4_000), (72, 4_000), (96, 1_000),
  ])
  func `What lies beyond hearing when it is played higher does not fold down`(note: Double, hertz: Double) {
    let player = Player(Sample(left: sine(hertz, 480_000)))
    player.start(note: note)
    let isBeyond = hertz * exp2((note - 60) / 12) > 24_000
    let peak = player.render(9_600).left.dropFirst(480).map { $0 }.peak
    #expect(isBeyond ? peak < 0.001 : peak > 0.42)
  }

  @Test func `Bend and the bend widget add up`() {
    let player = Player(Sample(left: sine(440, 192_000)), settings: ["pitch.bend": 2])
    player.start()
    player.send(.set(.all, .bend, exp2(0.25)))
    #expect(abs(cents(of: player.render(36_000).left, above: 440 * exp2(5.0 / 12))) < 0.1)
  }

  @Test(arguments: [0, 1, 15, 16, 100, 1001] as [Int64]) func `The onset is exact to the frame`(onset: Int64)
  {
    let player = Player(Sample(left: [Float](repeating: 0.5, count: 4_800)))
    player.start(at: onset)
    let sound = player.render(1_100).left
    #expect(sound.firstIndex { $0 != 0 }.map(Int64.init).map { $0 - onset <= 1 && $0 >= onset } == true)
  }

  @Test func `Any block size gives the same samples`() {
    func play(_ sizes: [Int]) -> [Float] {
      let settings = [
        "loop.on": 1, "loop.start": 0.2, "loop.end": 0.7, "filter.cutoff": 3_000, "filter.resonance": 0.5,
      ]
      let player = Player(Sample(left: noise(4_800), right: sine(300, 4_800)), settings: settings)
      for step in 0..<40 {
        let at = Int64(37 + step * 331)
        player.start(step % 5, note: 48 + Double(step % 23), serial: UInt32(step), at: at)
        player.send(.set(VoiceNumber(step % 5), .bend, 1.05), at: at + 53)
        player.release(step % 5, at: at + 200)
      }
      var sound: [Float] = []
      var turn = 0
      while sound.count < 30_000 {
        let part = player.render(min(sizes[turn % sizes.count], 30_000 - sound.count), block: 4_096)
        sound += zip(part.left, part.right).map { $0 + 2 * $1 }
        turn += 1
      }
      return sound
    }
    let whole = play([4_096])
    #expect(whole.peak > 0.1)
    let isSame = play([64]) == whole && play([1, 7, 128, 33, 1024, 16, 3]) == whole
    #expect(isSame)
  }

  @Test func `The filter at its top takes nothing away, and further down it does`() {
    let open = Player(Sample(left: noise(48_000)))
    let closed = Player(Sample(left: noise(48_000)), settings: ["filter.cutoff": 200])
    open.start()
    closed.start()
    #expect(closed.render(24_000).left.peak < 0.3 * open.render(24_000).left.peak)
    open.widget("filter.cutoff").set(200)
    let moved = open.render(24_000).left
    #expect(moved.suffix(12_000).map { $0 }.peak < 0.3)
  }

  @Test func `Volume, expression and pan do as they say`() {
    let player = Player(Sample(left: [Float](repeating: 0.5, count: 96_000)))
    player.start()
    #expect(abs((player.render(4_800).left.last ?? 0) - 0.5) < 1e-4)
    player.widget("master.volume").set(0.5)
    #expect(abs((player.render(4_800).left.last ?? 0) - 0.125) < 1e-4)
    player.widget("master.expression").set(0.5)
    player.widget("master.pan").set(-1)
    let sound = player.render(4_800)
    #expect(abs((sound.left.last ?? 0) - 0.031_25) < 1e-4 && abs(sound.right.last ?? 1) < 1e-4)
  }

  @Test func `Widgets are live before there is a stream, and say what the sample says`() {
    let sample = Sample(left: noise(1_000), rootNote: 57.5, loop: 100..<900)
    let engine = SamplerEngine(sample: sample)
    let widgets = WidgetSet(engine.widgets)
    #expect(widgets["sample.root"]?.value == 57.5)
    #expect(widgets["loop.on"]?.value == 1)
    #expect(widgets["loop.start"]?.value == 0.1 && widgets["loop.end"]?.value == 0.9)
    #expect(widgets["filter.cutoff"]?.set(500) == true)
    let names = [
      "sample.start", "sample.position", "sample.root", "sample.tune", "sample.reverse", "loop.on",
      "loop.start", "loop.end", "amp.attack", "amp.decay", "amp.sustain", "amp.release", "filter.cutoff",
      "filter.resonance", "master.volume", "master.expression", "master.pan", "pitch.bend",
    ]
    #expect(names.filter { widgets[$0] == nil } == [])
    #expect(engine.widgets.count == SamplerParameter.count)
  }
}
