import Foundation

/// A Faust program, compiled with the host in the folder `PeerVoices` for the instructions that Spinet uses.
struct FaustProgram {
  let path: String

  /// - Parameters:
  ///   - file: its path; nil for one of the folder.
  ///   - vectors: whether Faust cuts its loops for vectors.
  ///   - flags: the C++ compiler's, for speed.
  init?(
    _ name: String, file: String? = nil, vectors: Bool = true,
    flags: [String] = ["-O3"] + Machine.compilerFlags, peers: Peers,
    in scratch: Scratch
  ) throws {
    guard let faust = peers.faust else { return nil }
    let source = scratch.file("\(name).cpp")
    path = scratch.file(name)
    let translation = [faust, "-lang", "cpp"] + (vectors ? ["-vec"] : [])
    let files = [
      "-a", PeerVoices.path("faust-host.cpp"), file ?? PeerVoices.path("\(name).dsp"), "-o", source,
    ]
    try Run(translation + files).succeed()
    try Run(["/usr/bin/g++"] + flags + [source, "-o", path]).succeed()
  }
}
