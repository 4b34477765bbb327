import Foundation

/// Files of nothing but floats.
enum RawSound {
  static func read(_ path: String) throws -> [Float] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  static func write(_ samples: [Float], to path: String) throws {
    try samples.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: path))
  }
}
