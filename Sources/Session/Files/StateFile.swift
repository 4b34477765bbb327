import Glibc
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage

/// What the widgets of one instrument were when it was last used.
struct StateFile: Sendable {
  let path: FilePath
  let instrument: String

  init(path: FilePath, instrument: String) {
    self.path = path
    self.instrument = instrument
  }

  /// The instrument's own file: its name, and for one of a person's own files also a hash of the whole path, because
  /// `a/test.csd` and `b/test.csd` are two instruments. For several sounds without a stage file the paths of all count.
  /// Files of the time before the hash are not read: which of the two wrote them cannot be known.
  init(of instrument: LoadedInstrument, client: String, in folder: FilePath) {
    let files = instrument.file.map { [$0] } ?? instrument.parts.compactMap(\.sound.file)
    // Line breaks keep two lists of paths apart: each path begins with a slash, so no path can look like two.
    let key =
      files.isEmpty
      ? "" : " \(Self.hash(of: files.map { ($0.resolved ?? $0.absolute).string }.joined(separator: "\n")))"
    let readable = instrument.name.prefix(Self.longestName)
    self.init(
      path: folder.appending("\(client) \(readable)\(key).yaml"), instrument: instrument.name)
  }

  /// A file's name has room for 255 bytes: four a character, and the rest.
  private static let longestName = 40

  /// FNV-1a of 32 bits (draft-eastlake-fnv): short, and the same in every run, unlike `Hasher`.
  private static func hash(of text: String) -> String {
    let hash = text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return String(hash, radix: 16).padded(to: 8, .right, with: "0")
  }

  /// What was kept; nothing when nothing has been kept yet.
  ///
  /// Throws for a file that is broken or another instrument's. Such a file is never overwritten, so that its owner can
  /// repair, move or remove it.
  func read() throws -> StateText {
    guard path.exists else { return StateText() }
    let text = try StateText(bytes: InputFile.bytes(at: path, remedy: Self.remedy), file: path.string)
    if let owner = text.instrument, owner != instrument {
      throw SpinetError(
        .input, what: path.string, why: "it keeps the widgets of \(owner.shortened), not of \(instrument)",
        remedy: Self.remedy)
    }
    return text
  }

  private static let remedy = "give another state file"

  /// - Parameter patch: what the patch has for them.
  func write(_ values: [String: Double], over patch: [String: Double] = [:]) throws(SpinetError) {
    try AtomicFile.write(
      StateText(instrument: instrument, values: values, patch: patch).text, to: path)
  }
}
