import Foundation
import Glibc
import Scratch
import SpinetSession
import Synchronization
import Testing

@testable import SpinetTerminal

/// The control thread logs and shows through these. It must never wait for a reader that has stopped.
@Suite(.serialized) struct `A reader that has stopped` {
  @Test func `of a pipe keeps nothing waiting, and later gets what fits and the number of the rest`() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let line = String(repeating: "x", count: 99) + "\n"
    let (reading, writing) = (ends[0], ends[1])
    let queue = try OutputQueue { text, _ in Self.write(text, to: writing) }
    #expect(Self.seconds { for _ in 0..<20_000 { queue.add(line, to: .output) } } < 2)
    #expect(!queue.isIdle)
    var isWritten = true
    #expect(Self.seconds { isWritten = queue.finish(withinMilliseconds: 100) } < 2)
    #expect(!isWritten)

    let text = Mutex("")
    let reader = Thread { text.withLock { $0 = Self.readAll(reading) } }
    reader.start()
    #expect(queue.finish(withinMilliseconds: 20_000))
    close(writing)
    #expect(eventually { reader.isFinished })
    close(reading)
    let lines = text.withLock { $0.split(separator: "\n") }
    let dropped = lines.compactMap { line in
      line.wholeMatch(of: /spinet: (\d+) lines dropped: the output was not read/).flatMap { Int($0.1) }
    }
    #expect(lines.count > 1000 && !dropped.isEmpty)
    #expect(lines.count - dropped.count + dropped.reduce(0, +) == 20_000)
  }

  @Test func `of one stream gets everything in the order in which it was said`() throws {
    let written = Mutex<[String]>([])
    let queue = try OutputQueue { text, stream in written.withLock { $0.append("\(stream) \(text)") } }
    for number in 0..<100 { queue.add("\(number)", to: number.isMultiple(of: 2) ? .output : .error) }
    #expect(queue.finish() && queue.isIdle)
    #expect(written.withLock { $0 } == (0..<100).map { "\($0.isMultiple(of: 2) ? "output" : "error") \($0)" })
  }

  @Test func `at a terminal keeps neither the log, nor the keys, nor the end waiting`() throws {
    setenv("TERM", "xterm", 1)
    let (master, slave) = Self.openTerminal()
    defer { close(master) }
    #expect(slave >= 0)
    let queue = try OutputQueue { text, _ in Self.write(text, to: slave) }
    let screen = StatusScreen(output: queue, terminal: Terminal(input: slave, output: slave))
    let pressed = Mutex<[TerminalAction]>([])
    let isStarted = screen.start(
      status: {
        var status = SessionStatus()
        status.instrument = "default"
        return status
      },
      act: { action in
        pressed.withLock { $0.append(action) }
        return nil
      })
    #expect(isStarted && screen.isShown)

    let line = String(repeating: "x", count: 400)
    #expect(Self.seconds { for _ in 0..<5000 { screen.log(line) } } < 2)
    usleep(300_000)
    #expect(!queue.isIdle, "the terminal took everything: it has not stopped")

    Self.write("e", to: master)
    #expect(eventually { pressed.withLock { $0 } == [.toggleEngine] })
    #expect(Self.seconds { screen.stop() } < 2)
    #expect(Self.seconds { queue.finish(withinMilliseconds: 100) } < 2)
  }

  /// The two ends of a new terminal. posix_openpt(3) and its like are hidden from Swift, so this is what they do.
  private static func openTerminal() -> (master: Int32, slave: Int32) {
    let (unlock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))  // TIOCSPTLCK, TIOCGPTN
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard ioctl(master, unlock, &isLocked) == 0, ioctl(master, getNumber, &number) == 0 else {
      return (master, -1)
    }
    return (master, open("/dev/pts/\(number)", O_RDWR | O_NOCTTY))
  }

  private static func seconds(_ work: () -> Void) -> Double {
    let start = Date()
    work()
    return Date().timeIntervalSince(start)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
