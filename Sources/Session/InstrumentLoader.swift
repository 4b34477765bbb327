import Documents
import Engine
import FaustEngine
import Foundation
import Library
import Logging
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

  /// - Parameter name: a patch name or file, a `.csd`, a `.dsp`; nil for the default patch.
  func load(_ name: String?) throws -> Instrument {
    let name = name ?? "default"
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

  private func missingEngine(_ name: String, _ engine: String) -> SessionError {
    SessionError(
      .device, what: name, why: "this spinet was built without the \(engine) engine",
      remedy: "play a patch instead; 'spinet patches' lists them")
  }
}
