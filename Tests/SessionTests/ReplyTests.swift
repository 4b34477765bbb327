import Foundation
import Scratch
import SpinetRealtime
import Synchronization
import SystemPackage
import Testing

@testable import SpinetSession

/// The responses that have arrived, in order.
final class Responses: Sendable {
  private let arrived = Mutex<[Response]>([])
  var all: [Response] { arrived.withLock { $0 } }

  /// One line each.
  var lines: [String] { all.map { $0.refusal.map { "\($0)" } ?? $0.lines(.text).joined(separator: "; ") } }

  func add(_ response: Response) { arrived.withLock { $0.append(response) } }

  func reply(to asker: Asker = Asker()) -> Reply { Reply(to: asker) { self.add($0) } }
}

struct ReplyTests {
  private let responses = Responses()
  private let failure = SpinetError(.notWritten, what: "disk", why: "full", remedy: "make room")
  private let dropped = "instrument: it has ended without an answer; start it again"

  @Test func `An answer arrives once`() {
    responses.reply().answer(.playing("pad"))
    #expect(responses.lines == ["playing pad"])
  }

  @Test func `An error is a refusal`() {
    func failing() throws(SpinetError) -> Response { throw failure }
    responses.reply().answer(try failing())
    #expect(responses.lines == ["disk: full; make room"])
  }

  @Test func `A reply that is dropped refuses, once`() {
    do { _ = responses.reply() }
    #expect(responses.lines == [dropped])
  }

  @Test func `A reply that waits is answered by the first who does it`() {
    do {
      let waiting = WaitingReply(responses.reply())
      #expect(responses.all.isEmpty)
      waiting.answer(.playing("pad"))
      waiting.answer(.playing("bass"))
    }
    #expect(responses.lines == ["playing pad"])
  }

  @Test func `A reply that waits refuses when its last owner drops it`() {
    var owners = [WaitingReply(responses.reply())]
    owners.append(owners[0])
    owners.removeFirst()
    #expect(responses.all.isEmpty)
    owners.removeAll()
    #expect(responses.lines == [dropped])
  }

  @Test func `Of many threads that answer, one is heard`() {
    for _ in 0..<50 {
      let responses = Responses()
      let waiting = WaitingReply(responses.reply())
      DispatchQueue.concurrentPerform(iterations: 4) { waiting.answer(.note(UInt8($0))) }
      #expect(responses.all.count == 1)
    }
  }
}

struct RequestsTests {
  private let responses = Responses()
  private let failure = SpinetError(.notWritten, what: "disk", why: "full", remedy: "make room")

  /// Sends answers until one has arrived.
  private func arrived(_ requests: Requests, _ count: Int = 1) -> Bool {
    eventually {
      requests.sendAnswers()
      return responses.all.count == count
    }
  }

  @Test func `Work on another thread is answered by control, after what control does at its end`() {
    let woken = Mutex(0)
    let requests = Requests { woken.withLock { $0 += 1 } }
    let gate = DispatchSemaphore(value: 0)
    var seen: [Int] = []
    let ended = { seen.append(responses.all.count) }
    requests.answer(responses.reply(), byThread: "test", ended: ended) {
      { () throws(SpinetError) in
        gate.wait()
        return .saved("/a.yaml")
      }
    }
    requests.sendAnswers()
    #expect(responses.all.isEmpty && seen.isEmpty)
    gate.signal()
    #expect(eventually { woken.withLock { $0 } == 1 })
    #expect(responses.all.isEmpty)
    requests.sendAnswers()
    requests.sendAnswers()
    #expect(responses.lines == ["saved /a.yaml"] && seen == [0])
  }

  @Test func `An error of the work, or before it, is the answer`() {
    let requests = Requests {}
    requests.answer(responses.reply(), byThread: "test") { () throws(SpinetError) in throw failure }
    #expect(responses.lines == ["disk: full; make room"])
    requests.answer(responses.reply(), byThread: "test") {
      { [failure] () throws(SpinetError) in throw failure }
    }
    #expect(arrived(requests, 2))
    #expect(responses.lines == ["disk: full; make room", "disk: full; make room"])
  }

  @Test func `Work that takes long holds up no other`() {
    let requests = Requests {}
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    requests.answer(responses.reply(), byThread: "slow") {
      { () throws(SpinetError) in
        gate.wait()
        return .playing("slow")
      }
    }
    requests.answer(responses.reply(), byThread: "fast") { { () throws(SpinetError) in .playing("fast") } }
    #expect(arrived(requests))
    #expect(responses.lines == ["playing fast"])
  }

  @Test func `What waits at the end is refused once, and its work is done to its end`() {
    let isDone = Mutex(false)
    let gate = DispatchSemaphore(value: 0)
    do {
      let requests = Requests {}
      requests.answer(responses.reply(), byThread: "test") {
        { () throws(SpinetError) in
          gate.wait()
          isDone.withLock { $0 = true }
          return .playing("pad")
        }
      }
      requests.refuseAll(failure)
      #expect(responses.lines == ["disk: full; make room"])
      gate.signal()
    }
    #expect(isDone.withLock { $0 } && responses.all.count == 1)
  }

  @Test func `A full inbox refuses a request at once`() throws {
    let waker = try Waker()
    let inbox = Inbox(capacity: 4, waker: waker)
    let client = ClientID(number: 1)
    var granted = 0
    for _ in 0..<4 {
      let reply = WaitingReply(responses.reply())
      let event = InputEvent(client: client, time: .now, action: .request(.ports, reply))
      if inbox.post(event) { granted += 1 }
    }
    #expect(granted == 3 && responses.all.count == 1)
    _ = inbox.drain { _ in }
    #expect(responses.all.count == 4)
  }
}
