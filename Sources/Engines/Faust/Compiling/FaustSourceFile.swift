import Foundation
import SpinetEngine
import SpinetRealtime
import SpinetText
import SystemPackage

/// The text of a `.dsp`.
struct FaustSourceFile {
  /// As the user gave it.
  let path: String
  let text: String

  init(path: String) throws(SpinetError) {
    self.path = path
    guard !FilePath(path).name.contains(where: { $0 == "\"" || $0 == "\\" }) else {
      throw SpinetError(
        .input, what: path, why: "Faust does not accept quotes or backslashes in a file name",
        remedy: "rename it")
    }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw SpinetError(
        .input, what: path, why: "it cannot be read", remedy: "give the path of a Faust program")
    }
    guard let text = String(bytes: bytes, encoding: .utf8) else {
      throw SpinetError(.input, what: path, why: "it is not UTF-8", remedy: "save it as a text file")
    }
    self.text = text
  }

  /// The file name.
  var name: String { FilePath(path).name }
  /// The file name without its extension.
  var stem: String { FilePath(path).stem ?? "" }

  /// For Faust, which runs in another folder.
  var absolutePath: String { URL(filePath: path).standardizedFileURL.path }
  var folder: String { FilePath(absolutePath).removingLastComponent().string }

  func failure(_ why: String) -> SpinetError {
    SpinetError(.device, what: path, why: why, remedy: "play a smaller program")
  }

  /// The path of a file that Faust names, in the form in which the user gave the path of the program.
  func shown(_ named: String) -> String {
    if named == absolutePath || named == name { return path }
    guard !named.contains("/"), FileManager.default.fileExists(atPath: "\(folder)/\(named)") else {
      return named
    }
    return FilePath(path).beside(named).string
  }

  /// The files in its folder that it names. The compiled code depends on them and on the folder.
  var neighbours: [String] {
    Self.files(named: text, in: FilePath(folder)).filter { FileManager.default.fileExists(atPath: $0) }
      .sorted()
  }

  /// The program, the files in its folder that it names, the files that those name, and so on. Some may not exist.
  static func files(ofProgramAt path: String) -> [String] {
    let folder = FilePath(URL(filePath: path).standardizedFileURL.path).removingLastComponent()
    var files = [path]
    var next = 0
    while next < files.count {
      let bytes = FileManager.default.contents(atPath: files[next]) ?? Data()
      let named = Self.files(named: String(decoding: bytes, as: UTF8.self), in: folder)
      files += named.subtracting(files).sorted()
      next += 1
    }
    return files
  }

  private static func files(named text: String, in folder: FilePath) -> Set<String> {
    let endings = [".lib", ".dsp", ".h"]
    let names = Set(text.split(separator: "\"")).filter { word in endings.contains { word.hasSuffix($0) } }
    return Set(names.map { folder.pushing(FilePath(String($0))).string })
  }

  /// Whether it calls C code.
  var callsForeignCode: Bool { ["ffunction", "fconstant", "fvariable"].contains { text.contains($0) } }

  /// Whether it may define an effect. If not, Faust need not be asked.
  var mayHaveEffect: Bool { text.contains("effect") || !neighbours.isEmpty }
}
