import Logging
import Scratch
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetDevices
@testable import SpinetSession

/// A card that comes and goes, beside a default one that is always there.
private final class Cards: Sendable {
  let isThere = Atomic<Bool>(false)
  let lines = Mutex<[String]>([])

  func open(_ request: OutputRequest) throws(SpinetError) -> any AudioOutput {
    if request.pcm == "USB", !isThere.load(ordering: .relaxed) {
      throw SpinetError(.deviceFailed, what: "audio USB", why: "it is away", remedy: "plug it in")
    }
    return DeafOutput(request)
  }

  func host(_ rig: Rig, _ change: (inout PlayOptions) -> Void = { _ in }) -> SoundOutput {
    var options = PlayOptions()
    options.pcm = "USB"
    change(&options)
    let logger = Logger(label: "test") { _ in
      ListingLog { line in self.lines.withLock { $0.append(line) } }
    }
    var surroundings = Surroundings()
    surroundings.open = { request throws(SpinetError) in try self.open(request) }
    surroundings.tryOpen = { try? self.open($0) }
    return SoundOutput(for: rig.performer, options: options, logger: logger, in: surroundings)
  }
}

@Suite struct `A card that was asked for` {
  private let cards = Cards()

  /// Follows until another PCM plays.
  private func followUntil(_ pcm: String, _ host: SoundOutput, _ rig: Rig) {
    let plays = eventually {
      host.follow()
      return host.status?.pcm == pcm
    }
    #expect(plays)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [(false, "default"), (true, "none")])
  func `is waited for, and taken when it comes`(isOnly: Bool, other: String) throws {
    let rig = try Rig(isStarted: false)
    let host = cards.host(rig) { $0.staysOnPCM = isOnly }
    rig.performer.instrument.sessionWidgets.running.set(1)
    try host.start()
    #expect(host.status?.pcm == other && host.standIn == other)
    #expect(host.description.hasPrefix("\(other): ") && host.description.hasSuffix("until USB is there"))
    #expect(cards.lines.withLock { $0.joined() }.contains("it is away"))
    host.follow()
    #expect(host.nextMoment != nil)
    cards.isThere.store(true, ordering: .relaxed)
    followUntil("USB", host, rig)
    #expect(host.standIn == nil && host.nextMoment == nil && host.isRunning)
    #expect(host.description.hasPrefix("USB: ") && !host.description.contains("until"))
    try host.finish()
  }

  @Test func `is required where it is said so`() throws {
    let rig = try Rig(isStarted: false)
    let host = cards.host(rig) { $0.requiresPorts = true }
    #expect(throws: SpinetError.self) { try host.start() }
  }

  @Test func `by a person at a running instrument is refused while it is away, and the old one plays on`()
    throws
  {
    let rig = try Rig(isStarted: false)
    let host = cards.host(rig) { $0.pcm = "default" }
    try host.start()
    rig.performer.instrument.sessionWidgets.running.set(1)
    #expect(throws: SpinetError.self) { try host.change(to: OutputRequest(pcm: "USB")) }
    #expect(host.status?.pcm == "default" && host.standIn == nil)
    cards.isThere.store(true, ordering: .relaxed)
    try host.change(to: OutputRequest(pcm: "USB"))
    #expect(host.status?.pcm == "USB" && host.standIn == nil)
    try host.finish()
  }

  @Test(.timeLimit(.minutes(1)))
  func `that comes with another rate and goes at once again does not end the sound`() throws {
    let rig = try Rig(isStarted: false)
    let host = cards.host(rig)
    rig.performer.instrument.sessionWidgets.running.set(1)
    cards.isThere.store(true, ordering: .relaxed)
    try host.start()
    cards.isThere.store(false, ordering: .relaxed)
    host.restart(on: "USB")
    #expect(host.status?.pcm == "default" && host.isRunning)
    cards.isThere.store(true, ordering: .relaxed)
    followUntil("USB", host, rig)
    try host.finish()
  }
}
