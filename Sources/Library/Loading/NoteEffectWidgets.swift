import SpinetKeyboard
import SpinetTime
import SpinetWidgets

/// The widgets that say what the keys of a sound play: an arpeggio, a chord, a scale.
///
/// A class, because a part is asked for them at every message, and a value would be copied each time.
package final class NoteEffectWidgets: Sendable {
  /// Counts the changes of all of them.
  private let changes = WidgetChanges()
  private let mode: Widget
  private let rate: Widget
  private let octaves: Widget
  private let gate: Widget
  private let swing: Widget
  private let velocity: Widget
  private let latch: Widget
  private let restart: Widget
  private let chord: Widget
  private let memory: Widget
  /// Takes the chord that is held.
  private let learn: Widget
  private let scale: Widget
  private let root: Widget

  /// In display order.
  package var all: [Widget] {
    [mode, rate, octaves, gate, swing, velocity, latch, restart, chord, memory, learn, scale, root]
  }

  package init() {
    mode = Widget(
      "arp.mode", kind: .choice(ArpeggioSettings.Mode.allCases.map(\.rawValue)),
      about: "In which order an arpeggio plays the keys that are held.", changes: changes)
    rate = Widget(
      "arp.rate", kind: .choice(NoteLength.names), default: Double(NoteLength.sixteenth.index),
      about: "The length of a step of the arpeggio.", changes: changes)
    octaves = Widget(
      "arp.octaves", range: 1...5, default: 1, step: 1, snaps: true,
      about: "Over how many octaves the arpeggio goes.", changes: changes)
    gate = Widget(
      "arp.gate", range: ArpeggioSettings.gateRange, default: 50, unit: "%",
      about: "How much of its step a note of the arpeggio is held.", changes: changes)
    swing = Widget(
      "arp.swing", range: Swing.range, default: 50, unit: "%",
      about: "Where the second of two steps begins; 50 is even, 67 a triplet.", changes: changes)
    velocity = Widget(
      "arp.velocity", range: 0...127, default: 0, step: 1, snaps: true,
      about: "How hard the notes of the arpeggio are struck; 0 is as they were played.", changes: changes)
    latch = Widget(
      "arp.latch", kind: .toggle, about: "Whether keys stay in the arpeggio until others are played.",
      changes: changes)
    restart = Widget(
      "arp.restart", kind: .choice(ArpeggioSettings.Restart.allCases.map(\.rawValue)),
      about: "Whether the arpeggio begins with the first key, or on the clock's next step.", changes: changes)
    chord = Widget(
      "chord.kind", kind: .choice(ChordKind.allCases.map(\.rawValue)),
      about: "Which chord each key plays.", changes: changes)
    memory = Widget(
      "chord.memory", range: 0...Self.mostMemory, default: 0, step: 1, snaps: true,
      about: "The chord that memory plays, as a sum: 1 is the key, 2 a semitone above, 4 two.",
      changes: changes)
    learn = Widget(
      "chord.learn", kind: .momentary,
      about: "Takes the chord that is held, which each key plays from then on.")
    scale = Widget(
      "scale.lock", kind: .choice(ScaleLock.Kind.allCases.map(\.rawValue)),
      about: "The scale in which wrong keys play the next right one.", changes: changes)
    root = Widget(
      "scale.root", kind: .choice(ScaleLock.roots), about: "Where that scale begins.", changes: changes)
  }

  /// It changes whenever one of them does.
  package var stamp: UInt64 { changes.count.value }

  /// What they say. What has no widget, such as a pattern, is as in the keyboard's file.
  package func effects(of keyboard: NoteEffects) -> NoteEffects {
    var effects = keyboard
    effects.arpeggio.mode = mode.choice(of: ArpeggioSettings.Mode.allCases)
    effects.arpeggio.rate = NoteLength(index: Int(rate.value))
    effects.arpeggio.octaves = Int(octaves.value)
    effects.arpeggio.gate = gate.value
    effects.arpeggio.swing = Swing(percent: swing.value)
    effects.arpeggio.velocity = velocity.value < 1 ? nil : UInt8(min(velocity.value, 127))
    effects.arpeggio.latches = latch.value > 0
    effects.arpeggio.restart = restart.choice(of: ArpeggioSettings.Restart.allCases)
    effects.chord = chord.choice(of: ChordKind.allCases)
    if memory.value >= 1 { effects.chordMemory = Self.semitones(of: Int(memory.value)) }
    effects.scale = ScaleLock(scale.choice(of: ScaleLock.Kind.allCases), root: Int(root.value))
    return effects
  }

  /// Moves them to what a keyboard's file says.
  package func set(_ effects: NoteEffects) {
    mode.set(effects.arpeggio.mode, of: ArpeggioSettings.Mode.allCases)
    rate.set(Double(effects.arpeggio.rate.index))
    octaves.set(Double(effects.arpeggio.octaves))
    gate.set(effects.arpeggio.gate)
    swing.set(effects.arpeggio.swing.percent)
    velocity.set(Double(effects.arpeggio.velocity ?? 0))
    latch.set(effects.arpeggio.latches ? 1 : 0)
    restart.set(effects.arpeggio.restart, of: ArpeggioSettings.Restart.allCases)
    chord.set(effects.chord, of: ChordKind.allCases)
    memory.set(effects.chord == .memory ? Self.sum(of: effects.chordMemory) ?? 0 : 0)
    scale.set(effects.scale.kind, of: ScaleLock.Kind.allCases)
    root.set(Double(effects.scale.root))
  }
}

// MARK: The chord that memory plays
extension NoteEffectWidgets {
  /// How many semitones above its key a note of the chord may be.
  private static let mostSemitones = 36
  private static let mostMemory = Double((1 << (mostSemitones + 1)) - 1)

  private static func semitones(of sum: Int) -> [Int] {
    (0...mostSemitones).filter { sum & (1 << $0) != 0 }
  }

  /// Nil for a chord that goes beyond what the widget can say; the keyboard's file says it then.
  private static func sum(of semitones: [Int]) -> Double? {
    guard semitones.allSatisfy((0...mostSemitones).contains) else { return nil }
    return Double(Set(semitones).reduce(0) { $0 | 1 << $1 })
  }

  /// Takes the chord of the keys that are held, if somebody has asked for it. The lowest of them is the key that will
  /// play it. Nothing changes if none is held.
  package func learnChord(of keys: () -> Set<UInt8>) {
    while learn.cell.popPress() {
      let held = keys()
      guard let lowest = held.min() else { continue }
      let near = held.map { Int($0 - lowest) }.filter { $0 <= Self.mostSemitones }
      memory.set(Self.sum(of: near) ?? 1)
      chord.set(.memory, of: ChordKind.allCases)
    }
  }
}

extension Widget {
  fileprivate func choice<Choice>(of choices: [Choice]) -> Choice {
    choices[min(max(Int(value), 0), choices.count - 1)]
  }

  fileprivate func set<Choice: Equatable>(_ choice: Choice, of choices: [Choice]) {
    if let index = choices.firstIndex(of: choice) { set(Double(index)) }
  }
}
