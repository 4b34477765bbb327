import EngineRig
import Foundation
import Listening
import SpinetCsound
import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetSurface
import SpinetWidgets
import SystemPackage
import Testing

struct ExampleTests {
  private static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: Files.examples)) ?? [])
    .filter { $0.hasSuffix(".csd") }.sorted()

  @Test func `There are at least four`() { #expect(Self.names.count >= 4) }

  /// Four seconds with a chord, by voices or by MIDI, as the file wants it.
  private func play(_ player: Player) -> [Float] {
    _ = player.render(4800)
    for (index, key) in [48, 60, 64, 67].enumerated() {
      player.start(index, key: Double(key), hertz: 440 * pow(2, Double(key - 69) / 12), gain: 0.8)
      player.midi(0x90, UInt8(key), 100)
    }
    let held = player.render(96_000)
    for (index, key) in [48, 60, 64, 67].enumerated() {
      player.release(index)
      player.midi(0x80, UInt8(key), 0)
    }
    let rest = player.render(96_000)
    return held.left + held.right + rest.left + rest.right
  }

  @Test(arguments: names) func `An example sounds and does not clip`(name: String) throws {
    let engine = try CsdEngine(file: FilePath(Files.examples + "/" + name))
    let sound = play(try Player(engine, framesPerSecond: 48_000))
    #expect(sound.rms > 0.01)
    #expect(sound.peak < 1)
    #expect(sound.isFinite)
  }

  @Test(arguments: names) func `Every widget of an example at either end stays in bounds`(name: String)
    throws
  {
    for position in [0.0, 1] {
      let engine = try CsdEngine(file: FilePath(Files.examples + "/" + name))
      for widget in engine.widgets where widget.kind.isContinuous { widget.set(position: position) }
      let sound = play(try Player(engine, framesPerSecond: 48_000))
      #expect(sound.isFinite)
      #expect(sound.peak < 2)
    }
  }

  @Test(arguments: names) func `Its mapping moves its widgets, and a controller is heard`(name: String)
    throws
  {
    let path = Files.examples + "/" + name
    let engine = try CsdEngine(file: FilePath(path))
    let file = path.replacingOccurrences(of: ".csd", with: ".yaml")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
    let mapping = try Mapping(bytes: bytes, file: file, for: WidgetSet(engine.widgets))
    let router = Router([mapping], WidgetSet(engine.widgets))
    let before = engine.widgets.map(\.stamp)
    for controller in UInt8(0)..<120 {
      _ = router.route(
        .controlChange(.init(status: 0xB0), controller: controller, value: 127), from: .file, at: 0
      ) { _ in }
    }
    let moved = zip(engine.widgets, before).filter { $0.stamp != $1 }
    #expect(moved.count >= 3)
    let still = play(try Player(CsdEngine(file: FilePath(path)), framesPerSecond: 48_000))
    let changed = play(try Player(engine, framesPerSecond: 48_000))
    #expect(changed != still)
  }

  @Test func `The effects play what comes in`() throws {
    let engine = try CsdEngine(file: FilePath(Files.examples + "/effects.csd"))
    #expect(engine.takesInput)
    let player = try Player(engine, framesPerSecond: 48_000)
    let silence = player.render(24_000)
    #expect(silence.left.peak < 1e-3)
    let tone = SampleBuffer(capacity: 128)
    for frame in 0..<128 {
      (tone.left[frame], tone.right[frame]) = (Float(frame % 64) / 64 - 0.5, 0)
    }
    player.input = AudioInput(tone.channels)
    #expect(player.render(24_000).left.rms > 0.02)
    player.input = nil
    _ = player.render(4_800)
    #expect(player.render(24_000).left.rms > 0.001, "it has no echo")
  }

  @Test func `Pictures find the widgets and tables of the examples`() throws {
    for (name, item, table) in [
      ("morph", "morph", "morph.table"), ("harmonics", "harmonic", "harmonic.table"),
      ("tape", "sample", "sample.table"),
    ] {
      let engine = try CsdEngine(file: FilePath("\(Files.examples)/\(name).csd"))
      let widgets = engine.widgets
      let layout = WidgetLayout(widgets)
      let index = try #require(widgets.firstIndex { $0.name == table })
      #expect(layout.waves[item] == .table(index))
      let player = try Player(engine, framesPerSecond: 48_000)
      _ = player.render(24_000)
      #expect(widgets[index].value > 0)
    }
  }

  /// Instrument 53 tells how often it was sent, and where the pad was then.
  private func tellingMorph() throws -> CsdEngine {
    let file = Files.examples + "/morph.csd"
    let text = try String(contentsOfFile: file, encoding: .utf8)
      .replacing(
        "maxalloc 53", with: "chn_k \"sent\", 2\nchn_k \"sent.x\", 2\nchn_k \"sent.y\", 2\nmaxalloc 53"
      )
      .replacing(
        "  chnset giMorph,",
        with: """
            chnset chnget:i("sent") + 1, "sent"
            chnset p4, "sent.x"
            chnset p5, "sent.y"
            chnset giMorph,
          """)
    return try CsdEngine(CsdDocument(text: text, file: FilePath(file)))
  }

  @Test func `A pad that moves without end sends ten score lines a second, and its last place`() throws {
    let player = try Player(tellingMorph(), framesPerSecond: 48_000)
    let (x, y) = (try player.required("morph.x"), try player.required("morph.y"))
    for step in 0..<200 {
      x.set(Double(step % 20) / 20)
      y.set(Double(step) / 200)
      _ = player.render(480)
    }
    let sent = try player.required("sent").value
    #expect((18...21).contains(sent))
    x.set(0.125)
    y.set(1)
    _ = player.render(9_600)
    #expect(try player.required("sent").value == sent + 1)
    #expect(try player.required("sent.x").value == 0.125 && player.required("sent.y").value == 1)
    _ = player.render(48_000)
    #expect(try player.required("sent").value == sent + 1, "it is sent again at rest")
  }

  @Test func `The ladder and MIDI are among them`() throws {
    let texts = try Self.names.map {
      try String(contentsOfFile: Files.examples + "/" + $0, encoding: .utf8)
    }
    #expect(texts.contains { $0.contains(" MOOGLADDER ") })
    #expect(texts.contains { $0.contains("massign") && $0.contains("cpsmidi") })
  }
}
