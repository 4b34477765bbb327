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
