import Glibc
import SpinetRealtime
import Testing

@Test func `Wake-ups are gathered until they are consumed`() throws {
  let waker = try Waker()
  #expect(!waker.consume())
  waker.wake()
  waker.wake()
  #expect(waker.consume())
  #expect(!waker.consume())
}

@Test func `A sleeper is woken by another thread, or by the time`() throws {
  let waker = try Waker()
  let begin = HostTime.now
  waker.sleep(nanoseconds: 1_000_000)
  #expect(HostTime.now.nanoseconds(since: begin) >= 1_000_000)
  let thread = try WorkerThread(name: "caller") { waker.wake() }
  waker.sleep(nanoseconds: nil)
  #expect(waker.consume())
  _ = consume thread
}

@Test func `Waking leaves errno alone, whatever becomes of it`() throws {
  let waker = try Waker()
  for descriptor in [waker.descriptor, -1, 1 << 20] {
    errno = EDOM
    Waker.wake(descriptor)
    #expect(errno == EDOM)
  }
}

@Suite struct DescriptorPollTests {
  private let waker: Waker

  init() throws { waker = try Waker() }

  @Test func `Only what can be read is ready, and a missing descriptor never is`() {
    var poll = DescriptorPoll([nil, waker.descriptor])
    poll.wait(milliseconds: 0)
    #expect(!poll.isAnyReady(from: 0))
    waker.wake()
    poll.wait(milliseconds: nil)
    #expect(!poll.isReady(0) && poll.isReady(1))
    waker.consume()
    poll.wait(milliseconds: 0)
    #expect(!poll.isReady(1))
  }

  @Test func `A writer is ready when its reader has left, not before`() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    var poll = DescriptorPoll([], writers: [ends[1]])
    poll.wait(milliseconds: 0)
    #expect(!poll.isReady(0))
    close(ends[0])
    poll.wait(milliseconds: nil)
    #expect(poll.isReady(0))
    close(ends[1])
  }

  @Test func `What has events of its own comes last`() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    var poll = DescriptorPoll(
      [waker.descriptor], others: [pollfd(fd: ends[1], events: Int16(POLLOUT), revents: 0)])
    poll.wait(milliseconds: nil)
    #expect(!poll.isReady(0) && poll.isReady(1) && poll.isAnyReady(from: 1))
    for end in ends { close(end) }
  }
}
