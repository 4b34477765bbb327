/// A line while it is typed: keys in, the line and what to do about it out.
///
/// ```swift
/// var editor = LineEditor()
/// for byte in typed {
///   switch editor.take(byte, completions: names) { case .line(let text)?: … }
/// }
/// ```
/// It knows the keys that every shell has: Backspace, Delete, the arrows, Home and End, Tab, and Ctrl-A, -B, -D,
/// -E, -F, -H, -K, -U and -W. Other control keys and escape sequences do nothing.
public struct LineEditor: Sendable {
  public enum Outcome: Hashable, Sendable {
    /// The line was ended, and the next one begins empty.
    case line(String)
    /// What the line may become was asked for.
    case choices([String])
    /// The key could do nothing.
    case bell
    /// Ctrl-D on an empty line: nothing more will be typed.
    case end
  }

  private var before: [Character] = []
  private var after: [Character] = []
  private var keys = KeyReader()
  /// Whether the key before was a Tab that had nothing more to add.
  private var isTabPending = false
  /// A line longer than this was typed by nobody; the rest of it is dropped.
  private static let lengthLimit = 4096

  public init() {}

  public var text: String { String(before + after) }

  /// Takes one byte of what the terminal sends; nil: there is nothing to do but to show the line.
  ///
  /// - Parameter completions: what the text before the cursor may become, all of it.
  public mutating func take(_ byte: UInt8, completions: (String) -> [String]) -> Outcome? {
    guard let key = keys.take(byte) else { return nil }
    if key == .tab { return complete(completions) }
    isTabPending = false
    return take(key)
  }

  private mutating func take(_ key: KeyReader.Key) -> Outcome? {
    switch key {
    case .character(let character): return insert(character)
    case .enter:
      defer { (before, after) = ([], []) }
      return .line(text)
    case .backspace: return before.popLast() == nil ? .bell : nil
    case .delete:
      return after.isEmpty
        ? .bell
        : {
          after.removeFirst()
          return nil
        }()
    case .endOfInput: return text.isEmpty ? .end : take(.delete)
    case .left: if let last = before.popLast() { after.insert(last, at: 0) }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home: (before, after) = ([], before + after)
    case .end: (before, after) = (before + after, [])
    case .eraseToStart: before = []
    case .eraseToEnd: after = []
    case .eraseWord: eraseWord()
    case .tab, .other: break
    }
    return nil
  }

  private mutating func insert(_ character: Character) -> Outcome? {
    guard before.count + after.count < Self.lengthLimit else { return .bell }
    before.append(character)
    return nil
  }

  private mutating func eraseWord() {
    while before.last == " " { before.removeLast() }
    while let last = before.last, last != " " { before.removeLast() }
  }

  // MARK: Completion

  /// What all choices have in common; the choices, when that is there already and Tab comes again.
  private mutating func complete(_ completions: (String) -> [String]) -> Outcome? {
    let choices = completions(String(before))
    guard let common = Self.commonBeginning(of: choices) else { return .bell }
    let isAgain = isTabPending
    isTabPending = choices.count > 1
    if common.count > before.count || choices.count == 1 {
      before = common
      return choices.count > 1 ? .bell : nil
    }
    return isAgain ? .choices(choices) : .bell
  }

  private static func commonBeginning(of choices: [String]) -> [Character]? {
    guard let first = choices.first.map(Array.init) else { return nil }
    let length = choices.reduce(first.count) { length, choice in
      min(length, zip(first, choice).prefix { $0 == $1 }.count)
    }
    return Array(first.prefix(length))
  }

  // MARK: On the screen

  /// The part of `prompt` and line that a row of `columns` shows, and the column of the cursor in it.
  public func row(after prompt: String, columns: Int) -> (text: String, cursor: Int) {
    let all = Array(prompt) + before + after
    let cursor = prompt.count + before.count
    let width = max(2, columns - 1)
    // A line that is too long moves on by half rows, so that there is something to be seen on both sides.
    let start = cursor <= width ? 0 : ((cursor - width) / (width / 2) + 1) * (width / 2)
    return (String(all.dropFirst(start).prefix(width)), cursor - start)
  }
}
