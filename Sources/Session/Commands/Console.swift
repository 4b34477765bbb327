/// Where a person types lines and reads answers: a terminal, a pipe or a file.
public protocol Console: AnyObject {
  /// What is polled for typing; nil when nothing more will come.
  var descriptor: Int32? { get }

  /// The next line that is complete, without its end; nil when none is. Never waits.
  ///
  /// - Parameter completions: what the beginning of a line may become.
  func nextLine(completions: (String) -> [String]) -> String?

  /// Shows answers, and below them what the next line is expected to be.
  func say(_ lines: [String], prompt: String)
}
