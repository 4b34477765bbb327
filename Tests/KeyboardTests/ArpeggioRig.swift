import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import SpinetTime

/// A keyboard with note effects, and the notes that it has played: `125 +64` begins one, `187.5 -64` ends it.
struct ArpeggioRig {
  var rig: KeyboardRig
  private(set) var lines: [String] = []
  /// The gains of the notes, in the order in which they began.
  private(set) var gains: [Double] = []
  private(set) var pressures: [Double] = []
  private var sounding: [Int: Int] = [:]

  init(
    _ mode: ArpeggioSettings.Mode = .up, configuration: KeyboardConfiguration = .midi,
    _ change: (inout NoteEffects) -> Void = { _ in }
  ) {
    var configuration = configuration
    configuration.noteEffects.arpeggio.mode = mode
    change(&configuration.noteEffects)
    rig = KeyboardRig(configuration)
  }

  var keyboard: SmartKeyboard {
    get { rig.keyboard }
    set { rig.keyboard = newValue }
  }

  /// The notes that sound now.
  var held: [Int] { sounding.values.sorted() }
  var text: String { lines.joined(separator: " ") }
  /// The notes that have begun.
  var begun: [Int] { lines.compactMap { $0.hasPrefix("+") ? Int($0.dropFirst()) : nil } }

  mutating func send(_ bytes: UInt8..., port: PortID = .file) {
    record(rig.send(bytes, port: port))
  }

  mutating func press(_ keys: UInt8...) { for key in keys { send(0x90, key, 100) } }
  mutating func lift(_ keys: UInt8...) { for key in keys { send(0x80, key, 0) } }

  /// Lets time pass, as a session does.
  mutating func wait(until milliseconds: Double) {
    while let tick = keyboard.nextTick, tick <= milliseconds { advance(to: tick) }
    advance(to: milliseconds)
  }

  /// Lets time pass at once, as after a pause of the computer.
  mutating func advance(to milliseconds: Double) {
    rig.now = milliseconds
    record(rig.answer { $0.keyboard.advance(to: milliseconds, into: &$0.events) })
  }

  mutating func act(_ body: (inout SmartKeyboard, inout [VoiceEvent]) -> Void) {
    record(rig.answer { body(&$0.keyboard, &$0.events) })
  }

  mutating func change(_ body: (inout NoteEffects) -> Void) {
    var effects = keyboard.noteEffects
    body(&effects)
    act { $0.change(effects, into: &$1) }
  }

  private var time: String {
    let time = (rig.now * 1000).rounded() / 1000
    return time == time.rounded() ? "\(Int(time))" : "\(time)"
  }

  private mutating func record(_ events: [VoiceEvent]) {
    for event in events {
      switch event {
      case .set(let voice, .freq, let hertz):
        sounding[voice.index] = midiNote(hertz)
        lines += [time, "+\(midiNote(hertz))"]
      case .set(_, .gain, let gain): gains.append(gain)
      case .set(_, .pressure, let pressure): pressures.append(pressure)
      case .release(let voice), .steal(let voice):
        if let note = sounding.removeValue(forKey: voice.index) { lines += [time, "-\(note)"] }
      default: break
      }
    }
  }
}
