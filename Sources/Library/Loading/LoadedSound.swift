import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetMapping
import SpinetMixer
import SpinetOSC
import SpinetRealtime
import SpinetStage
import SpinetWidgets
import SystemPackage

/// A sound that a file describes: an engine with its patch.
package struct LoadedSound {
  package let name: String
  /// The file that it was loaded from; nil for a shipped one and for an engine that a program brings.
  package let file: FilePath?
  package let engine: any SoundEngine
  /// The keyboard that its program declares.
  package let keyboard: KeyboardConfiguration?
  /// The mapping that its program declares. It comes after the user's own mappings and before the general ones.
  package var mapping: Mapping?
  /// The values that its program sends as MIDI.
  package let sent: [SentValue]
  /// The widgets of its program that motion sensors move.
  package let motions: [MotionInput]
  /// The OSC addresses that its program declares, of its own widgets.
  package var addresses: [OSCAddress] = []
  /// The widgets that follow pedals, by their controllers. The keyboard hears the pedals too.
  package var pedals: [UInt8: Widget] = [:]
  /// What its keys play; nil for an engine that takes MIDI instead of notes. An instrument outside has them.
  package let effects: NoteEffectWidgets?
  /// The patch in the engine, if it is the user's own file.
  package var patchFile: PatchFile?
  /// The patch in the engine; nil for programs and sound files.
  package var patch: Patch?
  /// Whether it plays a program of General MIDI in place of a font.
  package var standsForProgram = false
  /// Its volume at 127 of controller 7, if it stands for a program.
  package var fullVolume: Double?
  /// The decibels that its part gets beside its own level, so that it is as loud as what it stands for.
  package var trim = 0.0

  package init(
    name: String, file: FilePath? = nil, engine: any SoundEngine, keyboard: KeyboardConfiguration? = nil,
    mapping: Mapping? = nil, sent: [SentValue] = [], motions: [MotionInput] = [],
    patchFile: PatchFile? = nil
  ) {
    self.name = name
    self.file = file
    self.engine = engine
    self.keyboard = keyboard
    self.mapping = mapping
    self.sent = sent
    self.motions = motions
    self.patchFile = patchFile
    effects = engine.noteInput == .voices || engine is OutsideEngine ? NoteEffectWidgets() : nil
  }

  /// The engine's widgets, and those of its keys.
  package var widgets: [Widget] { engine.widgets + (effects?.all ?? []) }

  /// Moves the widget that follows a pedal, if there is one.
  package func followPedal(_ controller: UInt8, _ value: UInt8) { pedals[controller]?.set(Double(value)) }
}

/// A part with its sound, before or while it plays.
package struct LoadedPart {
  package var part: Part
  package let sound: LoadedSound
  /// The keyboard that the stage gives it.
  package let keyboard: KeyboardConfiguration?
  /// The part as the mixer plays it.
  package let mixed: MixerPart
  /// Its number in the mixer, or one of its own for an instrument outside, which is not mixed; 0 before it has one, and for an engine that plays alone.
  package var number: UInt32 = 0
  /// The values of its widgets after loading, to tell what was changed since.
  package private(set) var loaded: [String: Double]

  /// - Parameters:
  ///   - strip: the strip of the part that this one replaces; nil for a new one with the part's level, pan, mute
  ///     and solo.
  ///   - mixed: the engine with its memory, if it has been prepared already.
  package init(
    _ part: Part, _ sound: LoadedSound, keyboard: KeyboardConfiguration? = nil, strip: StripWidgets? = nil,
    mixed prepared: MixerPart? = nil
  ) {
    self.part = part
    self.sound = sound
    self.keyboard = keyboard
    let strip =
      strip
      ?? StripWidgets(level: part.level + sound.trim, pan: part.pan, mute: part.isMuted, solo: part.isSoloed)
    if let prepared {
      prepared.use(strip)
      mixed = prepared
    } else {
      mixed = MixerPart(sound.engine, strip: strip)
    }
    loaded = WidgetSet(sound.widgets).snapshot()
  }

  package var engine: any SoundEngine { sound.engine }

  /// The widgets of its strip. What is outside the mix is only heard or not.
  var stripWidgets: [Widget] {
    part.outside == nil ? mixed.strip.all : [mixed.strip.mute, mixed.strip.solo]
  }

  /// The memory that its sound takes.
  package var memory: (part: String, bytes: Int) { (part.name, engine.memoryBytes) }

  /// Whether it has the name, sound and keyboard of a part in another version of its stage file.
  fileprivate func sounds(as new: Part) -> Bool {
    part.name == new.name && part.sound == new.sound && part.outside == new.outside
      && part.keyboard == new.keyboard
  }

  /// Applies the changed lines of the stage file, from which `new` was loaded. Widgets moved by hand keep their
  /// values.
  fileprivate mutating func follow(_ new: LoadedPart) {
    let rules = new.part
    if rules.level != part.level { mixed.strip.level.set(rules.level + sound.trim) }
    if rules.pan != part.pan { mixed.strip.pan.set(rules.pan) }
    if rules.isMuted != part.isMuted { mixed.strip.mute.set(rules.isMuted ? 1 : 0) }
    if rules.isSoloed != part.isSoloed { mixed.strip.solo.set(rules.isSoloed ? 1 : 0) }
    let widgets = WidgetSet(sound.widgets)
    for (name, value) in new.loaded where loaded[name] != value { widgets[name]?.set(value) }
    loaded = new.loaded
    part = rules
  }

  /// Records the values of an edited patch as the loaded ones, except those that the stage sets itself.
  ///
  /// - Returns: the values that were recorded.
  mutating func follow(patch edits: [String: Double]) -> [String: Double] {
    let own = Set(part.settings.map(\.widget))
    let followed = edits.filter { !own.contains($0.key) }
    for (name, value) in followed where loaded[name] != nil { loaded[name] = value }
    return followed
  }

  /// The same part with a sound that was loaded again. Widgets moved by hand keep their values.
  package func playing(_ fresh: LoadedPart) -> LoadedPart {
    let new = LoadedPart(part, fresh.sound, keyboard: keyboard, strip: mixed.strip, mixed: fresh.mixed)
    let widgets = WidgetSet(sound.widgets)
    for widget in new.sound.widgets where widget.kind.isSetting {
      guard let old = widgets[widget.name], old.kind == widget.kind, old.value != loaded[widget.name] else {
        continue
      }
      if widget.allows(old.value) { widget.set(old.value) }
    }
    return new
  }

  /// Its program's mapping, for its own widgets, ports and channels.
  ///
  /// - Parameter prefix: the prefix of the names of its widgets.
  func mapping(prefix: String) -> Mapping? {
    guard var mapping = sound.mapping, !prefix.isEmpty else { return sound.mapping }
    if mapping.ports.isEmpty { mapping.ports = part.ports }
    mapping.entries = mapping.entries.flatMap { entry in
      var entry = entry
      for index in entry.targets.indices {
        entry.targets[index].widget = prefix + entry.targets[index].widget
      }
      guard entry.control.channel == nil, !part.channels.isEmpty else { return [entry] }
      return part.channels.sorted().map { channel in
        var one = entry
        one.control.channel = channel
        return one
      }
    }
    return mapping
  }
}

/// A stage with its sounds: everything is read, nothing plays yet.
package struct LoadedStage: @unchecked Sendable {
  // Sendable because one thread at a time has it: the one that loads it, then control.
  package var stage: Stage
  package var parts: [LoadedPart]

  package init(_ stage: Stage, parts: [LoadedPart]) {
    self.stage = stage
    self.parts = parts
  }

  /// Allocates what every part needs in a stream. [any-thread]
  package func prepare(for format: StreamFormat) throws(SpinetError) {
    for part in parts where part.number == 0 && part.part.outside == nil {
      try part.mixed.prepare(for: format)
    }
  }

  /// Reuses the parts that already play; only their rules change.
  ///
  /// - Returns: also the parts that are not needed. Freeing them may take a while.
  package func keeping(_ playing: LoadedInstrument) -> (stage: LoadedStage, replaced: [LoadedPart]) {
    var kept = self
    var replaced: [LoadedPart] = []
    for index in kept.parts.indices {
      let new = kept.parts[index]
      guard let old = playing.parts.first(where: { $0.sounds(as: new.part) }) else { continue }
      replaced.append(new)
      kept.parts[index] = old
      kept.parts[index].follow(new)
    }
    return (kept, replaced)
  }

  /// One sound is a stage with one part.
  package init(_ sound: LoadedSound) {
    let name = sound.name.split(separator: "/").joined(separator: "-")
    let part = Part(name, sound: sound.file?.string ?? sound.name)
    self.init(Stage(name: sound.name, parts: [part]), parts: [LoadedPart(part, sound)])
  }
}
