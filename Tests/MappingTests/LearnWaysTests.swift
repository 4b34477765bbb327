import SpinetFormats
import SpinetTools
import SpinetWidgets
import Testing

@testable import SpinetMapping

@Suite struct `A control that was learnt` {
  @Test func `how a control moves its widget can be said, and undone`() throws {
    var talk = Conversation()
    talk.learn("filter.cutoff", sweep(74))
    #expect(talk.dialogue.prompt == "mode, range, curve, feedback, or Enter> ")
    #expect(talk.say("pickup") == ["cc 74: {widget: filter.cutoff, mode: pickup}"])
    #expect(
      talk.say("range 200 8000 curve log, feedback on")
        == ["cc 74: {widget: filter.cutoff, range: [200, 8000], curve: log, mode: pickup, feedback: true}"])
    #expect(
      talk.say("list")
        == ["cc 74  {widget: filter.cutoff, range: [200, 8000], curve: log, mode: pickup, feedback: true}"])
    let text = try #require(talk.dialogue.text)
    let line =
      "  cc 74: {widget: filter.cutoff, range: [200, 8000], curve: log, mode: pickup, feedback: true}"
    #expect(text.contains(line + "    # knob or fader\n"))
    #expect(complaints(text, against: instrument()) == [])
    #expect(talk.say("undo") == ["undone: cc 74 is {widget: filter.cutoff, mode: pickup} again"])
    #expect(talk.say("undo") == ["undone: cc 74 is filter.cutoff again"])
    #expect(talk.say("undo") == ["undone: cc 74"])
    #expect(talk.dialogue.text == nil)
  }

  @Test(arguments: [
    ("scale", "{widget: filter.cutoff, mode: scale}"),
    ("mode momentary", "{widget: filter.cutoff, mode: momentary}"),
    ("Range: [8000, 200]", "{widget: filter.cutoff, range: [8000, 200]}"),
    ("range 200 to 8000", "{widget: filter.cutoff, range: [200, 8000]}"),
    ("range 20 20000", "filter.cutoff"),
    ("reverse", "{widget: filter.cutoff, range: [20000, 20]}"),
    ("reverse reverse", "filter.cutoff"),
    ("range 200 8000 reverse", "{widget: filter.cutoff, range: [8000, 200]}"),
    ("curve s", "{widget: filter.cutoff, curve: s}"),
    ("feedback cc 30", "{widget: filter.cutoff, feedback: cc 30}"),
    ("feedback ch 2 note C2 lamp 1 5", "{widget: filter.cutoff, feedback: ch 2 note C2, lamp: [1, 5]}"),
    ("feedback on feedback off", "filter.cutoff"),
    ("feedback echo", "{widget: filter.cutoff, feedback: echo}"),
    ("feedback ECHO", "{widget: filter.cutoff, feedback: echo}"),
    ("step", "{widget: filter.cutoff, mode: step}"),
    ("step 10", "{widget: filter.cutoff, step: 10}"),
    ("mode step step 10", "{widget: filter.cutoff, mode: step, step: 10}"),
    ("acceleration 4", "{widget: filter.cutoff, acceleration: 4}"),
    ("toggle latching", "{widget: filter.cutoff, mode: toggle, latching: true}"),
    ("toggle latching on, absolute", "filter.cutoff"),
  ])
  func `every way can be said as it would be written`(said: String, written: String) throws {
    var talk = Conversation()
    talk.learn("filter.cutoff", sweep(74))
    #expect(talk.say(said) == ["cc 74: \(written)"])
    #expect(try #require(talk.dialogue.text).contains("  cc 74: \(written)    # knob"))
  }

  @Test(arguments: [
    ("range", "range takes two numbers, as in 'range 200 8000'"),
    ("range 200", "range takes two numbers, as in 'range 200 8000'"),
    ("range low high", "range takes two numbers, as in 'range 200 8000'"),
    ("range nan inf", "range takes two numbers, as in 'range 200 8000'"),
    ("range 1 20000", "a range from 1 to 20000, expected it within 20 to 20000 Hz"),
    ("range 200 200", "a range from 200 to itself, expected two different ends"),
    ("reverse now", "reverse takes no arguments"),
    ("curve", "curve takes lin, log, exp or s"),
    ("curve logg", "curve takes lin, log, exp or s. Did you mean log?"),
    ("pickup now", "pickup takes no arguments"),
    (
      "mode pickpu",
      "mode takes absolute, pickup, scale, twos-complement, offset-64, sign-magnitude, auto-relative, toggle, "
        + "momentary, trigger or step. Did you mean pickup?"
    ),
    ("feedback", "feedback takes on, off, echo or a control, as in 'feedback cc 30'"),
    ("feedback cc 300", "cc 300, expected 0 to 127"),
    ("lamp 1", "lamp takes two numbers from 0 to 127, as in 'lamp 1 127'"),
    ("lamp 1 128", "lamp takes two numbers from 0 to 127, as in 'lamp 1 127'"),
    ("step 0", "a step of 0, expected another number"),
    ("latching", "latching in mode absolute, expected mode toggle, trigger or step"),
    ("latching often", "latching takes on, off or nothing"),
    ("acceleration 1000", "\"1000\" found, expected a number from 1 to 100"),
  ])
  func `a way that cannot be is answered with what could be, and changes nothing`(
    said: String, answer: String
  ) {
    var talk = Conversation()
    talk.learn("filter.cutoff", sweep(74))
    let before = talk.dialogue.text
    #expect(talk.say(said) == [answer])
    #expect(talk.dialogue.text == before)
    #expect(talk.say("pickup") == ["cc 74: {widget: filter.cutoff, mode: pickup}"])
  }

  @Test func `an empty line or the next widget leaves a control as it is`() {
    var talk = Conversation()
    talk.learn("filter.cutoff", sweep(74))
    #expect(talk.say("help").contains { $0.hasPrefix("reverse") })
    #expect(talk.say("") == [] && talk.dialogue.prompt == "widget> ")
    talk.learn("reverb.mix", sweep(75))
    #expect(talk.say("osc.mix")[0].hasPrefix("osc.mix: move"))
    #expect(talk.say("done") == [] && talk.dialogue.isDone)
  }

  @Test func `only the widget that was learnt last is changed on a line of several`() throws {
    var talk = try Conversation(adding: "map:\n  cc 7: {widget: osc.mix, mode: scale}\n")
    talk.learn("reverb.mix", sweep(7))
    _ = talk.say("add")
    #expect(talk.say("reverse") == ["cc 7: {widget: reverb.mix, range: [1, 0]}"])
    let line = "\n  cc 7: [{widget: osc.mix, mode: scale}, {widget: reverb.mix, range: [1, 0]}]    #"
    #expect(try #require(talk.dialogue.text).contains(line))
  }

  @Test func `a file that answers by default is told what it does not`() throws {
    var talk = try Conversation(
      adding: "feedback: true\nmap:\n  cc 7: {widget: osc.mix, feedback: false}\n  cc 8: reverb.mix\n")
    talk.learn("filter.cutoff", sweep(74))
    #expect(talk.say("feedback off") == ["cc 74: {widget: filter.cutoff, feedback: false}"])
    #expect(try told(talk) == [nil, "cc 8", nil])
    #expect(talk.say("feedback on") == ["cc 74: filter.cutoff"])
    #expect(try told(talk) == [nil, "cc 8", "cc 74"])
    talk.learn("master.volume", sweep(7))
    #expect(talk.say("add") == ["cc 7: master.volume (knob or fader)"])
    let line = "\n  cc 7:  [{widget: osc.mix, feedback: false}, master.volume]    #"
    #expect(try #require(talk.dialogue.text).contains(line))
  }

  /// On what each control of the file answers.
  private func told(_ talk: Conversation) throws -> [String?] {
    try Mapping(text: #require(talk.dialogue.text), file: "m").entries.map {
      $0.targets[0].feedback?.description
    }
  }

  @Test func `an encoder on a parameter is learnt with its encoding`() throws {
    var talk = Conversation()
    #expect(
      talk.learn("osc.mix", [0xB0, 99, 9, 98, 82, 96, 0, 96, 0, 97, 0])
        == ["nrpn 1234: osc.mix (endless, up and down by one)"])
    #expect(
      talk.learn("reverb.mix", [0xB0, 99, 9, 98, 83, 6, 65, 6, 65, 6, 63])
        == ["nrpn 1235: reverb.mix (endless, offset-64)"])
    let text = try #require(talk.dialogue.text)
    #expect(text.contains("  nrpn 1234: osc.mix  ") && text.contains("{widget: reverb.mix, mode: offset-64}"))
  }

  @Test func `widgets are completed, and nothing else`() {
    var talk = Conversation()
    #expect(talk.dialogue.completions(of: "filter.") == ["filter.cutoff", "filter.resonance"])
    #expect(talk.dialogue.completions(of: "  FILTER.C") == ["filter.cutoff"])
    for word in ["done", "lis", "cutoff", "pick", "level"] {
      #expect(talk.dialogue.completions(of: word) == [])
    }
    talk.learn("filter.cutoff", sweep(74))
    #expect(
      talk.dialogue.completions(of: "pick") == [] && talk.dialogue.completions(of: "osc.m") == ["osc.mix"])
  }
}

@Test func `With several parts both names of a widget can be learnt`() throws {
  let widgets = ["pad/filter.cutoff", "bass/filter.cutoff", "bass/drive"].map { Widget($0) }
  var talk = Conversation(WidgetSet(widgets, aliases: ["filter.cutoff": [0, 1], "drive": [2]]))
  #expect(talk.dialogue.completions(of: "filter") == ["filter.cutoff"])
  #expect(talk.dialogue.completions(of: "bass/") == ["bass/filter.cutoff", "bass/drive"])
  #expect(
    talk.say("cutoff") == ["which of pad/filter.cutoff, bass/filter.cutoff, filter.cutoff?"])
  talk.learn("filter.cutoff", sweep(74))
  talk.learn("bass/filter.cutoff", sweep(75))
  talk.learn("drive", sweep(76))
  let text = try #require(talk.dialogue.text)
  for line in ["cc 74: filter.cutoff ", "cc 75: bass/filter.cutoff ", "cc 76: drive "] {
    #expect(text.contains(line), "\(text)")
  }
}

@Test func `The name of the only part may stand before its widget's`() throws {
  var talk = Conversation(WidgetSet([Widget("filter.cutoff")], aliases: ["pad/filter.cutoff": [0]]))
  #expect(talk.dialogue.completions(of: "") == ["filter.cutoff"])
  #expect(
    talk.say("pad/filter.cutoff") == [
      "pad/filter.cutoff: move the control (an endless one slowly, both ways)"
    ])
}
