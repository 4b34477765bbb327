import SpinetFormats
import SpinetText

/// What a page does with files of the user's own that it names: pages, set lists, sounds.
package enum OwnFileMessage: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case page, patch
    case setList = "setlist"
  }

  /// `{"page": {"name", "title", "wide", "tall", "replace"}}`
  case page(String, OwnPage, replaces: Bool)
  /// `{"setlist": {"name", "songs", "replace"}}`; a song's `was` is its place in the list before, null for a new one.
  case setList(String, SetList, places: [Int?]?, replaces: Bool)
  /// `{"forget": [kind, name]}`
  case forget(Kind, String)
  /// `{"song": [list, index]}`, `"next"`, `"previous"`, null; a list of null is the one that plays.
  case song(SongChoice)
  /// `{"pages": 1}`, `{"setlists": 1}`
  case list

  package enum SongChoice: Hashable, Sendable {
    case song(list: String?, index: Int)
    case next, previous, none
  }

  init?(_ key: String, _ value: JSONValue) {
    switch key {
    case "page": self.init(page: value)
    case "setlist": self.init(setList: value)
    case "pages", "setlists": self = .list
    case "forget":
      guard let words = value.list, words.count == 2, let kind = words[0].text.flatMap(Kind.init),
        let name = words[1].text
      else { return nil }
      self = .forget(kind, name)
    case "song":
      guard let choice = SongChoice(value) else { return nil }
      self = .song(choice)
    default: return nil
    }
  }

  private init?(page value: JSONValue) {
    guard let name = value["name"]?.text else { return nil }
    var page = OwnPage(title: value["title"]?.text)
    for (key, place) in [("wide", \OwnPage.wide), ("tall", \OwnPage.tall)] {
      guard let items = value[key], items != .null else { continue }
      guard let read = Self.items(items) else { return nil }
      page[keyPath: place] = read
    }
    self = .page(name, page, replaces: Self.isTrue(value["replace"]))
  }

  private init?(setList value: JSONValue) {
    guard let name = value["name"]?.text, let songs = value["songs"]?.list, songs.count <= 1000 else {
      return nil
    }
    let read = songs.compactMap { song in
      (song["stage"]?.text).map { SetList.Song($0, note: song["note"]?.text ?? "") }
    }
    guard read.count == songs.count else { return nil }
    let places = songs.contains { $0["was"] != nil } ? songs.map { $0["was"]?.integer } : nil
    self = .setList(name, SetList(songs: read), places: places, replaces: Self.isTrue(value["replace"]))
  }

  private static func isTrue(_ value: JSONValue?) -> Bool { value == .bool(true) || value == .number(1) }

  private static func items(_ value: JSONValue) -> [OwnPage.Item]? {
    guard let list = value.list, list.count <= 256 else { return nil }
    let items = list.compactMap(OwnPage.Item.init)
    return items.count == list.count ? items : nil
  }
}

extension OwnFileMessage.SongChoice {
  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .null: self = .none
    case .text("next"): self = .next
    case .text("previous"): self = .previous
    case .list(let pair):
      guard pair.count == 2, let index = pair[1].integer, index >= 0, pair[0] == .null || pair[0].text != nil
      else { return nil }
      self = .song(list: pair[0].text, index: index)
    default: return nil
    }
  }
}

extension OwnPage.Item {
  /// As the page sends it.
  fileprivate init?(_ value: JSONValue) {
    guard let kind = value["kind"]?.text.flatMap(OwnPage.Kind.init), let at = Self.pair(value["at"]),
      let size = Self.pair(value["size"])
    else { return nil }
    let widgets = value["widgets"]?.list?.compactMap(\.text) ?? (value["widget"]?.text).map { [$0] } ?? []
    self.init(
      kind, widgets, column: at.0, row: at.1, columns: size.0, rows: size.1, label: value["label"]?.text,
      colour: value["colour"]?.integer.flatMap { (1...8).contains($0) ? $0 : nil },
      scenes: value["scenes"]?.list?.compactMap(\.text) ?? [])
  }

  private static func pair(_ value: JSONValue?) -> (Int, Int)? {
    guard let numbers = value?.list, numbers.count == 2, let first = numbers[0].integer,
      let second = numbers[1].integer, (0...99).contains(first), (0...99).contains(second)
    else { return nil }
    return (first, second)
  }
}
