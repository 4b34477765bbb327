import Glibc
import SpinetDevices
import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetSession

/// An engine that makes no sound; what it would be told is read from its link.
private final class MuteEngine: SoundEngine {
  let name = "Mute"
  let widgets = [Widget("filter.cutoff", range: 0...127), Widget("osc.mix")]
  let voiceCapacity = 8
  let noteInput: NoteInput
  let hearsChannels: Bool
  init(noteInput: NoteInput, hearsChannels: Bool) {
    self.noteInput = noteInput
    self.hearsChannels = hearsChannels
  }
  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
  func render(_ block: AudioBlock) {}
}

/// What is sent to other instruments.
final class Sent {
  var messages: [MIDIMessage] = []
}

/// A performer with controllers on two ports, and the commands that reach its engine.
final class Rig {
  let performer: Performer
  private let engine: MuteEngine
  /// Of the engine that was started last.
  private(set) var link = ControlEnds().link
  private let commandCapacity: Int
  let one = PortID(rawValue: 1)
  let two = PortID(rawValue: 2)
  let sent = Sent()
  private let first = Channel(status: 0)

  init(
    map: String = "cc 74: filter.cutoff", commandCapacity: Int = 4096, isStarted: Bool = true,
    output: KeyboardMIDIOutput.Form? = nil, noteInput: NoteInput = .voices, hearsChannels: Bool = false
  ) throws {
    engine = MuteEngine(noteInput: noteInput, hearsChannels: hearsChannels)
    var keyboard = KeyboardConfiguration.midi
    keyboard.output = output
    let mapping = try Mapping(text: "map:\n  \(map)\n", file: "test.yaml")
    self.commandCapacity = commandCapacity
    performer = Performer(
      instrument: LoadedInstrument(name: "test", engine: engine), mappings: ActiveMappings([mapping]),
      keyboard: keyboard
    ) { [sent] in sent.messages.append($0) }
    if isStarted { start() }
    for port in [one, two] { performer.portAppeared(Self.port(port)) }
  }

  func start() {
    let ends = ControlEnds(commandCapacity: commandCapacity)
    link = ends.link
    performer.attach(ends, at: .now)
  }

  static func port(_ id: PortID) -> MIDIPort {
    MIDIPort(
      id: id, client: "Controller \(id.rawValue)", name: "MIDI 1", address: "\(id.rawValue):0",
      isHardware: true,
      sends: true, receives: true)
  }

  var widgets: WidgetSet { performer.instrument.widgets }

  @discardableResult func take(_ message: MIDIMessage, from port: PortID? = nil) -> [String] {
    var outcomes: [String] = []
    performer.take(message, from: port ?? one, at: .now) { outcome in
      switch outcome {
      case .moved(let widget): outcomes.append("moved \(widget.name)")
      case .waiting(let widget, _): outcomes.append("waiting \(widget.name)")
      case .keyboard: outcomes.append("keyboard")
      case .chosen(let choice): outcomes.append(choice)
      case .unmapped: outcomes.append("unmapped")
      case .tuned: outcomes.append("tuned")
      case .tempo(let beats): outcomes.append("tempo \(Int(beats.rounded()))")
      }
    }
    return outcomes
  }

  @discardableResult func noteOn(_ key: UInt8, from port: PortID? = nil) -> [String] {
    take(.noteOn(first, key: key, velocity: 100), from: port)
  }

  func noteOff(_ key: UInt8, from port: PortID? = nil) {
    take(.noteOff(first, key: key, velocity: 0), from: port)
  }

  @discardableResult func control(_ number: UInt8, _ value: UInt8, from port: PortID? = nil) -> [String] {
    take(.controlChange(first, controller: number, value: value), from: port)
  }

  /// Everything the engine would take now.
  func commands() -> [EngineCommand.Action] {
    var actions: [EngineCommand.Action] = []
    var end = link.claimAudioEnd()
    while let command = end.popCommand() { actions.append(command.action) }
    return actions
  }

  /// What an engine that takes MIDI would be told now.
  func passed() -> [ShortMessage] {
    commands().compactMap { if case .midi(let message) = $0 { message } else { nil } }
  }

  /// The channels that voices are told to be of.
  func channels() -> [Double] {
    commands().compactMap { if case .voice(.set(_, .channel, let value)) = $0 { value } else { nil } }
  }

  func starts() -> Int { commands().count { if case .voice(.start) = $0 { true } else { false } } }

  func releases() -> Int {
    commands().count {
      switch $0 {
      case .voice(.release), .voice(.steal): true
      default: false
      }
    }
  }
}
