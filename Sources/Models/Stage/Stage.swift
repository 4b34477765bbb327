import SpinetText

/// Several sounds at once, and the scenes of a performance.
public struct Stage: Hashable, Sendable {
  /// Which parts play.
  public struct Scene: Hashable, Sendable {
    public var name: String
    /// The names of the parts; nil for all.
    public var parts: [String]?
    /// The MIDI program that chooses it, 1–128; nil for its place in the list.
    public var program: Int?
    /// What is set when the scene begins.
    public var settings: [Part.Setting] = []

    public init(_ name: String, parts: [String]? = nil, program: Int? = nil) {
      self.name = name
      self.parts = parts
      self.program = program
    }

    public func plays(_ part: String) -> Bool { parts?.contains(part) ?? true }
  }

  /// The name of the file, for messages about it; nil if it was written on the command line.
  public var file: String?
  public var name: String
  public var parts: [Part]
  public var scenes: [Scene]

  /// Leaves room in the mixer (64) for parts that are still ringing.
  public static let mostParts = 48

  public init(file: String? = nil, name: String, parts: [Part], scenes: [Scene] = []) {
    self.file = file
    self.name = name
    self.parts = parts
    self.scenes = scenes
  }

  /// The index of the scene that a MIDI program chooses, 1–128; nil if there is none.
  public func scene(forProgram program: Int) -> Int? {
    scenes.firstIndex { $0.program == program }
      ?? scenes.indices.first { $0 + 1 == program && scenes[$0].program == nil }
  }
}
