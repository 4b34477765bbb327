import Foundation
import SpinetEngine
import Testing

@testable import SpinetSampler

private typealias Rig = MultisampleRig

/// Voices whose envelopes have come to rest: they are not planned again until something moves, and then at once.
struct RestingVoiceTests {
  private static let text =
    "<region> sample=*saw loop_mode=loop_continuous amp_veltrack=0 volume=-12 cutoff=500"

  /// The loudness of the last tenth of a second.
  private static func level(_ rig: Rig) -> Double {
    let frames = rig.render(4_800)
    return 10 * log10(frames.reduce(0) { $0 + Double($1) * Double($1) } / Double(frames.count))
  }

  @Test func `A voice that is held rests, and no more when it is let go`() throws {
    let rig = try Rig(Self.text)
    rig.start()
    rig.render(4_800)
    #expect(rig.restingVoices == 1)
    rig.release()
    rig.render(128)
    #expect(rig.restingVoices == 0)
  }

  // What keeps a voice from rest.
  @Test(
    arguments: [
      "lfo1_freq=3 lfo1_pitch=20", "ampeg_decay=3 ampeg_sustain=20", "fileg_decay=3 fileg_depth=1200",
      "pitcheg_attack=3 pitcheg_depth=100",
    ])
  func `What moves a voice keeps it from rest`(opcodes: String) throws {
    let rig = try Rig("\(Self.text) \(opcodes)")
    rig.start()
    rig.render(24_000)
    #expect(rig.restingVoices == 0)
  }

  @Test func `A slow decay ends at its sustain, and the voice rests there`() throws {
    let rig = try Rig("\(Self.text) ampeg_decay=8 ampeg_sustain=50")
    rig.start()
    rig.render(24_000)
    #expect(rig.restingVoices == 0)
    rig.render(48_000 * 20)
    #expect(rig.restingVoices == 1)
    let whole = try Rig(Self.text)
    whole.start()
    whole.render(48_000 * 20 + 24_000)
    #expect(abs(Self.level(whole) - Self.level(rig) - 6.02) < 0.05)
  }

  @Test(
    arguments: [
      ("cutoff_oncc74=-2400", "cc74"), ("volume_oncc9=-20", "cc9"), ("tune_oncc11=1200", "cc11"),
      ("pan_oncc12=-100", "cc12"),
    ])
  func `A controller that moves after a rest is heard as if it had been there before`(
    opcodes: String, controller: String
  ) throws {
    let text = "\(Self.text) \(opcodes)"
    let (rested, fresh) = (try Rig(text), try Rig(text))
    rested.start()
    rested.render(9_600)
    #expect(rested.restingVoices == 1)
    let before = Self.level(rested)
    rested.move(controller, to: 127)
    fresh.move(controller, to: 127)
    fresh.start()
    for rig in [rested, fresh] { rig.render(48_000) }
    let (after, wanted) = (Self.level(rested), Self.level(fresh))
    #expect(abs(after - wanted) < 0.1, "\(after) dB, not \(wanted)")
    // A higher pitch may be as loud.
    #expect(abs(after - before) > 1 || opcodes.hasPrefix("tune"), "\(before) dB before")
    #expect(rested.restingVoices == 1)
  }

  @Test func `A bend after a rest is heard`() throws {
    let rig = try Rig("<region> sample=a.wav loop_mode=loop_continuous", Rig.sine)
    rig.start()
    rig.render(9_600)
    #expect(rig.restingVoices == 1)
    func crossings() -> Int {
      let frames = rig.render(4_800)
      return zip(frames, frames.dropFirst()).count { $0 < 0 && $1 >= 0 }
    }
    let before = crossings()
    rig.bend(semitones: 12)
    rig.render(480)
    let after = crossings()
    #expect(abs(after - 2 * before) <= 2, "\(before) and \(after)")
  }
}
