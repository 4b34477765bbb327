import Foundation
import SpinetMIDI
import SpinetSession
import SpinetText
import Testing

@testable import SpinetPanel

@Suite struct PageMessageTests {
  @Test(arguments: [
    (#"{"ping": 12.5}"#, PageMessage.ping(stamp: 12.5)),
    (#"{"note":[60,100]}"#, .note(key: 60, velocity: 100)),
    (#"{"note":[127,0]}"#, .note(key: 127, velocity: 0)),
    (#"{"note":[60,1,"bass"]}"#, .note(key: 60, velocity: 1, part: "bass")),
    (#"{"part":"bass"}"#, .part("bass")),
    (#"{"set":["filter.cutoff",880]}"#, .set("filter.cutoff", 880)),
    (#" { "at" : [ "osc.mix" , 0.5 ] } "#, .position("osc.mix", 0.5)),
    (#"{"at":["pitch.bend",0.5,1]}"#, .position("pitch.bend", 0.5, springs: true)),
    (#"{"text":["a","440 Hz"]}"#, .text("a", "440 Hz")),
    (#"{"reset":"a"}"#, .reset("a")), (#"{"press":"panic"}"#, .press("panic")), (#"{"lift":1}"#, .lift),
    (#"{"map":1}"#, .map), (#"{"mapfile":"mine.yaml"}"#, .mappingFile("mine.yaml")),
    (#"{"outputs":1}"#, .outputs), (#"{"takes":1}"#, .takes), (#"{"take":3}"#, .take(3)),
    (#"{"octave":3}"#, .octave(3)), (#"{"policy":"one"}"#, .policy("one")), (#"{"delay":null}"#, .delay(nil)),
    (#"{"delay":12}"#, .delay(12)),
    (#"{"ask":[1,"engine","status","json"]}"#, .ask(1, ["engine", "status", "json"])),
    (#"{"piano":[14,"C4"]}"#, .piano(whites: 14, first: NoteName(key: 60)!, scale: nil)),
    (#"{"piano":[7,"A3",[2,1,2]]}"#, .piano(whites: 7, first: NoteName(key: 57)!, scale: [2, 1, 2])),
    (#"{"look":1}"#, .look(true)), (#"{"look":0}"#, .look(false)),
    (#"{"face":1}"#, .face(true)), (#"{"face":0}"#, .face(false)), (#"{"camera":0}"#, .cameraOff),
    (#"{"touch":[]}"#, .touches([])), (#"{"learn":{"on":1}}"#, .lesson(.on)),
  ])
  func `A message is one object with one key`(text: String, message: PageMessage) {
    #expect(PageMessage(text) == message)
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "{", #"{"ping":1"#, #"{"ping":"1"}"#, #"{"ping":1,"lift":1}"#, #"{"note":[60]}"#,
    #"{"note":[128,1]}"#, #"{"note":[60,-1]}"#, #"{"note":[60.5,1]}"#, #"{"note":[1e300,1]}"#,
    #"{"note":[60,1,2]}"#, #"{"part":1}"#,
    #"{"set":["a"]}"#, #"{"wave":["a",0,1,0]}"#, #"{"wave":["a",0,1,2049]}"#, #"{"wave":["a",0.5,0.5,9]}"#,
    #"{"wave":["a",-1,1,9]}"#, #"{"wave":["a",0,1.5,9]}"#, #"{"wave":["a",0,1]}"#, #"{"look":"1"}"#,
    #"{"learn":["begin","mine"]}"#, #"{"face":null}"#, #"{"camera":1}"#, #"{"camera":[]}"#,
    #"{"set":[1,2]}"#, #"{"at":["a",nan]}"#, #"{"at":["a",1e999]}"#, #"{"reset":1}"#, #"{"octave":"4"}"#,
    #"{"other":1}"#,
    #"{"touch":[["keyboard",1,"down",0.5]]}"#, #"{"touch":[["elsewhere",1,"down",0,0,0]]}"#,
    #"{"touch":[["keyboard",1,"sideways",0,0,0]]}"#, #"{"ask":[1]}"#, #"{"ask":["engine"]}"#,
    #"{"ask":[1,2]}"#,
    #"{"piano":[14,"H4"]}"#, #"{"lift":1}x"#, String(repeating: "[", count: 60_000), "\u{0}",
  ])
  func `Everything else is none`(text: String) { #expect(PageMessage(text) == nil) }

  @Test func `Every request of the article is one, and every kind of request is in it`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let article = try String(
      contentsOf: root.appending(path: "Sources/Panel/Panel.docc/SpinetPanel.md"), encoding: .utf8)
    let section = try #require(article.split(separator: "## Requests").last)
    var kinds: Set<String> = []
    for example in section.matches(of: /`\[(".*?")\]`/).map(\.1) {
      guard case .ask(1, let words)? = PageMessage(#"{"ask":[1,\#(example)]}"#) else {
        throw Failure.noRequest
      }
      #expect(RemoteRequest(words: words) != nil, "\(example)")
      kinds.insert(words[0])
    }
    #expect(
      kinds == [
        "widgets", "set", "reset", "engine", "load", "scene", "patch", "record", "program", "note", "panel",
        "ports", "connect", "output",
      ])
  }

  @Test func `A finger has a surface, a phase, a place, a stamp and perhaps a pressure`() throws {
    let text =
      #"{"touch":[["keyboard/bass",7,"down",0.25,1e300,99.5,0.5],["software-piano",-1,"up",-5,0,1]]}"#
    guard case .touches(let touches)? = PageMessage(text) else { throw Failure.noTouches }
    #expect(touches[0].surface == .keyboard && touches[0].part == "bass" && touches[0].id == 7)
    #expect(touches[0].phase == .down && touches[0].x == 0.25 && touches[0].y == 2)
    #expect(touches[0].stamp == 99.5 && touches[0].pressure == 0.5)
    #expect(touches[1].surface == .software && touches[1].x == -1 && touches[1].pressure == nil)
  }

  private enum Failure: Error { case noTouches, noRequest }

  @Test func `A part of a wave is asked for by its ends and its columns`() throws {
    guard case .wave(let question)? = PageMessage(#"{"wave":["bass/sample",0.25,0.5,600]}"#) else {
      throw Failure.noTouches
    }
    #expect(question.name == "bass/sample" && question.from == 0.25 && question.to == 0.5)
    #expect(question.columns == 600)
  }

  @Test(arguments: [
    (#""a\"\\\/\n\t\r\b\f""#, "a\"\\/\n\t\r\u{8}\u{C}"), (#""\u00e4\ud83c\udfb9""#, "ä🎹"), (#""ä🎹""#, "ä🎹"),
  ])
  func `Text is read with its escapes`(json: String, text: String) { #expect(JSONValue(json) == .text(text)) }

  @Test(arguments: [
    #""\ud83c""#, #""\udfb9""#, #""\x""#, #""\u12""#, #""\u+123""#, "\"a\nb\"", "\"", "01x", "+1", ".5", "-",
    "1e",
    "tru", "nul", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{a:1}", "[[[[[[[[[1]]]]]]]]]",
  ])
  func `What is not JSON is none, and neither is what is too deep`(json: String) {
    #expect(JSONValue(json) == nil)
  }

  @Test(arguments: [("0", 0.0), ("-12.5e-1", -1.25), ("1E3", 1000), (" 7 ", 7)])
  func `Numbers are read`(json: String, number: Double) { #expect(JSONValue(json) == .number(number)) }
}
