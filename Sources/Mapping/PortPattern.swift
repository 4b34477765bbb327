/// A shell wildcard for the name of a port: `*` any text, `?` any character, upper and lower case alike.
public struct PortPattern: Hashable, Sendable, CustomStringConvertible {
  public let description: String
  private let characters: [Character]

  public init(_ text: String) {
    description = text
    characters = Array(text.lowercased())
  }

  public func matches(_ name: String) -> Bool {
    let name = Array(name.lowercased())
    var (inName, inPattern) = (0, 0)
    // Where the last star stood, and how much of the name it has taken.
    var star: (pattern: Int, name: Int)?
    while inName < name.count {
      if inPattern < characters.count, characters[inPattern] == "*" {
        star = (inPattern, inName)
        inPattern += 1
      } else if inPattern < characters.count, [name[inName], "?"].contains(characters[inPattern]) {
        (inName, inPattern) = (inName + 1, inPattern + 1)
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        (inName, inPattern) = (last.name + 1, last.pattern + 1)
      } else {
        return false
      }
    }
    return characters[inPattern...].allSatisfy { $0 == "*" }
  }
}
