import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetSession
import SpinetStage

extension Subject {
  /// Reads a stage, loads its sounds, and plays every key, controller and program to it. Each of its lines is read as
  /// parts on the command line too.
  func checkStage(_ text: String) throws {
    for line in text.split(separator: "\n").prefix(20) { try checkExpression(String(line)) }
    var read: Stage?
    try complaints { () throws(SpinetError) in read = try Stage(text: text, file: "fuzz.yaml") }
    guard let read else { return }
    guard Stage.isStage(text, file: "fuzz.yaml") else {
      throw Broken(description: "what was read as a stage is not taken for one")
    }
    try check(read)
    try checkLoading(read)
  }

  private func checkExpression(_ line: String) throws {
    do {
      try check(Stage(name: "fuzz", parts: PartExpression(line).parts))
    } catch let error as SpinetError where !error.description.contains("\n") {
      return
    }
  }

  /// No two parts have one name, and scenes name only parts and programs that are there.
  private func check(_ stage: Stage) throws {
    let names = stage.parts.map(\.name)
    guard !names.isEmpty, names.count <= Stage.mostParts, Set(names).count == names.count else {
      throw Broken(description: "the parts are \(names)")
    }
    for scene in stage.scenes where !(scene.parts ?? []).allSatisfy(names.contains) {
      throw Broken(description: "scene \(scene.name) plays \(scene.parts ?? [])")
    }
    for program in 1...128 {
      guard let index = stage.scene(forProgram: program), !stage.scenes.indices.contains(index) else {
        continue
      }
      throw Broken(description: "program \(program) chooses scene \(index) of \(stage.scenes.count)")
    }
  }

  private func checkLoading(_ stage: Stage) throws {
    let loader = InstrumentLoader(library: Catalog(environment: [:]))
    let loaded: LoadedStage
    do throws(SpinetError) {
      loaded = try loader.load(stage)
    } catch {
      return try complaints { () throws(SpinetError) in throw error }
    }
    let performer = Performer(
      instrument: try LoadedInstrument(loaded), mappings: ActiveMappings(), keyboard: nil)
    for message in Self.everyControl { performer.take(message, from: .file, at: .now) { _ in } }
    performer.silence(at: .now)
    if performer.keyboard.heldNotes > 0 { throw Broken(description: "notes are held after silence") }
  }

  static let stageWords = [
    "parts: ", "scenes: ", "sound: ", "keys: ", "velocities: ", "channels: ", "transpose: ", "level: ",
    "pan: ",
    "mute: ", "solo: ", "set: ", "program: ", "keyboard: ", "ports: ", "..", "B3..C2", "C-9", "v0..200",
    "ch17",
    " + ", "@", "@..B3", "@-99", "default", "filter.cutoff: ", "/", "1e400", "0", "129",
  ]
}
