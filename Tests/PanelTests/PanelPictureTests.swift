import Glibc
import Scratch
import SpinetEngine
import SpinetSession
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetPanel

@Suite(.serialized) struct PanelPictureTests {
  private let rig: PanelRig
  private let page: RawClient

  init() throws {
    rig = try PanelRig()
    page = try rig.page()
    _ = page.next("piano")
  }

  private func value(_ name: String) -> Double { rig.handle.widgets[name]?.value ?? -1 }

  /// The numbers of the next answer's columns.
  private func columns() -> [Int] {
    guard let answer = page.next("wave"), let list = answer.split(separator: "[").last else { return [] }
    return list.split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
  }

  @Test func `The sum of the bars is drawn, from the lowest to the highest`() {
    page.say(#"{"set":["harmonic.1",1]}"#)
    #expect(page.hears("moved", "1"))
    page.say(#"{"wave":["harmonic",0,1,64]}"#)
    let columns = columns()
    #expect(columns.count == 128 && columns.max() == 1000 && columns.min() == -1000)
  }

  @Test func `A finger across the bars moves all, and its page is told what it has painted`() {
    page.say(#"{"touch":[["bars/harmonic",1,"down",0.01,0.5,0],["bars/harmonic",1,"move",0.99,0.5,0]]}"#)
    #expect(page.hears("painted", "[3,0.5]"))
    #expect(rig.soon { (1...4).allSatisfy { value("harmonic.\($0)") == 0.5 } })
    page.say(#"{"touch":[["bars/nothing",1,"down",0.01,0.5,0]]}"#)
    page.say(#"{"ping":1}"#)
    #expect(page.next("pong") != nil)
  }

  @Test func `Any part of a recording is drawn`() {
    page.say(#"{"wave":["sample",0,1,4]}"#)
    let expected = [-1000, -500, -500, 0, 0, 500, 500, 1000]
    // Neighbours may share a block of 1,024 frames.
    #expect(zip(columns(), expected).allSatisfy { abs($0 - $1) <= 43 })
  }

  @Test func `Pages that ask while a recording is read wait for it, and it is read once`() throws {
    let ramp = rig.engine.ramp
    ramp.delay.store(500, ordering: .relaxed)
    let pages = [page] + (try (0..<3).map { _ in try rig.page() })
    for page in pages { page.say(#"{"wave":["sample",0,1,4]}"#) }
    for page in pages { #expect(page.next("wave")?.contains("-1000") == true) }
    #expect(ramp.readCount.load(ordering: .relaxed) == ramp.frameCount)
  }

  @Test func `A page that asks faster than it is answered gets the newest part`() {
    for step in 1...500 { page.say("{\"wave\":[\"sample\",0,\(Double(step) / 500),2]}") }
    var answers = 0
    var last = ""
    page.say(#"{"ping":7}"#)
    while let answer = page.next("wave") {
      answers += 1
      last = answer
      if last.contains("\"to\":1,") { break }
    }
    #expect(answers <= 500 && last.contains("\"to\":1,"))
  }

  @Test func `Two fingers set the loop, and one at the top scrubs until its page is gone`() {
    page.say(#"{"touch":[["wave/sample",1,"down",0.4,0.6,0],["wave/sample",2,"down",0.7,0.6,0]]}"#)
    #expect(rig.soon { abs(value("loop.start") - 0.4) < 1e-6 && abs(value("loop.end") - 0.7) < 1e-6 })
    page.say(#"{"lift":1}"#)
    page.say(#"{"touch":[["wave/sample",3,"down",0.2,0.1,0]]}"#)
    #expect(rig.soon { value("sample.scrub") == 1 && abs(value("sample.cursor") - 0.2) < 1e-6 })
    #expect(rig.soon { rig.begun == 1 })
    // It falls silent, and so it is taken for lost.
    #expect(rig.soon { value("sample.scrub") == 0 && rig.ended == 1 })
  }

  @Test func `A stream of the sound goes to those alone who look`() {
    page.say(#"{"look":1}"#)
    #expect(rig.soon { rig.handle.tap.isWanted })
    page.say(#"{"look":0}"#)
    #expect(rig.soon { !rig.handle.tap.isWanted })
    page.say(#"{"look":1}"#)
    #expect(rig.soon { rig.handle.tap.isWanted })
    page.frame(opcode: 8, [])
    #expect(rig.soon { !rig.handle.tap.isWanted })
  }
}
