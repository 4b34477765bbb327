import SpinetEngine
import SpinetFormats
import SpinetLibrary
import SpinetStage
import SpinetText
import SpinetWidgets
import SystemPackage

/// What a screen tells of the sound that plays: where it comes from, its parts and its scenes.
package struct SoundView: Sendable, Equatable {
  /// A part, and what it listens to.
  package struct Part: Sendable, Equatable {
    package var sound = ""
    package var zones: [ClosedRange<UInt8>] = []
    /// The start of the names of its widgets; empty for an only part.
    package var prefix = ""
    /// Whether it has a strip in the mix.
    package var hasStrip = false
  }

  /// The instrument outside that plays a part.
  package struct Outside: Sendable, Equatable {
    /// The name of its MIDI port, as the stage has it.
    package var port: String
    /// 1–16; nil if messages keep theirs.
    package var channel: Int?
    /// Whether there is no port of that name.
    package var isWaiting: Bool
  }

  package enum Kind: String, Sendable { case patch, stage, program, font, sample, other }

  package var name = ""
  /// The name by which it is listed and loaded.
  package var listed = ""
  package var kind = Kind.other
  /// The name that people see.
  package var title = ""
  package var family = ""
  package var tags: [String] = []
  package var isOwn = false
  package var parts: [Part] = []
  /// For each part the instrument outside that plays it; nil for a part with a sound of its own.
  package var outside: [Outside?] = []
  package var scenes: [SceneState] = []
  /// The values of the scene, where it sets some.
  package var sceneValues: [String: Double] = [:]
  /// The continuous widgets that the sound's own file names, in its order; for a program its own.
  package var named: [String] = []

  package init() {}
}

extension SoundView {
  init(of instrument: LoadedInstrument, scenes: [SceneState], sceneValues: [String: Double]) {
    self.init()
    (self.scenes, self.sceneValues) = (scenes, sceneValues)
    (name, listed, title) = (instrument.name, instrument.listedName, instrument.name)
    isOwn = (instrument.isStage ? instrument.stageFile : instrument.file) != nil
    parts = instrument.parts.indices.map { index in
      let part = instrument.parts[index].part
      let prefix = instrument.prefix(ofPart: index)
      return Part(
        sound: instrument.parts[index].sound.name, zones: part.keys, prefix: prefix,
        hasStrip: instrument.widgets["\(prefix)part.level"] != nil)
    }
    named = instrument.parts.indices.flatMap {
      Self.named(by: instrument.parts[$0], instrument.prefix(ofPart: $0))
    }
    guard !instrument.isStage, let sound = instrument.parts.first?.sound else {
      kind = .stage
      return
    }
    kind = Self.kind(of: sound)
    if let patch = sound.patch {
      (title, family, tags) = (patch.name ?? name, patch.family ?? "", patch.tags)
    }
  }

  private static func named(by part: LoadedPart, _ prefix: String) -> [String] {
    let widgets = WidgetSet(part.engine.widgets)
    let names = part.sound.patch.map { $0.settings.map(\.widget) } ?? widgets.names
    return names.filter { widgets[$0]?.kind.isContinuous == true }.map { prefix + $0 }
  }

  private static func kind(of sound: LoadedSound) -> Kind {
    if sound.patch != nil { return .patch }
    switch sound.file?.ending {
    case "csd", "dsp": return .program
    case "sf2", "sf3": return .font
    case nil: return .other
    default: return .sample
    }
  }
}
