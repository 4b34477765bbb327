import FoundationEssentials
import Glibc
import SpinetJournal
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets
import SystemPackage

/// `spinet journal`: the takes of an instrument, numbered from the oldest that is kept.
package struct JournalList {
  private let takes: [Take]
  private let folder: JournalFolder
  private var path: FilePath { folder.path }

  /// - Parameters:
  ///   - tag: the tag of a second instance; nil for the usual one.
  ///   - pauseSeconds: a pause of this length ends a take.
  package init(tag: String?, pauseSeconds: Double) {
    var options = PlayOptions()
    options.tag = tag
    self.init(JournalFolder(client: options.clientName), pauseSeconds: pauseSeconds)
  }

  /// Reads every segment.
  package init(_ folder: JournalFolder, pauseSeconds: Double = usualPauseSeconds) {
    self.folder = folder
    takes = folder.takes(pauseSeconds: pauseSeconds)
  }

  /// The default pause that ends a take.
  package static let usualPauseSeconds = 5.0

  /// In columns: number, begin, length, notes and instrument. A single line if there is no take.
  package var text: [String] {
    guard !takes.isEmpty else { return ["nothing was played yet: \(path) has no take"] }
    return takes.enumerated().map { index, take in
      [
        "\(index + 1)", Self.localTime(take.begin), Self.length(take.seconds),
        take.notes == 1 ? "1 note" : "\(take.notes) notes", take.instrument.name,
      ]
    }.inColumns
  }

  /// Warnings about what is missing.
  package var warnings: [String] {
    folder.losses().map { file, records in
      let what = records == 1 ? "1 message or move is" : "\(records) messages and moves are"
      return "\(file): \(what) lost, in a block that is empty; the rest is listed"
    }
  }

  package var json: [String] {
    takes.enumerated().map { index, take in
      var line = JSONLine()
      line.add("take", index + 1)
      line.add("begin", Date(timeIntervalSince1970: Double(take.begin) * 1e-9).ISO8601Format())
      line.add("seconds", (take.seconds * 1000).rounded() / 1000)
      line.add("notes", take.notes)
      line.add("instrument", take.instrument.name)
      return line.description
    }
  }

  /// The notes of one take.
  ///
  /// - Parameter which: a number of the list, `LAST`, or a span of time.
  package func roll(of which: String) throws(SpinetError) -> TakeRoll { TakeRoll(of: try choose(which).take) }

  /// One take as a MIDI file.
  ///
  /// - Parameter which: a number of the list, `LAST`, or a span of time.
  package func bytes(of which: String) throws(SpinetError) -> [UInt8] {
    TakeFile.bytes(of: try choose(which).take)
  }

  /// Writes one take as a MIDI file, and says which.
  ///
  /// - Parameter which: a number of the list, `LAST`, or a span of time.
  package func save(_ which: String, to file: FilePath, replacing: Bool) throws(SpinetError) -> String {
    let (take, name) = try choose(which)
    guard ["mid", "midi"].contains(file.ending) else {
      throw SpinetError(
        .unusableName, what: file.string, why: "a take is saved as a MIDI file",
        remedy: "give a name that ends in .mid")
    }
    guard replacing || !file.exists else {
      throw SpinetError(
        .fileExists, what: file.string, why: "the file exists", remedy: Remedy(.chooseOtherName))
    }
    try AtomicFile.write(TakeFile.bytes(of: take), to: file, permissions: 0o644)
    return "saved \(name) in \(file)"
  }

  private func choose(_ which: String) throws(SpinetError) -> (take: Take, name: String) {
    if which.contains("..") { return (try take(within: which), which) }
    let number = try number(which)
    return (takes[number - 1], "take \(number)")
  }

  private func take(within text: String) throws(SpinetError) -> Take {
    func refusal(_ why: String, _ remedy: Remedy) -> SpinetError {
      SpinetError(.wrongValue, what: "'\(text.shortened)'", why: why, remedy: remedy)
    }
    let now = Int64(Date.now.timeIntervalSince1970 * 1e9)
    guard let span = TimeOfDaySpan(text, before: now) else {
      throw refusal("it is no span of time", "write it as 21:05..21:20, or with a date before the times")
    }
    let found = folder.takes(within: span.moments)
    if found.count == 1 { return found[0] }
    throw refusal(
      found.isEmpty
        ? "nothing was played then" : "Spinet was started, or its sounds were changed, in between",
      Remedy(.listTakes))
  }

  private func number(_ which: String) throws(SpinetError) -> Int {
    let number = which.lowercased() == "last" ? takes.count : Int(which)
    if let number, takes.indices.contains(number - 1) { return number }
    let last = takes.count == 1 ? "1" : "1 to \(takes.count)"
    throw SpinetError(
      .unknownName, what: "take '\(which)'",
      why: takes.isEmpty ? "nothing was played yet" : "there is none of that number",
      remedy: takes.isEmpty
        ? "play something first" : Remedy(.giveTake, last))
  }

  private static func localTime(_ moment: Int64) -> String {
    var seconds = time_t(moment / 1_000_000_000)
    var date = tm()
    localtime_r(&seconds, &date)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &date)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// `3.2 s`, `4:05`
  private static func length(_ seconds: Double) -> String {
    guard seconds >= 60 else { return "\((seconds * 10).rounded() / 10) s" }
    let whole = Int(bounded: seconds, in: 0...1 << 40)
    return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }
}
