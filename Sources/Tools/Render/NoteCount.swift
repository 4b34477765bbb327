import SpinetEngine
import SpinetLibrary
import SpinetMIDI
import SpinetStage
import SpinetText
import SpinetWidgets

/// Counts the notes of each part, separately for each sound that it has had.
struct NoteCount {
  private struct Sound: Hashable {
    let part: String
    let name: String
  }

  /// In the order of their first notes.
  private var sounds: [Sound] = []
  private var counts: [Sound: Int] = [:]

  /// Counts a note-on for every part that plays it.
  mutating func take(_ message: MIDIMessage, on instrument: LoadedInstrument, in scene: Stage.Scene?) {
    guard case .noteOn(let channel, let key, let velocity) = message, velocity > 0 else { return }
    for index in instrument.parts.indices where instrument.parts[index].part.listens(to: channel) {
      let part = instrument.parts[index]
      guard part.part.key(for: key, velocity: velocity) != nil, scene?.plays(part.part.name) ?? true else {
        continue
      }
      let sound = Sound(part: part.part.name, name: part.soundName)
      if counts[sound] == nil { sounds.append(sound) }
      counts[sound, default: 0] += 1
    }
  }

  /// An object for each part and sound.
  var json: [JSONLine] {
    sounds.map { sound in
      var line = JSONLine()
      line.add("part", sound.part)
      line.add("sound", sound.name)
      line.add("notes", counts[sound] ?? 0)
      return line
    }
  }
}

extension LoadedPart {
  /// The sound that it has now: a SoundFont's preset, or the name of its patch or file.
  fileprivate var soundName: String {
    let preset = engine.widgets.first { $0.name == "preset" && $0.kind.isChoice }
    return preset?.text ?? sound.name
  }
}

extension Widget.Kind {
  fileprivate var isChoice: Bool { if case .choice = self { true } else { false } }
}
