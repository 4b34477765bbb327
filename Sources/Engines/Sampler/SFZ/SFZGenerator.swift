import Glibc
import SpinetRealtime

/// A sound that an SFZ file names instead of a sound file.
package enum SFZGenerator: String, CaseIterable, Sendable {
  case sine = "*sine"
  case triangle = "*triangle"
  case tri = "*tri"
  case saw = "*saw"
  case square = "*square"
  case noise = "*noise"
  case silence = "*silence"

  /// A recording of it that loops. A wave has the pitch of the note that plays it: its root is middle C.
  package var sample: Sample {
    switch self {
    case .silence: return Sample.filled(64, framesPerSecond: 48_000) { _ in 0 }
    case .noise:
      var state: UInt32 = 0x9E37_79B9
      return Sample.filled(192_000, framesPerSecond: 48_000) { _ in
        state ^= state << 13
        state ^= state >> 17
        state ^= state << 5
        return Float(Int32(bitPattern: state)) / 2_147_483_648 * 0.5
      }
    default:
      let cycle = (0..<Self.cycleFrames).map { wave(Double($0) / Double(Self.cycleFrames)) }
      let rate = 440 * pow(2, -9.0 / 12) * Double(Self.cycleFrames)
      let frames = Self.cycleFrames * Self.cycles
      return Sample.filled(frames, framesPerSecond: rate, loop: frames / 4..<frames * 3 / 4) {
        cycle[$0 % Self.cycleFrames]
      }
    }
  }

  /// The note that plays the recording at its own speed does not matter to noise.
  var followsKeys: Bool { self != .noise && self != .silence }

  /// 160 harmonics of a note of 27 Hz are up to 4.4 kHz, and those of middle C beyond hearing.
  private static let cycleFrames = 512
  /// Those outside of the loop are for the crossfade at its seam.
  private static let cycles = 96
  private static let harmonics = 160

  /// The wave at a fraction of a cycle, without harmonics that the cycle's frames cannot hold.
  private func wave(_ turn: Double) -> Float {
    let terms = (1...Self.harmonics).map { harmonic in
      let sine = sin(2 * .pi * Double(harmonic) * turn)
      let isOdd = harmonic % 2 == 1
      return switch self {
      case .sine: harmonic == 1 ? sine : 0
      case .saw: sine * 2 / .pi / Double(harmonic)
      case .square: isOdd ? sine * 4 / .pi / Double(harmonic) : 0
      default:
        isOdd ? sine * 8 / .pi / .pi / Double(harmonic * harmonic) * (harmonic % 4 == 1 ? 1 : -1) : 0
      }
    }
    return Float(terms.reduce(0, +))
  }
}

extension Sample {
  /// A mono recording, and the frames of it that repeat; nil for all.
  fileprivate static func filled(
    _ count: Int, framesPerSecond: Double, loop: Range<Int>? = nil, _ value: (Int) -> Float
  ) -> Sample {
    Sample(
      frameCount: count, isStereo: false, framesPerSecond: framesPerSecond, rootNote: 60,
      loop: loop ?? 0..<count
    ) { left, _ in
      for frame in 0..<count { left[frame] = value(frame) }
    }
  }
}
