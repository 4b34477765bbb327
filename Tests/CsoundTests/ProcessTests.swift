import CRealtime
import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetCsound

/// What crosses between the instrument and the process of an engine. `Tests/CommandLine` tests the processes themselves.
struct ProcessTests {
  private static let format = SharedFormat(
    framesPerSecond: 48_000, largestBlock: 64, widgetCount: 2, outputCount: 2, inputCount: 1,
    isOffline: false)

  private func sharedStream() throws -> SharedStream {
    let memory = rt_shared_memory("test")
    defer { close(memory) }
    try #require(memory >= 0 && ftruncate(memory, off_t(Self.format.byteCount)) == 0)
    return try #require(SharedStream(memory, Self.format))
  }

  @Test func `A ring gives its records in order, and has room for as many as it says`() throws {
    let stream = try sharedStream()
    let ring = stream.requests
    for number in 0..<SharedFormat.requestCapacity {
      try #require(ring.room()).storeBytes(of: number, as: Int.self)
      ring.publish()
    }
    #expect(ring.room() == nil)
    for number in 0..<SharedFormat.requestCapacity {
      #expect(ring.oldest()?.load(as: Int.self) == number)
      ring.drop()
    }
    #expect(ring.oldest() == nil)
    // The ring does not keep its memory.
    withExtendedLifetime(stream) {}
  }

  @Test(arguments: [-1, .min, .max, 1 << 40])
  func `Indices that another process has spoilt lead nowhere outside the memory`(spoilt: Int) {
    let size = SharedRing.byteCount(capacity: 4)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    defer { memory.deallocate() }
    for place in [0, 64] {
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      memory.storeBytes(of: spoilt, toByteOffset: place, as: Int.self)
      let ring = SharedRing(at: memory, capacity: 4)
      for record in [ring.room(), ring.oldest()].compactMap({ $0 }) {
        #expect(record >= memory && record + SharedRing.stride <= memory + size)
      }
    }
  }

  @Test func `Commands and requests fit into the records`() {
    #expect(MemoryLayout<EngineCommand>.size <= SharedRing.stride)
    #expect(MemoryLayout<BlockRequest>.size <= SharedRing.stride)
    #expect(MemoryLayout<SharedFigures>.size <= 256)
  }

  @Test func `Widgets cross in both directions, and who moves one last wins`() throws {
    let stream = try sharedStream()
    let own = [Widget("a"), Widget("b", kind: .momentary)]
    let theirs = [Widget("a"), Widget("b", kind: .momentary)]
    let exchange = FixedValue(WidgetExchange(own, stream))
    let served = FixedValue(ServedWidgets(theirs, stream))
    own[0].set(0.25)
    own[1].press()
    own[1].press()
    exchange.value.give()
    served.value.readMoves()
    #expect(theirs[0].value == 0.25 && theirs[1].cell.pendingPresses == 2)
    theirs[0].set(0.75)
    served.value.tell()
    exchange.value.readMoves()
    #expect(own[0].value == 0.75)
    // Not sent back.
    theirs[0].set(0.5)
    exchange.value.give()
    served.value.readMoves()
    #expect(theirs[0].value == 0.5)
    // Somebody moves it before the program's value arrives.
    served.value.tell()
    own[0].set(0.1)
    exchange.value.readMoves()
    exchange.value.give()
    served.value.readMoves()
    #expect(own[0].value == 0.1 && theirs[0].value == 0.1)
  }

  @Test func `A value that is no number moves no widget`() throws {
    let stream = try sharedStream()
    let own = [Widget("a", default: 0.5), Widget("b")]
    let exchange = FixedValue(WidgetExchange(own, stream))
    exchange.value.give()
    stream.widgets[0].valueOut.store(Double.nan.bitPattern, ordering: .relaxed)
    stream.widgets[0].stampOut.store(7, ordering: .relaxed)
    exchange.value.readMoves()
    #expect(own[0].value == 0.5)
  }

  /// Plays blocks of 64 frames, of which the process computes those that are not missing, as ones.
  private func play(_ missing: Set<Int>, count: Int) throws -> [Float] {
    let stream = try sharedStream()
    var sound = DelayedSound(stream)
    let buffer = SampleBuffer(capacity: 64)
    var (done, heard): (Int, [Float]) = (0, [])
    for number in 0..<count {
      let position = sound.position
      if missing.contains(number) { sound.skip(64) }
      let block = buffer.block(
        frameCount: 64, firstFrame: Int64(position), timeline: Timeline(framesPerSecond: 48_000))
      #expect(sound.play(block, doneThrough: done) == 0)
      heard += Array(block.left)
      guard !missing.contains(number) else { continue }
      for frame in position..<position + 64 { stream.outputs[stream.index(frame, channel: 0)] = 1 }
      done = position + 64
    }
    return heard
  }

  @Test func `Sound comes a period later, and what is missing begins and ends without a click`() throws {
    let whole = try play([], count: 4)
    #expect(whole[..<64].allSatisfy { $0 == 0 } && whole[64...].allSatisfy { $0 == 1 })
    let torn = try play([3], count: 8)
    #expect(torn[192..<256].allSatisfy { $0 == 1 })
    #expect(zip(torn[64...], torn[65...]).allSatisfy { abs($0 - $1) < 0.02 })
    #expect(torn[319] == 0 && torn[384...].allSatisfy { $0 == 1 })
  }

  @Test func `Samples that are no numbers are silent`() throws {
    let stream = try sharedStream()
    var sound = DelayedSound(stream)
    let buffer = SampleBuffer(capacity: 64)
    let block = buffer.block(frameCount: 64, firstFrame: 0, timeline: Timeline(framesPerSecond: 48_000))
    for frame in 0..<64 { stream.outputs[frame] = frame % 2 == 0 ? .nan : .infinity }
    _ = sound.play(block, doneThrough: 0)
    #expect(sound.play(block, doneThrough: 64) == 64)
    #expect(block.left.allSatisfy { $0 == 0 })
  }

  @Test func `Questions, answers, widgets and errors are the same after their way`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (one, other) = (MessageSocket(ends[0]), MessageSocket(ends[1]))
    let commands: [ProgramCommand] = [
      .score("i1 0 1"), .orchestra("instr 1\nendin", name: "a.orc"), .showTable(1, from: nil),
      .setTable(2, from: 3, values: [0.1, .infinity, -1e300]),
    ]
    for command in commands {
      #expect(one.send(EngineQuestion(command)))
      #expect(other.receive(EngineQuestion.self)?.command == command)
    }
    let error = SpinetError(.fileInvalid, what: "a.csd:3", why: "syntax", remedy: Remedy(.startEngine, "x"))
    #expect(other.send(EngineMessage.refused(ErrorWords(error))))
    guard case .refused(let words) = one.receive(EngineMessage.self) else {
      Issue.record("no refusal")
      return
    }
    #expect(words.error == error)
    let widget = Widget(
      "c", kind: .choice(["x", "y"]), range: 0...1, default: 1, unit: "Hz", about: "What it is.")
    let copy = WidgetWords(widget).makeWidget()
    #expect(copy.kind == widget.kind && copy.range == widget.range && copy.defaultValue == 1)
    #expect(copy.unit == "Hz" && copy.about == widget.about)
    other.end()
    #expect(one.receive(EngineMessage.self) == nil && !one.send(EngineMessage.sent))
  }

  @Test func `A block that takes more than a second is told once, and after five seconds it is stuck`() {
    var watch = ProcessWatch()
    let verdicts = [0, 0.9, 1.1, 4.9, 0, 1.1, 5.1].map { watch.verdict(missed: $0) }
    #expect(verdicts == [.fine, .fine, .slow, .fine, .fine, .slow, .stuck])
    #expect([10, 10.2, 10.3].map { watch.isDue(at: HostTime(seconds: $0)) } == [true, false, true])
  }

  @Test func `The processor time of another process counts as this one's`() {
    var watch = ProcessWatch()
    let before = ProcessorTime.nanoseconds
    // This process itself, whose time then counts twice.
    watch.countTime(of: getpid())
    #expect(ProcessorTime.nanoseconds >= 2 * before)
    #expect(ProcessorTime.nanoseconds(of: 0x7FFF_FFF0) == nil)
  }

  @Test func `A message of an absurd length is no message`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (one, other) = (MessageSocket(ends[0]), MessageSocket(ends[1]))
    let length = [UInt8](repeating: 0xFF, count: 4)
    #expect(write(other.descriptor, length, 4) == 4)
    #expect(one.receive(EngineMessage.self) == nil)
  }
}
