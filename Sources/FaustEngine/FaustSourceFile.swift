import Documents
import Engine
import Foundation

/// A `.dsp` as it lies on the disk.
struct FaustSourceFile {
  /// As it was asked for.
  let path: String
  let text: String

  init(path: String) throws(EngineFailure) {
    self.path = path
    guard !FilePath(path).name.contains(where: { $0 == "\"" || $0 == "\\" }) else {
      throw EngineFailure(
        .program, what: path, why: "Faust takes no quotes and backslashes in a name", remedy: "rename it")
    }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw EngineFailure(
        .program, what: path, why: "it cannot be read", remedy: "give the path of a Faust program")
    }
    guard let text = String(bytes: bytes, encoding: .utf8) else {
      throw EngineFailure(.program, what: path, why: "it is not UTF-8", remedy: "save it as a text file")
    }
    self.text = text
  }

  /// Without folders.
  var name: String { FilePath(path).name }
  /// Without folders and ending.
  var stem: String { FilePath(path).stem }

  /// Absolute: Faust is run elsewhere.
  var absolutePath: String { URL(filePath: path).standardizedFileURL.path }
  var folder: String { FilePath(absolutePath).folder }

  func failure(_ why: String) -> EngineFailure {
    EngineFailure(.machine, what: path, why: why, remedy: "play a smaller program")
  }

  /// How a file that Faust names is shown beside the path that was asked for.
  func shown(_ named: String) -> String {
    if named == absolutePath || named == name { return path }
    guard !named.contains("/"), FileManager.default.fileExists(atPath: "\(folder)/\(named)") else {
      return named
    }
    return FilePath(path).beside(named)
  }

  /// The files beside it that it names: what it means depends on them, and on where it is.
  var neighbours: [String] {
    let endings = [".lib", ".dsp", ".h"]
    let names = Set(text.split(separator: "\"")).filter { word in endings.contains { word.hasSuffix($0) } }
    return names.map { "\(folder)/\($0)" }.filter { FileManager.default.fileExists(atPath: $0) }.sorted()
  }

  /// Whether it calls C of its own.
  var callsForeignCode: Bool { ["ffunction", "fconstant", "fvariable"].contains { text.contains($0) } }

  /// Whether it may define an effect, so that asking Faust is worth while.
  var mayHaveEffect: Bool { text.contains("effect") || !neighbours.isEmpty }
}
