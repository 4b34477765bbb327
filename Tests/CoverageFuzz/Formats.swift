import Glibc
import SpinetDevices
import SpinetFormats
import SpinetKeyboard
import SpinetMIDIFile
import SpinetMapping
import SpinetRealtime
import SpinetSampler
import SpinetSoundFont
import SpinetStage
import SpinetText
import SystemPackage

/// What people and programs write, read from any bytes: what is wrong with a text has a line, and what is read is written
/// as a text that is read as the same.
enum Format: String {
  case mapping, keyboard, patch, stage, setlist, page, marks, state, sfz, song, font, sound, left

  func read(_ bytes: [UInt8]) {
    do {
      try take(bytes)
    } catch {
      for problem in error.diagnostics {
        must(problem.location.line >= 1, "an error without a line: \(problem)")
        must(!problem.message.contains("\n"), "an error of several lines: \(problem)")
      }
      must(!error.diagnostics.isEmpty || hasOneReason, "it is refused without a reason")
      must(error.description.utf8.count < 40_000, "an error without end")
    }
  }

  /// Files that are refused as a whole.
  private var hasOneReason: Bool {
    switch self {
    case .song, .font, .sound, .left, .sfz: true
    default: false
    }
  }

  private func take(_ bytes: [UInt8]) throws(SpinetError) {
    switch self {
    case .mapping: _ = try Mapping(bytes: bytes, file: "a")
    case .keyboard:
      _ = try KeyboardFile(String(decoding: bytes, as: UTF8.self), file: "a") { _ in "! a\na\n1\n2/1\n" }
    case .patch: _ = try Patch(text: String(decoding: bytes, as: UTF8.self), file: "a")
    case .stage: _ = try Stage(text: String(decoding: bytes, as: UTF8.self), file: "a")
    case .setlist: Self.check(try SetList(bytes: bytes, file: "a"), \.text, SetList.init)
    case .page: Self.check(try OwnPage(bytes: bytes, file: "a"), \.text, OwnPage.init)
    case .marks: Self.check(try Marks(bytes: bytes, file: "a"), \.text, Marks.init)
    case .state: _ = try StateText(bytes: Array(try StateText(bytes: bytes, file: "a").text.utf8), file: "b")
    case .sfz: _ = try SFZInstrument(file: "a.sfz") { _, _ throws(SpinetError) in bytes }
    case .song: if let song = try? StandardMIDIFile(bytes: bytes) { Self.check(song) }
    case .font:
      _ = try SoundFontFile(name: "a", length: bytes.count) { offset, count in
        Array(bytes.dropFirst(max(0, offset)).prefix(max(0, count)))
      }
    case .sound: try Self.readSound(bytes)
    case .left: Self.completeSound(bytes)
    }
  }

  private static func check<Value: Equatable>(
    _ value: Value, _ text: (Value) -> String,
    _ read: (_ bytes: [UInt8], _ file: String) throws(SpinetError) -> Value
  ) {
    let written = text(value)
    do throws(SpinetError) {
      let again = try read(Array(written.utf8), "b")
      must(again == value, "it is read again as another: \(written)")
    } catch {
      fail("what is written cannot be read: \(written): \(error)")
    }
  }

  private static func check(_ song: StandardMIDIFile) {
    var last = 0.0
    for event in song.events {
      must(event.seconds >= last && event.seconds.isFinite, "events are not in order")
      last = event.seconds
    }
    must(song.duration >= last - 1e-6, "it ends before its last event")
  }

  /// A whole sound file.
  private static func readSound(_ bytes: [UInt8]) throws(SpinetError) {
    MemoryFile.whole.hold(bytes)
    let reader = try SoundFileReader(path: MemoryFile.whole.path)
    must(
      reader.frameCount >= 0 && reader.loop.map { $0.lowerBound >= 0 } ?? true,
      "it has \(reader.frameCount) frames")
    // Memory for what a head promises would be most of the work.
    guard reader.frameCount < 1 << 14 else { return }
    let memory = SampleBuffer(capacity: max(1, reader.frameCount))
    try reader.read(left: memory.left, right: reader.isStereo ? memory.right : nil)
  }

  /// A sound file that a kill has cut off.
  private static func completeSound(_ bytes: [UInt8]) {
    MemoryFile.left.hold(bytes)
    if case .completed(let completed, let seconds)? = LeftSound.complete(MemoryFile.left.path) {
      must(seconds.isFinite && seconds >= 0, "a file of \(seconds) s")
      unlink(completed.string)
    }
    unlink(MemoryFile.left.path.string)
  }
}

/// A file in memory, because the libraries read no bytes but those of a file.
private struct MemoryFile {
  static let whole = MemoryFile("whole.wav")
  static let left = MemoryFile("left.wav.1.part")

  let path: FilePath

  private init(_ name: String) { path = FilePath("\(temporaryFolder)/\(name)") }

  func hold(_ bytes: [UInt8]) {
    let file = open(path.string, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    close(file)
  }
}
