import CMallocProbe
import CRealtime
import Glibc
import Synchronization
import Testing

@testable import SpinetRealtime

@Test func `An audio thread has run when its owner has let go of it`() throws {
  let rounds = Atomic<Int>(0)
  do {
    let thread = try AudioThread(name: "a name much longer than fifteen") {
      for _ in 0..<1000 { rounds.wrappingAdd(1, ordering: .relaxed) }
    }
    #expect(!thread.grant.description.isEmpty)
  }
  #expect(rounds.load(ordering: .relaxed) == 1000)
}

@Test func `Denormal numbers are zero on an audio thread`() throws {
  let bits = Atomic<UInt32>(1)
  do {
    _ = try AudioThread(name: "denormals") {
      let tiny = Float(bitPattern: UInt32(bits.load(ordering: .relaxed)) << 22)
      bits.store((tiny * 0.5).bitPattern, ordering: .relaxed)
    }
  }
  #expect(bits.load(ordering: .relaxed) == 0)
}

@Test func `Denormals are zero only during what is to be without them`() {
  // From memory, or the compiler would do the halving.
  let tiny = Atomic<UInt32>(1 << 22)
  // Other tests' threads may be without them for good.
  let before = rt_flush_denormals()
  rt_restore_denormals(0)
  defer { rt_restore_denormals(before) }
  func half() -> Float { Float(bitPattern: tiny.load(ordering: .relaxed)) * 0.5 }
  #expect(half() > 0)
  let (outer, inner, after) = Denormals.flushed { (half(), Denormals.flushed(during: half), half()) }
  #expect(outer == 0 && inner == 0 && after == 0)
  #expect(half() > 0)
}

/// Whether this process may have a realtime thread.
private let mayBeUrgent: Bool = {
  let isGranted = Atomic<Bool>(false)
  do {
    _ = try WorkerThread(name: "urgent") { isGranted.store(rt_set_fifo(1) == 0, ordering: .relaxed) }
  } catch {}
  return isGranted.load(ordering: .relaxed)
}()

/// Whether an audio thread that never waits has become one like others after so much of a processor.
private func isPlain(afterSeconds seconds: Double, under limit: () -> Void) -> Bool {
  let policy = Atomic<Int32>(SCHED_FIFO)
  limit()
  do {
    _ = try AudioThread(name: "endless") {
      var run = timespec()
      repeat {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &run)
      } while Double(run.tv_sec) + Double(run.tv_nsec) * 1e-9 < seconds
      policy.store(sched_getscheduler(0), ordering: .relaxed)
    }
  } catch { return false }
  // The kernel may add the flag that children are like others.
  return policy.load(ordering: .relaxed) & SCHED_FIFO == 0
}

@Test(.enabled(if: mayBeUrgent))
func `A thread that holds the processor too long goes on as others do`() async {
  await #expect(processExitsWith: .success) { exit(isPlain(afterSeconds: 3.5, under: RunLimit.set) ? 0 : 1) }
  // Longer than the kernel lets a thread live that is urgent by rtkit's leave.
  await #expect(processExitsWith: .success) {
    exit(isPlain(afterSeconds: 0.4, under: RunLimit.promise) ? 0 : 1)
  }
}

@Test func `rtkit is asked only by a process that has limited its runs`() async {
  await #expect(processExitsWith: .success) {
    guard !RunLimit.isPromised else { exit(1) }
    RunLimit.promise()
    exit(RunLimit.isPromised ? 0 : 2)
  }
}

@Test(.enabled(if: malloc_probe_counts()))
func `The probe sees what is allocated`() {
  let before = malloc_probe_count()
  let memory = UnsafeMutablePointer<Float>.allocate(capacity: 1 << 10)
  memory.initialize(repeating: 1, count: 1 << 10)
  #expect(memory[5] == 1)
  memory.deallocate()
  #expect(malloc_probe_count() >= before + 2)
}
