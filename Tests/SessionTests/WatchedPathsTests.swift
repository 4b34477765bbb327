import SpinetDevices
import SystemPackage
import Testing

@testable import SpinetSession

@Suite struct `Where to listen for a file` {
  /// Names that begin with a folder's are in it.
  private let world: [FilePath: WatchedPaths.Kind] = [
    "/home": .folder, "/home/ann": .folder, "/home/ann/maps": .folder, "/home/ann/maps/a.yaml": .other,
    "/home/ann/linked.yaml": .link(target: "maps/a.yaml"), "/home/ann/l": .link(target: "/home/ann/maps"),
    "/home/ann/up.yaml": .link(target: "../ann/maps/a.yaml"),
    "/home/ann/round": .link(target: "round"),
  ]

  private static let ways: [(file: FilePath, expected: [FilePath: Set<String>])] = [
    ("/home/ann/maps/a.yaml", ["/home/ann/maps": ["a.yaml"]]),
    ("/home/ann/maps/./b.yaml", ["/home/ann/maps": ["b.yaml"]]),
    ("/home/ann/none/deep/b.yaml", ["/home/ann": ["none"]]),
    ("/home/ann/linked.yaml", ["/home/ann": ["linked.yaml"], "/home/ann/maps": ["a.yaml"]]),
    ("/home/ann/up.yaml", ["/home/ann": ["up.yaml"], "/home/ann/maps": ["a.yaml"]]),
    ("/home/ann/l/a.yaml", ["/home/ann": ["l"], "/home/ann/maps": ["a.yaml"]]),
    ("/home/ann/round", ["/home/ann": ["round"]]),
    ("/none", ["/": ["none"]]), ("/home/../none", ["/": ["none"]]), ("/../none", ["/": ["none"]]),
  ]

  private func places(_ files: [FilePath] = [], folders: [FilePath] = []) -> WatchedPaths {
    WatchedPaths(files: files, folders: folders) { world[$0] ?? .missing }
  }

  @Test(arguments: Self.ways) func `is by its name, by links on the way, or in the last folder there is`(
    file: FilePath, expected: [FilePath: Set<String>]
  ) {
    #expect(places([file]).names == expected)
  }

  @Test func `hears its own name, and of a whole folder every name`() {
    let places = places(["/home/ann/maps/a.yaml"], folders: ["/home/ann/l"])
    #expect(places.wholeFolders == ["/home/ann/maps"])
    #expect(places.concerns(.entry(folder: "/home/ann/maps", name: "z.yaml")))
    #expect(places.concerns(.entry(folder: "/home/ann", name: "l")))
    #expect(!places.concerns(.entry(folder: "/home/ann", name: "letters")))
    #expect(places.concerns(.left(folder: "/home/ann/maps")))
    #expect(!places.concerns(.left(folder: "/home")))
    #expect(places.concerns(.anything))
  }

  @Test func `hears a folder that is not there when it is made`() {
    let places = places(folders: ["/home/bob/maps"])
    #expect(places.wholeFolders == [])
    #expect(places.concerns(.entry(folder: "/home", name: "bob")))
  }
}
