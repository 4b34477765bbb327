import Foundation
import Scratch
import SpinetDevices
import SpinetText
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetLibrary

/// SFZ files and folders of samples, as they are found on disks.
struct SampleFolderTests {
  let folder = TemporaryFolder()

  private func write(_ name: String) throws {
    let path = FilePath("\(folder.path)/\(name)")
    try path.removingLastComponent().makeFolder()
    let writer = try SoundFileWriter(path: path, framesPerSecond: 48_000)
    try writer.write(interleaved: [Float](repeating: 0.1, count: 9_600))
    try writer.finish()
  }

  private func write(_ name: String, _ text: String) throws {
    let path = FilePath("\(folder.path)/\(name)")
    try path.removingLastComponent().makeFolder()
    try path.write(text.utf8)
  }

  @Test func `Names are found in any case of letters, also from the folder where one is`() throws {
    try write("Samples/A.wav")
    let files = NamedFiles(in: FilePath(folder.path))
    #expect(files.path(of: "samples/a.WAV").string == "\(folder.path)/Samples/A.wav")
    // The folder of a name alone.
    let here = NamedFiles(in: FilePath("Package.swift").removingLastComponent())
    #expect(here.path(of: "package.SWIFT").string == "Package.swift")
  }

  @Test func `A label that is the name of another widget gets its number`() throws {
    try write("A.wav")
    try write("a.sfz", "<control> label_cc20=engine.running <region> sample=A.wav amplitude_oncc20=100")
    let sound = try InstrumentLoader(library: Catalog(environment: [:])).sound("\(folder.path)/a.sfz")
    #expect(sound.widgets.contains { $0.name == "engine.running 20" })
  }

  @Test func `The neighbours of a file that cannot be read play its keys`() throws {
    try write("piano/D4.wav")
    try write("piano/C4.wav", "junk")
    try write("junk/C4.wav", "junk")
    let lines = Lines()
    var loader = InstrumentLoader(library: Catalog(environment: [:]))
    loader.log = { lines.add($0) }
    #expect(loader.readableFiles(in: FilePath("\(folder.path)/piano")) == ["D4.wav"])
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.hasSuffix("; the files beside it play its keys") == true)
    // The error of the file is the folder's.
    #expect(loader.readableFiles(in: FilePath("\(folder.path)/junk")) == ["C4.wav"])
  }
}

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
