import Foundation

/// Other people's synthesizers on this machine, installed when they are missing and can be had.
final class Peers {
  private(set) var missing: [String] = []
  private var isRefreshed = false
  let soundFont = "/usr/share/sounds/sf2/TimGM6mb.sf2"

  /// FluidSynth and a small sound font.
  private(set) lazy var fluidSynth = program(
    "fluidsynth", packages: ["fluidsynth", "timgm6mb-soundfont"], besides: [soundFont])
  /// A song for General MIDI that anybody can have.
  private(set) lazy var song: String? = {
    let path = "/usr/share/games/openttd/baseset/openmsx/city_blues_redfarn.mid"
    return file(path, package: "openttd-openmsx") ? path : nil
  }()
  private(set) lazy var csound = program("csound")
  private(set) lazy var faust = program("faust", packages: ["faust", "g++"], besides: ["/usr/bin/g++"])

  /// PulseAudio, with ALSA's way to it.
  private(set) lazy var pulseAudio = program("pulseaudio", packages: ["pulseaudio", "libasound2-plugins"])
  /// JACK's server, with ALSA's way to it.
  private(set) lazy var jack = program(
    "jackd", packages: ["jackd2", "libasound2-plugins"],
    besides: ["/usr/lib/\(Machine.triplet)/alsa-lib/libasound_module_pcm_jack.so"])
  private(set) lazy var sox = program("sox")

  /// Whether a program can be compiled against FluidSynth's library.
  private(set) lazy var hasFluidRouter =
    program(
      "gcc", packages: ["libfluidsynth-dev", "gcc", "libc6-dev"], besides: ["/usr/include/fluidsynth.h"],
      for: "FluidSynth's router") != nil

  /// amsynth's plugin, and what its host is compiled with.
  private(set) lazy var amsynth: String? = {
    let plugin = "/usr/lib/dssi/amsynth_dssi.so"
    let packages = ["amsynth", "dssi-dev", "gcc", "libc6-dev"]
    let host = program("gcc", packages: packages, besides: [plugin, "/usr/include/dssi.h"], for: "amsynth")
    return host == nil ? nil : plugin
  }()

  /// The name of one of Spinet's own patches; nil when it does not come with it, which is told at the end.
  func patch(_ name: String) -> String? {
    if FileManager.default.fileExists(atPath: Spinet.patchFile(name)) { return name }
    skip("the patch \(name)", because: "it is not there")
    return nil
  }

  func skip(_ name: String, because reason: String) {
    let line = "\(name): \(reason)"
    if !missing.contains(line) { missing.append(line) }
  }

  /// A program's path; nil when it cannot be had, which is told at the end.
  ///
  /// - Parameters:
  ///   - packages: Debian's; without them, the one of the program's name.
  ///   - files: what else has to be there.
  ///   - peer: who is missing when it is.
  private func program(
    _ name: String, packages: [String] = [], besides files: [String] = [], for peer: String? = nil
  ) -> String? {
    let path = "/usr/bin/\(name)"
    func isThere() -> Bool { ([path] + files).allSatisfy(FileManager.default.fileExists(atPath:)) }
    if !isThere() { install(packages.isEmpty ? [name] : packages) }
    if isThere() { return path }
    skip(peer ?? name, because: "it could not be installed")
    return nil
  }

  private func file(_ path: String, package: String) -> Bool {
    if !FileManager.default.fileExists(atPath: path) { install([package]) }
    if FileManager.default.fileExists(atPath: path) { return true }
    skip(package, because: "it could not be installed")
    return false
  }

  private func install(_ packages: [String]) {
    print("installing \(packages.joined(separator: ", "))")
    let root = geteuid() == 0 ? [] : ["sudo"]
    let refresh = isRefreshed ? [] : [["update", "-qq"]]
    isRefreshed = true
    for arguments in refresh + [["install", "-y", "-qq", "--no-install-recommends"] + packages] {
      _ = try? Run(["/usr/bin/env"] + root + ["apt-get"] + arguments)
    }
  }
}
