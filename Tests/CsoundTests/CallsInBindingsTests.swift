import Foundation
import Glibc
import Listening
import Scratch
import SpinetCsound
import SpinetDevices
import SpinetKit
import SpinetMotion
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

struct CallsInBindingsTests {
  private let session: LibrarySession
  init() throws { session = try LibrarySession() }

  /// Makes one call in `cleanup`.
  private final class Again: CsoundBinding {
    private let isFirst = Atomic<Bool>(true)
    private let act: @Sendable (CsoundObj) -> Void
    private let csound: CsoundObj
    let calls = Mutex<[String]>([])

    init(_ csound: CsoundObj, _ act: @escaping @Sendable (CsoundObj) -> Void) {
      (self.csound, self.act) = (csound, act)
    }

    func setup(_ csound: CsoundObj) { calls.withLock { $0.append("setup") } }

    func cleanup() {
      calls.withLock { $0.append("cleanup") }
      if isFirst.exchange(false, ordering: .relaxed) { act(csound) }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func `A binding may play again when it is cleaned up, whoever ends the performance`(isStopped: Bool)
    throws
  {
    let file = try session.csd(score: isStopped ? "i 1 0 3600" : "i 1 0 0.05")
    let next = try session.csd()
    let again = Again(session.csound) { try? $0.play(next) }
    let other = Script()
    for binding in [again, other] as [any CsoundBinding] { session.csound.addBinding(binding) }
    try session.csound.play(file)
    if isStopped { session.csound.stop() }
    #expect(eventually { other.calls == ["setup", "cleanup", "setup"] })
    #expect(session.csound.isPlaying && again.calls.withLock { $0 } == ["setup", "cleanup", "setup"])
    let blocks = other.blocks
    #expect(eventually { other.blocks > blocks })
    session.csound.stop()
    #expect(other.calls == ["setup", "cleanup", "setup", "cleanup"])
  }

  @Test(.timeLimit(.minutes(1))) func `A binding may stop when it is cleaned up by another thread's stop`()
    throws
  {
    let again = Again(session.csound) { $0.stop() }
    session.csound.addBinding(again)
    try session.csound.play(try session.csd())
    session.csound.stop()
    #expect(!session.csound.isPlaying)
  }

  @Test(.timeLimit(.minutes(1)))
  func `What must not be called on the audio thread does nothing there, and is told`() throws {
    let (csound, file) = (session.csound, try session.csd())
    let refused = Mutex<[String]>([])
    let acts: [Int: @Sendable () -> Void] = [
      10: { csound.stop() },
      100: {
        do throws(SpinetError) { try csound.play(file) } catch {
          refused.withLock { $0.append(error.what) }
        }
      },
      110: {
        do throws(SpinetError) { try csound.record(to: "x.wav") } catch {
          refused.withLock { $0.append(error.what) }
        }
      },
      120: {
        do throws(SpinetError) { try csound.updateOrchestra("instr 2\nendin") } catch {
          refused.withLock { $0.append(error.what) }
        }
      },
    ]
    let binding = Script(acts)
    csound.addBinding(binding)
    try csound.play(file)
    #expect(eventually { binding.blocks > 200 })
    #expect(csound.isPlaying)
    #expect(refused.withLock { $0 } == ["play", "record", "updateOrchestra"])
    #expect(
      eventually { session.log.all.contains { $0.hasPrefix("stop was called in a binding's update") } })
    csound.stop()
    #expect(!csound.isPlaying)
  }

  @Test(.timeLimit(.minutes(1))) func `A binding that removes itself in an update stays, and that is told`()
    throws
  {
    final class Leaver: CsoundBinding {
      let csound: CsoundObj
      let blocks = Atomic<Int>(0)
      init(_ csound: CsoundObj) { self.csound = csound }
      func setup(_ csound: CsoundObj) {}
      func updateValuesToCsound() {
        if blocks.wrappingAdd(1, ordering: .relaxed).oldValue == 5 { csound.removeBinding(self) }
      }
    }
    let leaver = Leaver(session.csound)
    session.csound.addBinding(leaver)
    try session.csound.play(try session.csd())
    #expect(eventually { leaver.blocks.load(ordering: .relaxed) > 100 })
    #expect(
      eventually { session.log.all.contains { $0.hasPrefix("removeBinding was called in a binding") } })
    session.csound.stop()
  }
}
