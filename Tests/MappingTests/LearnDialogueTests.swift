import SpinetFormats
import SpinetRealtime
import SpinetText
import SpinetTools
import Testing

@testable import SpinetMapping

@Suite struct `Learning` {
  @Test func `from a name and a move comes a file that a person would have written`() throws {
    var talk = Conversation()
    #expect(talk.dialogue.text == nil)
    #expect(talk.say("cut") == ["filter.cutoff: move the control (an endless one slowly, both ways)"])
    #expect(talk.move(sweep(74)) == ["cc 74: filter.cutoff (knob or fader)"])
    talk.learn("engine.running", [0x99, 36, 90, 0x89, 36, 0])
    talk.learn("osc1.wave", [0xB0, 21, 65, 21, 65, 21, 63, 21, 63])
    talk.learn("panic", [0xB0, 9, 127, 9, 0])
    let text = try #require(talk.dialogue.text)
    #expect(
      text == """
        # Launch Key, learnt by moving its controls.
        controller: Launch Key
        ports: ["Launch Key*"]
        map:
          cc 74:         filter.cutoff                             # knob or fader
          ch 10 note C2: {widget: engine.running, mode: toggle}    # button
          cc 21:         {widget: osc1.wave, mode: offset-64}      # endless, offset-64
          cc 9:          {widget: panic, mode: trigger}            # button

        """)
    #expect(complaints(text, against: instrument()) == [])
    #expect(talk.say("done") == [] && talk.dialogue.isDone)
  }

  @Test(arguments: [
    ("filter.cutoff", "filter.cutoff: move"), ("FILTER.CUT", "filter.cutoff: move"),
    ("resonance", "filter.resonance: move"), ("filter", "which of filter.cutoff, filter.resonance?"),
    ("filter.cutof f", "there is no 'filter.cutof f'. Did you mean filter.cutoff?"),
    ("cutof", "filter.cutoff: move"), ("cutoof", "there is no 'cutoof'. Did you mean filter.cutoff?"),
    ("fltrcut", "there is no 'fltrcut'. Did you mean filter.cutoff?"), ("level", "there is no 'level'"),
    ("xyzzy", "there is no 'xyzzy'; 'widgets' shows"),
  ])
  func `understands names, parts of names and slips`(word: String, answer: String) throws {
    var talk = Conversation()
    #expect(try #require(talk.say(word).first).hasPrefix(answer))
  }

  @Test func `shows the widgets by their first parts, and some of them with their values`() {
    var talk = Conversation()
    let lines = talk.say("widgets")
    #expect(lines.contains("filter.  cutoff  resonance"))
    #expect(lines.contains("hold  panic"))
    #expect(talk.say("widgets resonance") == ["filter.resonance  0 %"])
    #expect(talk.say("widgets xyzzy") == ["there is no 'xyzzy'"])
  }

  @Test func `says what comes first when it is told too early how a control moves`() {
    var talk = Conversation()
    #expect(talk.say("pickup")[0].hasPrefix("name a widget and move its control first"))
    _ = talk.say("cut")
    #expect(talk.say("range 200 8000")[0].hasPrefix("move the control of filter.cutoff first"))
    #expect(talk.move(sweep(74)) == ["cc 74: filter.cutoff (knob or fader)"])
  }

  @Test func `a name that was guessed is confirmed`() {
    var talk = Conversation()
    _ = talk.say("cutoof")
    #expect(talk.say("yes")[0].hasPrefix("filter.cutoff: move"))
  }

  @Test func `refuses bank select and asks before it takes the sustain pedal`() {
    var talk = Conversation()
    #expect(talk.learn("osc.mix", [0xB0, 0, 3, 32, 1])[0].hasSuffix("cannot be mapped; move another"))
    #expect(talk.move([0xB0, 64, 127, 64, 0])[0].hasPrefix("cc 64 is the sustain pedal"))
    #expect(talk.say("no") == ["left as it was"])
    #expect(talk.dialogue.text == nil)
    talk.learn("osc.mix", [0xB0, 64, 127, 64, 0])
    #expect(talk.say("yes") == ["cc 64: osc.mix (button)"])
  }

  @Test func `shows that a control is taken, and adds to it or replaces it`() throws {
    var talk = Conversation()
    talk.learn("osc.mix", sweep(7))
    #expect(
      talk.learn("reverb.mix", sweep(7)) == ["cc 7 moves osc.mix. Replace that, or add reverb.mix to it?"])
    #expect(talk.say("add") == ["cc 7: reverb.mix (knob or fader)"])
    #expect(try #require(talk.dialogue.text).contains("  cc 7: [osc.mix, reverb.mix]    # knob"))
    talk.learn("filter.cutoff", sweep(7))
    _ = talk.say("replace")
    #expect(talk.say("list") == ["cc 7  filter.cutoff"])
    #expect(talk.learn("filter.cutoff", sweep(7)) == ["cc 7 moves filter.cutoff already"])
  }

  @Test func `shows that a widget has controls, and undoes step by step`() {
    var talk = Conversation()
    talk.learn("osc.mix", sweep(7))
    #expect(talk.learn("osc.mix", sweep(8)) == ["osc.mix is moved by cc 7. Take cc 8 too, or replace?"])
    #expect(talk.say("yes") == ["cc 8: osc.mix (knob or fader)"])
    talk.learn("osc.mix", sweep(9))
    _ = talk.say("replace")
    #expect(talk.say("list") == ["cc 9  osc.mix"])
    #expect(talk.say("undo") == ["undone: cc 9"])
    #expect(talk.say("list") == ["cc 7  osc.mix", "cc 8  osc.mix"])
    #expect(talk.say("undo") == ["undone: cc 8"])
    #expect(talk.say("undo") == ["undone: cc 7"])
    #expect(talk.say("undo") == ["there is nothing to undo"])
    #expect(talk.dialogue.text == nil)
  }

  @Test func `one file is for one controller`() {
    var talk = Conversation()
    talk.learn("osc.mix", sweep(7))
    _ = talk.say("reverb.mix")
    let other = LearnDialogue.Sender(name: "nanoKONTROL2", names: ["nanoKONTROL2"])
    #expect(talk.move(sweep(8), from: other)[0].contains("nanoKONTROL2 is another controller"))
  }

  @Test func `a file that is there keeps every line, and what is learnt anew stays as a comment`() throws {
    var talk = try Conversation(
      adding: """
        # My own file
        controller: Launch Key
        ports: [serial 0001]
        map:
          # Knobs
          cc 1: osc.mix    # the wheel
          cc 2: {widget: master.volume,
                 range: [0, 1]}
          # that was all

        # the end

        """)
    talk.learn("reverb.mix", sweep(3))
    talk.learn("filter.cutoff", sweep(2))
    _ = talk.say("replace")
    let text = try #require(talk.dialogue.text)
    #expect(
      text == """
        # My own file
        controller: Launch Key
        ports: [serial 0001]
        map:
          # Knobs
          cc 1: osc.mix    # the wheel
          # cc 2: {widget: master.volume,
          #        range: [0, 1]}
          # that was all
          cc 3: reverb.mix       # knob or fader
          cc 2: filter.cutoff    # knob or fader

        # the end

        """)
    #expect(complaints(text, against: instrument()) == [])
    _ = talk.say("undo")
    _ = talk.say("undo")
    #expect(try #require(talk.dialogue.text).contains("\n  cc 2: {widget: master.volume,\n         range:"))
  }

  @Test func `a map in braces is left alone, with a reason`() {
    #expect(throws: (any Error).self) { try Conversation(adding: "map: {cc 1: osc.mix}\n") }
    #expect(throws: (any Error).self) { try Conversation(adding: "map:\n  cc 1: 3: 4\n") }
  }

  @Test(arguments: [
    ["cc 74: osc.mix", "ch 1 cc 74: reverb.mix"], ["ch 1 cc 74: reverb.mix", "cc 74: osc.mix"],
  ])
  func `a control with two lines is replaced in both, and added to in the one that counts`(lines: [String])
    throws
  {
    let file = "map:\n" + lines.map { "  \($0)\n" }.joined()
    var talk = try Conversation(adding: file)
    #expect(
      talk.learn("filter.cutoff", sweep(74)) == [
        "ch 1 cc 74 moves reverb.mix; cc 74 moves osc.mix. Replace that, or add filter.cutoff to the first?"
      ])
    _ = talk.say("replace")
    #expect(talk.say("list") == ["cc 74  filter.cutoff"])
    #expect(complaints(try #require(talk.dialogue.text), against: instrument()) == [])
    var other = try Conversation(adding: file)
    other.learn("filter.cutoff", sweep(74))
    #expect(other.say("add") == ["ch 1 cc 74: filter.cutoff (knob or fader)"])
    let read = try Mapping(text: #require(other.dialogue.text), file: "m")
    #expect(read.entries.map(\.targets.count) == [1, 2])
  }

  @Test func `options of lines that are added to come back as they were`() throws {
    let line =
      "cc 2: {widget: osc.mix, range: [1, 0.5], curve: [[0, 0], [0.5, 0.25], [1, 1]], mode: pickup, "
      + "step: 0.1, acceleration: 2, feedback: cc 3, lamp: [1, 5]}"
    var talk = try Conversation(adding: "map:\n  \(line)\n")
    talk.learn("reverb.mix", sweep(2))
    _ = talk.say("add")
    let text = try #require(talk.dialogue.text)
    let read = try Mapping(text: text, file: "m")
    var (old, new) = (
      try Mapping(text: "map:\n  \(line)\n", file: "m").entries[0].targets[0],
      try #require(read.entries.first).targets[0]
    )
    old.location = .start
    new.location = .start
    old.range?.location = .start
    new.range?.location = .start
    #expect(old == new && read.entries.count == 1)
  }
}
