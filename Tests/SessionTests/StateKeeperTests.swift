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
  #expect(try file.read().isEmpty)
  try keeper.save(ifRestingAt: HostTime(seconds: 12))
  #expect(try file.read() == ["cutoff": 30])
  #expect(!keeper.isDirty)
}
