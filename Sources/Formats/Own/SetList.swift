import SpinetRealtime
import SpinetText

/// The sounds of an evening, in their order.
package struct SetList: Hashable, Sendable {
  package struct Song: Hashable, Sendable {
    /// The name of a stage or a sound.
    package var stage: String
    /// What the player wants to read when it begins.
    package var note = ""
    /// The scene in which it begins; nil for the first.
    package var scene: String?
    /// In quarter notes a minute; nil for that of the sounds.
    package var tempo: Double?
    /// The MIDI file that plays beside the keys; nil for none. It may be beside the set list.
    package var song: String?
    /// Where the file says so.
    package var places = Places()

    package init(_ stage: String, note: String = "") { (self.stage, self.note) = (stage, note) }
  }

  /// Where a file names the sounds, the scene and the MIDI file of a song. The same song at another place is the same song.
  package struct Places: Hashable, Sendable {
    package var stage = TextLocation.start
    package var scene = TextLocation.start
    package var song = TextLocation.start

    package static func == (one: Places, other: Places) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
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
      "  - {\(song.fields.map { "\($0): \($1)" }.joined(separator: ", "))}"
    }
    return (["songs:" + (lines.isEmpty ? " []" : "")] + lines).joined(separator: "\n") + "\n"
  }
}

extension SetList {
  /// Keeps what an earlier list says of the same songs and these do not say: scenes, tempi and song files.
  ///
  /// - Parameter places: where each song was in the earlier list; nil for one that is new. Without them songs are the same
  ///   by their stages, in their order.
  package func keeping(_ old: SetList, places: [Int?]? = nil) -> SetList {
    var (list, rest) = (self, old.songs.map(Optional.init))
    for index in list.songs.indices {
      let stage = list.songs[index].stage
      let place = places.map { $0[index] } ?? rest.firstIndex { $0?.stage == stage }
      guard let place, rest.indices.contains(place), let earlier = rest[place], earlier.stage == stage else {
        continue
      }
      rest[place] = nil
      let song = list.songs[index]
      list.songs[index].scene = song.scene ?? earlier.scene
      list.songs[index].tempo = song.tempo ?? earlier.tempo
      list.songs[index].song = song.song ?? earlier.song
    }
    return list
  }

  /// Whether a text is a set list: its first level has `songs:`.
  package static func isSetList(_ bytes: [UInt8], file: String) -> Bool {
    YAMLDocument(bytes: bytes, file: file).root?["songs"] != nil
  }
}

extension SetList.Song {
  /// `evening`, or `{stage: evening, note: "…"}`.
  fileprivate init?(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    if case .text = node.content {
      guard let name = node.name(&diagnostics, as: "the name of a stage or a sound") else { return nil }
      self.init(name)
      places.stage = node.location
      return
    }
    let keys = ["stage", "scene", "tempo", "song", "note"]
    guard let fields = node.fields(keys, calling: "key", &diagnostics) else { return nil }
    guard let stage = fields["stage"]?.name(&diagnostics, as: "the name of a stage or a sound") else {
      if fields["stage"] == nil {
        diagnostics.error(at: node.location, "a song without a stage, expected \"stage: NAME\"")
      }
      return nil
    }
    self.init(stage, note: fields["note"]?.string(&diagnostics, as: "a note") ?? "")
    scene = fields["scene"]?.string(&diagnostics, as: "the name of a scene")
    song = fields["song"]?.string(&diagnostics, as: "a MIDI file")
    tempo = fields["tempo"].flatMap { Self.tempo($0, &diagnostics) }
    places.stage = fields["stage"]?.location ?? node.location
    places.scene = fields["scene"]?.location ?? node.location
    places.song = fields["song"]?.location ?? node.location
  }

  private static func tempo(_ node: DocumentNode, _ diagnostics: inout Diagnostics) -> Double? {
    guard let tempo = node.double(&diagnostics) else { return nil }
    guard (1...999).contains(tempo) else {
      diagnostics.error(at: node.location, "a tempo of \(tempo), expected 1 to 999 quarter notes a minute")
      return nil
    }
    return tempo
  }

  /// What the file says of it, in YAML.
  fileprivate var fields: [(String, String)] {
    let all: [(String, String?)] = [
      ("stage", JSONLine.quoted(stage)), ("scene", scene.map(JSONLine.quoted)),
      ("tempo", tempo.map { "\($0)" }), ("song", song.map(JSONLine.quoted)),
      ("note", note.isEmpty ? nil : JSONLine.quoted(note)),
    ]
    return all.compactMap { key, value in value.map { (key, $0) } }
  }
}
