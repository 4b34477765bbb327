import Foundation
import NIOCore
import NIOPosix
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetTools

/// What was played, for pages. A journal can be long: it is read on a thread of its own, which begins with the first question
/// and waits for the next. [panel-thread]
final class PanelTakes {
  private let folder: JournalFolder?
  private var pool: NIOThreadPool?

  /// - Parameter folder: nil where nothing is kept.
  init(_ folder: JournalFolder?) { self.folder = folder }

  /// Answers with the list, the oldest first; null where nothing is kept.
  func list(on loop: any EventLoop, _ reply: @escaping (String) -> Void) {
    guard let folder else { return reply("{\"takes\":null}") }
    read(on: loop, reply) { "{\"takes\":\(PanelState.list(JournalList(folder).json))}" }
  }

  /// Answers with one take as a MIDI file, in base 64.
  func file(_ number: Int, on loop: any EventLoop, _ reply: @escaping (String) -> Void) {
    guard let folder else { return reply("{\"error\":\"nothing is kept of what is played\"}") }
    read(on: loop, reply) { Self.message(JournalList(folder), number) }
  }

  private static func message(_ list: JournalList, _ number: Int) -> String {
    var line = JSONLine()
    do throws(SpinetError) {
      let bytes = try list.bytes(of: "\(number)")
      line.add("take", number)
      line.add("file", "take-\(number).mid")
      line.add("midi", Data(bytes).base64EncodedString())
    } catch {
      line.add("error", "\(error)")
    }
    return line.description
  }

  private func read(
    on loop: any EventLoop, _ reply: @escaping (String) -> Void, _ work: @escaping @Sendable () -> String
  ) {
    let answer = NIOLoopBound(reply, eventLoop: loop)
    running.runIfActive(eventLoop: loop, work).whenSuccess { answer.value($0) }
  }

  private var running: NIOThreadPool {
    if let pool { return pool }
    let new = NIOThreadPool(numberOfThreads: 1)
    new.start()
    pool = new
    return new
  }

  /// Waits for what is being read.
  func end() {
    try? pool?.syncShutdownGracefully()
    pool = nil
  }
}
