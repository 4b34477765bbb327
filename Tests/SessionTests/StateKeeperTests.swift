import Foundation
import Realtime
import Testing
import Widgets

@testable import Session

@Test func `Widgets are saved when they have rested a second`() throws {
  let folder = TemporaryFolder()
  let file = StateFile(path: folder.path + "/state.yaml", instrument: "x")
  let cutoff = Widget("cutoff", range: 0...100, default: 10)
  let running = Widget("engine.running", kind: .toggle, default: 1)
  let mix = Widget("mix", default: 0.5)
  let widgets = WidgetSet([cutoff, running, mix])
  var keeper = StateKeeper(file: file, widgets: widgets, patch: widgets.snapshot())

  cutoff.set(20)
  running.set(0)
  try keeper.save(ifRestingAt: HostTime(seconds: 10))
  cutoff.set(30)
  try keeper.save(ifRestingAt: HostTime(seconds: 10.9))
  try keeper.save(ifRestingAt: HostTime(seconds: 11.5))
  #expect(try file.read().values.isEmpty)
  try keeper.save(ifRestingAt: HostTime(seconds: 12))
  #expect(try file.read().values == ["cutoff": 30])
  #expect(!keeper.isDirty)
}

@Test func `What could not be saved is tried again after a while, and at the end`() throws {
  let folder = TemporaryFolder()
  let place = folder.path + "/place"
  let file = StateFile(path: place + "/state.yaml", instrument: "x")
  let cutoff = Widget("cutoff", range: 0...100, default: 10)
  let widgets = WidgetSet([cutoff])
  var keeper = StateKeeper(file: file, widgets: widgets, patch: widgets.snapshot())
  func stand(inTheWay isStanding: Bool) throws {
    if isStanding { try "".write(toFile: place, atomically: true, encoding: .utf8) }
    if !isStanding { try FileManager.default.removeItem(atPath: place) }
  }

  try stand(inTheWay: true)
  cutoff.set(20)
  try keeper.save(ifRestingAt: HostTime(seconds: 10))
  #expect(throws: SessionError.self) { try keeper.save(ifRestingAt: HostTime(seconds: 11)) }
  #expect(keeper.isDirty)
  cutoff.set(30)
  for seconds in [12.0, 20, 40] { try keeper.save(ifRestingAt: HostTime(seconds: seconds)) }
  #expect(throws: SessionError.self) { try keeper.save(ifRestingAt: HostTime(seconds: 41.1)) }
  try stand(inTheWay: false)
  try keeper.save(ifRestingAt: HostTime(seconds: 72))
  #expect(try file.read().values == ["cutoff": 30])

  try FileManager.default.removeItem(atPath: place)
  try stand(inTheWay: true)
  cutoff.set(40)
  #expect(throws: SessionError.self) { try keeper.save() }
  try stand(inTheWay: false)
  try keeper.save()
  #expect(try file.read().values == ["cutoff": 40])
}
