import FoundationEssentials
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetTools

/// The takes of the journal, as messages for pages. [any-thread]
struct PanelTakes: Sendable {
  /// Nil if there is no journal.
  let folder: JournalFolder?

  /// All takes, the oldest first; null if there is no journal.
  var list: String {
    guard let folder else { return "{\"takes\":null}" }
    return "{\"takes\":\(PanelState.list(JournalList(folder).json))}"
  }

  /// One take as a MIDI file, in base 64.
  func file(_ number: Int) -> String {
    guard let folder else { return "{\"error\":\"the instrument keeps no journal\"}" }
    var line = JSONLine()
    do throws(SpinetError) {
      let bytes = try JournalList(folder).bytes(of: "\(number)")
      line.add("take", number)
      line.add("file", "take-\(number).mid")
      line.add("midi", Data(bytes).base64EncodedString())
    } catch {
      line.add("error", "\(error)")
    }
    return line.description
  }
}
