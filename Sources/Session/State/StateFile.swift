import Glibc
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage

/// The file with the values that an instrument's widgets had when it was last used.
struct StateFile: Sendable {
  let path: FilePath
  let instrument: String

  init(path: FilePath, instrument: String) {
    self.path = path
    self.instrument = instrument
  }

  /// The file of an instrument. Its name is the instrument's; for the user's own files it also contains a hash of the
  /// whole path, because `a/test.csd` and `b/test.csd` are two instruments. For several sounds without a stage file,
  /// the hash is of all paths. Older files without a hash are not read, because it is unknown which of the two
  /// instruments wrote them.
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

  /// In characters. A file name may have 255 bytes: up to four per character, and the hash and the ending.
  private static let longestName = 40

  /// FNV-1a of 32 bits (draft-eastlake-fnv): short, and the same in every run, unlike `Hasher`.
  private static func hash(of text: String) -> String {
    let hash = text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return String(hash, radix: 16).padded(to: 8, .right, with: "0")
  }

  /// Reads the saved values. They are empty if nothing has been saved yet.
  ///
  /// Throws if the file is broken or belongs to another instrument.
  func read() throws(SpinetError) -> StateText {
    guard path.exists else { return StateText() }
    let text = try StateText(bytes: InputFile.bytes(at: path, remedy: Self.remedy), file: path.string)
    if let owner = text.instrument, owner != instrument {
      throw SpinetError(
        .fileUnsuitable, what: path.string,
        why: "it keeps the widgets of \(owner.shortened), not of \(instrument)",
        remedy: Self.remedy)
    }
    return text
  }

  /// Renames a file that cannot be read, so that it is not overwritten, and returns its new path; nil if that fails.
  func setAside() -> FilePath? {
    for number in 1...99 {
      let aside = path.beside("\(path.lastComponent?.string ?? "state").\(number).aside")
      if aside.exists { continue }
      return rename(path.string, aside.string) == 0 ? aside : nil
    }
    return nil
  }

  private static let remedy = Remedy(.giveOtherStateFile)

  /// - Parameter patch: the values of the patch. Only values that differ from them are written.
  func write(
    _ values: [String: Double], over patch: [String: Double] = [:], on disk: Disk = Disk()
  ) throws(SpinetError) {
    try AtomicFile.write(
      StateText(instrument: instrument, values: values, patch: patch).text, to: path, on: disk)
  }
}
