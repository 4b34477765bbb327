import SpinetRealtime
import SpinetText

/// The sounds of an evening, in their order.
package struct SetList: Hashable, Sendable {
  package struct Song: Hashable, Sendable {
    /// The name of a stage or a sound.
    package var stage: String
    /// What the player wants to read when it begins.
    package var note = ""

    package init(_ stage: String, note: String = "") { (self.stage, self.note) = (stage, note) }
  }

  package var songs: [Song]

  package init(songs: [Song]) { self.songs = songs }

  /// - Throws: all errors of the file, each with its position.
  package init(bytes: [UInt8], file: String) throws(SpinetError) {
    let document = YAMLDocument(bytes: bytes, file: file)
    var diagnostics = document.diagnostics
    if document.root == nil, !diagnostics.hasErrors {
      diagnostics.error(at: .start, "the file is empty, expected \"songs:\"")
    }
    let fields = document.root?.fields(["songs"], calling: "key", &diagnostics) ?? [:]
    songs =
      fields["songs"]?.items(&diagnostics, as: "a list of songs")?.compactMap {
        Song($0, &diagnostics)
      } ?? []
    try diagnostics.throwErrors()
  }

  package var text: String {
    let lines = songs.map { song in
      let note = song.note.isEmpty ? "" : ", note: \(JSONLine.quoted(song.note))"
      return "  - {stage: \(JSONLine.quoted(song.stage))\(note)}"
    }
    return (["songs:" + (lines.isEmpty ? " []" : "")] + lines).joined(separator: "\n") + "\n"
  }
}

extension SetList.Song {
  /// `evening`, or `{stage: evening, note: "…"}`.
  fileprivate init?(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    if case .text(let name) = node.content {
      self.init(name)
      return
    }
    guard let fields = node.fields(["stage", "note"], calling: "key", &diagnostics) else { return nil }
    guard let stage = fields["stage"]?.string(&diagnostics, as: "the name of a stage or a sound") else {
      if fields["stage"] == nil {
        diagnostics.error(at: node.location, "a song without a stage, expected \"stage: NAME\"")
      }
      return nil
    }
    self.init(stage, note: fields["note"]?.string(&diagnostics, as: "a note") ?? "")
  }
}
