import Foundation
import SpinetDevices
import SpinetKit
import Synchronization
import Testing

/// A folder that is deleted with the test, for fixtures and sounds.
final class SoundFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "spinet-csound-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  /// A copy of a fixture, beside sounds.
  func fixture(_ name: String) throws -> String {
    try FileManager.default.copyItem(atPath: Files.fixture(name), toPath: path(name))
    return path(name)
  }

  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  /// A second of one sine, 16 bits, one channel.
  func writeSine(_ name: String, hertz: Double) throws {
    var bytes: [UInt8] = []
    func add(_ value: UInt32, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    bytes += Array("RIFF".utf8)
    add(36 + 88_200, 4)
    bytes += Array("WAVEfmt ".utf8)
    for (value, count) in [(16, 4), (1, 2), (1, 2), (44_100, 4), (88_200, 4), (2, 2), (16, 2)] {
      add(UInt32(value), count)
    }
    bytes += Array("data".utf8)
    add(88_200, 4)
    for frame in 0..<44_100 {
      let sample = Int16(16_000 * sin(2 * Double.pi * hertz * Double(frame) / 44_100))
      add(UInt32(UInt16(bitPattern: sample)), 2)
    }
    try Data(bytes).write(to: url.appending(path: name))
  }
}

/// Acts at certain control blocks, and records the order of its calls.
final class Script: CsoundBinding {
  private let block = Atomic<Int>(0)
  private let lines = Mutex<[String]>([])
  private let acts: [Int: @Sendable () -> Void]

  init(_ acts: [Int: @Sendable () -> Void] = [:]) { self.acts = acts }

  var blocks: Int { block.load(ordering: .relaxed) }
  var calls: [String] { lines.withLock { $0 } }

  func setup(_ csound: CsoundObj) { lines.withLock { $0.append("setup") } }
  func cleanup() { lines.withLock { $0.append("cleanup") } }
  func updateValuesToCsound() { acts[block.wrappingAdd(1, ordering: .relaxed).oldValue]?() }
}

/// Counts beginnings and ends.
final class Witness: CsoundObjListener {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }

  func csoundObjStarted(_ csound: CsoundObj) { lines.withLock { $0.append("started") } }
  func csoundObjCompleted(_ csound: CsoundObj) { lines.withLock { $0.append("completed") } }
}

extension CsoundObj {
  /// Without a card.
  static func silent() -> CsoundObj {
    CsoundObj(output: OutputRequest(pcm: "none", framesPerSecond: 44_100))
  }
}

/// Runs `work` on several threads at the same time and waits for all of them.
func concurrently(_ threads: Int, _ work: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<threads {
    group.enter()
    Thread.detachNewThread {
      work(number)
      group.leave()
    }
  }
  group.wait()
}
