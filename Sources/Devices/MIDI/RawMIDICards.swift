import Foundation

/// The MIDI interfaces of the sound cards, as the kernel lists them under /proc/asound.
struct RawMIDICards: Equatable {
  /// Their names: `Launch Key`.
  let names: [String]

  /// Interfaces of software and of USB gadgets are left out.
  init(root: String = "/proc/asound") {
    let files = FileManager.default
    let cards = (try? files.contentsOfDirectory(atPath: root))?.filter { $0.hasPrefix("card") } ?? []
    names = cards.sorted().flatMap { card in
      let entries = (try? files.contentsOfDirectory(atPath: "\(root)/\(card)")) ?? []
      return entries.filter { $0.hasPrefix("midi") }.sorted().compactMap { entry in
        let text = try? String(contentsOfFile: "\(root)/\(card)/\(entry)", encoding: .utf8)
        return text?.split(separator: "\n").first.map(String.init)
      }
    }.filter { !$0.hasPrefix("VirMIDI") && !$0.hasPrefix("f_midi") }
  }

  /// Whether a PortMidi device is one of these interfaces: its name begins with the interface's.
  func contain(device: String) -> Bool { names.contains { !$0.isEmpty && device.hasPrefix($0) } }
}
