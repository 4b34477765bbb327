#if Csound
  import Foundation

  extension CsdDocument {
    /// From which a program includes files.
    static func folder(ofProgramAt path: String) -> String {
      URL(filePath: path).deletingLastPathComponent().path
    }

    /// Where Csound finds what a file of that folder includes; nil where it finds nothing.
    static func placeOfInclude(_ name: String, in folder: String) -> String? {
      let folders = (ProcessInfo.processInfo.environment["INCDIR"] ?? "").split(separator: ":").map(
        String.init)
      let places = name.hasPrefix("/") ? [name] : (["."] + folders + [folder]).map { "\($0)/\(name)" }
      return places.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// The program, the files that it includes, those that these include, and so on, whether they are there or not.
    static func files(ofProgramAt path: String) -> [String] {
      let folder = folder(ofProgramAt: path)
      var files = [path]
      var next = 0
      while next < files.count {
        let bytes = FileManager.default.contents(atPath: files[next]) ?? Data()
        let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }.map(String.init)
        for name in OrchestraText(lines).includedNames {
          let file = placeOfInclude(name, in: folder) ?? (name.hasPrefix("/") ? name : "\(folder)/\(name)")
          if !files.contains(file) { files.append(file) }
        }
        next += 1
      }
      return files
    }
  }

  extension OrchestraText {
    /// What `#include` names.
    fileprivate var includedNames: [String] { lines.compactMap(Self.includedName) }

    /// What a line includes; nil where it does something else.
    static func includedName(_ line: [Word]) -> String? {
      guard line.first == .name("#include"), case .text(let name)? = line.dropFirst().first else {
        return nil
      }
      return name
    }
  }
#endif
