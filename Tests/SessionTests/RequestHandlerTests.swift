import Foundation
import Glibc
import Logging
import Scratch
import SpinetDevices
import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

/// What a session without devices answers to requests.
@Suite struct RequestHandlerTests {
  private let folder = TemporaryFolder()
  private let clock = JumpingClock()
  private let responses = Responses()
  private let session: LiveSession

  private final class Engine: SoundEngine {
    let name = "Asked"
    let widgets = [Widget("filter.cutoff", range: 20...20_000, default: 1000, unit: "Hz")]
    let voiceCapacity = 8
    func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
    func render(_ block: AudioBlock) {}
  }

  init() throws {
    var options = PlayOptions()
    options.tag = "asked"
    options.state = .none
    options.engineStartsRunning = false
    options.durationSeconds = 0
    var surroundings = Surroundings()
    surroundings.clock = clock
    surroundings.source = ScriptedSource([], clock: clock)
    surroundings.folders = Folders(environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path])
    surroundings.open = { StagedOutput($0) }
    surroundings.tryOpen = { StagedOutput($0) }
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    session = try LiveSession(
      LoadedInstrument(name: "asked", engine: Engine()), readAt: .now, options, logger, in: surroundings)
  }

  private func ask(_ request: Request) {
    session.handle.newClient().ask(request) { [responses] in responses.add($0) }
  }

  /// The lines of the next answer, or the refusal.
  private func answer(_ request: Request) -> String {
    let count = responses.all.count
    ask(request)
    _ = eventually {
      session.loop.turn()
      return responses.all.count > count
    }
    return responses.lines.last ?? "nothing"
  }

  @Test func `Every request has one answer, whatever plays`() {
    let note = CommandNote(key: 60, velocity: 100, channel: Channel(status: 0), seconds: 0.5)
    let requests: [Request] = [
      .widgets(matching: nil), .set("filter.cutoff", to: "440"), .engine(.status), .load("no such sound"),
      .scene(nil), .patch(.diff, part: nil), .patch(.save("mine", replace: false), part: nil),
      .patch(.revert, part: "none"), .record(.start(nil, replace: false)), .record(.stop),
      .program(.score("i1 0 1"), part: nil), .reset(nil), .note(note), .panel(.open), .ports,
      .connect("none"),
      .output(OutputRequest(pcm: "none", framesPerSecond: 48_000, periodFrames: 128, periods: 3)),
    ]
    for request in requests { ask(request) }
    #expect(
      eventually {
        session.loop.turn()
        return responses.all.count >= requests.count
      })
    for _ in 0..<20 { session.loop.turn() }
    #expect(responses.all.count == requests.count, "\(responses.lines)")
  }

  @Test func `Widgets are set, and reset to what they were`() {
    #expect(answer(.set("filter.cutoff", to: "440")) == "filter.cutoff  440 Hz")
    #expect(session.handle.widgets["filter.cutoff"]?.value == 440)
    #expect(answer(.widgets(matching: "filter")) == "filter.cutoff  440 Hz")
    #expect(answer(.reset("filter.cutoff")) == "filter.cutoff  1 kHz")
    #expect(answer(.set("filter.cutof", to: "1")).contains("did you mean filter.cutoff"))
    #expect(answer(.widgets(matching: "nothing*")).contains("no widget has that name"))
  }

  @Test(arguments: [Request.set("filter.cutoff", to: "1000"), .reset("filter.cutoff"), .reset(nil)])
  func `What is asked for is saved, also where it is so already`(request: Request) {
    let saved = Mutex<[[String: Double]]>([])
    let widgets = session.handle.widgets
    var saver = StateAutosaver(widgets: widgets, patch: widgets.snapshot()) { values, _ in
      saved.withLock { $0.append(values) }
    }
    #expect(!saver.isDirty)
    _ = answer(request)
    #expect(saver.isDirty)
    #expect(throws: Never.self) { try saver.finish() }
    #expect(saved.withLock { $0 } == [[:]])
  }

  @Test func `What needs an engine is refused while none runs`() {
    let note = CommandNote(key: 60, velocity: 100, channel: Channel(status: 0), seconds: 0.5)
    #expect(answer(.note(note)).contains("its engine is stopped"))
    #expect(answer(.engine(.status)) == "stopped")
    #expect(answer(.engine(.start)).hasPrefix("running"))
    #expect(answer(.note(note)) == "C4")
    #expect(answer(.engine(.stop)) == "stopped")
  }

  @Test func `A panel opens on another thread, while others are answered`() {
    let gate = DispatchSemaphore(value: 0)
    session.openPanel = { _ in
      gate.wait()
      return "http://127.0.0.1:1/"
    }
    ask(.panel(.open))
    #expect(answer(.engine(.status)) == "stopped")
    gate.signal()
    #expect(
      eventually {
        session.loop.turn()
        return responses.all.count == 2
      })
    #expect(responses.lines.last == "http://127.0.0.1:1/")
  }

  @Test func `What still waits at the end is refused`() throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    session.openPanel = { _ in
      gate.wait()
      return "too late"
    }
    ask(.panel(.open))
    session.loop.turn()
    #expect(responses.all.isEmpty)
    _ = try session.run { _ in }
    #expect(responses.lines == ["asked: the instrument has ended; start it again"])
  }
}
