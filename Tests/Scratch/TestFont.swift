import Foundation

/// A small SoundFont: each preset is a sine of 440 Hz at key 69, looped for ever.
public struct TestFont {
  public struct Preset {
    let name: String
    let bank: Int
    let program: Int
    /// Generators of its instrument, besides the sample and its loop.
    let generators: [(Int, Int)]

    public init(_ name: String, bank: Int = 0, program: Int = 0, generators: [(Int, Int)] = []) {
      self.name = name
      self.bank = bank
      self.program = program
      self.generators = generators
    }
  }

  private let presets: [Preset]
  /// Eleven periods at 48 kHz.
  private static let loopFrames = 1200

  public init(_ presets: [Preset] = [Preset("Sine")]) { self.presets = presets }

  /// Writes it into a folder and returns its path.
  public func write(to folder: TemporaryFolder, as name: String = "test.sf2") throws -> String {
    let path = "\(folder.path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  public var bytes: [UInt8] {
    let info = Self.list("INFO", Self.chunk("ifil", [2, 0, 1, 0]) + Self.chunk("INAM", Self.text("Test", 6)))
    let samples = Self.list("sdta", Self.chunk("smpl", Self.samples))
    let tables = Self.list("pdta", headers + instruments + Self.sampleHeaders)
    return Self.chunk("RIFF", Array("sfbk".utf8) + info + samples + tables)
  }

  // MARK: Tables

  private var headers: [UInt8] {
    var rows: [UInt8] = []
    for (index, preset) in presets.enumerated() {
      rows += Self.text(preset.name, 20) + Self.words([preset.program, preset.bank, index]) + Self.zeros(12)
    }
    rows += Self.text("EOP", 20) + Self.words([0, 0, presets.count]) + Self.zeros(12)
    let bags = (0...presets.count).flatMap { Self.words([$0, 0]) }
    let generators = presets.indices.flatMap { Self.words([41, $0]) } + Self.zeros(4)
    return Self.chunk("phdr", rows) + Self.chunk("pbag", bags) + Self.chunk("pmod", Self.zeros(10))
      + Self.chunk("pgen", generators)
  }

  private var instruments: [UInt8] {
    var (rows, bags, generators): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    var count = 0
    for (index, preset) in presets.enumerated() {
      rows += Self.text(preset.name, 20) + Self.words([index])
      bags += Self.words([count, 0])
      for (generator, value) in preset.generators + [(54, 1), (53, 0)] {
        generators += Self.words([generator, value])
        count += 1
      }
    }
    rows += Self.text("EOI", 20) + Self.words([presets.count])
    bags += Self.words([count, 0])
    return Self.chunk("inst", rows) + Self.chunk("ibag", bags) + Self.chunk("imod", Self.zeros(10))
      + Self.chunk("igen", generators + Self.zeros(4))
  }

  private static var sampleHeaders: [UInt8] {
    let frames = loopFrames
    let header =
      text("sine", 20) + longs([0, 2 * frames, frames / 2, frames / 2 + frames, 48_000]) + [69, 0]
      + words([0, 1])
    return chunk("shdr", header + text("EOS", 20) + zeros(26))
  }

  private static var samples: [UInt8] {
    let sine = (0..<2 * loopFrames).map { frame in
      Int16(16_000 * sin(2 * .pi * 11 * Double(frame) / Double(loopFrames)))
    }
    return (sine + [Int16](repeating: 0, count: 46)).flatMap { words([Int(UInt16(bitPattern: $0))]) }
  }

  // MARK: Bytes

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + longs([content.count]) + content + zeros(content.count & 1)
  }

  private static func list(_ name: String, _ content: [UInt8]) -> [UInt8] {
    chunk("LIST", Array(name.utf8) + content)
  }

  private static func words(_ values: [Int]) -> [UInt8] {
    values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255)] }
  }

  private static func longs(_ values: [Int]) -> [UInt8] { values.flatMap { words([$0 & 0xFFFF, $0 >> 16]) } }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func text(_ name: String, _ count: Int) -> [UInt8] {
    Array(name.utf8.prefix(count)) + zeros(max(0, count - name.utf8.count))
  }
}
