import Foundation

/// Other people's synthesizers on this machine, installed when they are missing and can be had.
final class Peers {
  private(set) var missing: [String] = []
  /// FluidSynth and a small sound font.
  let fluidSynth: String?
  let soundFont = "/usr/share/sounds/sf2/TimGM6mb.sf2"

  init() {
    if !Self.has("fluidsynth") || !FileManager.default.fileExists(atPath: soundFont) {
      Self.install(["fluidsynth", "timgm6mb-soundfont"])
    }
    let isThere = Self.has("fluidsynth") && FileManager.default.fileExists(atPath: soundFont)
    fluidSynth = isThere ? "/usr/bin/fluidsynth" : nil
    if !isThere { missing.append("fluidsynth") }
  }

  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  private static func install(_ packages: [String]) {
    print("installing \(packages.joined(separator: ", "))")
    let root = geteuid() == 0 ? [] : ["sudo"]
    for arguments in [["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends"] + packages] {
      _ = try? Run(["/usr/bin/env"] + root + ["apt-get"] + arguments)
    }
  }
}
