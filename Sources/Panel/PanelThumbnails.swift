import FoundationEssentials
import Glibc
import SpinetLibrary
import SpinetMIDI
import SpinetText
import SpinetTools
import SystemPackage

/// Small pictures of sounds for pages. A thread of its own, which gives way to everything else, plays a note of each.
/// [panel-thread]
final class PanelThumbnails {
  private let worker = PanelFiles()
  private let csoundProcess: [String]
  private var isEnded = false

  /// - Parameter csoundProcess: the command that serves a Csound program; empty to play it in this process.
  init(csoundProcess: [String]) { self.csoundProcess = csoundProcess }

  /// Sends the picture of each sound as soon as it is made.
  func send(_ names: [String], to page: PageOutput) {
    for name in names where !isEnded {
      let work = { @Sendable [csoundProcess] in Self.message(name, csoundProcess) }
      worker.run(work, on: page.loop) { page.send($0) }
    }
  }

  func end() {
    isEnded = true
    worker.endLater()
  }

  private static var cache: FilePath? {
    let environment = ProcessInfo.processInfo.environment
    let folder =
      FilePath(variable: "XDG_CACHE_HOME", in: environment)
      ?? FilePath(variable: "HOME", in: environment)?.appending(".cache")
    return folder?.appending("spinet").appending("thumbnails")
  }

  private static func message(_ name: String, _ csoundProcess: [String]) -> String {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    var line = JSONLine()
    line.add("thumb", name)
    let sound = try? ListedSounds().all().first { $0.name == name }
    let thumbnail = sound.map { SoundThumbnail(of: $0, cache: cache, csoundProcess: csoundProcess) }
    let columns = (try? thumbnail?.columns()) ?? []
    line.add("columns", literal: PanelState.list(columns.map(String.init)))
    line.add("note", NoteName(key: Int(thumbnail?.key ?? 60))?.description ?? "")
    return line.description
  }
}
