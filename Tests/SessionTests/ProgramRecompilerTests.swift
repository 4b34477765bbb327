import Foundation
import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetSession

/// An engine whose program is any text without the word "wrong".
private final class TextEngine: ProgramEngine {
  let name = "Text"
  let widgets: [Widget] = []
  let voiceCapacity = 1
  let programPath: String
  var programFiles: [String] { [programPath, programPath + ".lib"] }
  init(_ path: String) { programPath = path }

  func recompile() throws(SpinetError) -> [String] {
    let text = (try? String(contentsOfFile: programPath, encoding: .utf8)) ?? ""
    guard !text.contains("wrong") else {
      throw SpinetError(.input, what: "\(programPath):1", why: "wrong", remedy: "mend it")
    }
    return [text]
  }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
  func render(_ block: AudioBlock) {}
}

/// A program file that is edited, and what is told of it.
private struct EditedProgram {
  let path = NSTemporaryDirectory() + "spinet-\(UUID().uuidString).txt"
  let watch: ProgramRecompiler
  private let finished = DispatchSemaphore(value: 0)

  /// - Parameter read: whether the first text has been read already, or is saved while another is compiled.
  init(read: Bool = true) throws {
    let before = FileStamp.Moment.now
    // Files know the time by the kernel's tick.
    usleep(20_000)
    try "first".write(toFile: path, atomically: true, encoding: .utf8)
    watch = ProgramRecompiler(engine: TextEngine(path), readAt: read ? .now : before) { [finished] in
      finished.signal()
    }
  }

  func write(_ text: String, secondsLater: TimeInterval) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let date = Date(timeIntervalSinceNow: secondsLater)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }

  /// Looks, waits for what was begun, and answers what became of it.
  func outcome() throws -> String {
    try watch.recompileIfChanged()
    finished.wait()
    switch watch.takeOutcome() {
    case .ready(let remarks): return "ready \(remarks.joined())"
    case .failed(let failure): return "failed \(failure.why)"
    case nil: return "nothing"
    }
  }

  func write(library text: String) throws {
    try text.write(toFile: path + ".lib", atomically: true, encoding: .utf8)
  }

  func remove() throws {
    try FileManager.default.removeItem(atPath: path)
    try? FileManager.default.removeItem(atPath: path + ".lib")
  }
}

@Suite struct ProgramWatchTests {
  @Test func `A program that was not touched is left alone`() throws {
    let program = try EditedProgram()
    try program.watch.recompileIfChanged()
    #expect(program.watch.takeOutcome().map { "\($0)" } == nil)
    try program.remove()
    try program.watch.recompileIfChanged()
    #expect(program.watch.takeOutcome().map { "\($0)" } == nil)
  }

  @Test func `A program that is saved while it is compiled first is compiled again`() throws {
    let program = try EditedProgram(read: false)
    #expect(try program.outcome() == "ready first")
    try program.watch.recompileIfChanged()
    #expect(program.watch.takeOutcome().map { "\($0)" } == nil)
    try program.remove()
  }

  @Test func `A program is compiled again each time it is saved, right or wrong`() throws {
    let program = try EditedProgram()
    try program.write("second", secondsLater: 10)
    #expect(try program.outcome() == "ready second")
    try program.write("wrong", secondsLater: 20)
    #expect(try program.outcome() == "failed wrong")
    try program.write("third", secondsLater: 30)
    #expect(try program.outcome() == "ready third")
    #expect(program.watch.takeOutcome().map { "\($0)" } == nil)
    try program.remove()
  }

  @Test func `A program is compiled again when a file that it names comes, changes or goes`() throws {
    let program = try EditedProgram()
    try program.write(library: "one")
    #expect(try program.outcome() == "ready first")
    try program.write(library: "two")
    #expect(try program.outcome() == "ready first")
    try FileManager.default.removeItem(atPath: program.path + ".lib")
    #expect(try program.outcome() == "ready first")
    try program.watch.recompileIfChanged()
    #expect(program.watch.takeOutcome().map { "\($0)" } == nil)
    try program.remove()
  }
}
