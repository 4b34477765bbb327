import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import Testing

/// Fingers and MIDI by chance, over every mode, with what must hold whatever happens.
struct InvariantTests {
  static let configurations: [KeyboardConfiguration] = {
    var all: [KeyboardConfiguration] = []
    for generation in [KeyboardConfiguration.Generation.seed, .current] {
      for polyphony in [-1, 0, 1, 2, 10] {
        for mode in MonoMode.allCases {
          for rounding in RoundingMode.allCases {
            var configuration = KeyboardConfiguration(generation)
            configuration.polyphony = Polyphony(polyphony)
            configuration.monoMode = mode
            configuration.roundingMode = rounding
            configuration.allowsInterKeyboardSlide = mode != .steal
            configuration.rows = (0..<3).map { KeyboardRow(generation, index: $0) }
            configuration.rows[1].isReversed = true
            configuration.rows[2].sendsFreq = rounding != .continuous
            configuration.zones = MPEZones(lower: mode == .last ? 6 : 0, upper: 0)
            all.append(configuration)
          }
        }
      }
    }
    return all
  }()

  @Test(arguments: [true, false])
  func `A million random events leave no note hanging`(ringing: Bool) {
    let count = 500_000 / Self.configurations.count
    for (index, configuration) in Self.configurations.enumerated() {
      var chance = Chance(seed: UInt64(index + 1))
      var rig = KeyboardRig(configuration, voices: 6, ringing: ringing)
      var ledger = Ledger(configuration, ringing: ringing)
      ledger.take(rig.events)
      for _ in 0..<count {
        rig.now += Double(chance.next(40))
        rig.events.removeAll(keepingCapacity: true)
        chance.act(on: &rig)
        ledger.take(rig.events)
        if ringing, chance.next(3) == 0 { ledger.endOne(in: &rig) }
      }
      rig.events.removeAll()
      chance.lift(&rig)
      ledger.take(rig.events)
      #expect(ledger.wrong == nil, "\(index)")
      #expect(ledger.held.count == (configuration.polyphony == .instrument ? 1 : 0), "\(index)")
      #expect(rig.keyboard.heldNotes == 0)
      #expect(ledger.isBalanced)
    }
  }
}

/// Linear congruential, by Knuth's MMIX constants; the high bits.
private struct Chance {
  private var state: UInt64
  private var port = PortID(rawValue: 1)

  init(seed: UInt64) { state = seed }

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func act(on rig: inout KeyboardRig) {
    port = PortID(rawValue: UInt32(next(2)))
    let (finger, x, y) = (next(12), Double(next(1100)) - 30, Double(next(800)) - 10)
    switch next(16) {
    case 0...2: rig.keyboard.fingerDown(finger, x: x, y: y, at: rig.now, into: &rig.events)
    case 3...6: rig.keyboard.fingerMoved(finger, x: x, y: y, at: rig.now, into: &rig.events)
    case 7, 8: rig.keyboard.fingerLifted(finger, x: x, y: y, at: rig.now, into: &rig.events)
    case 9: rig.keyboard.octave = next(5) - 2
    default: send(message(), to: &rig)
    }
    if next(5000) == 0 { rig.keyboard.release(port: port, into: &rig.events) }
    if next(5000) == 0 { rig.keyboard.releaseAll(into: &rig.events) }
    if next(5000) == 0 { rig.keyboard.silenceAll(into: &rig.events) }
  }

  private func send(_ message: MIDIMessage, to rig: inout KeyboardRig) {
    rig.keyboard.play(message, from: port, at: rig.now, into: &rig.events)
  }

  private mutating func message() -> MIDIMessage {
    let channel = Channel(status: UInt8(next(4)))
    let key = UInt8(40 + next(50))
    switch next(12) {
    case 0...4: return .noteOn(channel, key: key, velocity: UInt8(next(128)))
    case 5...8: return .noteOff(channel, key: key, velocity: 0)
    case 9: return .pitchBend(channel, value: UInt16(next(16384)))
    case 10: return .channelPressure(channel, pressure: key)
    default:
      let controllers: [UInt8] = [64, 64, 64, 66, 66, 67, 74, 101, 100, 6, 6, 120, 121, 123, 126]
      let value = UInt8([0, 0, 6, 127][next(4)])
      return .controlChange(channel, controller: controllers[next(controllers.count)], value: value)
    }
  }

  /// Every finger and every controller leaves.
  func lift(_ rig: inout KeyboardRig) {
    for finger in 0..<12 {
      rig.keyboard.fingerLifted(finger, x: 5, y: 5, at: rig.now, into: &rig.events)
    }
    for port in 0..<2 { rig.keyboard.release(port: PortID(rawValue: UInt32(port)), into: &rig.events) }
  }
}

/// Who is known to sound, told from the events alone.
private struct Ledger {
  private let limit: Int
  private let ringing: Bool
  private(set) var held: [Int: UInt32] = [:]
  private var rings: [Int: UInt32] = [:]
  private var rows: [Int: Int] = [:]
  private var mpe = Out(.mpe(members: 5))
  private var midi = Out(.midi(Channel(status: 0)))
  private(set) var wrong: String?

  init(_ configuration: KeyboardConfiguration, ringing: Bool) {
    if case .voices(let count) = configuration.polyphony { limit = count } else { limit = .max }
    self.ringing = ringing
  }

  var isBalanced: Bool { mpe.isBalanced && midi.isBalanced }

  mutating func take(_ events: [VoiceEvent]) {
    for event in events { take(event) }
    if held.count + rings.count > 6 { wrong = "more voices than there are" }
    mpe.take(events)
    midi.take(events)
    if mpe.isCrowded { wrong = "two notes on one channel" }
    let sounding = Set(held.keys).union(rings.keys)
    for row in 0..<3 where sounding.count(where: { rows[$0] == row }) > limit {
      wrong = "more voices than row \(row) may have"
    }
  }

  private mutating func take(_ event: VoiceEvent) {
    switch event {
    case .start(let voice, let serial):
      if held[voice.index] != nil || rings[voice.index] != nil { wrong = "\(voice) began twice" }
      held[voice.index] = serial
      rows[voice.index] = nil
    case .release(let voice):
      guard let serial = held.removeValue(forKey: voice.index) else {
        wrong = "\(voice) was not held"
        return
      }
      if ringing { rings[voice.index] = serial }
    case .steal(let voice):
      guard held.removeValue(forKey: voice.index) != nil || rings.removeValue(forKey: voice.index) != nil
      else {
        wrong = "\(voice) did not sound"
        return
      }
    case .set(let voice, let parameter, let value):
      if voice != .all, held[voice.index] == nil, parameter != .bend { wrong = "\(parameter) for no voice" }
      if parameter == .keyboard { rows[voice.index] = Int(value) }
      if !value.isFinite { wrong = "\(parameter) is \(value)" }
    }
  }

  mutating func endOne(in rig: inout KeyboardRig) {
    guard let (voice, serial) = rings.min(by: { $0.key < $1.key }) else { return }
    rings[voice] = nil
    rig.keyboard.voiceEnded(VoiceNumber(voice), serial: serial)
  }
}

/// What is sent to other instruments, and whether each note-on gets its note-off.
private struct Out {
  private var output: KeyboardMIDIOutput
  private var messages: [MIDIMessage] = []
  /// By channel and key.
  private var down = [Int](repeating: 0, count: 16 * 128)
  /// Whether a channel ever had two notes.
  private(set) var isCrowded = false

  init(_ form: KeyboardMIDIOutput.Form) { output = KeyboardMIDIOutput(form) }

  var isBalanced: Bool { down.allSatisfy { $0 == 0 } }

  mutating func take(_ events: [VoiceEvent]) {
    messages.removeAll(keepingCapacity: true)
    output.send(events, into: &messages)
    for message in messages { count(message) }
  }

  private mutating func count(_ message: MIDIMessage) {
    switch message {
    case .noteOn(let channel, let key, _):
      down[channel.index * 128 + Int(key)] += 1
      if down[(channel.index * 128)..<(channel.index * 128 + 128)].reduce(0, +) > 1 { isCrowded = true }
    case .noteOff(let channel, let key, _): down[channel.index * 128 + Int(key)] -= 1
    default: break
    }
  }
}
