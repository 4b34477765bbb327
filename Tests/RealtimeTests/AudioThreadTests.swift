import CMallocProbe
import Realtime
import Synchronization
import Testing

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
  func half() -> Float { Float(bitPattern: tiny.load(ordering: .relaxed)) * 0.5 }
  #expect(half() > 0)
  let (outer, inner, after) = Denormals.flushed { (half(), Denormals.flushed(during: half), half()) }
  #expect(outer == 0 && inner == 0 && after == 0)
  #expect(half() > 0)
}

@Test func `The probe sees what is allocated`() {
  let before = malloc_probe_count()
  let memory = UnsafeMutablePointer<Float>.allocate(capacity: 1 << 10)
  memory.initialize(repeating: 1, count: 1 << 10)
  #expect(memory[5] == 1)
  memory.deallocate()
  #expect(malloc_probe_count() >= before + 2)
}
