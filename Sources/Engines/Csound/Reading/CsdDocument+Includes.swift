import FoundationEssentials
import SpinetText
import SystemPackage

extension CsdDocument {
  /// The folder from which a program includes files.
  static func folder(ofProgramAt path: FilePath) -> FilePath {
    path.absolute.lexicallyNormalized().removingLastComponent()
  }

  /// Where Csound finds a file that a program in `folder` includes; nil when it finds none.
  static func locationOfInclude(_ name: String, in folder: FilePath) -> FilePath? {
    let variable = ProcessInfo.processInfo.environment["INCDIR"] ?? ""
    let folders = ["."] + variable.split(separator: ":").map { FilePath(String($0)) } + [folder]
    return folders.map { $0.pushing(FilePath(name)) }.first(where: \.exists)
  }

  /// The sound file that `-i` names: as Csound looks for it, first where the process is, then beside the program.
  var inputFile: FilePath? {
    guard let file = OrchestraOptions.inputFile(optionWords).map({ FilePath($0) }) else { return nil }
    return file.exists ? file : folder.pushing(file)
  }

  /// The program, the files that it includes, those that these include, and so on, whether they exist or not.
  static func files(ofProgramAt path: FilePath) -> [FilePath] {
    let folder = folder(ofProgramAt: path)
    var files = [path]
    var next = 0
    while next < files.count {
      let lines = ((try? files[next].text()) ?? "").split { $0.isNewline }.map(String.init)
      for name in OrchestraText(lines).includedNames {
        let file = locationOfInclude(name, in: folder) ?? folder.pushing(FilePath(name))
        if !files.contains(file) { files.append(file) }
      }
      next += 1
    }
    return files
  }
}

extension OrchestraText {
  /// The files that `#include` names.
  fileprivate var includedNames: [String] { lines.compactMap(Self.includedName) }

  /// The file that a line includes, if it includes one.
  static func includedName(_ line: [Word]) -> String? {
    guard line.first == .name("#include"), case .text(let name)? = line.dropFirst().first else {
      return nil
    }
    return name
  }
}
