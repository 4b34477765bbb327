import Foundation
import Logging
import SpinetEngine
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage
import Testing

@testable import SpinetSession

/// A folder whose files a person edits.
private final class EditedFolder {
  private let path = NSTemporaryDirectory() + "spinet-edited-\(UUID().uuidString)"
  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult func write(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    return "\(path)/\(name)"
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
}

@Suite struct `A patch that is edited while it plays` {
  private let folder: EditedFolder
  private let widgets = WidgetSet([
    Widget("filter.cutoff", range: 20...20_000, default: 1000), Widget("osc.mix"), Widget("amp.attack"),
  ])
  private var patch: PatchFile

  init() throws {
    folder = try EditedFolder()
    let path = try folder.write("mine.yaml", "filter.cutoff: 500\nosc.mix: 0.5\n")
    let read = try Patch(text: String(contentsOfFile: path, encoding: .utf8), file: path)
    #expect(read.apply(to: widgets).isEmpty)
    patch = PatchFile(read, at: FilePath(path), stamp: FileStamp(of: FilePath(path)))
  }

  @Test mutating func `takes up what was saved while it was read`() throws {
    let path = try folder.write("other.yaml", "osc.mix: 0.25\n")
    let (stamp, read) = (FileStamp(of: FilePath(path)), try Patch(text: "osc.mix: 0.25\n", file: path))
    try folder.write("other.yaml", "osc.mix: 0.75\n")
    patch = PatchFile(read, at: FilePath(path), stamp: stamp)
    #expect(try patch.readEdits(for: widgets) == ["osc.mix": 0.75])
  }

  @Test mutating func `tells what its new lines say, and nothing of the others`() throws {
    #expect(try patch.readEdits(for: widgets) == nil)
    try folder.write("mine.yaml", "filter.cutoff: 700\nosc.mix: 0.5\namp.attack: 0.25\n")
    #expect(try patch.readEdits(for: widgets) == ["filter.cutoff": 700, "amp.attack": 0.25])
    #expect(try patch.readEdits(for: widgets) == nil)
  }

  @Test mutating func `goes back to the default where a line is gone`() throws {
    try folder.write("mine.yaml", "osc.mix: 0.5\n")
    #expect(try patch.readEdits(for: widgets) == ["filter.cutoff": 1000])
  }

  @Test mutating func `tells nothing while it is wrong, and is followed on`() throws {
    try folder.write("mine.yaml", "filter.cutoff: 700\nosc.max: 1\n")
    let error = #expect(throws: SpinetError.self) { try patch.readEdits(for: widgets) }
    #expect(error?.diagnostics.map(\.location.line) == [2])
    #expect(widgets["filter.cutoff"]?.value == 500)
    #expect(try patch.readEdits(for: widgets) == nil)
    try folder.remove("mine.yaml")
    #expect(try patch.readEdits(for: widgets) == nil)
    try folder.write("mine.yaml", "filter.cutoff: 700\nosc.mix: 0.5\n")
    #expect(try patch.readEdits(for: widgets) == ["filter.cutoff": 700])
  }
}

@Suite struct `A keyboard that is edited while it plays` {
  @Test func `is read again when it or a tuning that it names has changed`() throws {
    let folder = try EditedFolder()
    let scale = "! a.scl\n!\nfive\n 5\n!\n240.0\n480.0\n720.0\n960.0\n2/1\n"
    let path = try folder.write("mine.yaml", "tuning: {a4: 440, scala: a.scl}\n")
    try folder.write("a.scl", scale)
    var keyboard = try Self.keyboard(path)
    #expect(keyboard.files.count == 2)
    #expect(try keyboard.reload() == nil)
    try folder.write("a.scl", scale.replacing("960.0", with: "970.0"))
    #expect(try keyboard.reload() != nil)
    try folder.write("mine.yaml", "tuning: {a4: 442}\n")
    #expect(try keyboard.reload() != nil)
    #expect(keyboard.files == [FilePath(path)])
    try folder.remove("mine.yaml")
    #expect(try keyboard.reload() == nil)
  }

  @Test func `stays as it was while the file is wrong`() throws {
    let folder = try EditedFolder()
    let path = try folder.write("mine.yaml", "tuning: {a4: 440}\n")
    var keyboard = try Self.keyboard(path)
    try folder.write("mine.yaml", "tuning: [\n")
    #expect(throws: (any Error).self) { try keyboard.reload() }
    #expect(try keyboard.reload() == nil)
    try folder.write("mine.yaml", "tuning: {a4: 441}\n")
    #expect(try keyboard.reload() != nil)
  }

  @Test func `that travels with spinet has no file to follow`() throws {
    #expect(try Self.keyboard("-").files == [])
  }

  @Test func `may name Scala files that are older than UTF-8`() throws {
    let folder = try EditedFolder()
    let path = try folder.write("mine.yaml", "tuning: {scala: a.scl}\n")
    let scale = Array("! \u{0}\u{1} na\u{2}f\nfive\n 1\n2/1\n".utf8).map {
      $0 < 3 ? [0xE9, 0x85, 0xEF][Int($0)] : $0
    }
    try folder.write("a.scl", scale)
    #expect(try KeyboardLoader.file(path) != nil)
    try folder.remove("a.scl")
    let errors = #expect(throws: SpinetError.self) { try KeyboardLoader.file(path) }
    #expect(
      errors?.description.contains("cannot be read (No such file or directory), expected a Scala") == true)
  }

  @Test func `is read again when it was saved while it was read`() throws {
    let folder = try EditedFolder()
    let path = try folder.write("mine.yaml", "tuning: {a4: 440}\n")
    var keyboard = ActiveKeyboard()
    keyboard.record(FilePath(path))
    try folder.write("mine.yaml", "tuning: {a4: 441}\n")
    #expect(try keyboard.reload() != nil)
    #expect(try keyboard.reload() == nil)
  }

  private static func keyboard(_ name: String) throws -> ActiveKeyboard {
    try PlayOptions.KeyboardChoice.named(name).loadWithFiles(logger: Logger(label: "test")).files
  }
}

@Suite struct `A stage that is edited` {
  @Test func `is read again when it was saved while it was read`() throws {
    let folder = try EditedFolder()
    let path = FilePath(try folder.write("stage.yaml", "parts: {}\n"))
    let beginning = FileStamp.Moment.now
    #expect(FileStamp(of: path, unchangedSince: beginning) == FileStamp(of: path))
    // Longer than a tick of the clock by which the system stamps files.
    usleep(20_000)
    try folder.write("stage.yaml", "parts: {bass: {sound: bass}}\n")
    #expect(FileStamp(of: path, unchangedSince: beginning) == nil)
    #expect(FileStamp(of: nil, unchangedSince: beginning) == nil)
  }
}
