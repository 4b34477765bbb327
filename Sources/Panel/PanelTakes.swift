import FoundationEssentials
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetTools

/// What was played, as messages for pages. [any-thread]
struct PanelTakes: Sendable {
  /// Nil where nothing is kept.
  let folder: JournalFolder?

  /// All takes, the oldest first; null where nothing is kept.
  var list: String {
    guard let folder else { return "{\"takes\":null}" }
    return "{\"takes\":\(PanelState.list(JournalList(folder).json))}"
  }

  /// One take as a MIDI file, in base 64.
  func file(_ number: Int) -> String {
    guard let folder else { return "{\"error\":\"nothing is kept of what is played\"}" }
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
