import FoundationEssentials
import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// Translates a program to C with `faust`.
struct FaustTranslator {
  let faust: FilePath
  let source: FaustSourceFile
  let runs: CompilerRuns
  /// The folder for its files.
  let folder: FilePath

  /// Writes `process/code.c`, and `effect/code.c` if the program has an effect. Returns whether it has one. Both are
  /// written at the same time, because most machines have two cores.
  func translate() throws(SpinetError) -> Bool {
    let path = try source.pathForFaust(in: folder)
    var process = try start("process", CompiledSource.processClass, path)
    let effect = try effectSucceeds(path)
    guard try runs.succeeds(&process, named: "faust") else { throw complaint("process").failure(of: source) }
    guard let effect else { return false }
    if effect { return true }
    let complaint = complaint("effect")
    guard complaint.isAboutMissingEffect else { throw complaint.failure(of: source) }
    return false
  }

  /// Nil for a program that certainly has no effect.
  private func effectSucceeds(_ path: FilePath) throws(SpinetError) -> Bool? {
    guard source.mayHaveEffect else { return nil }
    var effect = try start("effect", CompiledSource.effectClass, path)
    return try runs.succeeds(&effect, named: "faust")
  }

  /// Starts `faust` for one of the program's definitions.
  private func start(
    _ definition: String, _ name: String, _ path: FilePath
  ) throws(SpinetError) -> ChildProcess {
    let output = folder.appending(definition)
    mkdir(output.string, 0o700)
    let includes = ([source.folder] + source.includeFolders).flatMap { ["-I", $0.string] }
    let outputFlags = ["-json", "-O", output.string, "-o", "code.c", path.string]
    return try runs.start(
      faust,
      ["-lang", "c", "-cn", name, "-pn", definition] + source.options.faustFlags + includes + outputFlags,
      log: folder.appending("\(definition).log"))
  }

  private func complaint(_ definition: String) -> FaustCompilerMessage {
    FaustCompilerMessage(output: CompilerLog.text(in: folder, definition))
  }

  /// The files that the program was translated from, except itself.
  var libraries: Set<FilePath> {
    struct Description: Decodable {
      let libraries: [String]?
      enum CodingKeys: String, CodingKey { case libraries = "library_list" }
    }
    let lists = ["process", "effect"].map { definition in
      let file = folder.appending(definition).appending("\(source.plainName).json")
      let bytes = (try? file.contents()) ?? []
      return (try? JSONDecoder().decode(Description.self, from: Data(bytes)))?.libraries ?? []
    }
    return Set(lists.joined().map { FilePath($0) }).union(source.neighbours)
  }
}
