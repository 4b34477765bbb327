import CShipped
import Foundation
import SpinetLibrary
import Testing

@Suite struct ShippedFilesTests {
  private static let folders = [
    "mappings", "examples/patches", "examples/stages", "examples/scores", "examples/keyboards",
  ]
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func pathsInFolders() -> [String] {
    folders.flatMap { folder in
      let root = repository.appendingPathComponent(folder).path
      let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
      return paths.filter { path in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
        return !isFolder.boolValue && !path.split(separator: "/").contains { $0.hasPrefix(".") }
      }.map { "\(folder)/\($0)" }
    }
  }

  @Test func `The table names the files that are there; if not, run Tests/shipped`() {
    let shipped = (0..<shipped_file_count).map { String(cString: shipped_file($0).pointee.path) }
    #expect(shipped == shipped.sorted())
    #expect(shipped == Self.pathsInFolders().sorted())
  }

  @Test func `The table holds the files' bytes`() throws {
    for index in 0..<shipped_file_count {
      let file = shipped_file(index).pointee
      let path = String(cString: file.path)
      let bytes = Data(bytes: file.bytes, count: file.count)
      #expect(try bytes == Data(contentsOf: Self.repository.appendingPathComponent(path)), "\(path)")
    }
  }

  @Test func `Every shipped file is an entry of its kind`() throws {
    let entries = LibraryEntry.Kind.allCases.flatMap { Catalog.shipped($0) }
    #expect(entries.count == shipped_file_count)
    for entry in entries { #expect(try !entry.bytes().isEmpty, "\(entry.path)") }
  }
}
