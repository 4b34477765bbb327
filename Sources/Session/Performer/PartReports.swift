import SpinetEngine
import SpinetKeyboard
import SpinetRealtime

/// What the engine of a part reports: voices that have ended, the end of its program, a crash. [control-thread]
struct PartReports: ~Copyable {
  /// Nil while the engine is stopped.
  private var end: ReportEnd?
  /// Whether the program has ended by itself.
  private(set) var hasEnded = false
  /// Why the program ended, until it was told.
  private var crash: ProgramCrash?

  /// Receives the reports of an engine that starts; nil: it has stopped.
  mutating func attach(_ end: consuming ReportEnd?) {
    self.end = end
    hasEnded = false
  }

  /// Tells a keyboard of the voices that have ended.
  mutating func read(for keyboard: inout SmartKeyboard) {
    while let report = end?.next() {
      switch report {
      case .voiceEnded(let voice, let serial): keyboard.voiceEnded(voice, serial: serial)
      case .performanceEnded:
        hasEnded = true
        crash = end?.meters.crash
        // The crash ends this part only.
        crash?.outlive()
      }
    }
  }

  /// The crash that has ended its program. It is returned once.
  mutating func popCrash() -> ProgramCrash? {
    defer { crash = nil }
    return crash
  }
}
