/// A line while it is being typed: takes keys, and returns the finished line or what to do.
///
/// ```swift
/// var editor = LineEditor()
/// for byte in typed {
///   switch editor.take(byte, completions: names) { case .line(let text)?: … }
/// }
/// ```
/// The keys are those of every shell: Backspace, Delete, the arrows, Home and End, Tab, and Ctrl-A, -B, -D, -E,
/// -F, -H, -K, -U and -W. Other control keys and escape sequences do nothing.
package struct LineEditor: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// Enter was pressed: the finished line. The next one starts empty.
    case line(String)
    /// Tab was pressed twice: the possible completions, to be listed.
    case choices([String])
    /// The key had nothing to do.
    case bell
    /// Ctrl-D on an empty line: nothing more will be typed.
    case end
  }

  private var before: [Character] = []
  private var after: [Character] = []
  private var keys = KeyReader()
  /// Whether the last key was a Tab that found several completions.
  private var isTabPending = false
  /// In characters. Longer lines are not typed by hand; further characters are dropped.
  private static let lengthLimit = 4096

  package init() {}

  package var text: String { String(before + after) }

  /// Takes one byte from the terminal. Nil: the line only has to be drawn again.
  ///
  /// - Parameter completions: returns the whole texts that the text before the cursor can become.
  package mutating func take(_ byte: UInt8, completions: (String) -> [String]) -> Outcome? {
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
      if after.isEmpty { return .bell }
      after.removeFirst()
    case .endOfInput: return text.isEmpty ? .end : take(.delete)
    case .left: if let last = before.popLast() { after.insert(last, at: 0) }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home: (before, after) = ([], before + after)
    case .end: (before, after) = (before + after, [])
    case .eraseToStart: before = []
    case .eraseToEnd: after = []
    case .eraseWord: eraseWord()
    case .tab, .escape, .other: break
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

  /// Adds what all choices have in common. When that is there already, a second Tab lists them.
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

  /// What a row of `columns` shows of the prompt and the line, and the cursor's column in it.
  package func row(after prompt: String, columns: Int) -> (text: String, cursor: Int) {
    let all = Array(prompt) + before + after
    let cursor = prompt.count + before.count
    let width = max(2, columns - 1)
    // A line that is too long scrolls by half rows, so that text is visible on both sides of the cursor.
    let start = cursor <= width ? 0 : ((cursor - width) / (width / 2) + 1) * (width / 2)
    return (String(all.dropFirst(start).prefix(width)), cursor - start)
  }
}
