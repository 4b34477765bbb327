import Foundation
import Listening

/// The strongest alias of a saw in what people hear, beside Csound's vco2 and Faust's os.sawtooth; and a picture of
/// a saw that rises.
struct AliasingBenchmark {
  let peers: Peers
  /// Where the picture goes; nil for none.
  let picture: String?
  /// A prime, so that no alias hides behind a harmonic.
  private let hertz = 5003.0
  private let limit = 18_000.0

  init(peers: Peers, picture: String?) {
    self.peers = peers
    self.picture = picture
  }

  func rows() throws -> [Table.Row] {
    let scratch = try Scratch()
    let tone = SawTone(from: hertz, to: hertz, seconds: 2)
    let spinet = alias(try tone.inSpinet())
    let csound = try tone.inCsound(peers, in: scratch).map(alias)
    let faust = try tone.inFaust(peers, in: scratch).map(alias)
    if let picture { try draw(to: picture, in: scratch) }
    return [("Csound's vco2", csound), ("Faust's os.sawtooth", faust)].map { name, peer in
      Table.Row(
        work: "strongest alias of a saw at 5,003 Hz up to 18 kHz, beside \(name)",
        spinet: "\(spinet.short) dB", peer: peer.map { "\($0.short) dB" } ?? "not here")
    }
  }

  /// Half a second in, everything has settled.
  private func alias(_ samples: [Float]) -> Double {
    let settled = samples.dropFirst(24_000).prefix(65_536).map(Double.init)
    let bins = Double(settled.count) / 48_000
    return Spectrum(settled).strongestAlias(of: hertz * bins, in: 20..<Int(limit * bins))
  }

  /// Spinet's sweep above vco2's, from 100 Hz to 10 kHz, by SoX.
  private func draw(to file: String, in scratch: Scratch) throws {
    let sweep = SawTone(from: 100, to: 10_000, seconds: 8)
    guard let sox = peers.sox, let vco2 = try sweep.inCsound(peers, in: scratch) else { return }
    let both = zip(normalised(try sweep.inSpinet()), normalised(vco2)).flatMap { [$0, $1] }
    let sound = scratch.file("sweep.raw")
    try RawSound.write(both, to: sound)
    let format = ["-t", "raw", "-e", "float", "-b", "32", "-r", "48000", "-c", "2"]
    let title = "A saw from 100 Hz to 10 kHz: Spinet above, vco2 below"
    let look = ["-x", "900", "-Y", "800", "-z", "120", "-t", title, "-c", " ", "-o", file]
    try Run([sox, "-D"] + format + [sound, "-n", "spectrogram"] + look).succeed()
    print("the picture of a sweep: \(file)")
  }

  /// As loud as the other: both with the same power.
  private func normalised(_ samples: [Float]) -> [Float] {
    let power = samples.reduce(0) { $0 + Double($1 * $1) } / Double(samples.count)
    return samples.map { $0 * Float(0.2 / power.squareRoot()) }
  }
}
