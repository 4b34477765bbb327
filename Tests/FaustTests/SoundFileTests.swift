import Foundation
import SpinetRealtime
import SpinetText
import SystemPackage
import Testing

@testable import SpinetFaust

/// `soundfile()`, with files that a test makes up.
struct SoundFileTests {
  private static let left: [Float] = [0.1, 0.2, 0.3]
  private static let right: [Float] = [0.4, 0.5, 0.6]

  private static var settings: FaustSettings {
    var settings = FaustRig.settings
    settings.readSound = { path throws(SpinetError) in
      switch path.name {
      case "two.wav": FaustSound(channels: [left, right], framesPerSecond: 32_000)
      case "one.wav": FaustSound(channels: [[0.7, 0.8]], framesPerSecond: 16_000)
      default: throw SpinetError(.fileInvalid, what: path.string, why: "it is not there", remedy: "")
      }
    }
    return settings
  }

  private static func outputs(_ text: String, _ options: String = "") throws -> [Float] {
    // Only two outputs are heard, so one is chosen.
    try (0..<4).map { output in
      let selector = (0..<4).map { $0 == output ? "_" : "!" }.joined(separator: ",")
      let program = try FaustProgram(
        path: FaustRig.file("\(options) process = \(text) : \(selector);"), settings: settings)
      return try FaustRig(program).render(8).left[7]
    }
  }

  @Test(arguments: ["", "declare options \"[double:on]\";"])
  func `A file gives its length, its rate and its channels`(options: String) throws {
    #expect(try Self.outputs("0,1 : soundfile(\"s[url:{'two.wav'}]\",2)", options) == [3, 32_000, 0.2, 0.5])
  }

  @Test func `Files are parts, channels are repeated, positions stay within the part`() throws {
    let text = "soundfile(\"s[url:{'two.wav';'one.wav'}]\",2)"
    #expect(try Self.outputs("1,1 : \(text)") == [2, 16_000, 0.8, 0])
    #expect(try Self.outputs("0,99 : \(text)") == [3, 32_000, 0.3, 0.6])
    #expect(try Self.outputs("1,0 : soundfile(\"s[url:{'one.wav';'one.wav'}]\",2)") == [2, 16_000, 0.7, 0.7])
  }

  @Test func `A part that no file fills and a file that is not there are silent, and the second is told`()
    throws
  {
    #expect(try Self.outputs("3,5 : soundfile(\"s[url:{'two.wav'}]\",2)") == [1024, 44_100, 0, 0])
    #expect(try Self.outputs("0,5 : soundfile(\"s[url:{'gone.wav'}]\",2)") == [1024, 44_100, 0, 0])
    let path = try FaustRig.file("process = 0,0 : soundfile(\"s[url:{'gone.wav'}]\",1) : !,!,_;")
    let notes = try FaustProgram(path: path, settings: Self.settings).notes
    let folder = path.removingLastComponent()
    #expect(notes == ["\(folder)/gone.wav: it is not there, so it is silent"])
  }

  @Test(arguments: [
    ("{'a.wav';'b.wav'}", ["a.wav", "b.wav"]), ("{ 'a.wav' ; 'b.wav' }", ["a.wav", "b.wav"]),
    ("my sound.wav", ["my sound.wav"]), ("{}", []),
  ]) func `Lists of files are read`(url: String, names: [String]) {
    #expect(SoundFiles.names(in: url) == names)
  }
}
