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

  /// The notes of one take.
  ///
  /// - Throws: if there is no journal, or no take of that number.
  func notes(of number: Int) throws(SpinetError) -> TakeRoll {
    guard let folder else {
      throw SpinetError(
        .notApplicable, what: "take \(number)", why: "the instrument keeps no journal",
        remedy: "start it with one")
    }
    return try JournalList(folder).roll(of: "\(number)")
  }

  /// The notes of one take, to be drawn.
  func roll(_ number: Int) -> String {
    var line = JSONLine()
    do throws(SpinetError) {
      let roll = try notes(of: number)
      line.add("roll", number)
      line.add("seconds", (roll.seconds * 1000).rounded() / 1000)
      let notes = roll.notes.map { note in
        let times = [note.begin, note.seconds].map { JSONLine.number(($0 * 1000).rounded() / 1000) }
        return "[\(note.key),\(times.joined(separator: ",")),\(note.velocity)]"
      }
      line.add("notes", literal: PanelState.list(notes))
    } catch {
      line.add("error", "\(error)")
    }
    return line.description
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
