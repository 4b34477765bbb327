import Glibc
import SpinetText
import SystemPackage
import Testing

@Test(arguments: [
  // path, folder, name, stem, ending
  ("k", "", "k", "k", ""),
  ("-", "", "-", "-", ""),
  (".", "", ".", ".", ""),
  ("é", "", "é", "é", ""),
  ("", "", "", "", ""),
  ("/", "/", "", "", ""),
  ("/k", "/", "k", "k", ""),
  ("a/b", "a", "b", "b", ""),
  ("a/b.c/song.one.CSD", "a/b.c", "song.one.CSD", "song.one", "csd"),
  (".hidden", "", ".hidden", ".hidden", ""),
  ("x.", "", "x.", "x", ""),
])
func `A path is cut at its slashes`(
  _ path: String, folder: String, name: String, stem: String, ending: String
) {
  let path = FilePath(path)
  #expect(path.removingLastComponent().string == folder)
  #expect(path.name == name)
  #expect(path.stem ?? "" == stem)
  #expect(path.ending == ending)
}

@Test(arguments: [
  ("k", "a.scl", "a.scl"), ("folder/k", "a.scl", "folder/a.scl"), ("/k", "a.scl", "/a.scl"),
  ("folder/k", "/abs/a.scl", "/abs/a.scl"),
])
func `A file beside another is in its folder`(_ path: String, named: String, expected: String) {
  #expect(FilePath(path).beside(named).string == expected)
}

@Test(arguments: [
  ("k", "k.yaml"), ("a/song.one.csd", "a/song.one.yaml"), ("/.hidden", "/.hidden.yaml"), ("x.", "x.yaml"),
])
func `A file beside another may differ in its ending only`(_ path: String, expected: String) {
  #expect(FilePath(path).beside(endingIn: ".yaml").string == expected)
}

@Test(arguments: [("/c", "/c"), ("c", nil), ("", nil), (nil, nil)] as [(String?, String?)])
func `A variable counts when its path is absolute`(_ value: String?, expected: String?) {
  let environment = value.map { ["HOME": $0] } ?? [:]
  #expect(FilePath(variable: "HOME", in: environment)?.string == expected)
}

@Test func `A folder tells its entries in order, and a file its text`() throws {
  let folder = FilePath("/tmp/spinet-entries-\(getpid())")
  let (first, last) = (folder.appending("a"), folder.appending("b").appending("c"))
  try last.makeFolder()
  try first.write(Array(" two words\n".utf8))
  try folder.appending(".z").write([])
  #expect(try folder.entries() == [".z", "a", "b"])
  #expect(try last.entries() == [])
  #expect(first.trimmedText == "two words" && folder.trimmedText == nil)
  #expect(throws: Errno.notDirectory) { try first.entries() }
  #expect(throws: Errno.noSuchFileOrDirectory) { try folder.appending("none").entries() }
  try folder.remove()
  #expect(!folder.exists)
}

@Test func `A folder is removed with all that is in it, but not with what its links lead to`() throws {
  let folder = FilePath("/tmp/spinet-removed-\(getpid())")
  let (outside, inside) = (folder.appending("outside"), folder.appending("inside"))
  try outside.makeFolder()
  try inside.appending("a").appending("b").makeFolder()
  try inside.appending("a").appending("file").write([1])
  let file = outside.appending("file")
  try file.write([1])
  try #require(symlink(outside.string, inside.appending("link").string) == 0)
  try inside.remove()
  #expect(!inside.exists && file.exists)
  #expect(throws: Errno.noSuchFileOrDirectory) { try inside.remove() }
  let written = try #require(file.modificationSeconds)
  #expect(abs(written - Double(time(nil))) < 60)
  try file.remove()
  #expect(file.modificationSeconds == nil && outside.exists)
  try folder.remove()
  #expect(!folder.exists)
}
