import SpinetFormats
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetTools
import SpinetWidgets
import Testing

private let everyControl = """
  cc, cc14, nrpn, rpn, note, bend, pressure, poly, program, key-on, key-off, ctl, actl, start, stop, clock, motion \
  or face
  """

@Test func `The whole grammar is read`() throws {
  let text = """
    controller: Korg nanoKONTROL2
    ports: ["nanoKONTROL2*"]        # ALSA client or port names, wildcards; absent: every port
    map:
      cc 1: vibrato.depth
      cc 21: {widget: filter.cutoff, mode: pickup}
      cc 22: [osc.mix, {widget: reverb.mix, range: [0.5, 0]}]     # one control, many widgets
      ch 10 note C1: {widget: engine.running, mode: toggle}
      cc14 2: filter.resonance      # 14-bit pair 2/34
      nrpn 1234: amp.attack
      bend: {widget: filter.cutoff, range: [200, 8000], curve: log}
    """
  let file = try Mapping(text: text, file: "korg.yaml")
  #expect(file.controller == "Korg nanoKONTROL2")
  #expect(file.ports.map(\.description) == ["nanoKONTROL2*"])
  #expect(
    file.entries.map(\.control.description) == [
      "cc 1", "cc 21", "cc 22", "ch 10 note C1", "cc14 2", "nrpn 1234", "bend",
    ])
  #expect(file.entries[2].targets.map(\.widget) == ["osc.mix", "reverb.mix"])
  #expect(file.entries[2].targets[1].range.map { [$0.start, $0.end] } == [0.5, 0])
  #expect(file.entries[1].targets[0].mode == .pickup)
  #expect(file.entries[6].targets[0].curve == .logarithmic)
  #expect(file.entries[3].location == TextLocation(line: 7, column: 3))
}

@Test(arguments: [
  ("cc 128: a", "cc 128, expected 0 to 127"),
  ("cc -1: a", "cc -1, expected 0 to 127"),
  ("cc: a", "\"cc\" without a number, expected cc 0 to cc 127"),
  ("cc x: a", "cc \"x\", expected 0 to 127"),
  ("cc 5 ch 2: a", "\"ch\" after \"cc 5\", expected it before (did you mean ch 2 cc 5?)"),
  ("cc 1 2: a", "\"2\" after \"cc 1\", expected nothing more"),
  ("cc14 32: a", "cc14 32, expected 0 to 31, the MSB of a pair"),
  ("nrpn 16383: a", "nrpn 16383, expected 0 to 16382"),
  ("rpn -5: a", "rpn -5, expected 0 to 16382"),
  ("note H4: a", "note \"H4\", expected 0 to 127 or C-1 to G9"),
  ("note 128: a", "note 128, expected 0 to 127 or C-1 to G9"),
  ("note: a", "\"note\" without a key, expected note C4 or note 60"),
  ("poly: a", "\"poly\" without a key, expected poly C4 or poly 60"),
  ("bend 2: a", "\"2\" after \"bend\", expected nothing more"),
  ("ch 17 cc 1: a", "channel 17, expected 1 to 16"),
  ("ch 0 cc 1: a", "channel 0, expected 1 to 16"),
  ("ch: a", "\"ch\" without a number, expected ch 1 to ch 16"),
  (
    "benf: a",
    "unknown control \"benf\", expected \(everyControl) (did you mean bend?)"
  ),
  (
    "ch 1: a", "unknown control \"ch 1\", expected \(everyControl)"
  ),
  (
    "99999999999999999999: a",
    "unknown control \"99999999999999999999\", expected \(everyControl)"
  ),
  ("cc 99999999999999999999: a", "cc \"99999999999999999999\", expected 0 to 127"),
])
func `A misspelt control is explained`(line: String, complaint: String) {
  #expect(complaints("map:\n  \(line)\n") == ["m:2:3: error: \(complaint)"])
}

@Test(arguments: [
  (
    "{wdget: a}",
    [
      "11: error: no widget, expected \"widget: NAME\"",
      "12: error: unknown option \"wdget\", expected widget, range, curve, mode, step, acceleration, feedback, lamp, latching, smoothing, from or osc (did you mean widget?)",
    ]
  ),
  ("{}", ["11: error: no widget, expected \"widget: NAME\""]),
  ("[]", ["11: error: an empty list, expected a widget"]),
  ("~", ["11: error: nothing found, expected a widget or {widget: …} with options"]),
  ("[[a]]", ["12: error: a list found, expected a widget or {widget: …} with options"]),
  ("{widget: [a]}", ["20: error: a list found, expected a widget's name"]),
  ("{widget: a, range: 5}", ["30: error: \"5\" found, expected two numbers, [FROM, TO]"]),
  ("{widget: a, range: [1]}", ["30: error: a range of 1 numbers, expected two numbers, [FROM, TO]"]),
  ("{widget: a, range: [1, x]}", ["34: error: \"x\" found, expected a number"]),
  ("{widget: a, range: [2, 2]}", ["30: error: a range from 2 to itself, expected two different ends"]),
  (
    "{widget: a, range: [-1, 1], curve: log}",
    ["46: error: curve log over a range with 0 in it, expected both ends above 0, or both below"]
  ),
  (
    "{widget: a, range: [0, 1], curve: log}",
    ["45: error: curve log over a range with 0 in it, expected both ends above 0, or both below"]
  ),
  (
    "{widget: a, curve: logg}",
    ["30: error: unknown curve \"logg\", expected lin, log, exp, s or a list of points (did you mean log?)"]
  ),
  ("{widget: a, curve: {x: 1}}", ["30: error: a map found, expected lin, log, exp, s or a list of points"]),
  ("{widget: a, curve: [1]}", ["30: error: a curve of 1 points, expected two or more"]),
  (
    "{widget: a, curve: [0, 2]}",
    ["34: error: a point outside the curve, expected a number from 0 to 1 or [POSITION, FRACTION]"]
  ),
  (
    "{widget: a, curve: [[0, 0], [0, 1]]}",
    ["39: error: a point at or before the last one, expected rising positions"]
  ),
  (
    "{widget: a, mode: togle}",
    [
      "29: error: unknown mode \"togle\", expected absolute, pickup, scale, twos-complement, offset-64, sign-magnitude, auto-relative, toggle, momentary, trigger or step (did you mean toggle?)"
    ]
  ),
  (
    "{widget: a, mode: 5}",
    [
      "29: error: unknown mode \"5\", expected absolute, pickup, scale, twos-complement, offset-64, sign-magnitude, auto-relative, toggle, momentary, trigger or step"
    ]
  ),
  ("{widget: a, step: 0}", ["29: error: a step of 0, expected another number"]),
  ("{widget: a, step: big}", ["29: error: \"big\" found, expected a number"]),
  (
    "{widget: a, latching: true}",
    ["33: error: latching in mode absolute, expected mode toggle, trigger or step"]
  ),
  ("{widget: a, mode: step, latching: 2}", ["45: error: \"2\" found, expected true or false"]),
  ("{widget: a, acceleration: 0.5}", ["37: error: \"0.5\" found, expected a number from 1 to 100"]),
  ("{widget: a, feedback: cc 128}", ["33: error: cc 128, expected 0 to 127"]),
  ("{widget: a, feedback: [true]}", ["33: error: a list found, expected true, false, echo or a control"]),
  ("{widget: a, lamp: [0, 128]}", ["33: error: \"128\" found, expected a whole number from 0 to 127"]),
  ("{widget: a, lamp: [1]}", ["29: error: a lamp of 1 numbers, expected two numbers, [OFF, ON]"]),
  ("{widget: a, widget: b}", ["23: error: \"widget\" appears twice, expected once (first in line 3)"]),
])
func `A wrong option is explained`(target: String, expected: [String]) {
  #expect(
    complaints("map:\n  cc 500: a\n  cc 100: \(target)\n").dropFirst().map { $0 }
      == expected.map { "m:3:\($0)" })
}

@Test func `An endless mode needs a control that can be endless`() {
  #expect(
    complaints("map: {bend: {widget: a, mode: offset-64}}")
      == ["m:1:31: error: mode offset-64 of bend, expected a cc, cc14, nrpn or rpn"])
}

@Test(arguments: [
  ("", "m:1:1: error: nothing is mapped, expected \"map:\" and a control under it"),
  ("controller: X\n", "m:1:1: error: nothing is mapped, expected \"map:\" and a control under it"),
  ("map:\n", "m:1:5: error: nothing is mapped, expected \"map:\" and a control under it"),
  ("map: {}\n", "m:1:6: error: nothing is mapped, expected \"map:\" and a control under it"),
  ("map: 5\n", "m:1:6: error: \"5\" found, expected controls and their widgets"),
  ("hello\n", "m:1:1: error: \"hello\" found, expected a map of controller, ports, feedback or map"),
  (
    "ports: []\nmap: {cc 1: a}\n",
    "m:1:8: error: no port, expected a name; leave out \"ports:\" for every port"
  ),
  ("ports: {a: 1}\nmap: {cc 1: a}\n", "m:1:8: error: a map found, expected a port's name or a list of names"),
  ("feedback: maybe\nmap: {cc 1: a}\n", "m:1:11: error: \"maybe\" found, expected true or false"),
  (
    "controler: X\nmap: {cc 1: a}\n",
    "m:1:1: error: unknown key \"controler\", expected controller, ports, feedback or map (did you mean controller?)"
  ),
  (
    "map:\n  note C4: a\n  note 60: b\n",
    "m:3:3: error: \"note C4\" appears twice, expected once (first in line 2)"
  ),
  ("map:\n  cc 1: a\n  cc 1: b\n", "m:3:3: error: \"cc 1\" appears twice, expected once (first in line 2)"),
])
func `A file that is no mapping is explained`(text: String, complaint: String) {
  #expect(complaints(text) == [complaint])
}

@Test func `All errors of a file come at once, in the order of the text`() {
  let text = """
    controller: [X]
    map:
      cc 1: &a osc.mix
      cc 128: *a
      cc 2: {widget: osc.mix, mode: pikup, range: [1, 1]}
      cc 2: osc.mix
      ch 17 bend: osc.mix
    """
  #expect(
    complaints(text) == [
      "m:1:13: error: a list found, expected the controller's name",
      "m:3:9: error: an anchor (&), expected the value alone",
      "m:4:3: error: cc 128, expected 0 to 127",
      "m:4:11: error: an alias (*), expected the value itself",
      "m:5:33: error: unknown mode \"pikup\", expected absolute, pickup, scale, twos-complement, offset-64, "
        + "sign-magnitude, auto-relative, toggle, momentary, trigger or step (did you mean pickup?)",
      "m:5:47: error: a range from 1 to itself, expected two different ends",
      "m:6:3: error: \"cc 2\" appears twice, expected once (first in line 5)",
      "m:7:3: error: channel 17, expected 1 to 16",
    ])
}

@Test(arguments: [
  (
    "filter.cuttoff",
    "9: error: unknown widget \"filter.cuttoff\", expected one of the instrument's (did you mean filter.cutoff?)"
  ),
  ("xyzzy", "9: error: unknown widget \"xyzzy\", expected one of the instrument's"),
  (
    "face.height",
    "9: error: unknown widget \"face.height\", expected one of the instrument's; play a face to have it"
  ),
  (
    "motion.attitude.roll",
    "9: error: unknown widget \"motion.attitude.roll\", expected one of the instrument's; "
      + "play a motion sensor to have it"
  ),
  ("level", "9: error: level only shows a value, expected a widget that moves"),
  (
    "{widget: filter.cutoff, range: [0, 5000]}",
    "40: error: a range from 0 to 5000, expected it within 20 to 20000 Hz"
  ),
  ("{widget: osc.mix, range: [0.5, -1]}", "34: error: a range from 0.5 to -1, expected it within 0 to 1"),
  ("{widget: osc.mix, curve: log}", "18: error: curve log over 0 to 1, expected a range without 0 in it"),
])
func `What does not fit the instrument is explained`(target: String, complaint: String) {
  #expect(complaints("map:\n  cc 1: \(target)\n", against: instrument()) == ["m:2:\(complaint)"])
}

@Test func `A misspelt widget of a source that plays gets a suggestion`() {
  let widgets = WidgetSet([Widget("face.height"), Widget("osc.mix")])
  #expect(
    complaints("map:\n  cc 1: face.hight\n", against: widgets) == [
      "m:2:9: error: unknown widget \"face.hight\", expected one of the instrument's (did you mean face.height?)"
    ])
}

@Test(arguments: [
  ("nanoKONTROL2*", "nanoKONTROL2 MIDI 1", true),
  ("nanokontrol2*", "nanoKONTROL2", true),
  ("*kontrol?", "nanoKONTROL2", true),
  ("*kontrol?", "nanoKONTROL22", false),
  ("*", "", true),
  ("", "", true),
  ("", "x", false),
  ("?", "", false),
  ("*a*b*c", "xxaxxbxxabxc", true),
  ("*a*b*c", "xxaxxbxxabx", false),
  ("MPK mini 3:*", "MPK mini 3:MPK mini 3 MIDI 1", true),
  (String(repeating: "*a", count: 200), String(repeating: "a", count: 400) + "b", false),
])
func `Ports are named by wildcards`(pattern: String, name: String, fits: Bool) {
  #expect(PortPattern(pattern).matches(name) == fits)
}

@Test func `A mapping prints as a table`() throws {
  let text = """
    controller: Korg
    ports: [nano*]
    map:
      cc 21: [filter.cutoff, {widget: reverb.mix, range: [0.5, 0], mode: scale}]
      ch 10 note C1: {widget: engine.running, mode: toggle, feedback: true, lamp: [0, 5]}
      cc 7: {widget: osc1.wave, mode: offset-64, step: 2, feedback: cc 8}
    """
  let mapping = try Mapping(text: text, file: "m")
  #expect(
    MappingTable.lines(of: mapping, widgets: instrument()) == [
      "Korg (nano*)",
      "",
      "control        widget          range          curve  mode               feedback",
      "cc 21          filter.cutoff   20 … 20000 Hz  log    absolute",
      "               reverb.mix      0.5 … 0        lin    scale",
      "ch 10 note C1  engine.running  off … on       lin    toggle             yes (0/5)",
      "cc 7           osc1.wave       sine … noise   lin    offset-64, step 2  cc 8",
    ])
  #expect(MappingTable.lines(of: mapping)[3] == "cc 21          filter.cutoff   -        -      absolute")
}

@Test(arguments: [
  ("cc1", "'cc1': unknown control \"cc1\", expected cc, ", "; did you mean cc 1?"),
  ("cc 300", "'cc 300': cc 300, expected 0 to 127", "; write a control as in 'cc 74'"),
])
func `A control that a program gives is refused with what was meant`(text: String, start: String, end: String)
{
  let error = #expect(throws: SpinetError.self) { try Control(text) }
  let description = error?.description ?? ""
  #expect(description.hasPrefix(start) && description.hasSuffix(end), "\(description)")
}
