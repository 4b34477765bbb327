import Foundation

/// sfizz by Python's package pysfizz, which `Tests/Corpora` compares with too.
struct SFZPeer {
  private let script: String

  /// - Throws: if its program cannot be written.
  init(in scratch: Scratch) throws {
    script = scratch.file("sfizz.py")
    let corpora = Spinet.package + "/Tests/Corpora"
    let text = """
      import sys
      sys.path.insert(0, "\(corpora)")
      import packages
      sys.path.insert(0, packages.folder("pysfizz"))
      import pysfizz
      synth = pysfizz.Synth(48000, 64)
      if not synth.load_sfz_file(sys.argv[1]):
          sys.exit(1)
      player = synth._synth
      for note in range(int(sys.argv[2])):
          player.note_on(0, 36 + note, 80)
      for block in range(int(sys.argv[3]) * 750):
          player.render_block()
      """
    try text.write(toFile: script, atomically: true, encoding: .utf8)
  }

  /// What makes it load a file and hold notes from key 36 on.
  func words(_ file: String, notes: Int, seconds: Int) -> [String] {
    ["/usr/bin/env", "python3", script, file, String(notes), String(seconds)]
  }
}
