import SpinetSession
import SpinetText

/// What a page does with sounds: marks, comparison, saving, and steps back.
package enum SoundMessage: Hashable, Sendable {
  /// `{"pin": [widget, place]}`; null unpins.
  case pin(String, at: Int?)
  /// `{"favourite": ["widget", name, 1]}`, `["sound", name, 0]`
  case favouriteWidget(String, Bool)
  case favouriteSound(String, Bool)
  /// `{"compare": part}`: what was changed since the sound was loaded.
  case compare(String)
  /// `{"hold": 1}`: everything as it was loaded, until `{"hold": 0}`.
  case hold(Bool)
  /// `{"revert": part}`
  case revert(String)
  /// `{"save": {"name", "part", "title", "family", "tags", "replace"}}`
  case save(SavedSound)
  /// `{"thumbs": [name, …]}`: small pictures of their sound.
  case thumbs([String])
  /// `{"undo": 1}`, `{"redo": 1}`
  case undo
  case redo
  /// `{"unclip": 1}`
  case unclip

  init?(_ key: String, _ value: JSONValue) {
    switch (key, value) {
    case ("pin", .list(let pair)) where pair.count == 2:
      guard let name = pair[0].text, pair[1] == .null || pair[1].integer != nil else { return nil }
      self = .pin(name, at: pair[1].integer)
    case ("favourite", .list(let words)) where words.count == 3:
      guard let kind = words[0].text, let name = words[1].text, let isOne = words[2].integer.map({ $0 != 0 })
      else {
        return nil
      }
      switch kind {
      case "widget": self = .favouriteWidget(name, isOne)
      case "sound": self = .favouriteSound(name, isOne)
      default: return nil
      }
    case ("compare", .text(let part)): self = .compare(part)
    case ("hold", .number(let number)): self = .hold(number != 0)
    case ("revert", .text(let part)): self = .revert(part)
    case ("save", _):
      guard let sound = SavedSound(value) else { return nil }
      self = .save(sound)
    case ("thumbs", .list(let names)) where names.count <= 256: self = .thumbs(names.compactMap(\.text))
    case ("undo", .number): self = .undo
    case ("redo", .number): self = .redo
    case ("unclip", .number): self = .unclip
    default: return nil
    }
  }
}

/// A sound that is to be saved under a name.
package struct SavedSound: Hashable, Sendable {
  package let name: String
  /// Empty for the only part.
  package let part: String
  package let title: String?
  package let family: String?
  package let tags: [String]?
  package let replaces: Bool

  init?(_ value: JSONValue) {
    guard let name = value["name"]?.text else { return nil }
    self.name = name
    part = value["part"]?.text ?? ""
    (title, family) = (value["title"]?.text, value["family"]?.text)
    tags = value["tags"]?.list?.compactMap(\.text)
    replaces = value["replace"] == .bool(true) || value["replace"] == .number(1)
  }

  /// The request that saves it.
  var request: Request {
    let labels = PatchLabels(
      title: title?.printable, family: family?.printable, tags: tags?.map(\.printable))
    return .patch(.save(name, replace: replaces, labels: labels), part: part.isEmpty ? nil : part)
  }
}
