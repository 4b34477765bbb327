import EngineRig
import Foundation
import Listening
import Scratch
import SpinetKit
import SpinetWidgets
import Synchronization
import Testing

/// What was said with the severity of an error.
private final class ErrorListener: CsoundObjListener {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }

  func csoundObj(_ csound: CsoundObj, said message: CsoundMessage) {
    if message.severity == .error { lines.withLock { $0.append(message.text) } }
  }
}

/// Records more than a file may hold, and stops afterwards.
private func recordTooMuch() throws {
  let folder = try SoundFolder()
  let csound = CsoundObj.silent()
  let errors = ErrorListener()
  csound.addListener(errors)
  let take = folder.path("take.wav")
  try csound.record(Files.fixture("tone.csd"), to: take)
  #expect(eventually { !errors.all.isEmpty })
  #expect(csound.isPlaying)
  #expect(errors.all.first?.hasPrefix("\(take): the recording has ended: ") == true, "\(errors.all)")
  csound.stop()
  #expect(errors.all.count == 1)
  #expect(try AudioTake().read(take).count > 4_000)
}

struct RecordingTests {
  private let folder: SoundFolder
  private let csound = CsoundObj.silent()

  init() throws { folder = try SoundFolder() }

  private func tone(_ flags: String) throws -> String {
    let text = try String(contentsOfFile: Files.fixture("tone.csd"), encoding: .utf8)
    return try folder.write(text.replacingOccurrences(of: "-odac", with: flags), to: "tone.csd")
  }

  @Test(arguments: [
    ("-odac", "FORM"), ("-odac -A", "FORM"), ("-odac -W", "RIFF"), ("-W -A", "FORM"), ("-A -W", "RIFF"),
  ])
  func `The flags of the file tell the kind of the recording`(flags: String, magic: String) throws {
    let out = folder.path("take.sound")
    #expect(try csound.record(try tone(flags), toFile: out, seconds: 0.5) == 22_050)
    let bytes = try Data(contentsOf: URL(filePath: out))
    #expect(bytes.prefix(4) == Data(magic.utf8))
    let sound = try AudioTake().read(out)
    #expect(sound.count == 22_050)
    #expect(abs(sound.hertz(framesPerSecond: 44_100) - 440) < 0.1)
  }

  @Test func `A recording begins and ends while it plays, and the sound goes on`() throws {
    try csound.record(try tone("-W"), to: folder.path("first.wav"))
    usleep(100_000)
    try csound.stopRecording()
    #expect(csound.isPlaying)
    try csound.record(to: folder.path("second.wav"))
    usleep(50_000)
    csound.stop()
    for name in ["first.wav", "second.wav"] {
      let sound = try AudioTake().read(folder.path(name))
      #expect(sound.count > 500)
      #expect(abs(sound.peak - 0.5) < 0.001)
    }
  }

  @Test func `Muted, the recording is silent and the performance goes on`() throws {
    csound.mute()
    try csound.record(try tone("-W"), to: folder.path("take.wav"))
    usleep(50_000)
    csound.stop()
    let sound = try AudioTake().read(folder.path("take.wav"))
    #expect(!sound.isEmpty)
    #expect(sound.peak == 0)
  }

  @Test(arguments: [false, true])
  func `A render is ended by stop, and a listener may play in its place`(plays: Bool) throws {
    final class Stopper: CsoundObjListener {
      let file: String?
      let turns = Atomic<Int>(0)
      init(_ file: String?) { self.file = file }
      func csoundObjStarted(_ csound: CsoundObj) {
        guard turns.wrappingAdd(1, ordering: .relaxed).newValue == 1 else { return }
        csound.stop()
        if let file { try? csound.play(file) }
      }
    }
    let tone = try tone("-W")
    let script = Script()
    csound.addBinding(script)
    csound.addListener(Stopper(plays ? tone : nil))
    #expect(try csound.record(tone, toFile: folder.path("take.wav"), seconds: 1000) == 0)
    #expect(csound.isPlaying == plays)
    let blocks = script.blocks
    #expect(!plays || eventually { script.blocks > blocks })
    csound.stop()
    #expect(script.calls.last == "cleanup")
  }

  @Test(arguments: [.nan, -Double.infinity, -1, 0]) func `A render of no time is empty`(seconds: Double)
    throws
  {
    #expect(try csound.record(try tone("-W"), toFile: folder.path("take.wav"), seconds: seconds) == 0)
  }

  @Test(arguments: [.infinity, .greatestFiniteMagnitude, 1e300] as [Double])
  func `A render without a limit lasts as long as its score`(seconds: Double) throws {
    let text = try String(contentsOfFile: Files.fixture("tone.csd"), encoding: .utf8)
    let file = try folder.write(text.replacingOccurrences(of: "i1 0 10", with: "i1 0 1"), to: "short.csd")
    let frames = try csound.record(file, toFile: folder.path("take.wav"), seconds: seconds)
    #expect(abs(frames - 44_100) <= 256)
  }

  @Test func `A recording that cannot be finished is told when the performance ends by itself`() throws {
    let text = try String(contentsOfFile: Files.fixture("tone.csd"), encoding: .utf8)
    let file = try folder.write(text.replacingOccurrences(of: "i1 0 10", with: "i1 0 0.2"), to: "short.csd")
    let (log, witness) = (LineLog(), Witness())
    csound.messageCallback = log.add
    csound.addListener(witness)
    try FileManager.default.createDirectory(atPath: folder.path("away"), withIntermediateDirectories: true)
    let take = folder.path("away/take.wav")
    try csound.record(file, to: take)
    try FileManager.default.removeItem(atPath: folder.path("away"))
    #expect(eventually { witness.all.count == 2 })
    #expect(log.all.contains { $0.hasPrefix("\(take): ") }, "\(log.all)")
  }

  @Test func `A full disk is told as an error while it plays on, and told once`() async {
    await #expect(processExitsWith: .success) {
      // A limit on the size of files instead of a full disk, which only root can make.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 30_000, rlim_max: 30_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      try recordTooMuch()
    }
  }

  @Test func `A render reckons without denormals, and the thread with them afterwards`() throws {
    let orchestra = "instr 1\nksmall init 4e-308\nkhalf = ksmall * 0.01\nchnset khalf, \"half\"\nendin"
    let file = try folder.write(Player.text(orchestra, score: "i 1 0 0.1"), to: "tiny.csd")
    let half = CsoundUI(csound).addLabel(forChannelName: "half")
    half.set(1)
    try csound.record(file, toFile: folder.path("take.wav"))
    #expect(half.value == 0)
    // From memory, or the compiler would do the halving.
    let tiny = Atomic<UInt32>(1 << 22)
    #expect(Float(bitPattern: tiny.load(ordering: .relaxed)) * 0.5 > 0)
  }

  @Test func `A place that cannot be written is told, and it plays on`() throws {
    try csound.play(try tone("-W"))
    #expect(throws: (any Error).self) { try csound.record(to: "/nowhere/take.wav") }
    #expect(csound.isPlaying)
  }
}
