import Logging
import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetText
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetSession

private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

@Suite struct ScreenTests {
  private let clock = JumpingClock()

  /// A screen with a watcher, and how often that was told.
  private func screen(_ rig: Rig, _ told: Told) throws -> (screen: Screen, handle: SessionHandle) {
    let instrument = rig.performer.instrument
    let output = SoundOutput(for: rig.performer, options: PlayOptions(), logger: quiet)
    let handle = try SessionHandle(for: instrument, view: InstrumentView(of: instrument, .midi))
    handle.watch { told.count.wrappingAdd(1, ordering: .relaxed) }
    let screen = Screen(of: rig.performer, output, ScriptedSource([], clock: clock), on: handle)
    return (screen, handle)
  }

  private final class Told: Sendable {
    let count = Atomic<Int>(0)
    func take() -> Int { count.exchange(0, ordering: .relaxed) }
  }

  @Test func `A watcher is told of a move, a key and a message, and of nothing else`() throws {
    let (rig, told) = (try Rig(), Told())
    let (screen, handle) = try screen(rig, told)
    rig.performer.news.add(screen)
    var seconds = 1000.0
    func isTold(after change: () -> Void) -> Bool {
      change()
      seconds += 1
      screen.turn(at: HostTime(seconds: seconds), isReady: false)
      return told.take() > 0
    }
    _ = isTold {}
    #expect(!isTold {})
    #expect(isTold { _ = rig.widgets["filter.cutoff"]?.set(99) })
    #expect(!isTold {})
    #expect(isTold { _ = rig.noteOn(60) } && handle.view.sounding == [60])
    #expect(isTold { rig.noteOff(60) })
    #expect(isTold { _ = rig.control(20, 3) } && handle.popHeard().count == 3)
    #expect(!isTold {})
  }

  @Test func `A clock is told by its start, its end and its tempo`() throws {
    let (rig, told) = (try Rig(), Told())
    let (screen, handle) = try screen(rig, told)
    rig.performer.news.add(screen)
    var seconds = 1000.0
    func shown(_ message: MIDIMessage, after wait: Double) -> String {
      seconds += wait
      let time = HostTime(seconds: seconds)
      rig.performer.take(message, from: .file, at: time)
      screen.turn(at: time, isReady: false)
      return handle.status.lastEvent
    }
    #expect(shown(.start, after: 1) == "start")
    var last = ""
    for _ in 0..<96 { last = shown(.timingClock, after: 1 / 48.0) }
    #expect(last == "clock → 120 BPM")
    #expect(shown(.stop, after: 1) == "stop")
    #expect(shown(.timingClock, after: 0.01) == "stop")
  }

  @Test func `In a burst the status is made for some messages only, and for the last one`() throws {
    let (rig, told) = (try Rig(), Told())
    let (screen, handle) = try screen(rig, told)
    rig.performer.news.add(screen)
    let start = HostTime(seconds: 1000)
    for index in 0..<100 {
      rig.control(74, UInt8(index))
      screen.turn(at: start.advanced(bySeconds: Double(index) * 0.001), isReady: false)
    }
    #expect(told.take() < 10)
    let last = try #require(screen.nextMoment(after: start))
    screen.turn(at: last, isReady: false)
    #expect(handle.status.lastEvent.hasSuffix("cutoff 99"))
    #expect(screen.nextMoment(after: last) == nil)
  }
}
