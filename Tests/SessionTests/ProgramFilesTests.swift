import Foundation
import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage
import Testing

@testable import SpinetSession

/// An engine whose program is a text that names one other file.
private final class TextEngine: ProgramEngine {
  let name = "Text"
  let widgets: [Widget] = []
  let voiceCapacity = 1
  let programPath: FilePath
  var programFiles: [FilePath] { [programPath, programPath.beside("\(programPath.name).lib")] }
  init(_ path: FilePath) { programPath = path }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
  func render(_ block: AudioBlock) {}
}

/// A program file that is edited.
private final class EditedProgram {
  let path = NSTemporaryDirectory() + "spinet-\(UUID().uuidString).txt"
  private var files: ProgramFiles

  /// - Parameter read: whether the first text has been read already, or is saved while another is read.
  init(read: Bool = true) throws {
    let before = FileStamp.Moment.now
    // Files know the time by the kernel's tick.
    usleep(20_000)
    try "first".write(toFile: path, atomically: true, encoding: .utf8)
    files = ProgramFiles(of: TextEngine(FilePath(path)), part: 1, readAt: read ? .now : before)
  }

  func isChanged() -> Bool { files.popChange() }

  func write(_ text: String, secondsLater: TimeInterval) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let date = Date(timeIntervalSinceNow: secondsLater)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }

  func write(_ text: String, beside ending: String) throws {
    try text.write(toFile: beside(ending), atomically: true, encoding: .utf8)
  }

  func beside(_ ending: String) -> String { ending == ".lib" ? path + ending : path.dropLast(4) + ending }

  func remove() {
    for file in [path, beside(".lib"), beside(".patch.yaml")] {
      try? FileManager.default.removeItem(atPath: file)
    }
  }
}

@Suite struct ProgramFilesTests {
  @Test func `A program that was not touched is left alone`() throws {
    let program = try EditedProgram()
    #expect(!program.isChanged())
    program.remove()
    #expect(!program.isChanged())
  }

  @Test func `A program that is saved while it is read first is read again`() throws {
    let program = try EditedProgram(read: false)
    defer { program.remove() }
    #expect(program.isChanged())
    #expect(!program.isChanged())
  }

  @Test func `A program is read again each time it is saved`() throws {
    let program = try EditedProgram()
    defer { program.remove() }
    for turn in 1...3 {
      try program.write("text \(turn)", secondsLater: Double(10 * turn))
      #expect(program.isChanged())
      #expect(!program.isChanged())
    }
  }

  @Test(arguments: [".lib", ".patch.yaml"])
  func `A program is read again when a file that it needs comes, changes or goes`(ending: String) throws {
    let program = try EditedProgram()
    defer { program.remove() }
    try program.write("one", beside: ending)
    #expect(program.isChanged())
    try program.write("another", beside: ending)
    #expect(program.isChanged())
    try FileManager.default.removeItem(atPath: program.beside(ending))
    #expect(program.isChanged())
    #expect(!program.isChanged())
  }
}
