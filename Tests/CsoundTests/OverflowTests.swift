import EngineRig
import Listening
import Scratch
import SpinetCsound
import SpinetEngine
import SpinetKit
import SpinetWidgets
import Testing

/// A file whose samples grow without bound.
struct OverflowTests {
  private static let growing = """
    instr 1
    kgain init 1
    kgain *= 1e9
    asig = a(kgain - kgain / 3)
    kwrong = (kgain > 1e300 ? kgain - kgain : kgain)
    chnset kwrong, "level"
    outs asig, a(kwrong)
    endin
    """

  @Test func `NaN is not heard, measured or shown, and is noted once`() throws {
    let player = try Player(Self.growing, score: "i 1 0 10")
    let sound = player.render(44_100)
    let isFinite = sound.left.isFinite && sound.right.isFinite
    #expect(isFinite)
    #expect(sound.left.last == 0 && sound.right.last == 0)
    #expect(player.link.meters.popPeak() < 1e6)
    #expect(try player.required("level").value.isFinite)
    #expect(player.link.meters.popOverflow())
    _ = player.render(4410)
    #expect(!player.link.meters.popOverflow())
  }

  @Test(arguments: [false, true]) func `An overflow is told once, with the file's name`(isLive: Bool) throws {
    let folder = try SoundFolder()
    let file = try folder.write(Player.text(Self.growing, score: "i 1 0 0.2"), to: "growing.csd")
    let (csound, log, witness) = (CsoundObj.silent(), LineLog(), Witness())
    csound.messageCallback = log.add
    csound.addListener(witness)
    let label = CsoundUI(csound).addLabel(forChannelName: "level")
    if isLive { try csound.play(file) } else { try csound.record(file, toFile: folder.path("take.wav")) }
    #expect(eventually { witness.all.count == 2 })
    #expect(log.all.count { $0.hasPrefix("\(file): some samples are not a number") } == 1, "\(log.all)")
    #expect(label.value.isFinite)
  }
}
