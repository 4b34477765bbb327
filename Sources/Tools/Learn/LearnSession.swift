import Logging
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetWidgets
import SystemPackage

/// `spinet map learn`: feeds a `LearnDialogue` with typed lines and controllers' messages, and writes the mapping
/// file after every step. It makes no sound.
package final class LearnSession {
  private let source: any MIDISource
  private let logger: Logger
  private let durationSeconds: Double?
  private var mapping: LearnedMapping
  private let advice: (FilePath) -> String
  /// When to stop; nil without `--duration`.
  private var end: HostTime?
  private var senders: [PortID: LearnDialogue.Sender] = [:]

  /// - Parameters:
  ///   - file: the path of the mapping file; an existing one is extended.
  ///   - advice: how to play with a mapping file.
  package init(
    file: FilePath, options: PlayOptions, logger: Logger, advice: @escaping (FilePath) -> String
  ) throws(SpinetError) {
    self.logger = logger
    self.advice = advice
    durationSeconds = options.durationSeconds
    var loader = InstrumentLoader(library: Catalog.current)
    loader.sourceWidgets = PlayOptions.allSourceWidgets
    mapping = try LearnedMapping(file: file, widgets: loader.load(options.instrument).widgets)
    source = try options.makeSource()
  }

  /// Talks with the person until they are done.
  ///
  /// - Returns: whether Ctrl-C or a hang-up ended it; false also after SIGTERM.
  package func run(_ console: any Console) throws(SpinetError) -> Bool {
    let waker = try Waker()
    SignalHandling.begin(waking: waker)
    defer { SignalHandling.end() }
    end = durationSeconds.map { HostTime.now.advanced(bySeconds: $0) }
    source.read { _ = take($0) }
    console.say(connections + mapping.dialogue.greeting, prompt: mapping.dialogue.prompt)
    while !isOver {
      wait(waker, console)
      turn(console)
    }
    if let failure = mapping.file.failure { throw failure }
    if mapping.dialogue.isDone || SignalHandling.isEndRequested {
      console.say([mapping.ending(advice)], prompt: "")
    }
    return SignalHandling.isInterrupted
  }

  private var isOver: Bool {
    mapping.dialogue.isDone || SignalHandling.isEndRequested || end.map { HostTime.now >= $0 } ?? false
  }

  /// The controllers that are connected, a line each.
  private var connections: [String] {
    let names = Set(senders.values.map(\.name)).sorted()
    return names.isEmpty
      ? ["No controller is connected; plug one in at any time."] : names.map { "connected \($0)" }
  }

  private func wait(_ waker: Waker, _ console: any Console) {
    var poll = DescriptorPoll([waker.descriptor, source.descriptor, console.descriptor])
    poll.wait(milliseconds: source.descriptor == nil ? 1 : 100)
  }

  private func turn(_ console: any Console) {
    var said: [String] = []
    source.read { said += take($0) }
    said += mapping.take(.time(HostTime.now.nanoseconds))
    if !said.isEmpty { console.say(said, prompt: mapping.dialogue.prompt) }
    while !isOver, let line = console.nextLine(completions: { mapping.dialogue.completions(of: $0) }) {
      answer(line, console)
    }
    if console.descriptor == nil, !isOver { answer("done", console) }
  }

  private func answer(_ line: String, _ console: any Console) {
    let said = mapping.take(.line(line))
    if !mapping.dialogue.isDone { console.say(said, prompt: mapping.dialogue.prompt) }
  }

  /// Handles what arrived; returns what to tell the person.
  private func take(_ arrival: MIDISourceEvent) -> [String] {
    switch arrival {
    case .message(let message, let port, let time):
      let sender = senders[port] ?? LearnDialogue.Sender(name: "", names: [])
      return mapping.take(.message(.midi1(message), from: sender, at: time.nanoseconds))
    case .message2(let message, let port, let time):
      let sender = senders[port] ?? LearnDialogue.Sender(name: "", names: [])
      return mapping.take(.message(.midi2(message), from: sender, at: time.nanoseconds))
    case .connected(let port):
      senders[port.id] = LearnDialogue.Sender(name: port.client, names: port.mappingNames)
      return ["connected \(port.client)"]
    case .disconnected(let port):
      senders[port.id] = nil
      return ["disconnected \(port.client)"]
    case .listener, .exclusive, .appeared, .vanished: break
    case .refused(let error): logger.warning(error)
    case .overrun: logger.warning("MIDI: messages came faster than they could be read")
    }
    return []
  }
}
