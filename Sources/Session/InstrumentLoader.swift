import Devices
import Documents
import Engine
import FaustEngine
import Foundation
import Library
import Logging
import Sampler
import Synth
import Widgets

/// Finds what INSTRUMENT names and builds it.
struct InstrumentLoader {
  let library: Catalog
  /// Takes what an engine's program says while it is compiled and while it plays. [any-thread]
  var log: @Sendable (String) -> Void = { _ in }

  init(library: Catalog) { self.library = library }

  init(library: Catalog, logger: Logger) {
    self.library = library
    log = { logger.info("\($0)") }
  }

  /// - Parameter name: a patch name or file, a `.csd`, a `.dsp`, a sound file; nil for the default patch.
  func load(_ name: String?) throws -> Instrument {
    let name = name ?? "default"
    if SoundFileKind(path: name) != nil { return try loadSample(name) }
    switch (name as NSString).pathExtension.lowercased() {
    case "csd": return try loadCsound(name)
    case "dsp": return try loadFaust(name)
    default: return try loadPatch(name)
    }
  }

  private func loadPatch(_ name: String) throws -> Instrument {
    guard let entry = try library.find(.patch, name) else {
      let names = try library.entries(.patch).map(\.name)
      let near = nearestName(to: name, among: names).map { "did you mean \($0)? " } ?? ""
      throw SessionError(
        .input, what: "patch '\(name)'", why: "there is none of that name",
        remedy: "\(near)there are: \(names.joined(separator: ", "))")
    }
    let engine = SynthEngine()
    let instrument = Instrument(name: entry.name, engine: engine)
    let patch = try Patch(text: try entry.text(), file: entry.path)
    let diagnostics = patch.apply(to: instrument.widgets)
    guard diagnostics.isEmpty else { throw DocumentErrors(diagnostics) }
    return instrument
  }

  private func loadCsound(_ path: String) throws -> Instrument { throw missingEngine(path, "Csound") }

  private func loadFaust(_ path: String) throws -> Instrument {
    let program = try FaustProgram(path: path)
    for note in program.notes { log(note) }
    return Instrument(
      name: program.name, engine: FaustPlayer(program), keyboard: program.keyboard, mapping: program.mapping)
  }

  /// The sound file itself is the instrument.
  private func loadSample(_ path: String) throws(SessionError) -> Instrument {
    do {
      let file = try SoundFileReader(path: path)
      let sample = try Sample(
        frameCount: file.frameCount, isStereo: file.isStereo, framesPerSecond: file.framesPerSecond,
        rootNote: file.rootNote, loop: file.loop
      ) { left, right throws(SoundFileError) in try file.read(left: left, right: right) }
      return Instrument(name: (path as NSString).lastPathComponent, engine: SamplerEngine(sample: sample))
    } catch {
      throw SessionError(.input, what: error.path, why: error.reason, remedy: error.remedy)
    }
  }

  private func missingEngine(_ name: String, _ engine: String) -> SessionError {
    SessionError(
      .device, what: name, why: "this spinet was built without the \(engine) engine",
      remedy: "play a patch instead; 'spinet patches' lists them")
  }
}
