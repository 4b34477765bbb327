import Foundation
import Glibc
import SpinetRealtime
import Testing

/// Programs that run for this process.
struct ChildProcessTests {
  /// Nil when it cannot be started.
  private func end(
    _ program: String, _ arguments: [String], log: String = "/dev/null", within seconds: Double = 30,
    unless isUnwanted: () -> Bool = { false }
  ) -> ChildProcess.End? {
    guard var child = ChildProcess(program, arguments, log: log) else { return nil }
    return child.end(within: seconds, unless: isUnwanted)
  }

  @Test(
    arguments: [
      ("true", 0), ("exit 7", 7), ("kill -TERM $$", 128 + SIGTERM), ("exec /absent/program", 127),
    ] as [(String, Int32)])
  func `A program's status is told`(script: String, status: Int32) {
    #expect(end("sh", ["-c", script]) == .exited(status: status))
  }

  @Test func `A program that is not there fails`() {
    #expect(end("/absent/program", []) == .exited(status: 127))
  }

  @Test func `Words reach the program as they are`() {
    let word = "a  \"b\" $c"
    #expect(end("test", [word, "=", word]) == .exited(status: 0))
    #expect(end("test", [word, "=", "a \"b\" $c"]) == .exited(status: 1))
  }

  @Test func `An endless program is killed at the end of its time`() {
    let start = HostTime.now
    #expect(end("sh", ["-c", "trap '' TERM; sleep 1000 & wait; wait"], within: 0.2) == .timedOut)
    #expect(HostTime.now.seconds - start.seconds < 20)
  }

  @Test func `A program is killed when it is not wanted`() {
    var questions = 0
    let end = end("sleep", ["1000"], within: 60) {
      questions += 1
      return questions == 2
    }
    #expect(end == .stopped)
  }

  @Test(arguments: ["echo $PPID", "echo $PPID; sleep 1000"]) func `No zombie is left`(script: String) throws {
    let log = NSTemporaryDirectory() + "spinet-child-\(UUID().uuidString)"
    defer { unlink(log) }
    #expect(end("sh", ["-c", script], log: log, within: 2) != nil)
    let text = try String(contentsOfFile: log, encoding: .utf8)
    let shell = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(shell, 0) == -1 && errno == ESRCH)
  }
}
