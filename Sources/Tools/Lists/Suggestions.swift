import FoundationEssentials
import Logging
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetSession
import SpinetText
import SystemPackage

/// The completions that a shell offers while a command is typed. After a failure there are none, because a shell cannot
/// show messages.
package enum Suggestions {
  /// - Parameter begun: the word so far, which may be the beginning of a path.
  package static func instruments(after begun: String) -> [String] {
    patches() + entries(.stage)
      + files(after: begun, endings: SoundFormat.all.reduce(into: ["yaml"]) { $0.formUnion($1.endings) })
  }

  package static func mappings(after begun: String) -> [String] {
    entries(.mapping) + files(after: begun, endings: ["yaml", "dsp"])
  }

  package static func keyboards(after begun: String) -> [String] {
    entries(.keyboard) + files(after: begun, endings: ["yaml", "dsp"])
  }

  package static func songs(after begun: String) -> [String] {
    entries(.score) + files(after: begun, endings: ["mid", "midi", "kar", "csd", "dsp"])
  }

  package static func patches() -> [String] { entries(.patch) }

  private static func entries(_ kind: LibraryEntry.Kind) -> [String] {
    (try? Catalog.current.entries(kind).map(\.name)) ?? []
  }

  /// The widgets of the running instrument, or of the default patch if none runs.
  package static func widgets() -> [String] {
    let running = try? RemoteControl(name: nil).widgets(WidgetListing(.names))
    return running ?? (try? WidgetList(of: "default").lines(WidgetListing(.names))) ?? []
  }

  /// The names of the running instruments.
  package static func running() -> [String] { ControlClient.running() }

  /// The scenes of the running stage, and the words for the next and the previous one.
  package static func scenes() -> [String] {
    let running = (try? RemoteControl(name: nil).scene(nil, json: true)) ?? []
    let names = running.compactMap { try? JSONDecoder().decode(Scene.self, from: Data($0.utf8)).scene }
    return names + ["next", "previous"]
  }

  private struct Scene: Decodable { let scene: String }

  /// The MIDI ports that can send.
  package static func ports() -> [String] {
    let nothing = MIDIConnectionRule(connectsHardware: false)
    let ports = try? ALSASequencer(clientName: "Spinet Devices", rule: nothing).ports()
    return (ports ?? []).filter { $0.sends && !$0.client.hasPrefix("Spinet") }.map(\.name)
  }

  package static func outputs() -> [String] { PCMDescription.all().map(\.name) + ["none"] }
  package static func inputs() -> [String] { PCMDescription.all(.capture).map(\.name) }

  /// The files with one of these endings and the folders that can complete a path.
  private static func files(after begun: String, endings: Set<String>) -> [String] {
    let folder = begun.lastIndex(of: "/").map { String(begun[...$0]) } ?? ""
    let names = (try? FilePath(folder.isEmpty ? "." : folder).entries()) ?? []
    return names.filter { !$0.hasPrefix(".") }.compactMap { name in
      if FilePath(folder + name).isFolder { return folder + name + "/" }
      return endings.contains(FilePath(name).ending) ? folder + name : nil
    }
  }
}
