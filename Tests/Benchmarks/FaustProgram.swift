import Foundation

/// A Faust program of the folder `PeerVoices`, compiled with the host there for the instructions that Spinet uses.
struct FaustProgram {
  let path: String

  /// - Parameters:
  ///   - optimisation: the C++ compiler's flags for speed.
  init?(_ name: String, optimisation: [String] = ["-O3"], peers: Peers, in scratch: Scratch) throws {
    guard let faust = peers.faust else { return nil }
    let source = scratch.file("\(name).cpp")
    path = scratch.file(name)
    let host = PeerVoices.path("faust-host.cpp")
    try Run([faust, "-lang", "cpp", "-vec", "-a", host, PeerVoices.path("\(name).dsp"), "-o", source])
      .succeed()
    try Run(["/usr/bin/g++"] + optimisation + Machine.compilerFlags + [source, "-o", path]).succeed()
  }
}
