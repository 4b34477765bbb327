/// Why a MIDI source could not be had: what failed, why, and one remedy.
public struct MIDISourceError: Error, Sendable, CustomStringConvertible {
  public let what: String
  public let why: String
  public let remedy: String

  public init(what: String, why: String, remedy: String) {
    self.what = what
    self.why = why
    self.remedy = remedy
  }

  public var description: String { "\(what): \(why); \(remedy)" }
}
