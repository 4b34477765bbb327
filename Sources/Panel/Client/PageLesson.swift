import NIOCore
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetTools
import SpinetWidgets
import Synchronization

/// Learning by touch on one page. Files are read and written on the file thread. [panel-thread]
final class PageLesson {
  private let output: PageOutput
  private let hub: PanelHub
  /// Nil while the page does not learn.
  private var lesson: SharedLesson?
  private var clock: RepeatedTask?
  private var arrived: HeardMessage?
  /// When the page was last told what arrives.
  private var lastTold = NIODeadline.uptimeNanoseconds(0)

  private static let pace = TimeAmount.milliseconds(50)

  init(_ output: PageOutput, _ hub: PanelHub) { (self.output, self.hub) = (output, hub) }

  func take(_ message: LessonMessage) {
    if message == .off { return end(isTold: true) }
    begin()
    switch message {
    case .on: step { _ in }
    case .off: break
    case .widget(let name):
      arrived = nil
      step { $0.choose(name) }
    case .set(let change): step { $0.change(change) }
    case .accept: step { $0.accept() }
    case .undo: step { $0.undo() }
    case .unlink(let name): step { $0.unlink(name) }
    }
  }

  /// Call it when the page is gone.
  func end(isTold: Bool = false) {
    clock?.cancel()
    (clock, lesson, arrived) = (nil, nil, nil)
    if isTold { output.send("{\"learning\":{\"state\":\"off\"}}") }
  }

  /// Takes the messages that arrived at the instrument.
  func hear(_ heard: [HeardMessage]) {
    guard lesson != nil else { return }
    for one in heard where !one.sender.isEmpty {
      let sender = LearnDialogue.Sender(name: one.sender, names: one.senderNames)
      arrived = one
      step(isTold: false) { $0.take(one.message, from: sender, at: one.time.nanoseconds) }
    }
    if arrived != nil, .now() - lastTold >= Self.pace { step { _ in } }
  }

  private func begin() {
    guard lesson == nil else { return }
    lesson = SharedLesson(hub.handle.widgets)
    let own = NIOLoopBound(self, eventLoop: output.loop)
    // A control counts as recognised when it rests.
    clock = output.loop.scheduleRepeatedTask(initialDelay: .milliseconds(100), delay: .milliseconds(100)) {
      _ in
      own.value.step(isTold: false) { $0.rest(at: HostTime.now.nanoseconds) }
    }
  }

  /// Does a step of the lesson, and tells the page if that changes what it shows.
  private func step(isTold: Bool = true, _ work: @escaping @Sendable (inout TouchLesson) -> Void) {
    guard let lesson else { return }
    let run = { @Sendable in lesson.take(work) }
    hub.files.run(run, on: output.loop) { seen in
      guard self.lesson === lesson, isTold || seen.isOther else { return }
      self.tell(seen.lesson)
    }
  }

  // MARK: Messages

  private func tell(_ lesson: TouchLesson) {
    lastTold = .now()
    var line = JSONLine()
    line.add("state", word(lesson))
    if let widget = lesson.widget { line.add("widget", widget) }
    if let arrived, lesson.widget != nil { line.add("arrived", literal: Self.json(arrived)) }
    switch lesson.state {
    case .saved(let link):
      line.add("link", literal: json(link, lesson.widget))
      line.add("replaced", lesson.replaced)
    case .asks(let question): line.add("ask", question)
    case .refused(let why): line.add("why", hub.names.leftOut(of: why))
    case .idle, .waiting: break
    }
    line.add("undo", lesson.stepCount)
    output.send("{\"learning\":\(line)}")
  }

  private func word(_ lesson: TouchLesson) -> String {
    switch lesson.state {
    case .idle: "on"
    case .waiting: arrived == nil ? "waiting" : "moving"
    case .saved: "saved"
    case .asks: "ask"
    case .refused: "refused"
    }
  }

  private static func json(_ heard: HeardMessage) -> String {
    var line = JSONLine()
    let words = heard.message.control.split(separator: " ch ").first.map(String.init) ?? ""
    line.add("control", (try? Control(reading: words))?.spoken ?? words)
    let value = heard.message.valueText
    line.add("value", literal: Int(value).map(String.init) ?? JSONLine.quoted(value))
    if let channel = heard.message.channel { line.add("channel", channel.number) }
    line.add("from", heard.sender)
    if let position = heard.message.controllerPosition {
      line.add("position", literal: JSONLine.number((position * 1e3).rounded() / 1e3))
    }
    return line.description
  }

  private func json(_ link: TouchedLink, _ name: String?) -> String {
    var line = JSONLine()
    line.add("control", Control(link.control.kind).spoken)
    line.add("guess", link.guess)
    line.add("range", literal: "[\(JSONLine.number(link.start)),\(JSONLine.number(link.end))]")
    if let widget = name.flatMap({ hub.handle.widgets[$0] }) {
      line.add("texts", [widget.text(for: link.start), widget.text(for: link.end)])
    }
    line.add("swapped", link.start > link.end ? 1 : 0)
    line.add("mode", link.mode.rawValue)
    line.add(
      "curve", link.curve.map { curve in Curve.named.first { $0.curve == curve }?.name ?? "points" } ?? "own")
    link.control.channel.map { line.add("channel", $0.number) } ?? line.addNull("channel")
    line.add("file", link.file.name)
    return line.description
  }
}

/// A lesson whose steps are taken on the file thread.
private final class SharedLesson: Sendable {
  private let lesson: Mutex<TouchLesson>

  init(_ widgets: WidgetSet) { lesson = Mutex(TouchLesson(widgets)) }

  /// Does a step. Returns the lesson, and whether it is in another state.
  func take(_ step: @Sendable (inout TouchLesson) -> Void) -> (lesson: TouchLesson, isOther: Bool) {
    lesson.withLock { lesson in
      let before = lesson.state
      step(&lesson)
      return (lesson, lesson.state != before)
    }
  }
}
