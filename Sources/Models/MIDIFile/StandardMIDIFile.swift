import SpinetMIDI
import SpinetRealtime
import SpinetText

/// A value and its time in a file.
public struct Timed<Value: Hashable & Sendable>: Hashable, Sendable {
  /// From the start of the file.
  public var seconds: Double
  /// What happens then.
  public var value: Value

  /// A value, so many seconds after the start of the file.
  public init(_ value: Value, at seconds: Double) {
    self.value = value
    self.seconds = seconds
  }
}

/// The messages of a standard MIDI file of format 0 or 1, with their times.
///
/// Ignores escaped bytes, meta events other than tempo, sequencer-specific ones and end of track, chunks of unknown
/// type, and everything after the last track.
public struct StandardMIDIFile: Hashable, Sendable {
  /// The messages of all tracks in order of time. At equal times, in order of the tracks and then of their
  /// events.
  public let events: [Timed<MIDIMessage>]
  /// The system exclusive messages of all tracks in order of time, each as the bytes between F0 and F7.
  public let exclusives: [Timed<[UInt8]>]
  /// The number of system exclusive messages missing from `exclusives`: those longer than `SysExInbox.limit`
  /// and those without an end.
  public let lostExclusives: Int
  /// The tempo changes of all tracks in order of time, in quarter notes a minute. Empty if the file counts in
  /// frames.
  public let tempi: [Timed<Double>]
  /// From the start to the last event or end of track, in seconds.
  public let duration: Double
  /// The index of the track of each of `events`.
  package let tracks: [UInt16]
  /// The sequencer-specific meta events of all tracks in order of time.
  package let specifics: [Timed<Specific>]

  /// What only one program understands, in one of the tracks.
  package struct Specific: Hashable, Sendable {
    package var track: UInt16
    package var payload: [UInt8]
  }

  /// Reads a file, in a time proportional to its length.
  ///
  /// - Parameter file: its name, for the error.
  /// - Throws: why the file is invalid, and at which byte. No file can cause a trap or a disproportionate
  ///   allocation.
  public init(bytes: [UInt8], file: String) throws(SpinetError) {
    do throws(ReadingProblem) {
      try self.init(bytes: bytes)
    } catch {
      throw SpinetError(
        .fileInvalid, what: file, why: error.why, remedy: "give a standard MIDI file, format 0 or 1")
    }
  }

  package init(bytes: [UInt8]) throws(ReadingProblem) {
    var reader = ByteReader(bytes)
    let header = try Header(&reader)
    var tracks = TrackEvents()
    for index in 0..<header.trackCount {
      tracks.track = UInt16(index)
      guard var chunk = try Self.nextTrack(&reader) else {
        throw Self.missingTracks(at: reader.position, found: index, declared: header.trackCount)
      }
      try tracks.readTrack(&chunk)
    }
    self = tracks.merged(division: header.division)
  }

  private static func missingTracks(at offset: Int, found: Int, declared: Int) -> ReadingProblem {
    let isEmpty = found == 0
    return ReadingProblem(
      atByte: offset,
      isEmpty
        ? "no tracks, expected at least one MTrk chunk"
        : "\(found) tracks, expected the \(declared) of the header")
  }

  /// A file without a message, which lasts 0 s.
  package static let empty = StandardMIDIFile(
    events: [], exclusives: [], lostExclusives: 0, tempi: [], duration: 0, tracks: [], specifics: [])

  init(
    events: [Timed<MIDIMessage>], exclusives: [Timed<[UInt8]>], lostExclusives: Int, tempi: [Timed<Double>],
    duration: Double, tracks: [UInt16], specifics: [Timed<Specific>]
  ) {
    self.events = events
    self.exclusives = exclusives
    self.lostExclusives = lostExclusives
    self.tempi = tempi
    self.duration = duration
    self.tracks = tracks
    self.specifics = specifics
  }

  /// The data of the next `MTrk` chunk; nil at the end of the file.
  private static func nextTrack(_ reader: inout ByteReader) throws(ReadingProblem) -> ByteReader? {
    while !reader.isAtEnd {
      let type = try reader.number(byteCount: 4, of: "a chunk's type")
      let offset = reader.position
      let length = try reader.number(byteCount: 4, of: "a chunk's length")
      let chunk = try reader.part(length, countAt: offset)
      if type == 0x4D54_726B { return chunk }
    }
    return nil
  }
}

extension StandardMIDIFile {
  struct Header {
    let trackCount: Int
    let division: TempoMap.Division

    init(_ reader: inout ByteReader) throws(ReadingProblem) {
      guard (try? reader.number(byteCount: 4, of: "the header")) == 0x4D54_6864 else {
        throw ReadingProblem(atByte: 0, "not a standard MIDI file, expected MThd at its beginning")
      }
      let length = try reader.number(byteCount: 4, of: "the header")
      guard length >= 6 else {
        throw ReadingProblem(atByte: 4, "a header of \(length) bytes, expected at least 6")
      }
      var body = try reader.part(length, countAt: 4)
      let format = try body.number(byteCount: 2, of: "the header")
      trackCount = try body.number(byteCount: 2, of: "the header")
      try Self.check(format: format, trackCount: trackCount)
      division = try Self.division(try body.number(byteCount: 2, of: "the header"))
    }

    private static func check(format: Int, trackCount: Int) throws(ReadingProblem) {
      switch (format, trackCount) {
      case (2, _):
        throw ReadingProblem(
          atByte: 8, "format 2 (independent songs) cannot be played, expected format 0 or 1")
      case (3..., _): throw ReadingProblem(atByte: 8, "unknown format \(format), expected 0 or 1")
      case (_, 0): throw ReadingProblem(atByte: 10, "no tracks, expected at least one MTrk chunk")
      case (0, 2...):
        throw ReadingProblem(atByte: 10, "\(trackCount) tracks in a file of format 0, expected 1")
      default: break
      }
    }

    /// The upper byte of an SMPTE division is the negative frame rate; 29 is 30 drop-frame, 30,000/1001.
    private static func division(_ word: Int) throws(ReadingProblem) -> TempoMap.Division {
      guard word & 0x8000 != 0 else {
        guard word > 0 else { throw ReadingProblem(atByte: 12, "a division of 0 ticks, expected at least 1") }
        return .ticksPerQuarter(word)
      }
      let (rate, ticks) = (256 - word >> 8, Double(word & 0xFF))
      guard ticks > 0 else { throw ReadingProblem(atByte: 13, "a division of 0 ticks, expected at least 1") }
      switch rate {
      case 24, 25, 30: return .ticksPerSecond(Double(rate) * ticks)
      case 29: return .ticksPerSecond(30_000 * ticks / 1001)
      default: throw ReadingProblem(atByte: 12, "\(rate) frames a second, expected 24, 25, 29 or 30")
      }
    }
  }
}
