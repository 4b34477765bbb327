import SpinetText
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
  #expect(path.folder == folder)
  #expect(path.name == name)
  #expect(path.stem == stem)
  #expect(path.ending == ending)
}

@Test(arguments: [
  ("k", "a.scl", "a.scl"), ("folder/k", "a.scl", "folder/a.scl"), ("/k", "a.scl", "/a.scl"),
  ("folder/k", "/abs/a.scl", "/abs/a.scl"),
])
func `A file beside another is in its folder`(_ path: String, named: String, expected: String) {
  #expect(FilePath(path).beside(named) == expected)
}
