import FoundationEssentials
import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetText
import SystemPackage

/// The text of a `.dsp`.
struct FaustSourceFile {
  /// The path as the user gave it.
  let path: FilePath
  let text: String
  private let bytes: [UInt8]
  let options: CodeOptions
  /// Absolute paths. Faust and the compiler search them after the program's own folder.
  let includeFolders: [FilePath]

  init(path: FilePath, includeFolders: [FilePath] = []) throws(SpinetError) {
    self.path = path
    self.includeFolders = includeFolders.map(Self.absolute)
    guard let bytes = try? path.contents() else {
      throw SpinetError(
        .notReadable, what: path.string, why: "it cannot be read", remedy: "give the path of a Faust program")
    }
    self.bytes = bytes
    text = Self.text(bytes)
    options = CodeOptions(program: text)
  }

  /// The file name.
  var name: String { path.name }
  /// The file name without its extension.
  var stem: String { path.stem ?? "" }

  /// UTF-8, or Latin-1 as many older programs are.
  static func text(_ bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self) ?? String(decoding: bytes.map(UInt16.init), as: UTF16.self)
  }

  /// The name for Faust, which cannot handle quotes, backslashes and line ends in names.
  var plainName: String {
    String(name.map { $0.isNewline || "\"\\\t".contains($0) ? "_" : $0 })
  }

  /// The path for Faust. A file with a name that Faust cannot handle is copied to the folder.
  func pathForFaust(in folder: FilePath) throws(SpinetError) -> FilePath {
    guard plainName != name else { return absolutePath }
    let copy = folder.appending(plainName)
    do throws(Errno) { try copy.write(bytes) } catch {
      throw SpinetError(cache: folder.removingLastComponent(), error)
    }
    return copy
  }

  /// For Faust, which runs in another folder.
  var absolutePath: FilePath { Self.absolute(path) }
  var folder: FilePath { absolutePath.removingLastComponent() }

  func failure(_ why: String) -> SpinetError {
    SpinetError(.limitReached, what: path.string, why: why, remedy: "play a smaller program")
  }

  /// The path of a file that Faust names, in the form in which the user gave the path of the program.
  func shown(_ named: String) -> String {
    let file = FilePath(named)
    if file == absolutePath || named == name || file.name == plainName { return path.string }
    guard !named.contains("/"), folder.appending(named).exists else { return named }
    return path.beside(named).string
  }

  /// The files in its folders that it names. The compiled code depends on them and on the folders.
  var neighbours: [FilePath] {
    Self.files(named: text, in: [folder] + includeFolders).filter(\.exists).sorted { $0.string < $1.string }
  }

  /// The program, the files in its folders that it names, the files that those name, and so on. Some may not exist.
  static func files(ofProgramAt path: FilePath, includeFolders: [FilePath] = []) -> [FilePath] {
    let folders = [absolute(path).removingLastComponent()] + includeFolders.map(absolute)
    var files = [path]
    var next = 0
    while next < files.count {
      let named = Self.files(named: (try? files[next].text()) ?? "", in: folders)
      files += named.subtracting(files).sorted { $0.string < $1.string }
      next += 1
    }
    return files
  }

  private static func files(named text: String, in folders: [FilePath]) -> Set<FilePath> {
    let endings = [".lib", ".dsp", ".h"]
    let names = Set(text.split(separator: "\"")).filter { word in endings.contains { word.hasSuffix($0) } }
    return Set(folders.flatMap { folder in names.map { folder.pushing(FilePath(String($0))) } })
  }

  private static func absolute(_ path: FilePath) -> FilePath { path.absolute.lexicallyNormalized() }

  /// Whether it calls C code.
  var callsForeignCode: Bool { ["ffunction", "fconstant", "fvariable"].contains { text.contains($0) } }

  /// Whether it may define an effect. If not, Faust need not be asked.
  var mayHaveEffect: Bool { text.contains("effect") || !neighbours.isEmpty }
}
