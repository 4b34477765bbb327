/// Why there is no sound from a device, in one line.
public struct OutputError: Error, Sendable, Hashable, CustomStringConvertible {
  public var pcm: String
  /// What was asked of the device.
  public var step: String
  public var reason: String
  private let advice: Advice

  private enum Advice: Hashable {
    case words(String)
    /// To choose among the PCMs there are.
    case choice
  }

  init(pcm: String, step: String, reason: String, remedy: String) {
    self.init(pcm, step, reason, .words(remedy))
  }

  /// With the PCMs there are for a remedy.
  init(pcm: String, step: String, reason: String) {
    self.init(pcm, step, reason, .choice)
  }

  private init(_ pcm: String, _ step: String, _ reason: String, _ advice: Advice) {
    (self.pcm, self.step, self.reason, self.advice) = (pcm, step, reason, advice)
  }

  /// Worked out when it is asked for: a device that is sought again and again makes many errors that nobody
  /// reads, and a look at every card takes long. [control-thread]
  public var remedy: String {
    switch advice {
    case .words(let remedy): return remedy
    case .choice:
      let names = PCMDescription.all().map(\.name)
      if names.isEmpty { return "plug in a sound card, start PipeWire, or play unheard with --pcm none" }
      return "the PCMs there are: \(names.joined(separator: ", "))"
    }
  }

  /// `WHAT: WHY; REMEDY`
  public var description: String { "audio \"\(pcm)\": \(step): \(reason); \(remedy)" }
}
