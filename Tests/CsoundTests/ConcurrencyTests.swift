import EngineRig
import Foundation
import Listening
import Scratch
import SpinetKit
import Testing

/// Several threads use one `CsoundObj` at the same time.
struct ConcurrencyTests {
  private let folder: SoundFolder
  private let csound = CsoundObj.silent()
  private let tone = Files.fixture("tone.csd")

  init() throws { folder = try SoundFolder() }

  /// Counts the MIDI messages that it gets, whatever they are.
  private static let counter = """
    instr 1
    kcount init 0
    next:
    kstatus, kchannel, kfirst, ksecond midiin
    if kstatus != 0 then
      kcount += 1
      kgoto next
    endif
    chnset kcount, "count"
    endin
    """

  @Test func `Every MIDI message that several threads send arrives once`() throws {
    let text = Player.text(Self.counter, score: "i 1 0 1000", blockFrames: 16, options: "-M0")
    let count = CsoundUI(csound).addLabel(forChannelName: "count")
    try csound.play(try folder.write(text, to: "count.csd"))
    let (rounds, threads, messages) = (40, 4, 200)
    for round in 1...rounds {
      concurrently(threads) { [csound] number in
        for _ in 0..<messages {
          try? csound.send(
            .controlChange(Channel(status: 0), controller: UInt8(number + 1), value: UInt8(round)))
        }
      }
      let sent = Double(round * threads * messages)
      #expect(eventually { count.value == sent }, "\(count.value) of \(sent)")
    }
  }

  @Test func `Of several plays at the same time one is left, and each begins and ends`() throws {
    let (witness, script) = (Witness(), Script())
    csound.addListener(witness)
    csound.addBinding(script)
    concurrently(4) { [csound, tone] _ in
      for _ in 0..<5 { try? csound.play(tone) }
    }
    #expect(csound.isPlaying)
    csound.stop()
    #expect(!csound.isPlaying)
    #expect(witness.all == Array(repeating: ["started", "completed"], count: 20).flatMap { $0 })
    #expect(script.calls == Array(repeating: ["setup", "cleanup"], count: 20).flatMap { $0 })
    let blocks = script.blocks
    usleep(50_000)
    #expect(script.blocks == blocks)
  }

  @Test(.timeLimit(.minutes(20))) func `Listeners and callers that play and stop do not deadlock`()
    throws
  {
    final class Restarter: CsoundObjListener {
      let file: String
      init(_ file: String) { self.file = file }
      func csoundObjStarted(_ csound: CsoundObj) { csound.stop() }
      func csoundObjCompleted(_ csound: CsoundObj) { try? csound.play(file) }
    }
    let (restarter, witness) = (Restarter(tone), Witness())
    csound.addListener(witness)
    csound.addListener(restarter)
    concurrently(3) { [csound, tone] number in
      for _ in 0..<8 { if number == 0 { csound.stop() } else { try? csound.play(tone) } }
    }
    csound.removeListener(restarter)
    #expect(
      eventually {
        csound.stop()
        let all = witness.all
        return !csound.isPlaying && all.count { $0 == "started" } == all.count { $0 == "completed" }
      })
  }

  @Test(.timeLimit(.minutes(20))) func `Every call may come from any thread at any time`() throws {
    let script = Script()
    let paths = (0..<4).map { folder.path("take\($0)") }
    concurrently(4) { [csound, tone] number in
      for turn in 0..<40 {
        switch (number + turn) % 10 {
        case 0: try? csound.play(tone)
        case 1: csound.stop()
        case 2: try? csound.sendScore("i 1 0 0.01")
        case 3: try? csound.record(to: paths[number])
        case 4: try? csound.stopRecording()
        case 5: _ = try? csound.record(tone, toFile: paths[number] + ".aif", seconds: 0.02)
        case 6: if turn % 2 == 0 { csound.mute() } else { csound.unmute() }
        case 7: csound.addBinding(script)
        case 8: csound.removeBinding(script)
        default: _ = csound.withCsound { _ in csound.ksmps }
        }
      }
    }
    csound.stop()
    #expect(!csound.isPlaying)
    csound.unmute()
    #expect(try csound.record(tone, toFile: folder.path("last.aif"), seconds: 0.1) == 4410)
    #expect(try AudioTake().read(folder.path("last.aif")).peak > 0.4)
  }
}
