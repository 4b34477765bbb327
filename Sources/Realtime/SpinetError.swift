/// The error that people see: what failed, why, and what to do about it; or what is wrong in files, each with its place.
public struct SpinetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A setting that a person has written, if its value is what failed. A program may have an option of another name.
  public enum Setting: String, CaseIterable, Sendable {
    case port, input, size
    /// The value of a widget.
    case widget = "setting"
  }

  /// What kind of failure it is, for programs to match.
  public let code: Code
  /// The setting whose value is `what`; nil if something else failed.
  public let setting: Setting?
  /// What could not be done, or the name of what failed.
  public let what: String
  /// Why it could not be done.
  public let why: String
  /// What a person can do about it.
  public let remedy: Remedy
  /// What is wrong in files, sorted by file and by position in it; empty for another error.
  public let diagnostics: [Diagnostic]

  /// An error by its code, what failed, why, and what to do.
  public init(_ code: Code, setting: Setting? = nil, what: String, why: String, remedy: Remedy) {
    self.code = code
    self.setting = setting
    self.what = what
    self.why = why
    self.remedy = remedy
    diagnostics = []
  }

  /// - Parameter diagnostics: at least one. What failed is the file of the first one.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.sortedByPlace
    let file = self.diagnostics.first?.file ?? ""
    code = .fileInvalid
    setting = nil
    what = file
    why = self.diagnostics.map { $0.text(in: file) }.joined(separator: "; ")
    remedy = Remedy(.correctFile)
  }

  /// One line; for what is wrong in files, a line for each of `diagnostics`.
  public var description: String { text(in: .plain) }

  /// What failed and why, without the remedy.
  package var problem: String { problem(in: .plain) }
}

// MARK: Words
extension SpinetError {
  /// How a program calls settings, and how it says what to do.
  public struct Words: Sendable {
    let setting: @Sendable (Setting) -> String
    let remedy: @Sendable (Remedy) -> String

    /// The words for a setting, and for a remedy.
    public init(
      setting: @escaping @Sendable (Setting) -> String, remedy: @escaping @Sendable (Remedy) -> String
    ) {
      self.setting = setting
      self.remedy = remedy
    }

    /// Prose that fits every program.
    public static let plain = Words(setting: { $0.rawValue }, remedy: { $0.description })

    /// `problem; remedy`
    func joined(_ problem: String, _ remedy: Remedy?) -> String {
      guard let remedy, remedy.action != .nothing else { return problem }
      return "\(problem); \(self.remedy(remedy))"
    }
  }

  /// The description in a program's own words.
  public func text(in words: Words) -> String {
    diagnostics.isEmpty ? words.joined(problem(in: words), remedy) : problem(in: words)
  }

  private func problem(in words: Words) -> String {
    guard diagnostics.isEmpty else {
      return diagnostics.map { $0.text(in: words) }.joined(separator: "\n")
    }
    return setting.map { "\(words.setting($0)) \(what): \(why)" } ?? "\(what): \(why)"
  }
}
