import CCsound
import Foundation
import Glibc
import Listening
import Scratch
import SpinetCsound
import SpinetDevices
import SpinetKit
import SpinetMotion
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

/// What a programmer who writes a program with `CsoundObj` meets.
final class LibrarySession {
  let folder: SoundFolder
  let csound = CsoundObj.silent()
  let log = LineLog()

  init() throws {
    folder = try SoundFolder()
    csound.messageCallback = log.add
  }

  /// A .csd of this orchestra, with a header of its own.
  func csd(
    _ orchestra: String = "instr 1\na1 poscil 0.3, 440\nouts a1, a1\nendin", score: String = "i 1 0 3600",
    options: String = "-W", channels: Int = 2, header: String = ""
  ) throws -> String {
    let text = Player.text("\(header)\n\(orchestra)", score: score, options: options)
      .replacingOccurrences(of: "nchnls = 2", with: "nchnls = \(channels)")
    return try folder.write(text, to: "\(UUID().uuidString).csd")
  }
}

struct OwnOpcodeTests {
  private let session: LibrarySession
  init() throws { session = try LibrarySession() }

  private struct Fixed {
    var header: CsoundOpcodeHeader
    var output: UnsafeMutablePointer<Double>
    var input: UnsafeMutablePointer<Double>
    var cutoff: UnsafeMutablePointer<Double>
    var resonance: UnsafeMutablePointer<Double>
  }

  private static let perform: CsoundObj.OpcodeFunction = { _, data in
    guard let opcode = data?.assumingMemoryBound(to: Fixed.self) else { return -1 }
    for frame in opcode.pointee.header.frames { opcode.pointee.output[frame] = 0.125 }
    return 0
  }

  @Test(arguments: ["MOOGLADDER", "MYLADDER"])
  func `An opcode of one's own plays, also under the name of one of Spinet's`(name: String) throws {
    for literal in ["MOOGLADDER", "MYLADDER"] as [StaticString] where "\(literal)" == name {
      session.csound.addOpcode(
        literal, outputs: "a", inputs: "akk", data: Fixed.self, perform: Self.perform)
    }
    try expectFixed(name)
  }

  @Test func `An opcode that a program appends to the instance itself wins over Spinet's of its name`() throws
  {
    let added = Atomic<Int32>(-1)
    session.csound.beforeCompile = { csound in
      func lasting(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
      }
      let answer = cs_csoundAppendOpcode(
        csound, lasting("MOOGLADDER"), Int32(MemoryLayout<Fixed>.size), 0, 2, lasting("a"), lasting("akk"),
        nil,
        Self.perform, Self.perform)
      added.store(answer, ordering: .relaxed)
    }
    try expectFixed("MOOGLADDER")
    #expect(added.load(ordering: .relaxed) == 0)
  }

  /// Renders with an opcode, and expects to hear what `perform` gives.
  private func expectFixed(_ name: String) throws {
    let orchestra = "instr 1\nkcut = 800\na1 poscil 0.5, 440\na2 \(name) a1, kcut, 0\nouts a2, a2\nendin"
    let take = session.folder.path("take.wav")
    try session.csound.record(try session.csd(orchestra), toFile: take, seconds: 0.05)
    #expect(try AudioTake().read(take).allSatisfy { $0 == 0.125 })
  }
}

struct TextAndMotionTests {
  private let session: LibrarySession
  init() throws { session = try LibrarySession() }

  @Test func `A text widget shows the text of its channel`() throws {
    let title = Widget("title", kind: .text)
    CsoundUI(session.csound).add(title, forChannelName: "title")
    let orchestra =
      "instr 1\nSt strcpy \"hello\"\nchnset St, \"title\"\na1 poscil 0.3, 440\nouts a1, a1\nendin"
    try session.csound.play(try session.csd(orchestra))
    #expect(eventually { title.text == "hello" })
    #expect(session.csound.isPlaying)
    session.csound.stop()
  }

  @Test func `A text widget on a channel of numbers is told, and the instrument plays`() throws {
    let title = Widget("level", kind: .text)
    CsoundUI(session.csound).add(title, forChannelName: "level")
    let take = session.folder.path("take.wav")
    let orchestra =
      "chn_k \"level\", 1\ninstr 1\nk1 chnget \"level\"\na1 poscil 0.3, 440\nouts a1, a1\nendin"
    try session.csound.record(try session.csd(orchestra), toFile: take, seconds: 0.1)
    #expect(try AudioTake().read(take).peak > 0.2)
    #expect(session.log.all.contains { $0.contains("'level'") && $0.contains("carries numbers") })
  }

  @Test func `Motion is enabled once, and a sensor moves its widgets`() throws {
    final class Sensor: MotionSource {
      func next(within seconds: Double) throws(SpinetError) -> [(sample: MotionSample, time: HostTime)] {
        usleep(2000)
        return [(MotionSample(acceleration: SIMD3(0.5, 0, 1), rotation: SIMD3(1, 2, 3)), .now)]
      }
    }
    let motion = CsoundMotion(session.csound)
    let widgets = motion.enableAccelerometer()
    motion.enableGyroscope()
    #expect(zip(widgets, motion.enableAccelerometer()).allSatisfy { $0 === $1 })
    try motion.follow(sensorNamed: "Stand-in") { Sensor() }
    #expect(eventually { widgets[0].value == 0.5 && widgets[2].value == 1 })
    let orchestra = "instr 1\nk1 chnget \"gyroY\"\nouts a(k1 / 16), a(k1 / 16)\nendin"
    let take = session.folder.path("take.wav")
    try session.csound.record(try session.csd(orchestra), toFile: take, seconds: 0.5)
    motion.stopFollowing()
    #expect(try AudioTake().read(take).last == 0.125)
  }
}

struct LibraryInterfaceTests {
  private let session: LibrarySession
  init() throws { session = try LibrarySession() }

  @Test func `Paths are taken in both forms`() throws {
    let file = try session.csd(score: "i 1 0 0.1")
    try session.csound.record(FilePath(file), toFile: FilePath(session.folder.path("one.wav")))
    try session.csound.record(FilePath(file), to: FilePath(session.folder.path("two.wav")))
    session.csound.stop()
    try session.csound.play(FilePath(file))
    try session.csound.record(to: FilePath(session.folder.path("three.wav")))
    session.csound.stop()
    for name in ["one", "two", "three"] {
      #expect(FileManager.default.fileExists(atPath: session.folder.path("\(name).wav")))
    }
  }

  @Test func `The error of an orchestra text is Csound's own, with its line`() throws {
    try session.csound.play(try session.csd())
    let error = #expect(throws: SpinetError.self) {
      try session.csound.updateOrchestra("instr 2\nendin\ninstr 3\na1 nosuch 1\nendin\n")
    }
    #expect(error?.what.contains(":4") == true && error?.why.contains("nosuch") == true, "\(error as Any)")
    try session.csound.updateOrchestra("instr 2\nendin\n")
    session.csound.stop()
  }

  @Test func `The instance may give anything to its borrower`() throws {
    try session.csound.play(try session.csd())
    #expect(session.csound.withCsound { _ -> Any in [1, 2] } as? [Int] == [1, 2])
    session.csound.stop()
  }
}
