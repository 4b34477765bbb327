import Foundation
import SpinetLibrary
import SpinetRealtime
import SystemPackage
import Testing

/// A home of its own for one test.
final class TemporaryHome {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "spinet-library-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ content: [UInt8], to file: String) throws {
    let url = URL(fileURLWithPath: "\(path)/\(file)")
    let folder = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(content).write(to: url)
  }
}

@Suite struct CatalogTests {
  private let home: TemporaryHome
  private let catalog: Catalog

  init() throws {
    home = try TemporaryHome()
    catalog = Catalog(environment: ["XDG_CONFIG_HOME": home.path, "HOME": "/nowhere"])
  }

  @Test(
    arguments: [
      (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/spinet"), (["HOME": "/h"], "/h/.config/spinet"),
      (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config/spinet"),
      (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config/spinet"), ([:], nil),
    ] as [([String: String], FilePath?)])
  func `People's own files are in their configuration folder`(
    environment: [String: String], folder: FilePath?
  ) {
    #expect(Catalog(environment: environment).ownFolder == folder)
  }

  @Test func `Without own files there are the shipped ones`() throws {
    for kind in LibraryEntry.Kind.allCases {
      #expect(try catalog.entries(kind) == Catalog.shipped(kind))
      #expect(try Catalog(environment: [:]).entries(kind) == Catalog.shipped(kind))
    }
  }

  @Test func `Own files come first, by name, and only those of the kind`() throws {
    for file in ["b.yaml", "a.yaml", ".hidden.yaml", "a.yaml~", "notes.txt", ".yaml"] {
      try home.write([], to: "spinet/patches/\(file)")
    }
    let own = try catalog.entries(.patch).prefix(2)
    #expect(own.map(\.name) == ["a", "b"])
    #expect(own.first?.origin == .own(path: FilePath("\(home.path)/spinet/patches/a.yaml")))
    #expect(try catalog.entries(.patch).dropFirst(2).elementsEqual(Catalog.shipped(.patch)))
    #expect(try catalog.entries(.mapping) == Catalog.shipped(.mapping))
  }

  @Test(arguments: [LibraryEntry.Kind.mapping, .patch])
  func `An own file shadows the shipped one of its name`(kind: LibraryEntry.Kind) throws {
    guard let shipped = Catalog.shipped(kind).first else { return }
    let folder = kind == .patch ? "patches" : "mappings"
    try home.write(Array("mine".utf8), to: "spinet/\(folder)/\(shipped.name).yaml")
    let entries = try catalog.entries(kind)
    #expect(entries.filter { $0.name == shipped.name }.count == 1)
    #expect(entries.count == Catalog.shipped(kind).count)
    #expect(try catalog.find(kind, shipped.name)?.text() == "mine")
  }

  @Test func `A file without an ending is found where we are, after entries of its name`() throws {
    // The tests run in the repository, whose own files do.
    #expect(try catalog.find(.mapping, "LICENSE")?.isOwn == true)
    #expect(try catalog.find(.patch, "examples") == nil)
  }

  @Test func `The demo score is found by name in the binary`() throws {
    let demo = try #require(try catalog.find(.score, "demo"))
    #expect(demo.origin == .shipped(path: "examples/scores/demo.mid"))
    #expect(try demo.bytes().starts(with: Array("MThd".utf8)))
  }

  @Test func `A path is a file, wherever it is`() throws {
    try home.write(Array("text: 1\n".utf8), to: "bright.yaml")
    let entry = try #require(try catalog.find(.patch, "\(home.path)/bright.yaml"))
    #expect(entry.name == "bright")
    #expect(entry.origin == .own(path: FilePath("\(home.path)/bright.yaml")))
    #expect(try entry.text() == "text: 1\n")
    #expect(try catalog.find(.patch, "near.yaml")?.origin == .own(path: "near.yaml"))
    #expect(try catalog.find(.score, "near.mid")?.origin == .own(path: "near.mid"))
    #expect(try catalog.find(.score, "NEAR.MID")?.name == "NEAR")
    #expect(try catalog.find(.score, "near.midi")?.name == "near")
    #expect(try catalog.find(.patch, "songs/near.mid")?.name == "near.mid")
  }

  @Test(arguments: [
    (LibraryEntry.Kind.mapping, "nanokontrol2", "korg-nanokontrol2"),
    (.mapping, "*bcr*", "behringer-bcr2000"),
    (.mapping, "korg-nanokontrol", "korg-nanokontrol"), (.patch, "DRAWBAR", "drawbar-organ"),
  ])
  func `A part of a name that only one has is enough`(kind: LibraryEntry.Kind, word: String, name: String)
    throws
  {
    #expect(try catalog.find(kind, word)?.name == name)
  }

  @Test func `A part that several names have is told, with those`() throws {
    let error = #expect(throws: SpinetError.self) { try catalog.find(.mapping, "launch-control") }
    #expect(error?.why == "several match that name: novation-launch-control-xl, novation-launch-control")
  }

  @Test func `A name that nothing has is none`() throws {
    #expect(try catalog.find(.patch, "no such patch") == nil)
    #expect(try catalog.find(.patch, "") == nil)
  }

  @Test func `What cannot be read says which file and why`() throws {
    func failure(_ path: String) throws -> SpinetError? {
      let entry = try #require(try catalog.find(.mapping, path))
      return #expect(throws: SpinetError.self) { try entry.text() }
    }
    #expect(
      try failure("/nowhere/a.yaml")?.description
        == "/nowhere/a.yaml: No such file or directory; fix it, or give another")
    #expect(try failure("\(home.path)/")?.problem == "\(home.path): Is a directory")
    #expect(try failure("/dev/zero")?.problem == "/dev/zero: larger than 64 MB")
    try home.write(Array("a\nü\n".utf8) + [0x61, 0xFF, 0x0A], to: "bad.yaml")
    #expect(
      try failure("\(home.path)/bad.yaml")?.problem == "\(home.path)/bad.yaml:3: not text, expected UTF-8")
  }

  @Test func `An own folder that is no folder says so`() throws {
    try home.write([], to: "spinet/patches")
    let error = #expect(throws: SpinetError.self) { try catalog.entries(.patch) }
    #expect(error?.problem == "\(home.path)/spinet/patches: Not a directory")
  }

  @Test func `A byte order mark is no part of the text`() throws {
    try home.write([0xEF, 0xBB, 0xBF, 0x61], to: "spinet/mappings/marked.yaml")
    #expect(try catalog.find(.mapping, "marked")?.text() == "a")
  }
}
