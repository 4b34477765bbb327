import Glibc
import Scratch
import SpinetEngine
import SpinetRealtime
import SpinetSession
import SpinetWidgets
import Synchronization

@testable import SpinetPanel

/// Counts the notes that it is told to begin and to end.
final class CountingEngine: RecordedEngine {
  let name = "Counting"
  let ramp = Ramp()
  var recording: any SoundRecording { ramp }
  let widgets =
    [
      Widget("filter.cutoff", range: 20...20_000, default: 1000, unit: "Hz", curve: .logarithmic),
      Widget("level"), Widget("sample.position", kind: .label(precision: 3)), Widget("loop.start"),
      Widget("loop.end", default: 1), Widget("sample.cursor"), Widget("sample.scrub", kind: .button),
      Widget("sample.root", range: 0...127, default: 48),
    ] + MultiSlider("harmonic", count: 4).widgets
  let voiceCapacity = 16
  let begun = Atomic<Int>(0)
  let ended = Atomic<Int>(0)
  private let end = Mutex<AudioEnd?>(nil)

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    end.withLock { $0 = link.claimAudioEnd() }
  }

  func render(_ block: AudioBlock) {
    end.withLock { end in
      while let command = end?.popCommand() {
        if case .voice(.start) = command.action { begun.wrappingAdd(1, ordering: .relaxed) }
        if case .voice(.release) = command.action { ended.wrappingAdd(1, ordering: .relaxed) }
      }
    }
  }
}

/// A second that rises from −1 to 1.
final class Ramp: SoundRecording {
  let frameCount = 48_000
  /// How many frames have been read, and how long each time takes, in microseconds.
  let readCount = Atomic<Int>(0)
  let delay = Atomic<UInt32>(0)

  func read(from first: Int, into samples: inout MutableSpan<Float>) {
    if delay.load(ordering: .relaxed) > 0 { usleep(delay.load(ordering: .relaxed)) }
    readCount.wrappingAdd(samples.count, ordering: .relaxed)
    for index in samples.indices { samples[index] = Float(first + index) / 24_000 - 1 }
  }
}

/// An instrument that plays, with an open panel.
final class PanelRig {
  let engine = CountingEngine()
  let panel: Panel
  let handle: SessionHandle
  let port: Int
  let token: String
  let told = Told()
  private var thread: Runner?

  /// What the panel warned of.
  final class Told: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private final class Runner {
    private let worker: WorkerThread
    init(_ worker: consuming WorkerThread) { self.worker = worker }
  }

  private static let rigs = Atomic<Int>(0)
  /// The folder of the user's files of these tests, which are none of the machine's.
  private static let home: String = {
    let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(temporary)/spinet-XXXXXX".utf8CString)
    mkdtemp(&template)
    let path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for name in ["CONFIG", "STATE", "CACHE"] { setenv("XDG_\(name)_HOME", "\(path)/\(name)", 1) }
    return path
  }()

  /// - Parameters:
  ///   - faces: where a face is looked for.
  ///   - access: what its pages may do.
  init(faces: [String] = [], access: PanelAccess = PanelAccess()) throws {
    _ = Self.home
    let number = Self.rigs.wrappingAdd(1, ordering: .relaxed).newValue
    var options = PlayOptions()
    options.midi = .none
    options.pcm = "none"
    options.state = .none
    options.tag = "panel \(getpid()) \(number)"
    options.durationSeconds = 60
    options.faceSources = faces
    let session = UncheckedSession(try LiveSession(engine: engine, options: options))
    handle = session.value.handle
    panel = Panel(handle, access: access) { [told] in told.add($0) }
    let url = try panel.serve(at: .local).url
    port = Int(url.split(separator: ":")[2].split(separator: "/")[0]) ?? 0
    token = String(url.split(separator: "#").last ?? "")
    thread = Runner(try WorkerThread(name: "session") { _ = try? session.value.run { _ in } })
  }

  /// Made here, run on its thread.
  private struct UncheckedSession: @unchecked Sendable {
    let value: LiveSession
    init(_ value: LiveSession) { self.value = value }
  }

  deinit {
    panel.close()
    handle.stop()
    thread = nil
  }

  /// A page that has been let in.
  func page() throws -> RawClient {
    let client = try RawClient(port: port)
    _ = client.open(port: port, token: token)
    return client
  }

  var begun: Int { engine.begun.load(ordering: .relaxed) }
  var ended: Int { engine.ended.load(ordering: .relaxed) }

  /// Whether it comes true within two seconds.
  func soon(_ isTrue: () -> Bool) -> Bool { eventually(within: 2, isTrue) }
}
