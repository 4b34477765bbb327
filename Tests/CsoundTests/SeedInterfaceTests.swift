import CCsound
import EngineRig
import Foundation
import Listening
import Scratch
import SpinetKit
import SpinetRealtime
import Synchronization
import Testing

/// What a program written for Csound for iOS expects from a `CsoundObj`.
struct SeedInterfaceTests {
  private let folder: SoundFolder
  private let csound = CsoundObj.silent()

  init() throws { folder = try SoundFolder() }

  private func tone() throws -> String {
    let text = try String(contentsOfFile: Files.fixture("tone.csd"), encoding: .utf8)
    return try folder.write(text.replacingOccurrences(of: "-odac", with: "-W"), to: "tone.csd")
  }

  // MARK: MIDI in

  /// A controller that the test plays.
  private final class Controller: Sendable {
    let waiting = Mutex<[MIDIMessage]>([])
    let isOpen = Mutex(false)

    func send(_ message: MIDIMessage) { waiting.withLock { $0.append(message) } }
  }

  private final class Source: MIDISource {
    private let controller: Controller
    init(_ controller: Controller) {
      self.controller = controller
      controller.isOpen.withLock { $0 = true }
    }
    deinit { controller.isOpen.withLock { $0 = false } }

    let descriptor: Int32? = nil
    let announcement = ""
    func ports() -> [MIDIPort] { [] }
    let connectedPorts: [MIDIPort] = []
    let hasOutput = false
    func send(_ message: MIDIMessage, to port: PortID?) {}
    func read(_ handle: (MIDISourceEvent) -> Void) {
      for message in controller.waiting.withLock({ waiting in
        defer { waiting = [] }
        return waiting
      }) {
        handle(.message(message, from: PortID(rawValue: 256), at: .now))
      }
    }
  }

  private static let cutoff = """
    instr 1
    kcutoff ctrl7 1, 5, 0, 1
    chnset kcutoff, "cutoff seen"
    endin
    """

  @Test func `With midiInEnabled a performance hears controllers until it ends`() throws {
    let controller = Controller()
    let csound = CsoundObj(
      output: OutputRequest(pcm: "none", framesPerSecond: 44_100), input: OutputRequest.noPCM
    ) { Source(controller) }
    let seen = CsoundUI(csound).addLabel(forChannelName: "cutoff seen")
    let file = try folder.write(
      Player.text(Self.cutoff, score: "i 1 0 1000", options: "-M0"), to: "midi.csd")
    try csound.play(file)
    #expect(!controller.isOpen.withLock { $0 })
    csound.midiInEnabled = true
    try csound.play(file)
    #expect(controller.isOpen.withLock { $0 })
    controller.send(.controlChange(Channel(status: 0), controller: 5, value: 127))
    #expect(eventually { seen.value == 1 })
    try csound.send(.controlChange(Channel(status: 0), controller: 5, value: 0))
    #expect(eventually { seen.value == 0 })
    csound.stop()
    #expect(!controller.isOpen.withLock { $0 })
  }

  @Test func `Without a sequencer midiInEnabled warns, and send still works`() throws {
    let log = LineLog()
    let csound = CsoundObj(
      output: OutputRequest(pcm: "none", framesPerSecond: 44_100), input: OutputRequest.noPCM
    ) { () throws(SpinetError) -> any MIDISource in
      throw SpinetError(.deviceFailed, what: "ALSA sequencer", why: "no such file", remedy: "load it")
    }
    csound.messageCallback = log.add
    csound.midiInEnabled = true
    try csound.play(try tone())
    #expect(log.all.contains { $0.hasPrefix("midiInEnabled: ALSA sequencer") }, "\(log.all)")
    try csound.send(.noteOn(Channel(status: 0), key: 60, velocity: 100))
  }

  // MARK: CsoundUI

  @Test func `A label has the precision that was set before it was added`() {
    let ui = CsoundUI(csound)
    let first = ui.addLabel(forChannelName: "first")
    ui.labelPrecision = 4
    let second = ui.addLabel(forChannelName: "second")
    #expect(first.kind == .label(precision: 3))
    #expect(second.kind == .label(precision: 4))
  }

  @Test func `A momentary button is 1 for one control block per press`() throws {
    let button = Widget("tap", kind: .momentary)
    let orchestra = """
      instr 1
      kcount init 0
      ktap chnget "tap"
      kcount += ktap
      chnset kcount, "count"
      endin
      """
    let ui = CsoundUI(csound)
    try ui.addMomentaryButton(button, forChannelName: "tap")
    let count = ui.addLabel(forChannelName: "count")
    csound.addBinding(Script([10: { button.press() }, 20: { for _ in 0..<3 { button.press() } }]))
    let file = try folder.write(Player.text(orchestra, score: "i 1 0 1"), to: "tap.csd")
    try csound.record(file, toFile: folder.path("tap.aif"))
    #expect(count.value == 4)
    #expect(throws: SpinetError.self) {
      try ui.addMomentaryButton(Widget("slider"), forChannelName: "slider")
    }
  }

  // MARK: Before the file is compiled

  private struct Halve {
    var header: cs_opcode_header
    var output: UnsafeMutablePointer<Double>
    var input: UnsafeMutablePointer<Double>
  }

  @Test func `A program adds its own opcodes and options`() throws {
    @Sendable func lasting(_ text: StaticString) -> UnsafePointer<CChar> {
      UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    csound.beforeCompile = { instance in
      cs_csoundSetOption(instance, "--omacro:LEVEL=0.25")
      let size = Int32(MemoryLayout<Halve>.size)
      cs_csoundAppendOpcode(
        instance, lasting("HALVE"), size, 0, 2, lasting("k"), lasting("k"), nil,
        { _, data in
          guard let opcode = data?.assumingMemoryBound(to: Halve.self) else { return -1 }
          opcode.pointee.output.pointee = opcode.pointee.input.pointee / 2
          return 0
        }, nil)
    }
    let orchestra = "instr 1\nklevel = $LEVEL\nkhalf HALVE klevel\nouts a(khalf), a(khalf)\nendin"
    let file = try folder.write(Player.text(orchestra, score: "i 1 0 1"), to: "halve.csd")
    try csound.record(file, toFile: folder.path("halve.aif"), seconds: 0.1)
    #expect(try AudioTake().read(folder.path("halve.aif")).last == 0.125)
    csound.beforeCompile = nil
    #expect(throws: SpinetError.self) { try csound.play(file) }
  }

  // MARK: Messages

  private final class Reader: CsoundObjListener {
    let messages = Mutex<[CsoundMessage]>([])
    func csoundObj(_ csound: CsoundObj, said message: CsoundMessage) {
      messages.withLock { $0.append(message) }
    }
  }

  @Test func `A message has Csound's own severity`() throws {
    let reader = Reader()
    csound.addListener(reader)
    let orchestra = """
      instr 1
      prints "hello\\n"
      endin
      instr 2
      a1 diskin2 "nofile.wav"
      endin
      """
    let score = "i 1 0 0.1 1 2 3\ni 2 0 0.1\ni 1 0.2 0.1"
    let file = try folder.write(Player.text(orchestra, score: score), to: "messages.csd")
    try csound.record(file, toFile: folder.path("messages.aif"))
    let messages = reader.messages.withLock { $0 }
    #expect(messages.contains(where: { $0.text == "hello" && $0.severity == .normal }), "\(messages)")
    #expect(messages.contains { $0.text.hasPrefix("WARNING: instr 1 uses") && $0.severity == .warning })
    #expect(messages.contains { $0.text.contains("INIT ERROR") && $0.severity == .error })
  }

  // MARK: mute

  @Test func `Muted, it goes on in silence, also in the next performance, until it is unmuted`() throws {
    let (file, script) = (try tone(), Script())
    csound.addBinding(script)
    csound.mute()
    for name in ["first.wav", "second.wav"] {
      let blocks = script.blocks
      try csound.record(file, to: folder.path(name))
      #expect(eventually { script.blocks > blocks + 20 })
      csound.stop()
      #expect(try AudioTake().read(folder.path(name)).peak == 0)
    }
    csound.unmute()
    try csound.record(file, to: folder.path("third.wav"))
    usleep(50_000)
    csound.stop()
    #expect(try AudioTake().read(folder.path("third.wav")).peak > 0.4)
  }

  @Test func `A file that is rendered is not muted`() throws {
    csound.mute()
    try csound.record(try tone(), toFile: folder.path("take.wav"), seconds: 0.1)
    csound.unmute()
    #expect(try AudioTake().read(folder.path("take.wav")).peak > 0.4)
  }
}
