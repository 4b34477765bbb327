import Logging
import Scratch
import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import Synchronization

@testable import SpinetDevices
@testable import SpinetSession

/// A session in virtual time, whose turns a test takes one by one.
final class SessionRig {
  let folder = TemporaryFolder()
  let clock = JumpingClock()
  let session: LiveSession

  /// An engine with two widgets, which makes no sound.
  private final class Engine: SoundEngine {
    let name = "Rig"
    let widgets = [Widget("filter.cutoff", range: 0...127), Widget("osc.mix")]
    let voiceCapacity = 8
    func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
    func render(_ block: AudioBlock) {}
  }

  /// - Parameters:
  ///   - script: what a controller sends.
  ///   - prepare: gets the folder of the session, before it reads its files.
  init(
    _ script: (HostTime) -> [MIDISourceEvent] = { _ in [] },
    _ prepare: (TemporaryFolder, inout PlayOptions) throws -> Void = { _, _ in }
  ) throws {
    var options = PlayOptions()
    options.tag = "rig"
    options.state = .none
    options.engineStartsRunning = false
    try prepare(folder, &options)
    var surroundings = Surroundings()
    surroundings.clock = clock
    surroundings.source = ScriptedSource(script(clock.now), clock: clock)
    surroundings.folders = Folders(environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path])
    surroundings.open = { StagedOutput($0) }
    surroundings.tryOpen = { StagedOutput($0) }
    let logger = Logger(label: "test") { [log] _ in ListingLog { log.add($0) } }
    session = try LiveSession(
      LoadedInstrument(name: "rig", engine: Engine()), readAt: .now, options, logger, in: surroundings)
  }

  private let log = Log()

  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  /// What was logged.
  var text: String { log.lines.withLock { $0.joined(separator: "\n") } }

  func value(_ name: String) -> Double? { session.handle.widgets[name]?.value }

  /// The keys that are held, by any source.
  var heldKeys: Set<UInt8> { session.performer.held.keysDown(0) }

  /// Takes turns until this much virtual time has passed.
  func play(seconds: Double) {
    let end = clock.now.advanced(bySeconds: seconds)
    while clock.now < end { session.loop.turn(until: end) }
    session.loop.turn(until: end)
  }
}
