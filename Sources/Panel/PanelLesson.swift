import Foundation
import NIOCore
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetTools
import SpinetWidgets

/// A page that teaches controls: the dialogue of `spinet map learn`, with the controllers of the running instrument. The
/// mapping file is in the person's own folder, so that the instrument takes it up at once. [panel-thread]
final class PanelLesson {
  private let widgets: WidgetSet
  private let line: SocketLine
  private var lesson: MappingLesson?
  private var clock: RepeatedTask?

  init(_ widgets: WidgetSet, _ line: SocketLine) {
    self.widgets = widgets
    self.line = line
  }

  /// `begin NAME`, `line TEXT` or `end`.
  func take(_ words: [String]) {
    switch (words.first, words.count) {
    case ("begin", 2): begin(words[1])
    case ("line", 2):
      tell(lesson?.take(.line(words[1])) ?? [], always: true)
      if let lesson, lesson.dialogue.isDone { finish(lesson) }
    case ("end", 1): if let lesson { finish(lesson) }
    default: break
    }
  }

  func end() {
    clock?.cancel()
    (clock, lesson) = (nil, nil)
  }

  /// Messages that arrived at the instrument.
  func hear(_ heard: [HeardMessage]) {
    guard lesson != nil else { return }
    for one in heard where !one.sender.isEmpty {
      let sender = LearnDialogue.Sender(name: one.sender, names: one.senderNames)
      tell(lesson?.take(.message(one.message, from: sender, at: one.time.nanoseconds)) ?? [])
    }
  }

  private func begin(_ name: String) {
    end()
    do {
      let lesson = try MappingLesson(file: try Self.path(of: name), widgets: widgets)
      self.lesson = lesson
      tell(lesson.dialogue.greeting, always: true)
    } catch {
      return tell("\(error)".split(separator: "\n").map(String.init), always: true)
    }
    let loop = line.loop
    let own = NIOLoopBound(self, eventLoop: loop)
    // A control counts as recognised once it rests.
    clock = loop.scheduleRepeatedTask(initialDelay: .milliseconds(100), delay: .milliseconds(100)) { _ in
      own.value.tell(own.value.lesson?.take(.time(HostTime.now.nanoseconds)) ?? [])
    }
  }

  /// Only in the user's own folder: a page must not be able to write anywhere else.
  private static func path(of name: String) throws -> String {
    let isPlain = name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9 _\-]{0,63}/) != nil
    guard isPlain, let folder = Catalog.current.ownFolder(of: .mapping) else {
      throw SpinetError(
        .usage, what: "mapping '\(name.shortened)'", why: "a mapping cannot have that name",
        remedy: "use letters, digits, spaces, - and _")
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return "\(folder)/\(name).yaml"
  }

  private func finish(_ lesson: MappingLesson) {
    end()
    tell([lesson.ending], always: true)
  }

  private func tell(_ said: [String], always: Bool = false) {
    guard always || !said.isEmpty else { return }
    var answer = JSONLine()
    answer.add("said", said)
    answer.add("prompt", lesson?.dialogue.prompt ?? "")
    line.send("{\"lesson\":\(answer)}")
  }
}
