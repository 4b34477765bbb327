import Devices
import Documents
import Foundation
import Glibc
import Library
import Logging
import MIDI
import Mapping
import Realtime
import Widgets

/// `spinet map learn`: lines from a console and messages from controllers go into a `LearnDialogue`, and the
/// mapping file is written after every step. It makes no sound.
public final class LearnSession {
  private let source: any MIDISource
  private let logger: Logger
  private let durationSeconds: Double?
  private let path: String
  /// Whether the file is this session's own, and may be taken away again.
  private let isNewFile: Bool
  private var dialogue: LearnDialogue
  private var writtenText: String?
  /// What stands in the file, as far as this session knows.
  private var standingText: String?
  /// What could not be written.
  private var failedText: String?
  /// When its time is over; nil while it may take as long as it likes.
  private var end: HostTime?
  /// Why the last step is not in the file yet; nil when it is.
  private var failure: SessionError?
  private var senders: [PortID: LearnDialogue.Sender] = [:]

  /// - Parameter file: is added to if it is there.
  public init(file: String, options: PlayOptions, logger: Logger) throws {
    self.logger = logger
    durationSeconds = options.durationSeconds
    let widgets = try InstrumentLoader(library: Catalog.current).load(options.instrument).widgets
    isNewFile = !FileManager.default.fileExists(atPath: file)
    path = isNewFile ? file : URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    if isNewFile {
      dialogue = LearnDialogue(widgets: widgets)
      try AtomicFile.checkWritable(path)
    } else {
      let text = try InputFile.text(at: file, remedy: "choose another file with '-o FILE'")
      dialogue = try LearnDialogue(adding: text, file: file, widgets: widgets)
      (writtenText, standingText) = (dialogue.text, text)
      try AtomicFile.checkWritable(path)
    }
    source = try options.makeSource()
  }

  /// Talks with the person until they are done. Answers whether it was interrupted.
  public func run(_ console: any Console) throws -> Bool {
    let pipe = try WakePipe()
    InterruptWatch.begin(waking: pipe)
    defer { InterruptWatch.end() }
    end = durationSeconds.map { HostTime.now.advanced(bySeconds: $0) }
    source.read { _ = take($0) }
    console.say(company + dialogue.greeting, prompt: dialogue.prompt)
    while !isOver {
      wait(pipe, console)
      turn(console)
    }
    if let failure { throw failure }
    if dialogue.isDone || InterruptWatch.isInterrupted { console.say([ending], prompt: "") }
    return InterruptWatch.isInterrupted
  }

  private var isOver: Bool {
    dialogue.isDone || InterruptWatch.isInterrupted || end.map { HostTime.now >= $0 } ?? false
  }

  private var ending: String {
    writtenText == nil ? "nothing is mapped, and \(path) is not written" : "\(path) is written"
  }

  /// The controllers that are heard.
  private var company: [String] {
    let names = Set(senders.values.map(\.name)).sorted()
    return names.isEmpty
      ? ["No controller is connected; plug one in at any time."] : names.map { "connected \($0)" }
  }

  private func wait(_ pipe: WakePipe, _ console: any Console) {
    var descriptors = [pipe.readEnd, source.descriptor ?? -1, console.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&descriptors, nfds_t(descriptors.count), source.descriptor == nil ? 1 : 100)
  }

  private func turn(_ console: any Console) {
    var said: [String] = []
    source.read { said += take($0) }
    said += dialogue.take(.time(HostTime.now.nanoseconds))
    said += save()
    if !said.isEmpty { console.say(said, prompt: dialogue.prompt) }
    while !isOver, let line = console.nextLine(completions: { dialogue.completions(of: $0) }) {
      answer(line, console)
    }
    if console.descriptor == nil, !isOver { answer("done", console) }
  }

  private func answer(_ line: String, _ console: any Console) {
    let said = dialogue.take(.line(line)) + save()
    if !dialogue.isDone { console.say(said, prompt: dialogue.prompt) }
  }

  /// What there is to say about what arrived.
  private func take(_ arrival: MIDIArrival) -> [String] {
    switch arrival {
    case .message(let message, let port, let time):
      let sender = senders[port] ?? LearnDialogue.Sender(name: "", names: [])
      return dialogue.take(.message(message, from: sender, at: time.nanoseconds))
    case .connected(let port):
      senders[port.id] = LearnDialogue.Sender(name: port.client, names: port.mappingNames)
      return ["connected \(port.client)"]
    case .disconnected(let port):
      senders[port.id] = nil
      return ["disconnected \(port.client)"]
    case .listener, .exclusive: break
    case .overrun: logger.warning("MIDI: messages came faster than they could be taken")
    }
    return []
  }

  // MARK: The file

  /// Brings the file up to the dialogue; answers what has to be said about it.
  ///
  /// What cannot be written now is tried again by the next step.
  private func save() -> [String] {
    let text = dialogue.text
    if text == writtenText { failure = nil }
    guard text != writtenText, failure == nil || text != failedText else { return [] }
    do {
      try write(text)
      (writtenText, standingText, failure) = (text, text, nil)
      return []
    } catch {
      (failedText, failure) = (text, error)
      return ["not written: \(error.what): \(error.why); \(error.remedy)"]
    }
  }

  private func write(_ text: String?) throws(SessionError) {
    let stands = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    guard stands == nil || stands == standingText else {
      throw SessionError(
        .input, what: path, why: "somebody else has changed it meanwhile",
        remedy: "begin again, and what stands there is added to")
    }
    if let text {
      // What could not be read again is never written over what can.
      guard (try? MappingFile(text: text, file: path)) != nil else {
        throw SessionError(
          .input, what: path, why: "it could not be read again", remedy: "undo the last step")
      }
      try AtomicFile.write(text, to: path, permissions: 0o644)
    } else if isNewFile {
      unlink(path)
    }
  }

}
