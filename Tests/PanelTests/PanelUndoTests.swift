import SpinetRealtime
import SpinetSession
import Testing

@testable import SpinetPanel

struct PanelUndoTests {
  private func moment(_ seconds: Double) -> HostTime { HostTime(seconds: 100 + seconds) }

  private func names(_ change: PanelUndo.Change?) -> [String] {
    change?.values.map { "\($0.name) \($0.value)" } ?? []
  }

  @Test func `Moves of one widget within a second are one step`() {
    var undo = PanelUndo()
    for step in 1...5 {
      undo.record("a", from: Double(step - 1), to: Double(step), at: moment(0.5 * Double(step)))
    }
    undo.record("a", from: 5, to: 6, at: moment(4))
    #expect(undo.steps.count == 2)
    #expect(names(undo.undo()) == ["a 5.0"] && names(undo.undo()) == ["a 0.0"] && undo.undo() == nil)
    #expect(names(undo.redo()) == ["a 5.0"])
  }

  @Test func `A drag in a picture moves two widgets, and is one step`() {
    var undo = PanelUndo()
    for step in 1...300 {
      let time = moment(0.016 * Double(step))
      undo.record("cutoff", from: Double(step - 1), to: Double(step), at: time)
      undo.record("resonance", from: Double(-step + 1), to: Double(-step), at: time)
    }
    #expect(undo.steps.count == 1)
    #expect(names(undo.undo()) == ["cutoff 0.0", "resonance 0.0"])
    #expect(names(undo.redo()) == ["cutoff 300.0", "resonance -300.0"])
  }

  @Test func `Two controls one after the other are two steps`() {
    var undo = PanelUndo()
    undo.record("a", from: 0, to: 1, at: moment(0))
    undo.record("b", from: 0, to: 1, at: moment(0.2))
    #expect(undo.steps.count == 2)
  }

  @Test func `What was reverted at once is a step by itself`() {
    var undo = PanelUndo()
    undo.record([.init(name: "a", before: 1, after: 0), .init(name: "b", before: 1, after: 0)])
    undo.record("a", from: 0, to: 0.5, at: moment(0))
    #expect(undo.steps.count == 2)
    #expect(names(undo.undo()) == ["a 0.0"] && names(undo.undo()) == ["a 1.0", "b 1.0"])
  }

  @Test func `A sound that was left with changes comes back with them, and its steps after it`() {
    var undo = PanelUndo()
    undo.record("a", from: 0, to: 1, at: moment(0))
    undo.leave(.init(reference: "wool", title: "Wool", changed: ["b": 2, "a": 1]), for: "default")
    undo.record("a", from: 5, to: 6, at: moment(0.1))
    #expect(names(undo.undo()) == ["a 5.0"])
    #expect(undo.undo() == .init(sound: "wool", values: [("a", 1), ("b", 2)]))
    #expect(names(undo.undo()) == ["a 0.0"] && undo.undo() == nil)
    #expect(names(undo.redo()) == ["a 1.0"] && undo.redo() == .init(sound: "default"))
  }

  @Test func `What was changed in a sound that Undo leaves comes back by Redo`() {
    var undo = PanelUndo()
    undo.leave(.init(reference: "wool", title: "Wool", changed: ["a": 1]), for: "default")
    let left = undo.undo(.init(reference: "default", title: "First Light", changed: ["b": 3], scene: "solo"))
    #expect(left == .init(sound: "wool", values: [("a", 1)]))
    let right = undo.redo(.init(reference: "wool", title: "Wool", changed: ["a": 2]))
    #expect(right == .init(sound: "default", scene: "solo", values: [("b", 3)]))
    #expect(undo.undo() == .init(sound: "wool", values: [("a", 2)]))
  }

  @Test func `A step whose sound is gone gives up what lies behind it, and nothing else`() {
    var undo = PanelUndo()
    undo.leave(.init(reference: "wool", title: "Wool", changed: ["a": 1]), for: "default")
    undo.record("b", from: 0, to: 1, at: moment(0))
    _ = undo.undo()
    var before = undo
    _ = undo.undo()
    undo.giveUpLastStep(since: before)
    #expect(undo.steps.isEmpty && names(undo.redo()) == ["b 1.0"] && names(undo.undo()) == ["b 0.0"])
    undo = before
    _ = undo.undo()
    before = undo
    _ = undo.redo()
    undo.giveUpLastStep(since: before)
    #expect(undo.steps.isEmpty && undo.undone.isEmpty)
  }

  @Test func `A song comes back as the song`() {
    var undo = PanelUndo()
    let song = SessionStatus.SetList(name: "friday", isOwn: true, song: 0, stage: "wool", isLeft: false)
    undo.leave(.init(reference: "wool", title: "Wool", changed: ["a": 1], song: song), for: "default")
    #expect(undo.undo() == .init(sound: "wool", song: song, values: [("a", 1)]))
  }

  @Test func `A sound that was left as it was loaded takes its steps with it`() {
    var undo = PanelUndo()
    undo.record("a", from: 0, to: 1, at: moment(0))
    undo.leave(nil, for: "default")
    #expect(undo.steps.isEmpty)
  }
}
