import Foundation
import SpinetLibrary
import SpinetMIDI
import SpinetMIDIFile

/// The musician's folders, with sounds and mappings of his own. They lie in memory, because an evening writes often.
struct Home {
  let folder: URL

  /// Sounds whose notes sound as long as they are held, and end soon afterwards.
  static let sounds = ["alder", "birch", "cedar"]
  static let stage = "duo"
  static let stageName = "Duo"
  /// What a status may call them.
  static let all = sounds + [stageName]
  /// What a patch says of the widgets that are set.
  static let loaded: Settings.Values = [
    "drive.amount": 0, "filter.resonance": 0.2, "osc.mix": 0.25, "osc.spread": 0.4, "unison.spread": 0.6,
    "osc.fm": 0.1, "filter.tracking": 0.3,
  ]

  /// - Throws: if the folder cannot be made.
  init() throws {
    let place = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    folder = URL(filePath: "\(place)/spinet-evening-\(getpid())")
    for (variable, name) in [
      ("HOME", ""), ("XDG_CONFIG_HOME", "config"), ("XDG_STATE_HOME", "state"), ("XDG_RUNTIME_DIR", "run"),
    ] {
      setenv(variable, folder.appending(path: name).path, 1)
    }
    try clear()
  }

  /// As it is before an evening.
  func clear() throws {
    try? FileManager.default.removeItem(at: folder)
    for name in [
      "config/spinet/patches", "config/spinet/stages", "config/spinet/mappings", "config/spinet/setlists",
      "state", "run", "Music",
    ] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    for sound in Self.sounds { try writePatch(sound, cutoff: 700) }
    try writeStage(level: -6)
    try writeMapping()
    try writeSetList()
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  // MARK: Recordings

  var music: URL { folder.appending(path: "Music") }
  private var unfinished: URL { folder.appending(path: "state/spinet/recordings") }
  private var kept: URL { folder.appending(path: "kept") }

  /// The names of complete ones.
  var recordings: Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: music.path)) ?? []
    return Set(names.filter { $0.hasSuffix(".wav") })
  }

  func bytes(ofRecording name: String) -> [UInt8] {
    [UInt8]((try? Data(contentsOf: music.appending(path: name))) ?? Data())
  }

  func remove(recording name: String) { try? FileManager.default.removeItem(at: music.appending(path: name)) }

  /// Remembers the files as a kill leaves them.
  func keepRecordings() {
    try? FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
    for folder in [music, unfinished] {
      try? FileManager.default.copyItem(at: folder, to: kept.appending(path: folder.lastPathComponent))
    }
  }

  /// Whatever an instrument has done after its kill is undone.
  func restoreRecordings() {
    guard FileManager.default.fileExists(atPath: kept.path) else { return }
    for folder in [music, unfinished] {
      try? FileManager.default.removeItem(at: folder)
      try? FileManager.default.moveItem(at: kept.appending(path: folder.lastPathComponent), to: folder)
    }
    try? FileManager.default.removeItem(at: kept)
  }

  var journal: URL { folder.appending(path: "state/spinet/journal/Spinet evening") }

  private func writeSetList() throws {
    let songs = TimeLedger.songs.map { song in
      let tempo = song.tempo.map { ", tempo: \($0)" } ?? ""
      return "  - {stage: \(song.stage)\(tempo)\(song.quarters == nil ? "" : ", song: song.mid")}"
    }
    try write("songs:\n" + songs.joined(separator: "\n") + "\n", to: "setlists/\(TimeLedger.list).yaml")
    try Data(Self.song).write(to: folder.appending(path: "config/spinet/setlists/song.mid"))
  }

  /// One note each quarter, on keys that nobody else plays.
  private static var song: [UInt8] {
    typealias Event = StandardMIDIFile.TrackEvent
    let channel = Musician.channel
    let tempo = Event(tick: 0, .tempo(microsecondsPerQuarter: Int(60_000_000 / TimeLedger.songTempo)))
    let notes = (0..<24 as Range<UInt32>).flatMap { quarter in
      let key = UInt8(24 + quarter % 8)
      return [
        Event(tick: quarter * 480, .message(.noteOn(channel, key: key, velocity: 80))),
        Event(tick: quarter * 480 + 480, .message(.noteOff(channel, key: key, velocity: 0))),
      ]
    }
    return StandardMIDIFile.bytes(tracks: [[tempo] + notes], ticksPerQuarter: 480)
  }

  // MARK: What somebody edits

  /// - Parameter cutoff: nil for a file with an error.
  func writePatch(_ sound: String, cutoff: Int?) throws {
    let number = (Self.sounds.firstIndex(of: sound) ?? 0) + 1
    try write(
      """
      name: \(sound)
      program: \(number)
      osc: {mix: 0.25, spread: 0.4, fm: 0.1}
      unison: {spread: 0.6}
      filter: {cutoff: \(cutoff.map(String.init) ?? "[700"), resonance: 0.2, tracking: 0.3}
      amp: {attack: 0.01, decay: 0.1, sustain: 1, release: 0.3, velocity: 0}
      drive: {amount: 0}
      chorus: {mix: 0}
      delay: {mix: 0}
      reverb: {mix: 0}

      """, to: "patches/\(sound).yaml")
  }

  /// How far the stage's part for the synthesizer moves keys.
  static let transpositions = -12 ... -1

  /// - Parameter level: that of a part, and the transposition of another.
  func writeStage(level: Int) throws {
    let dump = [String](repeating: "01", count: 500).joined(separator: " ")
    try write(
      """
      name: \(Self.stageName)
      parts:
        low: alder
        high: {sound: birch, level: \(level)}
        far: {sound: {midi: Synth, channel: 5, program: 7}, controls: {cutoff: cc 74}, transpose: \(level)}
      scenes:
        one: {parts: [low, far], send: {to: far, program: 3, sysex: 7D \(dump)}}
        two: {parts: [low, high], send: {to: far, cc 7: 90}}

      """, to: "stages/duo.yaml")
  }

  /// - Parameter isBroken: whether it has an error.
  func writeMapping(isBroken: Bool = false, remark: Int = 0) throws {
    try write(
      """
      # \(remark)
      map:
        cc 11: master.expression
        cc 20: {widget: osc.mix, range: [0, 1], curve: lin}
        cc 80: {widget: drive.amount, range: [0, 1], mode: toggle}
      \(isBroken ? "  cc 300: nothing" : "")
      """, to: "mappings/own.yaml")
  }

  /// A mapping whose knobs, one beside the other, move widgets step by step.
  func writeMapping(counting widgets: [String], from knob: UInt8, step: Double) throws {
    let lines = widgets.enumerated().map { index, widget in
      "  cc \(Int(knob) + index): {widget: \(widget), mode: twos-complement, step: \(step)}\n"
    }
    try write("map:\n\(lines.joined())", to: "mappings/own.yaml")
  }

  /// The mapping of one controller, which also grows by what is learnt.
  func writeMapping(ofPort port: UInt32, _ links: [UInt8: String], remark: Int) throws {
    let lines = links.sorted { $0.key < $1.key }.map { "  cc \($0): {widget: \($1), range: [0, 1]}\n" }
    try write(
      "# \(remark)\nports: [\"Piano \(port)\"]\nmap:\n\(lines.joined())", to: "mappings/piano-\(port).yaml")
  }

  /// As editors do: another file takes the name.
  private func write(_ text: String, to name: String) throws {
    let file = folder.appending(path: "config/spinet/\(name)")
    try Data(text.utf8).write(to: file, options: .atomic)
  }
}
