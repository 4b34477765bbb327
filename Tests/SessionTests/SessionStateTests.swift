import Foundation
import Glibc
import Logging
import Scratch
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

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

  @Test func `Nothing is kept on a disk that is read-only, which is said once`() {
    var surroundings = Surroundings()
    surroundings.disk.allowsWriting = { _ in
      errno = EROFS
      return -1
    }
    surroundings.folders = Folders(environment: ["XDG_STATE_HOME": folder.path])
    let lines = Mutex<[String]>([])
    let logger = Logger(label: "test") { _ in ListingLog { line in lines.withLock { $0.append(line) } } }
    #expect(!SessionState.canKeep(PlayOptions(), in: surroundings, logger))
    #expect(lines.withLock { $0.count } == 1)
    surroundings.disk = Disk()
    #expect(SessionState.canKeep(PlayOptions(), in: surroundings, logger))
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
