import Foundation
import Listening
import SpinetKit
import SpinetWidgets
import Testing

/// The document's own listings, played with the bindings it binds them with.
struct SeedListingTests {
  private let folder: SoundFolder
  private let csound = CsoundObj.silent()
  private let ui: CsoundUI

  init() throws {
    folder = try SoundFolder()
    ui = CsoundUI(csound, labelPrecision: 4)
  }

  /// What the fixture sounds like with the bindings made so far.
  private func render(_ name: String, seconds: Double = 3600) throws -> [Float] {
    let take = AudioTake()
    try csound.record(try folder.fixture(name), toFile: folder.path("out.aif"), seconds: seconds)
    return try take.read(folder.path("out.aif"))
  }

  @Test(arguments: [250.0, 440, 1000])
  func `A slider is the frequency`(hertz: Double) throws {
    let slider = Widget("slider", range: 100...2000, default: hertz)
    ui.add(slider, forChannelName: "frequency")
    #expect(abs(try render("frequency.csd").hertz(framesPerSecond: 44_100) - hertz) < 1)
  }

  @Test func `A label shows the random frequency with four decimals`() throws {
    let label = ui.addLabel(forChannelName: "randFreq")
    _ = try render("rand-freq.csd")
    #expect((300...2000).contains(label.value))
    #expect(label.text.split(separator: ".").last?.count == 4)
  }

  @Test(arguments: [false, true])
  func `A button crosses two sounds`(isHeld: Bool) throws {
    try folder.writeSine("fox.wav", hertz: 300)
    try folder.writeSine("wave.wav", hertz: 600)
    let button = Widget("button", kind: .button)
    button.set(isHeld ? 1 : 0)
    ui.add(button, forChannelName: "crossToggle")
    let sound = try render("cross.csd")
    // The frequencies are of the first signal.
    #expect(abs(Array(sound.suffix(20_000)).hertz(framesPerSecond: 44_100) - (isHeld ? 600 : 300)) < 3)
  }

  @Test func `A switch starts and ends the notes, and a label shows their pitch`() throws {
    let toggle = Widget("switch", kind: .toggle)
    ui.add(toggle, forChannelName: "instrToggle")
    let label = ui.addLabel(forChannelName: "pitchOut")
    csound.addBinding(Script([344: { toggle.set(1) }]))
    let sound = try render("toggle.csd")
    #expect(sound.prefix(344 * 128).allSatisfy { $0 == 0 })
    #expect(sound.peak > 0.01)
    #expect(label.value > 250 && label.value < 1000)
  }

  @Test func `Every tap of a momentary button is one note`() throws {
    let button = Widget("tap", kind: .momentary)
    ui.add(button, forChannelName: "noteTrigger")
    csound.addBinding(
      Script([
        10: { button.press() },
        400: {
          button.press()
          button.press()
        },
      ]))
    let sound = try render("trigger.csd")
    #expect(button.cell.pendingPresses == 0)
    #expect(sound[(11 * 128)..<(100 * 128)].contains { $0 != 0 })
    #expect(sound[(200 * 128)..<(400 * 128)].allSatisfy { $0 == 0 })
    #expect(sound[(401 * 128)..<(500 * 128)].contains { $0 != 0 })
  }

  @Test func `Two sliders from 0 to 1 are frequency and amplitude`() throws {
    let frequency = Widget("frequency", default: 0.5)
    let amplitude = Widget("amplitude", default: 0.4)
    ui.add(frequency, forChannelName: "frequency")
    ui.add(amplitude, forChannelName: "amplitude")
    let sound = Array(try render("sliders.csd").suffix(44_100))
    // expcurve(0.5, 500) of 19,980 Hz above 20.
    let hertz = 20 + 19_980 * (pow(500, 0.5) - 1) / 499
    #expect(abs(sound.hertz(framesPerSecond: 44_100) - hertz) < 1)
    #expect(abs(sound.peak - 0.4) < 0.01)
  }

  @Test func `Motion moves the nine channels`() throws {
    let motion = CsoundMotion(csound)
    let widgets = motion.enableAccelerometer() + motion.enableGyroscope() + motion.enableAttitude()
    #expect(
      widgets.map(\.name) == [
        "accelerometerX", "accelerometerY", "accelerometerZ", "gyroX", "gyroY", "gyroZ", "attitudeRoll",
        "attitudePitch", "attitudeYaw",
      ])
    let still = try render("motion.csd")
    widgets[0].set(-2)
    try FileManager.default.removeItem(atPath: folder.path("motion.csd"))
    let moved = try render("motion.csd")
    #expect(still.peak > 0.01)
    #expect(moved.peak > 0.01)
    #expect(still != moved)
  }

  @Test func `Acceleration is pitch and the lean is loudness, as the listing has them`() throws {
    let motion = CsoundMotion(csound)
    let widgets = motion.enableAccelerometer() + motion.enableAttitude()
    let (acceleration, lean) = (widgets[0], widgets[4])
    var sounds: [[Float]] = []
    for (x, pitch) in [(0.0, 0.0), (-2, 0), (0, 0.5)] {
      acceleration.set(x)
      lean.set(pitch)
      sounds.append(try render("motion.csd"))
      try FileManager.default.removeItem(atPath: folder.path("motion.csd"))
    }
    // The room's delays swing, which spreads each frequency a little.
    #expect(
      sounds[0].level(at: 880, framesPerSecond: 44_100) > 5
        * sounds[0].level(at: 440, framesPerSecond: 44_100))
    #expect(
      sounds[1].level(at: 440, framesPerSecond: 44_100) > 5
        * sounds[0].level(at: 440, framesPerSecond: 44_100))
    // (0.5 + 0.5) · 0.2 beside 0.5 · 0.2.
    #expect(abs(sounds[2].peak / sounds[0].peak - 2) < 0.1)
  }

  @Test func `An audio channel is what is heard`() throws {
    let slider = Widget("verbMix", default: 0)
    ui.add(slider, forChannelName: "verbMix")
    let samples = AudioChannelBinding(channelName: "samples")
    csound.addBinding(samples)
    let sound = try render("reverb.csd")
    let taken = samples.popSamples()
    #expect(taken.count >= sound.count)
    #expect(zip(taken, sound).allSatisfy { abs($0 - $1) < 1e-5 })
    #expect(sound.peak > 0.3)
  }

  @Test func `The file with the placeholders plays`() throws {
    ui.add(Widget("freq", range: 100...1000, default: 330), forChannelName: "freq")
    #expect(abs(try render("placeholders.csd").hertz(framesPerSecond: 44_100) - 330) < 1)
  }

  @Test func `MOOGLADDER lets lows through and rings at its cutoff`() throws {
    let cutoff = Widget("cutoff", range: 20...20_000, default: 20_000)
    let resonance = Widget("resonance")
    ui.add(cutoff, forChannelName: "cutoff")
    ui.add(resonance, forChannelName: "resonance")
    var levels: [Double] = []
    for (hertz, amount) in [(20_000.0, 0.0), (800, 0), (800, 0.9), (50, 0)] {
      cutoff.set(hertz)
      resonance.set(amount)
      try? FileManager.default.removeItem(atPath: folder.path("ladder.csd"))
      levels.append(Array(try render("ladder.csd").suffix(44_100)).rms)
    }
    #expect(levels[0] > levels[1])
    #expect(levels[1] > 4 * levels[3])
    #expect(levels[2] != levels[1])
    #expect(levels.allSatisfy { $0 > 0.001 && $0 < 1 })
  }
}
