import Foundation

/// A program that runs beside the suite; what it says goes to files.
final class Program {
  /// Longer than anything takes in an emulated machine that shares its processors.
  private static let timeLimitSeconds = 180.0

  let words: [String]
  private let process = Process()
  private let directory: URL

  /// Starts `words`, found as a shell would find them.
  init(_ words: [String]) throws {
    self.words = words
    directory = URL(filePath: "/tmp/programs/\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    let files = try ["output", "errors"].map { try Program.file(directory.appending(path: $0)) }
    process.standardOutput = files[0]
    process.standardError = files[1]
    // The program has them now. A process keeps its handles, and a suite has thousands of processes.
    defer { for file in files { try? file.close() } }
    try process.run()
  }

  private static func file(_ url: URL) throws -> FileHandle {
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }

  /// Starts `words`, waits for the end, and answers the output; throws when the status is not 0.
  @discardableResult static func run(_ words: String...) throws -> String { try run(words) }

  @discardableResult static func run(_ words: [String]) throws -> String {
    let program = try Program(words)
    try program.waitForEnd()
    try expect(
      program.status == 0, seen: "status \(program.status): \(program.errors) \(program.output)",
      expected: "`\(words.joined(separator: " "))` succeeds")
    return program.output
  }

  var isRunning: Bool { process.isRunning }
  var processNumber: Int32 { process.processIdentifier }
  /// Where its output is.
  var outputFile: URL { directory.appending(path: "output") }
  var status: Int32 { process.terminationStatus }
  var output: String { text(of: "output") }
  var errors: String { text(of: "errors") }

  var lineCount: Int {
    let data = (try? Data(contentsOf: directory.appending(path: "output"))) ?? Data()
    return data.count { $0 == UInt8(ascii: "\n") }
  }

  private func text(of name: String) -> String {
    let data = (try? Data(contentsOf: directory.appending(path: name))) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  func waitForEnd(seconds: Double = timeLimitSeconds) throws {
    let ended = soon(seconds: seconds) { !self.isRunning }
    if !ended { process.terminate() }
    try expect(
      ended, seen: "still running after \(seconds) s", expected: "`\(words.joined(separator: " "))` ends")
  }

  /// What Ctrl-C does in a terminal.
  func interrupt() { process.interrupt() }

  /// Lets it run no further, until `goOn`.
  func pause() { kill(process.processIdentifier, SIGSTOP) }

  func goOn() { kill(process.processIdentifier, SIGCONT) }

  /// Asks the program to end, and makes it end when it does not.
  func stop() {
    guard isRunning else { return }
    process.terminate()
    if !soon(seconds: 5, { !self.isRunning }) { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}

/// Asks again and again until `condition` holds; answers whether it did within `seconds`.
func soon(seconds: Double = 5, _ condition: () -> Bool) -> Bool {
  let end = Date.now.addingTimeInterval(seconds)
  while !condition() {
    guard Date.now < end else { return false }
    Thread.sleep(forTimeInterval: 0.02)
  }
  return true
}
