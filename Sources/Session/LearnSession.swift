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

/// `spinet map learn`: lines from standard input and messages from controllers go into a `LearnDialogue`, and
/// the mapping file is written after every step. It makes no sound.
public final class LearnSession {
  private let source: any MIDISource
  private let logger: Logger
  private let durationSeconds: Double?
  private let path: String
  /// Whether the file is this session's own, and may be taken away again.
  private let isNewFile: Bool
  private var dialogue: LearnDialogue
  private var writtenText: String?
  private var lines = LineReader(descriptor: STDIN_FILENO)
  private var senders: [PortID: LearnDialogue.Sender] = [:]
  private let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1

  /// - Parameter file: is added to if it is there.
  public init(file: String, options: PlayOptions, logger: Logger) throws {
    self.logger = logger
    durationSeconds = options.durationSeconds
    let widgets = try InstrumentLoader(library: Catalog.current).load(options.instrument).widgets
    isNewFile = !FileManager.default.fileExists(atPath: file)
    path = isNewFile ? file : URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    if isNewFile {
      dialogue = LearnDialogue(widgets: widgets)
    } else {
      let text = try Self.text(of: file)
      dialogue = try LearnDialogue(adding: text, file: file, widgets: widgets)
      writtenText = dialogue.text
    }
    source = try options.makeSource()
  }

  /// Talks with the person until they are done; `write` gets what is said, with its ends of lines. Answers
  /// whether it was interrupted.
  public func run(_ write: (String) -> Void) throws -> Bool {
    let pipe = try WakePipe()
    InterruptWatch.begin(waking: pipe)
    defer { InterruptWatch.end() }
    let end = durationSeconds.map { HostTime.now.advanced(bySeconds: $0) }
    say(dialogue.greeting, write)
    while !dialogue.isDone, !InterruptWatch.isInterrupted, end.map({ HostTime.now < $0 }) ?? true {
      wait(pipe)
      source.read { take($0, write) }
      try handle(.time(HostTime.now.nanoseconds), write)
      for line in lines.read() { try handle(.line(line), write) }
      if lines.isAtEnd, !dialogue.isDone { try handle(.line("done"), write) }
    }
    if isTerminal { write("\n") }
    if dialogue.isDone { write(ending + "\n") }
    return InterruptWatch.isInterrupted
  }

  private var ending: String {
    writtenText == nil ? "nothing is mapped, and \(path) is not written" : "\(path) is written"
  }

  private func wait(_ pipe: WakePipe) {
    var descriptors = [pipe.readEnd, source.descriptor ?? -1, lines.isAtEnd ? -1 : STDIN_FILENO].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&descriptors, nfds_t(descriptors.count), source.descriptor == nil ? 1 : 100)
  }

  private func take(_ arrival: MIDIArrival, _ write: (String) -> Void) {
    switch arrival {
    case .message(let message, let port, let time):
      let sender = senders[port] ?? LearnDialogue.Sender(name: "", names: [])
      say(dialogue.take(.message(message, from: sender, at: time.nanoseconds)), write)
    case .connected(let port):
      let names = port.lastingNames + (port.identity.map { [$0] } ?? [])
      senders[port.id] = LearnDialogue.Sender(name: port.client, names: names)
      logger.info("connected \(port.client)")
    case .disconnected(let port): logger.info("disconnected \(port.client)")
    case .listener, .exclusive: break
    case .overrun: logger.warning("MIDI: messages came faster than they could be taken")
    }
  }

  private func handle(_ input: LearnDialogue.Input, _ write: (String) -> Void) throws {
    let said = dialogue.take(input)
    try save()
    if case .line = input, said.isEmpty, isTerminal, !dialogue.isDone { write(dialogue.prompt) }
    say(said, write)
  }

  private func say(_ lines: [String], _ write: (String) -> Void) {
    guard !lines.isEmpty else { return }
    // In a terminal the prompt gives way to what is said, and comes again below it.
    let text = lines.map { $0 + "\n" }.joined()
    write(isTerminal ? "\r\u{1B}[K" + text + dialogue.prompt : text)
  }

  // MARK: The file

  private func save() throws {
    let text = dialogue.text
    guard text != writtenText else { return }
    if let text {
      // What could not be read again is never written over what can.
      _ = try MappingFile(text: text, file: path)
      try AtomicFile.write(text, to: path, permissions: 0o644)
    } else if isNewFile {
      unlink(path)
    }
    writtenText = text
  }

  private static func text(of file: String) throws(SessionError) -> String {
    guard let bytes = FileManager.default.contents(atPath: file) else {
      throw SessionError(
        .input, what: file, why: "it cannot be read", remedy: "choose another file with '-o FILE'")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SessionError(
        .input, what: file, why: "it is not UTF-8", remedy: "choose another file with '-o FILE'")
    }
    return text
  }
}
