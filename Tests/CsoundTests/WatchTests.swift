import EngineRig
import Scratch
import SpinetKit
import Testing

@Test func `A block that takes longer than a second is told by the file's name, once`() throws {
  let folder = try SoundFolder()
  let orchestra = "instr 1\nires system_i 1, \"sleep 1.3\"\nouts a(0.5), a(0.5)\nendin"
  let file = try folder.write(Player.text(orchestra, score: "i 1 0.1 0.1"), to: "slow.csd")
  let (csound, log, witness) = (CsoundObj.silent(), LineLog(), Witness())
  csound.messageCallback = log.add
  csound.addListener(witness)
  try csound.play(file)
  #expect(eventually { witness.all.count == 2 })
  #expect(
    log.all.filter { $0.hasPrefix("\(file): one block has taken more than") }.count == 1)
}
