import CRealtime
import EngineRig
import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetCsound

typealias ServedRig = EngineRig<ServedEngine>

extension EngineRig where Played == ServedEngine {
  /// Of an orchestra, as in `Player`.
  convenience init(_ orchestra: String, isOffline: Bool) throws {
    let engine = try ServedEngine(CsdEngine(Player.document(orchestra)), isOffline: isOffline)
    try self.init(
      playing: engine, framesPerSecond: 44_100, largestBlock: 128, prepare: engine.prepare)
  }
}

/// Both ends of the memory that an instrument shares with the process of an engine, in this process.
final class ServedEngine: SoundEngine, @unchecked Sendable {
  // Sendable because a test uses it on one thread.
  let name = "Served"
  let voiceCapacity = 8
  let widgets: [Widget]
  private let held: HeldEngine
  private let isOffline: Bool
  private let memory = rt_shared_memory("test")
  private let waker: Waker
  private let life = FixedValue(ProcessLife.Figures())
  private let sockets: (MessageSocket, MessageSocket)
  private var player = PreparedPlayer<ProcessPlayer>()
  private var stream: SharedStream?
  private var served: ServedStream?

  init(_ engine: CsdEngine, isOffline: Bool) throws {
    held = HeldEngine(engine)
    self.isOffline = isOffline
    widgets = engine.widgets.map { WidgetWords($0).makeWidget() }
    waker = try Waker()
    var ends: [Int32] = [-1, -1]
    let isPaired = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0
    try #require(isPaired)
    sockets = (MessageSocket(ends[0]), MessageSocket(ends[1]))
  }

  deinit {
    holds(false)
    served?.stop()
    close(memory)
  }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    let format = SharedFormat(
      framesPerSecond: framesPerSecond, largestBlock: largestBlock, widgetCount: widgets.count,
      outputCount: 2, inputCount: 0, isOffline: isOffline)
    ftruncate(memory, off_t(format.byteCount))
    guard let stream = SharedStream(memory, format) else {
      throw SpinetError(.outOfResources, what: name, why: "no memory", remedy: Remedy(.closeOtherPrograms))
    }
    self.stream = stream
    player.prepare {
      ProcessPlayer(ProcessLife(life), wake: waker.descriptor, stream, widgets, link)
    }
    served = try ServedStream(held, format, memory: memory, wake: waker.descriptor, sockets.0)
  }

  func render(_ block: AudioBlock) { player.render(block) { $0.render($1) } }

  /// Whether the other end computes nothing.
  func holds(_ isHeld: Bool) { held.isHeld.store(isHeld, ordering: .releasing) }

  /// Waits until everything is computed that was asked for, ten seconds at most.
  func awaitAnswer() {
    let limit = HostTime.now.advanced(bySeconds: 10)
    while stream?.requests.oldest() != nil, HostTime.now < limit { rt_yield() }
    #expect(stream?.requests.oldest() == nil)
  }
}

/// A program that computes only while nobody holds it.
private final class HeldEngine: SoundEngine {
  let name = "Held"
  let isHeld = Atomic<Bool>(false)
  private let engine: CsdEngine

  init(_ engine: CsdEngine) { self.engine = engine }

  var widgets: [Widget] { engine.widgets }
  var voiceCapacity: Int { engine.voiceCapacity }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    try engine.prepare(framesPerSecond: framesPerSecond, largestBlock: largestBlock, link: link)
  }

  func render(_ block: AudioBlock) {
    while isHeld.load(ordering: .acquiring) { rt_yield() }
    engine.render(block)
  }
}
