import Foundation
import SpinetFormats
import SpinetKeyboard
import SpinetTools
import Testing

/// The smartKeyboard examples that Debian's package `faust` installs: other people's files, as they are.
struct FaustExampleTests {
  private static let folder = "/usr/share/faust/examples/smartKeyboard"

  /// Elsewhere than in continuous integration people may test without the package.
  private static var isWanted: Bool {
    FileManager.default.fileExists(atPath: folder) || ProcessInfo.processInfo.environment["CI"] != nil
  }

  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let keyboards: Int
    let keys: Int
    let polyphony: Int
    let rounding: RoundingMode
    var testDescription: String { name }

    init(_ name: String, _ keyboards: Int, _ keys: Int, _ polyphony: Int, _ rounding: RoundingMode) {
      (self.name, self.keyboards, self.keys) = (name, keyboards, keys)
      (self.polyphony, self.rounding) = (polyphony, rounding)
    }
  }

  /// As their declarations say, read by eye.
  private static let examples = [
    Example("acGuitar", 7, 90, 0, .rounded), Example("bells", 2, 4, 0, .quantized),
    Example("bowed", 5, 77, 0, .continuous), Example("brass", 2, 4, 0, .quantized),
    Example("clarinet", 2, 9, 0, .quantized), Example("crazyGuiro", 8, 128, 16, .quantized),
    Example("drums", 2, 3, 16, .quantized), Example("dubDub", 1, 1, 16, .quantized),
    Example("elecGuitar", 6, 78, 1, .rounded), Example("fm", 1, 1, 16, .quantized),
    Example("frog", 1, 1, 16, .quantized), Example("harp", 8, 128, 16, .quantized),
    Example("midiOnly", 1, 2, 16, .quantized), Example("multiSynth", 4, 52, 16, .rounded),
    Example("toy", 1, 1, 0, .quantized), Example("trumpet", 5, 65, 1, .rounded),
    Example("turenas", 10, 180, 16, .quantized), Example("violin", 5, 77, 0, .rounded),
    Example("violin2", 4, 48, 0, .rounded), Example("vocal", 1, 1, 0, .quantized),
  ]

  private func text(_ name: String) throws -> String {
    let path = "\(Self.folder)/\(name).dsp"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      Issue.record("\(path) is not there: apt-get install faust")
      return ""
    }
    return text
  }

  @Test(.enabled(if: isWanted), arguments: examples)
  func `An example is read without a complaint, and means what it says`(example: Example) throws {
    let file = try KeyboardFile(text(example.name), file: "\(example.name).dsp") { _ in "" }
    let configuration = file.configuration
    #expect(file.warnings.isEmpty)
    #expect(configuration.generation == .current)
    #expect(configuration.rows.count == example.keyboards)
    #expect(configuration.rows.map(\.keyCount).reduce(0, +) == example.keys)
    #expect(configuration.polyphony.number == example.polyphony)
    #expect(configuration.roundingMode == example.rounding)
    #expect(KeyboardTable(configuration).jsonLines.count == example.keys)
  }

  @Test(.enabled(if: isWanted), arguments: examples)
  func `Fingers and notes on an example are traced to their end`(example: Example) throws {
    let file = try KeyboardFile(text(example.name), file: "\(example.name).dsp") { _ in "" }
    let lines = try KeyboardTrace.lines(
      of: """
        0 down 1 100 100
        20 move 1 130 110
        40 down 2 600 700
        60 midi 903C64 E00050
        90 midi 803C00
        100 move 1 300 100
        200 up 1 300 100
        210 up 2 600 700
        """, file: "trace", configuration: file.configuration)
    func count(_ part: String) -> Int { lines.count { $0.contains(part) } }
    let staying = example.polyphony == 0 ? 1 : 0
    #expect(count("\"start\"") == count("\"release\"") + count("\"steal\"") + staying)
    #expect(count("\"set\"") > 5)
  }

  @Test(.enabled(if: isWanted)) func `Every example that is installed is among these`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(names.filter { $0.hasSuffix(".dsp") }.sorted() == Self.examples.map { "\($0.name).dsp" }.sorted())
  }
}
