#if Csound
  import FoundationEssentials
  import SystemPackage

  extension CsdDocument {
    /// The folder from which a program includes files.
    static func folder(ofProgramAt path: String) -> String {
      URL(filePath: path).deletingLastPathComponent().path
    }

    /// Where Csound finds a file that a program in `folder` includes; nil when it finds none.
    static func locationOfInclude(_ name: String, in folder: String) -> String? {
      let folders = (ProcessInfo.processInfo.environment["INCDIR"] ?? "").split(separator: ":").map(
        String.init)
      let candidates = (["."] + folders + [folder]).map { FilePath($0).pushing(FilePath(name)).string }
      return candidates.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// The sound file that `-i` names: as Csound looks for it, first where the process is, then beside the program.
    var inputFile: String? {
      guard let name = OrchestraOptions.inputFile(optionWords) else { return nil }
      return FileManager.default.fileExists(atPath: name)
        ? name : FilePath(folder).pushing(FilePath(name)).string
    }

    /// The program, the files that it includes, those that these include, and so on, whether they exist or not.
    static func files(ofProgramAt path: String) -> [String] {
      let folder = folder(ofProgramAt: path)
      var files = [path]
      var next = 0
      while next < files.count {
        let bytes = FileManager.default.contents(atPath: files[next]) ?? Data()
        let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }.map(String.init)
        for name in OrchestraText(lines).includedNames {
          let file =
            locationOfInclude(name, in: folder) ?? FilePath(folder).pushing(FilePath(name)).string
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
#endif
