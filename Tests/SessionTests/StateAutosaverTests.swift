import Dispatch
import Foundation
import Glibc
import Scratch
import SpinetFormats
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

@Suite struct StateAutosaverTests {
  private let folder = TemporaryFolder()
  private let cutoff = Widget("cutoff", range: 0...100, default: 10)

  /// Saves, and waits for what the saving thread makes of it.
  private func save(_ keeper: inout StateAutosaver, at seconds: Double) throws {
    try keeper.save(ifRestingAt: HostTime(seconds: seconds))
    let isSaved = try eventually {
      try keeper.save(ifRestingAt: HostTime(seconds: seconds))
      return !keeper.isWriting
    }
    #expect(isSaved)
  }

  @Test func `Widgets are saved when they have rested a second`() throws {
    let file = StateFile(path: FilePath(folder.path + "/state.yaml"), instrument: "x")
    let running = Widget("engine.running", kind: .toggle, default: 1)
    let mix = Widget("mix", default: 0.5)
    let widgets = WidgetSet([cutoff, running, mix])
    var keeper = StateAutosaver(file: file, widgets: widgets, patch: widgets.snapshot())

    cutoff.set(20)
    running.set(0)
    try save(&keeper, at: 10)
    cutoff.set(30)
    try save(&keeper, at: 10.9)
    try save(&keeper, at: 11.5)
    #expect(try file.read().values.isEmpty)
    try save(&keeper, at: 12)
    #expect(try file.read().values == ["cutoff": 30])
    #expect(!keeper.isDirty)
  }

  @Test func `What could not be saved is tried again after a while, and at the end`() throws {
    let place = folder.path + "/place"
    let file = StateFile(path: FilePath(place + "/state.yaml"), instrument: "x")
    let widgets = WidgetSet([cutoff])
    var keeper = StateAutosaver(file: file, widgets: widgets, patch: widgets.snapshot())
    func stand(inTheWay isStanding: Bool) throws {
      if isStanding { try "".write(toFile: place, atomically: true, encoding: .utf8) }
      if !isStanding { try FileManager.default.removeItem(atPath: place) }
    }

    try stand(inTheWay: true)
    cutoff.set(20)
    try save(&keeper, at: 10)
    #expect(throws: SpinetError.self) { try save(&keeper, at: 11) }
    #expect(keeper.isDirty)
    cutoff.set(30)
    for seconds in [12.0, 20, 40] { try save(&keeper, at: seconds) }
    #expect(throws: SpinetError.self) { try save(&keeper, at: 41.1) }
    try stand(inTheWay: false)
    try save(&keeper, at: 72)
    #expect(try file.read().values == ["cutoff": 30])

    try FileManager.default.removeItem(atPath: place)
    try stand(inTheWay: true)
    cutoff.set(40)
    #expect(throws: SpinetError.self) { try keeper.finish() }
    try stand(inTheWay: false)
    try keeper.finish()
    #expect(try file.read().values == ["cutoff": 40])
  }

  @Test(.timeLimit(.minutes(1))) func `Control does not wait for a disk, and what went wrong there is told`()
    throws
  {
    let disk = SlowDisk()
    let widgets = WidgetSet([cutoff])
    var keeper = StateAutosaver(widgets: widgets, patch: widgets.snapshot()) {
      (values, _) throws(SpinetError) in try disk.write(values)
    }
    cutoff.set(20)
    try keeper.save(ifRestingAt: HostTime(seconds: 10))
    let start = HostTime.now
    for seconds in [11.0, 12, 13] { try keeper.save(ifRestingAt: HostTime(seconds: seconds)) }
    #expect(start.advanced(bySeconds: 0.1) > HostTime.now)
    #expect(keeper.isWriting && keeper.isDirty)
    disk.answer()
    #expect(throws: SpinetError.self) { try save(&keeper, at: 14) }
    #expect(keeper.isDirty)
    try keeper.finish()
    #expect(disk.values == ["cutoff": 20])
  }

  @Test func `Widgets that never rest are saved after five seconds`() throws {
    let file = StateFile(path: FilePath(folder.path + "/state.yaml"), instrument: "x")
    let widgets = WidgetSet([cutoff])
    var keeper = StateAutosaver(file: file, widgets: widgets, patch: widgets.snapshot())
    for tick in 0..<70 {
      cutoff.set(Double(20 + tick))
      try save(&keeper, at: 10 + Double(tick) * 0.1)
      #expect(try file.read().values.isEmpty == (tick < 50))
    }
    #expect(try file.read().values == ["cutoff": 70])
  }

  @Test func `What is moved while the disk is busy is written at the end`() throws {
    let file = StateFile(path: FilePath(folder.path + "/state.yaml"), instrument: "x")
    let widgets = WidgetSet([cutoff])
    var keeper = StateAutosaver(file: file, widgets: widgets, patch: widgets.snapshot())
    cutoff.set(20)
    try keeper.save(ifRestingAt: HostTime(seconds: 10))
    try keeper.save(ifRestingAt: HostTime(seconds: 11))
    cutoff.set(30)
    try keeper.finish()
    #expect(try file.read().values == ["cutoff": 30])
  }

  @Test func `Octave, modulation and expression begin where the patch has them`() throws {
    let file = StateFile(path: FilePath(folder.path + "/state.yaml"), instrument: "x")
    let names = ["keyboard.octave", "mod.wheel", "pitch.bend", "master.expression"]
    let widgets = WidgetSet([cutoff] + names.map { Widget($0) })
    var keeper = StateAutosaver(file: file, widgets: widgets, patch: widgets.snapshot())
    for widget in widgets.all { widget.set(1) }
    try keeper.finish()
    #expect(try file.read().values == ["cutoff": 1])
  }
}

/// A disk that answers only when it is told to, and then that its first write has failed.
private final class SlowDisk: Sendable {
  private let answered = DispatchSemaphore(value: 0)
  private let written = Mutex<[[String: Double]]>([])

  var values: [String: Double]? { written.withLock { $0.last } }

  func answer() { answered.signal() }

  func write(_ values: [String: Double]) throws(SpinetError) {
    let isFirst = written.withLock { $0.isEmpty }
    if isFirst { answered.wait() }
    written.withLock { $0.append(values) }
    guard isFirst else { return }
    throw SpinetError(.notWritten, what: "disk", why: "it is broken", remedy: "buy another")
  }
}

/// Performance is no setting: what is played with is not remembered.
@Suite struct PlayedWidgetsTests {
  private let folder = TemporaryFolder()
  private let first = Channel(status: 0)

  /// What is kept of `filter.cutoff` and `osc.mix` after these messages.
  private func kept(
    map: String, _ messages: [MIDIMessage], before: (Rig) -> Void = { _ in }, after: (Rig) -> Void = { _ in }
  ) throws -> [String: Double] {
    let rig = try Rig(map: map)
    let file = StateFile(path: FilePath(folder.path + "/state.yaml"), instrument: "x")
    var keeper = StateAutosaver(file: file, widgets: rig.widgets, patch: rig.widgets.snapshot())
    before(rig)
    try keeper.finish(played: rig.performer.played)
    for message in messages { rig.take(message) }
    after(rig)
    try keeper.finish(played: rig.performer.played)
    return try file.read().values
  }

  private func control(_ number: UInt8, _ value: UInt8) -> MIDIMessage {
    .controlChange(first, controller: number, value: value)
  }

  @Test(arguments: [1, 2, 7, 11, 64, 66, 67] as [UInt8])
  func `Wheels, breath, volume and pedals are not kept`(number: UInt8) throws {
    #expect(try kept(map: "cc \(number): osc.mix", [control(number, 127)]) == [:])
  }

  @Test func `Bend and pressure are not kept`() throws {
    #expect(try kept(map: "bend: osc.mix", [.pitchBend(first, value: 12_000)]) == [:])
    #expect(try kept(map: "pressure: osc.mix", [.channelPressure(first, pressure: 100)]) == [:])
    #expect(try kept(map: "poly C4: osc.mix", [.polyPressure(first, key: 60, pressure: 100)]) == [:])
    #expect(try kept(map: "cc14 1: osc.mix", [control(1, 100), control(33, 5)]) == [:])
  }

  @Test func `A knob is kept`() throws {
    #expect(try kept(map: "cc 74: osc.mix", [control(74, 127)]) == ["osc.mix": 1])
  }

  @Test func `A knob that is controller 1 of a controller with numbered knobs is kept`() throws {
    let map = "cc 1: osc.mix\n  cc 3: filter.cutoff\nports: Controller*"
    #expect(try kept(map: map, [control(1, 127)]) == ["osc.mix": 1])
  }

  @Test(arguments: [1, 2, 7, 11] as [UInt8])
  func `A wheel or pedal of a certain controller is not kept`(number: UInt8) throws {
    let map = "cc \(number): osc.mix\n  cc 20: filter.cutoff\nports: Controller*"
    #expect(try kept(map: map, [control(number, 127)]) == [:])
  }

  @Test func `What is set for one run is not kept, unless it is moved then`() throws {
    let set = { (rig: Rig) in
      _ = rig.widgets["osc.mix"]?.set(0.9)
      rig.performer.recordPlayed(["osc.mix"])
    }
    #expect(try kept(map: "cc 74: filter.cutoff", [], after: set) == [:])
    #expect(try kept(map: "cc 74: osc.mix", [control(74, 127)], before: set) == ["osc.mix": 1])
  }

  @Test(arguments: [(0.5, 0.5, true), (0.5, 0.75, false), (0.75, 0.75, false)])
  func `What a pedal moved is not kept either after its program was saved`(
    before: Double, after: Double, isPlayed: Bool
  ) {
    let (old, new) = (WidgetSet([Widget("pad")]), WidgetSet([Widget("pad")]))
    var played = PlayedWidgets()
    old.all[0].set(0.5)
    played.record(moved: 0, of: old)
    if before != 0.5 { old.all[0].set(before) }
    new.all[0].set(after)
    #expect(played.following(old, to: new).contains("pad", of: new) == isPlayed)
  }

  @Test func `What was set before it was played stays, and so does what is set after`() throws {
    let play = [control(11, 127)]
    let set = { (value: Double) in { (rig: Rig) in _ = rig.widgets["osc.mix"]?.set(value) } }
    #expect(try kept(map: "cc 11: osc.mix", play, before: set(0.25)) == ["osc.mix": 0.25])
    #expect(try kept(map: "cc 11: osc.mix", play, after: set(0.75)) == ["osc.mix": 0.75])
  }
}
