import CMallocProbe
import EngineRig
import Listening
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSampler

private func region(_ change: (inout SFZRegion) -> Void = { _ in }) -> SFZRegion {
  var region = SFZRegion()
  region[.pitchKeyTracking] = 0
  region[.velocityTracking] = 0
  change(&region)
  return region
}

private func isNear(_ a: Float, _ b: Float) -> Bool { abs(a - b) < 0.002 }

private typealias Rig = MultisampleRig

struct MultisampleTests {
  @Test func `Keys and velocities choose the regions, and layers add up`() {
    let rig = Rig([
      (region { $0.keys = 0...59 }, 0.1), (region { $0.keys = 60...127 }, 0.2),
      (region { $0.velocities = 64...127 }, 0.4),
    ])
    #expect(isNear(rig.level(key: 40, velocity: 20), 0.1))
    #expect(isNear(rig.level(key: 60, velocity: 20), 0.2))
    #expect(isNear(rig.level(key: 60, velocity: 64), 0.6))
  }

  @Test func `Regions of a sequence take turns in their order`() {
    let rig = Rig(
      (1...3).map { turn in
        (
          region {
            $0.sequenceLength = 3
            $0.sequencePosition = turn
          }, Float(turn) / 10
        )
      })
    let levels = (0..<6).map { _ in rig.level() }
    #expect(zip(levels, [0.1, 0.2, 0.3, 0.1, 0.2, 0.3]).allSatisfy { isNear($0, $1) }, "\(levels)")
  }

  @Test func `Chance chooses exactly one of the ranges`() {
    let rig = Rig([(region { $0.random = 0...0.5 }, 0.1), (region { $0.random = 0.5...1 }, 0.2)])
    let levels = (0..<60).map { _ in rig.level() }
    #expect(levels.allSatisfy { isNear($0, 0.1) || isNear($0, 0.2) })
    #expect((10...50).contains(levels.filter { isNear($0, 0.1) }.count))
  }

  @Test func `A release region begins with the release`() {
    let rig = Rig([(region(), 0.1), (region { $0.trigger = .release }, 0.4)])
    rig.start()
    #expect(isNear(rig.render(1_600).last ?? 0, 0.1))
    rig.release()
    #expect(isNear(rig.render(4_800).last ?? 0, 0.4))
  }

  @Test func `A group silences those that are off by it, of other notes`() {
    let rig = Rig([
      (region { ($0.keys, $0.offBy) = (40...40, 1) }, 0.1),
      (region { ($0.keys, $0.group) = (41...41, 1) }, 0.2),
    ])
    rig.start(0, key: 40)
    rig.render(1_600)
    rig.start(1, key: 41)
    #expect(isNear(rig.render(1_600).last ?? 0, 0.2))
  }

  @Test func `A key switches what the others play`() {
    let rig = Rig([
      (
        region {
          ($0.keys, $0.switchKeys, $0.switchDefault, $0.switchLast) = (50...90, 20...21, 20, 20...20)
        }, 0.1
      ),
      (region { ($0.keys, $0.switchKeys, $0.switchLast) = (50...90, 20...21, 21...21) }, 0.2),
    ])
    #expect(isNear(rig.level(), 0.1))
    #expect(isNear(rig.level(key: 21), 0))
    #expect(isNear(rig.level(), 0.2))
  }

  @Test func `Volume, pan and velocity make it louder and softer`() {
    #expect(isNear(Rig([(region { $0[.volume] = -6.0206 }, 0.4)]).level(), 0.2))
    #expect(isNear(Rig([(region { $0[.pan] = 75 }, 0.4)]).level(), 0.4 * 0.2759))
    #expect(isNear(Rig([(region { $0[.velocityTracking] = 100 }, 0.4)]).level(velocity: 64), 0.4 * 0.254))
  }

  @Test func `The envelope has its four stages`() {
    let rig = Rig([
      (
        region {
          ($0[.ampAttack], $0[.ampHold], $0[.ampDecay], $0[.ampSustain], $0[.ampRelease]) =
            (0.1, 0.05, 0.1, 50, 0.2)
        }, 0.4
      )
    ])
    rig.start()
    let sound = rig.render(14_400)
    #expect(
      isNear(sound[2_400], 0.2) && sound[4_850..<7_150].allSatisfy { isNear($0, 0.4) } && sound[7_300] < 0.4)
    #expect(isNear(sound[14_399], 0.2))
    rig.release()
    let tail = rig.render(14_400)
    #expect(tail[1_000] < 0.15 && tail[1_000] > 0.02 && isNear(tail[10_000], 0))
    #expect(rig.reports() == [.voiceEnded(VoiceNumber(0), serial: 1)])
  }

  @Test func `A one-shot plays to its end, whatever the key does`() {
    let rig = Rig([(region { ($0.loopMode, $0.end) = (.oneShot, 9_599) }, 0.4)])
    rig.start()
    rig.render(160)
    rig.release()
    #expect(isNear(rig.render(4_800).last ?? 0, 0.4))
    #expect(isNear(rig.render(9_600).last ?? 1, 0) && rig.reports().count == 1)
  }

  @Test func `A sample begins at its offset`() {
    let ramp = Sample(left: (0..<48_000).map { Float($0) / 48_000 })
    let rig = Rig([(region: region { $0[.offset] = 24_000 }, sample: ramp)])
    rig.start()
    #expect(abs((rig.render(160).last ?? 0) - 0.503) < 0.01)
  }

  @Test func `A loop goes on while the key is held, and a sustain loop ends with it`() {
    for mode in [SFZRegion.LoopMode.continuous, .sustain] {
      let short = Sample(left: [Float](repeating: 0.4, count: 4_800))
      let rig = Rig([
        (
          region: region {
            ($0.loopMode, $0.loopStart, $0.loopEnd, $0[.ampRelease]) = (mode, 1_000, 3_999, 20)
          },
          sample: short
        )
      ])
      rig.start()
      #expect(isNear(rig.render(48_000).last ?? 0, 0.4))
      rig.release()
      rig.render(9_600)
      #expect((rig.reports().count == 1) == (mode == .sustain))
    }
  }

  @Test func `Keys, tuning and transposition change the speed`() {
    // A ramp is read at the speed of the note: an octave up, twice as far.
    func reached(_ key: Int, _ change: (inout SFZRegion) -> Void = { _ in }) -> Float {
      let ramp = Sample(left: (0..<96_000).map { Float($0) / 96_000 })
      var region = SFZRegion()
      region[.velocityTracking] = 0
      change(&region)
      let rig = Rig([(region: region, sample: ramp)])
      rig.start(key: key)
      return rig.render(9_601).last ?? 0
    }
    #expect(isNear(reached(60), 0.1) && isNear(reached(72), 0.2) && isNear(reached(48), 0.05))
    #expect(isNear(reached(60) { $0.centre = 48 }, 0.2) && isNear(reached(60) { $0[.transpose] = 12 }, 0.2))
    #expect(
      isNear(reached(60) { $0[.tune] = 1200 }, 0.2) && isNear(reached(72) { $0[.pitchKeyTracking] = 0 }, 0.1))
  }

  @Test func `Any block size gives the same samples, and nothing is allocated`() {
    func take(_ block: Int) -> [Float] {
      let rig = Rig([(region { $0[.ampAttack] = 0.01 }, 0.2), (region { $0[.pitchKeyTracking] = 100 }, 0.1)])
      var sound = rig.render(1_003, block: block)
      rig.start(0, key: 67)
      sound += rig.render(1_001, block: block)
      rig.release(0)
      return sound + rig.render(2_000, block: block)
    }
    #expect(take(128) == take(1) && take(128) == take(999))
    let rig = Rig([(region(), 0.2), (region { $0.trigger = .release }, 0.1)])
    var count: UInt = 0
    for turn in 0..<400 {
      rig.start(turn % 64, key: turn % 128, serial: UInt32(turn))
      rig.release((turn + 40) % 64)
      let made = rig.allocations(1)
      if turn > 20 { count += made }
    }
    #expect(count == 0)
  }

  @Test func `A stolen note fades, and its number plays the next one`() {
    let rig = Rig([(region { $0.keys = 60...60 }, 0.4), (region { $0.keys = 61...61 }, 0.1)])
    rig.start(0, key: 60)
    rig.render(1_600)
    rig.send(.steal(VoiceNumber(0)))
    rig.start(0, key: 61, serial: 2)
    let sound = rig.render(1_600)
    #expect(isNear(sound.last ?? 0, 0.1) && sound.greatestStep < 0.15)
    #expect(rig.reports() == [])
  }
}
