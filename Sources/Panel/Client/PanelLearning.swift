import FoundationEssentials
import Glibc
import NIOCore
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetTools
import SpinetWidgets
import Synchronization
import SystemPackage

/// The dialogue of `spinet map learn` on a page, with the controllers of the running instrument. The mapping file is in
/// the user's own folder, so that the instrument uses it at once. [panel-thread]
final class PanelLearning {
  private let output: PageOutput
  private let files: PanelFiles
  private let mapping: LearningFile
  private var clock: RepeatedTask?

  init(_ widgets: WidgetSet, _ output: PageOutput, _ files: PanelFiles) {
    self.output = output
    self.files = files
    mapping = LearningFile(widgets)
  }

  /// `begin NAME`, `line TEXT` or `end`.
  func take(_ words: [String]) {
    switch (words.first, words.count) {
    case ("begin", 2): begin(words[1])
    case ("line", 2): write { mapping in mapping.take(.line(words[1])) }
    case ("end", 1): write { mapping in mapping.finish() }
    default: break
    }
  }

  /// Call it when the page is gone.
  func end() {
    stop()
    write { mapping in
      mapping.forget()
      return nil
    }
  }

  /// Takes the messages that arrived at the instrument.
  func hear(_ heard: [HeardMessage]) {
    guard clock != nil else { return }
    for one in heard where !one.sender.isEmpty {
      let sender = LearnDialogue.Sender(name: one.sender, names: one.senderNames)
      write { mapping in mapping.take(.message(one.message, from: sender, at: one.time.nanoseconds)) }
    }
  }

  private func begin(_ name: String) {
    stop()
    write { mapping in mapping.begin(name) }
    let own = NIOLoopBound(self, eventLoop: output.loop)
    // A control counts as recognised when it rests.
    clock = output.loop.scheduleRepeatedTask(initialDelay: .milliseconds(100), delay: .milliseconds(100)) {
      _ in
      own.value.write { mapping in mapping.take(.time(HostTime.now.nanoseconds)) }
    }
  }

  private func stop() {
    clock?.cancel()
    clock = nil
  }

  /// Every step writes the file, so it is taken on the file thread.
  private func write(_ step: @escaping @Sendable (LearningFile) -> LearningFile.Answer?) {
    let work = { @Sendable [mapping] in step(mapping) }
    files.run(work, on: output.loop) { answer in
      if let answer { self.tell(answer) }
    }
  }

  private func tell(_ answer: LearningFile.Answer) {
    if answer.isLast { stop() }
    var text = JSONLine()
    text.add("said", answer.said)
    text.add("prompt", answer.prompt)
    output.send("{\"lesson\":\(text)}")
  }
}

/// The mapping that is learned, and its file. Its functions are called on the file thread.
final class LearningFile: Sendable {
  private let widgets: WidgetSet
  private let mapping = Mutex<LearnedMapping?>(nil)

  struct Answer: Sendable {
    var said: [String]
    var prompt = ""
    var isLast = false
  }

  init(_ widgets: WidgetSet) { self.widgets = widgets }

  func begin(_ name: String) -> Answer {
    mapping.withLock { mapping in
      mapping = nil
      do {
        let begun = try LearnedMapping(file: try Self.path(of: name), widgets: widgets)
        mapping = begun
        return Answer(said: begun.dialogue.greeting, prompt: begun.dialogue.prompt)
      } catch {
        return Answer(said: "\(error)".split(separator: "\n").map(String.init), isLast: true)
      }
    }
  }

  /// Nil if there is nothing to say.
  func take(_ input: LearnDialogue.Input) -> Answer? {
    let answer = mapping.withLock { mapping -> Answer? in
      guard let said = mapping?.take(input), let dialogue = mapping?.dialogue else { return nil }
      return Answer(said: said, prompt: dialogue.prompt, isLast: dialogue.isDone)
    }
    guard let answer else { return nil }
    if answer.isLast { return finish(after: answer.said) }
    if case .line = input { return answer }
    return answer.said.isEmpty ? nil : answer
  }

  func finish(after said: [String] = []) -> Answer? {
    mapping.withLock { mapping in
      defer { mapping = nil }
      return mapping.map { Answer(said: said + [$0.ending()], isLast: true) }
    }
  }

  func forget() { mapping.withLock { $0 = nil } }

  /// Only in the user's own folder: a page must not be able to write anywhere else.
  private static func path(of name: String) throws(SpinetError) -> FilePath {
    let isPlain = name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9 _\-]{0,63}/) != nil
    guard isPlain, let folder = Catalog.current.ownFolder(of: .mapping) else {
      throw SpinetError(
        .unusableName, what: "mapping '\(name.shortened)'", why: "a mapping cannot have that name",
        remedy: "use letters, digits, spaces, - and _")
    }
    do throws(Errno) { try folder.makeFolder() } catch {
      throw SpinetError(
        .notWritten, what: folder.string, why: "\(error)", remedy: Remedy(.choosePlace))
    }
    return folder.appending("\(name).yaml")
  }
}
