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
    } else {
      let text = try Self.text(of: file)
      dialogue = try LearnDialogue(adding: text, file: file, widgets: widgets)
      writtenText = dialogue.text
    }
    source = try options.makeSource()
  }

  /// Talks with the person until they are done. Answers whether it was interrupted.
  public func run(_ console: any Console) throws -> Bool {
    let pipe = try WakePipe()
    InterruptWatch.begin(waking: pipe)
    defer { InterruptWatch.end() }
    let end = durationSeconds.map { HostTime.now.advanced(bySeconds: $0) }
    console.say(dialogue.greeting, prompt: dialogue.prompt)
    while !dialogue.isDone, !InterruptWatch.isInterrupted, end.map({ HostTime.now < $0 }) ?? true {
      wait(pipe, console)
      try turn(console)
    }
    if dialogue.isDone { console.say([ending], prompt: "") }
    return InterruptWatch.isInterrupted
  }

  private var ending: String {
    writtenText == nil ? "nothing is mapped, and \(path) is not written" : "\(path) is written"
  }

  private func wait(_ pipe: WakePipe, _ console: any Console) {
    var descriptors = [pipe.readEnd, source.descriptor ?? -1, console.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&descriptors, nfds_t(descriptors.count), source.descriptor == nil ? 1 : 100)
  }

  private func turn(_ console: any Console) throws {
    var said: [String] = []
    source.read { said += take($0) }
    said += dialogue.take(.time(HostTime.now.nanoseconds))
    try save()
    if !said.isEmpty { console.say(said, prompt: dialogue.prompt) }
    while !dialogue.isDone, let line = console.nextLine(completions: { dialogue.completions(of: $0) }) {
      try answer(line, console)
    }
    if console.descriptor == nil, !dialogue.isDone { try answer("done", console) }
  }

  private func answer(_ line: String, _ console: any Console) throws {
    let said = dialogue.take(.line(line))
    try save()
    if !dialogue.isDone { console.say(said, prompt: dialogue.prompt) }
  }

  /// What there is to say about what arrived.
  private func take(_ arrival: MIDIArrival) -> [String] {
    switch arrival {
    case .message(let message, let port, let time):
      let sender = senders[port] ?? LearnDialogue.Sender(name: "", names: [])
      return dialogue.take(.message(message, from: sender, at: time.nanoseconds))
    case .connected(let port):
      let names = port.lastingNames + (port.identity.map { [$0] } ?? [])
      senders[port.id] = LearnDialogue.Sender(name: port.client, names: names)
      logger.info("connected \(port.client)")
    case .disconnected(let port): logger.info("disconnected \(port.client)")
    case .listener: break
    case .overrun: logger.warning("MIDI: messages came faster than they could be taken")
    }
    return []
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
