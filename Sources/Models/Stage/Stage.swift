import SpinetOSC

/// Several sounds at once, and the scenes of a performance.
package struct Stage: Hashable, Sendable {
  /// Which parts play.
  package struct Scene: Hashable, Sendable {
    package var name: String
    /// The names of the parts; nil for all.
    package var parts: [String]?
    /// The MIDI program that chooses it, 1–128; nil for its position in the list, from 1.
    package var program: Int?
    /// What is set when the scene begins.
    package var settings: [Part.Setting] = []
    /// What is sent to other instruments when the scene begins.
    package var messages: [SceneMessages] = []
    /// What is sent to other programs by OSC when the scene begins.
    package var datagrams: [OSCDatagram] = []

    package init(_ name: String, parts: [String]? = nil, program: Int? = nil) {
      self.name = name
      self.parts = parts
      self.program = program
    }

    package func plays(_ part: String) -> Bool { parts?.contains(part) ?? true }
  }

  /// The name of the file, for messages about it; nil if it was written on the command line.
  package var file: String?
  package var name: String
  package var parts: [Part]
  package var scenes: [Scene]

  /// Leaves room in the mixer (64) for parts that are still ringing.
  package static let mostParts = 48

  package init(file: String? = nil, name: String, parts: [Part], scenes: [Scene] = []) {
    self.file = file
    self.name = name
    self.parts = parts
    self.scenes = scenes
  }

  /// The index of the scene that a MIDI program chooses, 1–128; nil if there is none.
  package func scene(forProgram program: Int) -> Int? {
    scenes.firstIndex { $0.program == program }
      ?? scenes.indices.first { $0 + 1 == program && scenes[$0].program == nil }
  }
}
