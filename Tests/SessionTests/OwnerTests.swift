import Foundation
import Glibc
import Logging
import Scratch
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSynth
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

@Suite struct LampsTests {
  private let clock = JumpingClock()

  @Test func `Lamps follow their widgets, and nothing is compared while nothing happens`() throws {
    let rig = try Rig(map: "cc 74: {widget: filter.cutoff, feedback: true}")
    let source = ScriptedSource([], clock: clock)
    let lamps = Lamps(of: rig.performer, on: source)
    func turn() -> Int {
      let before = source.sent.count
      lamps.turn(at: clock.now, isReady: false)
      var poll = DescriptorPoll([])
      clock.wait(for: &poll, until: clock.now.advanced(bySeconds: 0.1))
      return source.sent.count - before
    }
    while turn() > 0 {}
    rig.widgets["filter.cutoff"]?.set(64)
    #expect(turn() == 2, "one lamp on each of two ports")
    #expect(lamps.nextMoment(after: clock.now) != nil)
    #expect(turn() == 0 && lamps.nextMoment(after: clock.now) == nil)
  }

  @Test func `What does not fit on the cable is sent later`() throws {
    let rig = try Rig(map: "cc 74: {widget: filter.cutoff, feedback: true}")
    let source = ScriptedSource([], clock: clock)
    let lamps = Lamps(of: rig.performer, on: source)
    lamps.turn(at: clock.now, isReady: false)
    let sent = source.sent.count
    rig.widgets["filter.cutoff"]?.set(1)
    // No time has passed in which a byte could be sent.
    lamps.turn(at: clock.now, isReady: false)
    #expect(source.sent.count == sent && lamps.nextMoment(after: clock.now) != nil)
    lamps.turn(at: clock.now.advanced(bySeconds: 0.1), isReady: false)
    #expect(source.sent.count > sent)
  }
}

@Suite struct SessionStateTests {
  private let folder = TemporaryFolder()
  private let start = HostTime(seconds: 100)

  private func state(
    of performer: Performer, _ choice: PlayOptions.StateChoice = .automatic, on disk: Disk = Disk()
  ) throws -> SessionState {
    var options = PlayOptions()
    options.state = choice
    var surroundings = Surroundings()
    surroundings.disk = disk
    surroundings.folders = Folders(environment: ["XDG_STATE_HOME": folder.path])
    let place = SessionState.Place(options, in: surroundings)
    let saver = try RestoredState(place: place, startsFresh: false, logger: quiet)
      .setUp(performer.instrument, options, canKeep: true, wake: {})
    return SessionState(of: performer, saver, in: place, logger: quiet, wake: {})
  }

  private func saved() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/spinet")) ?? []).filter {
      $0.hasSuffix(".yaml")
    }.sorted()
  }

  /// Turns until everything is written, five seconds at most.
  private func save(_ state: SessionState) {
    for tick in 0..<5000 where state.isUnsaved {
      state.turn(at: start.advanced(bySeconds: Double(tick)), isReady: false)
      usleep(1000)
    }
  }

  @Test func `The widgets of an instrument that was left are still saved, in its own file`() throws {
    let rig = try StageRig([part("a")])
    let state = try state(of: rig.performer)
    rig.performer.news.add(state)
    rig.performer.instrument.widgets["filter.cutoff"]?.set(300)
    #expect(state.isUnsaved)
    try rig.change(to: [part("b")])
    rig.performer.instrument.widgets["filter.cutoff"]?.set(400)
    save(state)
    #expect(!state.isUnsaved)
    #expect(saved() == ["Spinet a.yaml", "Spinet b.yaml"])
  }

  @Test func `A sound that cannot be saved keeps no other from being saved, also at the end`() throws {
    let rig = try StageRig([part("a")])
    let state = try state(of: rig.performer)
    rig.performer.news.add(state)
    // A folder stands where the file belongs.
    let inTheWay = folder.path + "/spinet/Spinet a.yaml/x"
    try FileManager.default.createDirectory(atPath: inTheWay, withIntermediateDirectories: true)
    rig.performer.instrument.widgets["filter.cutoff"]?.set(300)
    try rig.change(to: [part("b")])
    rig.performer.instrument.widgets["filter.cutoff"]?.set(400)
    #expect(throws: SpinetError.self) { try state.finish() }
    let text = (try? String(contentsOfFile: folder.path + "/spinet/Spinet b.yaml", encoding: .utf8)) ?? ""
    #expect(text.contains("400"), "\(text)")
  }

  @Test func `What could not be saved of a sound does not replace what is set after it is loaded again`()
    throws
  {
    let rig = try StageRig([part("a")])
    let isFull = Atomic<Bool>(true)
    var disk = Disk()
    let write = disk.write
    disk.write = { file, bytes in
      guard isFull.load(ordering: .relaxed) else { return write(file, bytes) }
      errno = ENOSPC
      return -1
    }
    let state = try state(of: rig.performer, on: disk)
    rig.performer.news.add(state)
    rig.performer.instrument.widgets["filter.cutoff"]?.set(300)
    for tick in 0..<100 {
      state.turn(at: start.advanced(bySeconds: Double(tick) * 0.1), isReady: false)
      usleep(1000)
    }
    try rig.change(to: [part("b")])
    try rig.change(to: [part("a")])
    isFull.store(false, ordering: .relaxed)
    rig.performer.instrument.widgets["filter.cutoff"]?.set(500)
    save(state)
    #expect(!state.isUnsaved)
    let text = (try? String(contentsOfFile: folder.path + "/spinet/Spinet a.yaml", encoding: .utf8)) ?? ""
    #expect(text.contains("500") && !text.contains("300"), "\(text)")
  }

  @Test func `A file that the options name is only for the first instrument`() throws {
    let rig = try StageRig([part("a")])
    let path = FilePath(folder.path).appending("mine.yaml")
    let state = try state(of: rig.performer, .file(path))
    rig.performer.news.add(state)
    try rig.change(to: [part("b")])
    rig.performer.instrument.widgets["filter.cutoff"]?.set(400)
    try state.finish()
    let text = (try? String(contentsOfFile: path.string, encoding: .utf8)) ?? ""
    #expect(saved().isEmpty && !text.contains("400"))
  }

  @Test func `It asks for a turn while something is unsaved, and for none afterwards`() throws {
    let rig = try StageRig([part("a")])
    let state = try state(of: rig.performer)
    save(state)
    #expect(state.nextMoment(after: start) == nil)
    rig.performer.instrument.widgets["filter.cutoff"]?.set(300)
    #expect(state.nextMoment(after: start) != nil)
    save(state)
    #expect(state.nextMoment(after: start) == nil)
  }
}

@Suite struct PaceTests {
  @Test func `What comes too soon waits, and has a moment`() {
    var pace = Pace(milliseconds: 15)
    let now = HostTime(seconds: 10)
    let due = [0, 0.01, 0.02].map { seconds in
      (pace.isDue(at: now.advanced(bySeconds: seconds)), pace.nextMoment)
    }
    #expect(due.map(\.0) == [true, false, true])
    #expect(due.map(\.1) == [nil, now.advanced(bySeconds: 0.015), nil])
  }
}
