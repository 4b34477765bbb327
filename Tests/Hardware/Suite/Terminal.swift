import Foundation

/// A true terminal with a program in it, that can be typed into and looked at: a session of tmux.
final class Terminal {
  private let socket = "/tmp/hardware/\(UUID().uuidString).tmux"

  init(_ words: [String]) throws {
    let command = words.map { "'\($0)'" }.joined(separator: " ")
    // Its server stays behind, and must not keep open what tells Foundation that a program still runs.
    let alone =
      "for d in /proc/$$/fd/*; do d=${d##*/}; [ $d -le 2 ] || eval \"exec $d>&-\"; done; exec \"$@\""
    try Program.run([
      "bash", "-c", alone, "alone", "tmux", "-S", socket, "-f", "/dev/null", "new-session", "-d", "-x", "100",
      "-y", "40", "-s", "talk",
      "\(command); sleep 600",
    ])
  }

  func close() { _ = try? Program.run("tmux", "-S", socket, "kill-server") }

  /// Text, and keys as tmux calls them: `Tab`, `Enter`.
  func type(_ keys: String...) throws {
    try Program.run(["tmux", "-S", socket, "send-keys", "-t", "talk"] + keys)
  }

  var screen: String { (try? Program.run("tmux", "-S", socket, "capture-pane", "-p", "-t", "talk")) ?? "" }

  /// Waits until `text` is to be seen.
  func expect(_ text: String, within seconds: Double = 90) throws {
    let isSeen = soon(seconds: seconds) { screen.contains(text) }
    guard isSeen else { throw Mismatch(seen: screen, expected: "a screen with \"\(text)\"") }
  }
}
