import Scratch
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetText
import SpinetWidgets
import SystemPackage
import Testing

@testable import SpinetTools

/// Learning by touch: a widget is chosen, a control moves, and the file is written.
@Suite struct TouchLessonTests {
  private let home = TemporaryFolder()
  private let widgets = WidgetSet([
    Widget("filter.cutoff", range: 20...20_000, unit: "Hz", curve: .logarithmic), Widget("level"),
    Widget("shown", kind: .label(precision: 1)),
  ])
  private let launchkey = LearnDialogue.Sender(name: "Launchkey Mini MK3", names: ["Launchkey Mini MK3"])

  private var catalog: Catalog { Catalog(environment: ["XDG_CONFIG_HOME": home.path]) }
  private func text(_ name: String) -> String? {
    try? FilePath("\(home.path)/spinet/mappings/\(name).yaml").text()
  }

  /// Turns a knob, and lets it rest.
  private func turn(
    _ lesson: inout TouchLesson, _ controller: UInt8, from sender: LearnDialogue.Sender? = nil,
    at second: UInt64 = 0
  ) {
    let begin = second * 1_000_000_000
    for step in 0..<20 as Range<UInt64> {
      let message = MIDIMessage.controlChange(
        Channel(status: 0), controller: controller, value: UInt8(20 + 3 * step))
      lesson.take(.midi1(message), from: sender ?? launchkey, at: begin + step * 10_000_000)
    }
    lesson.rest(at: begin + 900_000_000)
  }

  private func saved(_ lesson: TouchLesson) -> TouchedLink? {
    if case .saved(let link) = lesson.state { link } else { nil }
  }

  @Test func `A control that is moved is saved at once, in the file of its controller`() throws {
    var lesson = TouchLesson(widgets, in: catalog)
    lesson.choose("filter.cutoff")
    #expect(lesson.state == .waiting && text("launchkey-mini-mk3") == nil)
    turn(&lesson, 21)
    let link = try #require(saved(lesson))
    #expect(link.control.spoken == "CC 21" && link.guess == "knob or fader" && link.mode == .absolute)
    #expect(link.start == 20 && link.end == 20_000 && link.file.name == "launchkey-mini-mk3.yaml")
    #expect(text("launchkey-mini-mk3")?.contains("cc 21: filter.cutoff") == true && lesson.stepCount == 1)
  }

  @Test func `Range, swap, mode, curve and channel are saved, and each is taken back`() throws {
    var lesson = TouchLesson(widgets, in: catalog)
    lesson.choose("filter.cutoff")
    turn(&lesson, 21)
    for change in [
      LinkChange.range(65, 11_500), .swap, .mode(.pickup), .curve(.linear), .channel(Channel(number: 3)),
    ] {
      lesson.change(change)
    }
    let link = try #require(saved(lesson))
    #expect(link.start == 11_500 && link.end == 65 && link.mode == .pickup && link.curve == .linear)
    #expect(
      text("launchkey-mini-mk3")?.contains("ch 3 cc 21: {widget: filter.cutoff, range: [11500, 65]") == true)
    for _ in 0..<5 { lesson.undo() }
    #expect(text("launchkey-mini-mk3")?.contains("cc 21: filter.cutoff") == true)
    lesson.undo()
    #expect(text("launchkey-mini-mk3") == nil && lesson.stepCount == 0 && lesson.state == .waiting)
  }

  @Test func `A range that the widget does not have is refused, and nothing changes`() {
    var lesson = TouchLesson(widgets, in: catalog)
    lesson.choose("filter.cutoff")
    turn(&lesson, 21)
    let before = text("launchkey-mini-mk3")
    lesson.change(.range(1, 5))
    guard case .refused(let why) = lesson.state else { return #expect(Bool(false)) }
    #expect(why.contains("20 to 20000 Hz") && text("launchkey-mini-mk3") == before)
  }

  @Test func `What was in the way gives way, and is told`() {
    var lesson = TouchLesson(widgets, in: catalog)
    lesson.choose("filter.cutoff")
    turn(&lesson, 21)
    lesson.choose("level")
    turn(&lesson, 21, at: 10)
    #expect(lesson.replaced == ["CC 21 → filter.cutoff"])
    #expect(text("launchkey-mini-mk3")?.contains("filter.cutoff") == false)
    lesson.undo()
    #expect(text("launchkey-mini-mk3")?.contains("cc 21: filter.cutoff") == true)
  }

  @Test func `The sustain pedal is asked about`() {
    var lesson = TouchLesson(widgets, in: catalog)
    lesson.choose("level")
    for (index, value) in [127, 0, 127, 0].enumerated() as EnumeratedSequence<[UInt8]> {
      lesson.take(
        .midi1(.controlChange(Channel(status: 0), controller: 64, value: value)), from: launchkey,
        at: UInt64(index) * 200_000_000)
    }
    lesson.rest(at: 2_000_000_000)
    guard case .asks(let question) = lesson.state else { return #expect(Bool(false), "\(lesson.state)") }
    #expect(question.contains("sustain pedal"))
    lesson.accept()
    #expect(saved(lesson)?.control.spoken == "CC 64")
  }

  @Test func `Each controller has its own file, and an own file that fits it grows`() throws {
    let folder = FilePath("\(home.path)/spinet/mappings")
    try AtomicFile.write("ports: [\"Pedal*\"]\nmap:\n  cc 80: level\n", to: folder.appending("feet.yaml"))
    var lesson = TouchLesson(widgets, in: catalog)
    lesson.choose("filter.cutoff")
    turn(&lesson, 22, from: LearnDialogue.Sender(name: "Pedal Board", names: ["Pedal Board"]))
    #expect(text("feet")?.contains("cc 22: filter.cutoff") == true)
    lesson.choose("filter.cutoff")
    turn(&lesson, 21, at: 10)
    #expect(text("launchkey-mini-mk3")?.contains("cc 21: filter.cutoff") == true)
    lesson.unlink("filter.cutoff")
    #expect(text("feet")?.contains("  cc 80: level") == true && text("feet")?.contains("\n  cc 22") == false)
    #expect(text("launchkey-mini-mk3")?.contains("\n  cc 21: filter") != true)
  }

  @Test(arguments: ["shown", "none"])
  func `What no control can move is refused`(name: String) {
    var lesson = TouchLesson(widgets, in: catalog)
    lesson.choose(name)
    guard case .refused = lesson.state else { return #expect(Bool(false)) }
    #expect(lesson.widget == nil)
  }
}
