import SpinetMIDI
import SpinetTime

/// Where the steps of an arpeggio are.
struct ArpeggioSteps: Hashable, Sendable {
  /// The position of step 0.
  private(set) var origin: Ticks
  /// The number of the next step.
  private(set) var next: Int
  /// How many steps have played notes since the start.
  var notes = 0

  /// Begins with a step at `position`, or with the next one of the clock.
  init(_ settings: ArpeggioSettings, at position: Ticks) {
    switch settings.restart {
    case .note: (origin, next) = (position, 0)
    case .free:
      (origin, next) = (.zero, 0)
      goOn(settings, from: position)
    }
  }

  /// The beginning of a step, with its swing.
  func begin(of step: Int, _ settings: ArpeggioSettings) -> Ticks {
    let length = settings.rate.ticks
    return origin + length * step + settings.swing.delay(ofStep: step, length: length)
  }

  mutating func pass() { next += 1 }

  /// Goes on with the first step that is not before `position`.
  mutating func goOn(_ settings: ArpeggioSettings, from position: Ticks) {
    let length = settings.rate.ticks
    next = Int(((position - origin).roundedUp(to: length)).fractions / length.fractions)
    if begin(of: next - 1, settings) >= position { next -= 1 }
  }

  /// Takes another rate or swing. Steps that begin with a note go on from the step that was due next.
  mutating func change(from old: ArpeggioSettings, to new: ArpeggioSettings, at position: Ticks) {
    guard old.rate != new.rate || old.restart != new.restart else { return }
    switch new.restart {
    case .free:
      origin = .zero
      goOn(new, from: position)
    case .note:
      origin = max(begin(of: next, old), position)
      next = 0
    }
  }

  /// Follows a clock that has jumped to another position.
  mutating func jump(by distance: Ticks, to position: Ticks, _ settings: ArpeggioSettings) {
    switch settings.restart {
    case .note: origin = origin + distance
    case .free: goOn(settings, from: position)
    }
  }
}

extension ArpeggioSettings {
  /// What a step does.
  func pattern(at step: Int) -> ArpeggioStep {
    pattern.isEmpty ? .note(isAccented: false, octave: 0) : pattern[step.modulo(pattern.count)]
  }

  /// How many steps after `step` tie its note.
  func ties(after step: Int) -> Int {
    (0..<max(pattern.count - 1, 0)).prefix { pattern(at: step + 1 + $0) == .tie }.count
  }

  /// The velocity of a note: fixed or as played, with its accent.
  func velocity(played: NoteVelocity, isAccented: Bool) -> NoteVelocity {
    let plain = velocity.map { NoteVelocity($0) } ?? played
    return isAccented ? plain.accented : plain
  }
}
