import Foundation
import Glibc
import Testing

@testable import SpinetRealtime

/// How another program is started.
struct ProcessStartTests {
  /// What a shell says that gets these descriptors.
  private func said(_ script: String, passing descriptors: [Int32] = [], environment: [String] = []) throws
    -> String
  {
    let log = NSTemporaryDirectory() + "spinet-start-\(UUID().uuidString)"
    defer { unlink(log) }
    let start = ProcessStart(
      ["/bin/sh", "-c", script], passing: descriptors, log: log, environment: environment)
    let process = try #require(start.start())
    var status: Int32 = 0
    #expect(waitpid(process, &status, 0) == process && status == 0)
    return try String(contentsOfFile: log, encoding: .utf8)
  }

  @Test func `A process gets the descriptors that it is given, and no others`() throws {
    var ends: [Int32] = [-1, -1]
    // Without CLOEXEC, as some libraries open theirs.
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let list =
      "n=0; while [ $n -lt 64 ]; do [ -e /proc/$$/fd/$n ] && printf '%s ' $n; n=$((n+1)); done; echo heard >&3"
    #expect(try said(list, passing: [ends[1]]) == "0 1 2 3 ")
    var text = [UInt8](repeating: 0, count: 16)
    let count = read(ends[0], &text, 16)
    #expect(count == 6 && text.prefix(6).elementsEqual("heard\n".utf8))
  }

  @Test func `Variables are added to the environment, or replace it`() throws {
    setenv("SPINET_START_TEST", "old", 1)
    defer { unsetenv("SPINET_START_TEST") }
    #expect(try said("echo $SPINET_START_TEST") == "old\n")
    #expect(try said("echo $SPINET_START_TEST", environment: ["SPINET_START_TEST=new"]) == "new\n")
    #expect(try said("env | grep -c SPINET_START_TEST", environment: ["SPINET_START_TEST=new"]) == "1\n")
  }

  @Test func `A program that is not there is not started`() {
    #expect(ProcessStart(["/absent/program"], passing: []).start() == nil)
  }
}
