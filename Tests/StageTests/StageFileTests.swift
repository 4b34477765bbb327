import SpinetFormats
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import Testing

@testable import SpinetStage

@Suite struct StageFileTests {
  @Test func `A stage is read whole`() throws {
    let stage = try Stage(
      text: """
        name: Evening
        parts:
          pad: warm-pad
          bass:
            sound: round-bass
            keyboard: mine.yaml
            ports: ["nano*"]
            channels: [1, 3..4]
            keys: ..B3
            velocities: 10..
            transpose: -12
            level: -3.5
            pan: 0.25
            mute: on
            set:
              filter: {cutoff: 900}
              reverb.mix: 0.3
        scenes:
          verse: [pad, bass]
          solo: bass
          all: {program: 10, set: {pad/part.level: -6}}
        """, file: "s.yaml")
    #expect(stage.name == "Evening")
    #expect(stage.parts.map(\.name) == ["pad", "bass"])
    #expect(stage.parts[0].sound == "warm-pad" && stage.parts[0].location == TextLocation(line: 3, column: 8))
    let bass = stage.parts[1]
    #expect(bass.keyboard == "mine.yaml" && bass.ports == [PortPattern("nano*")])
    #expect(bass.channels == Set([1, 3, 4].compactMap { Channel(number: $0) }))
    #expect(bass.keys == [0...59] && bass.velocities == 10...127 && bass.transpose == -12)
    #expect(bass.level == -3.5 && bass.pan == 0.25 && bass.isMuted && !bass.isSoloed)
    #expect(bass.settings.map(\.widget) == ["filter.cutoff", "reverb.mix"])
    #expect(stage.scenes.map(\.parts) == [["pad", "bass"], ["bass"], nil])
    #expect(stage.scenes[2].program == 10 && stage.scenes[2].settings.map(\.text) == ["-6"])
  }

  @Test(arguments: [
    ("", "1:1", "there is no part"),
    ("parts:\n", "1:7", "there is no part"),
    ("parts:\n  a/b: pad", "2:3", "without /"),
    ("parts:\n  a: {keys: C4..}", "2:3", "has no sound"),
    ("parts:\n  a: {sound: x, keys: B3..A0}", "2:23", "backwards"),
    ("parts:\n  a: {sound: x, velocities: 90..10}", "2:29", "backwards"),
    ("parts:\n  a: {sound: x, channels: 17}", "2:27", "a channel from 1 to 16"),
    ("parts:\n  a: {sound: x, channels: []}", "2:27", "an empty list"),
    ("parts:\n  a: {sound: x, transpose: 99}", "2:28", "-60 to 60"),
    ("parts:\n  a: {sound: x, level: 20}", "2:24", "-60 to 12"),
    ("parts:\n  a: {sound: x, kyes: C4..}", "2:17", "did you mean keys"),
    ("parts:\n  a: x\nscenes:\n  one: [b]", "4:9", "unknown part"),
    ("parts:\n  a: x\nscenes:\n  one: {program: 3}\n  two: {program: 3}", "5:18", "chooses one already"),
    ("parts:\n  a: x\nscenes:\n  one: {program: 0}", "4:18", "1 to 128"),
    ("parts: {a: x}\nsound: y", "2:1", "unknown key"),
  ])
  func `What is wrong is told with its place`(text: String, place: String, message: String) {
    let errors = #expect(throws: SpinetError.self) { try Stage(text: text, file: "s.yaml") }
    let said = errors?.description ?? ""
    #expect(said.contains("s.yaml:\(place): error:") && said.contains(message), "\(said)")
  }

  @Test func `All errors are told at once`() {
    let text = "parts:\n  a: {sound: x, keys: 9..1, level: loud}\nscenes:\n  one: [b, c]"
    let errors = #expect(throws: SpinetError.self) { try Stage(text: text, file: "s.yaml") }
    #expect(errors?.diagnostics.count == 4)
  }

  @Test func `A patch is no stage`() {
    #expect(Stage.isStage("parts: {a: x}", file: ""))
    #expect(!Stage.isStage("name: Wool\nfilter: {cutoff: 750}", file: ""))
    #expect(!Stage.isStage("parts: [", file: ""))
  }
}
