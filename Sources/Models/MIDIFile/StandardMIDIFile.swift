import SpinetMIDI
import SpinetRealtime
import SpinetText
import SpinetTime

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

/// The messages of a standard MIDI file, with their times. The tracks of format 2 follow each other.
///
/// What is in a damaged file is read as far as it makes sense, with a warning for each place. Ignores escaped bytes, meta events other than tempo, time signature, sequencer-specific ones and end of track, chunks of unknown
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
  /// What is wrong in the file, each with its byte, in the order in which it was read.
  public let warnings: [String]
  /// The meters of all tracks in order of time.
  package let meters: [Timed<Meter>]
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
        .fileInvalid, what: file, why: error.why, remedy: "give a standard MIDI file")
    }
  }

  package init(bytes: [UInt8]) throws(ReadingProblem) {
    var reader = try ByteReader(bytes).song()
    let header = try Header(&reader)
    var tracks = TrackEvents()
    tracks.warnings = header.warnings
    var count = 0
    while var chunk = Self.nextTrack(&reader, &tracks.warnings) {
      tracks.track = UInt16(min(count, Int(UInt16.max)))
      if header.isSequence { tracks.beginAfterAll() }
      tracks.readTrack(&chunk)
      count += 1
    }
    guard count > 0 else {
      throw ReadingProblem(atByte: reader.position, "no tracks, expected at least one MTrk chunk")
    }
    if count != header.trackCount {
      let problem = ReadingProblem(
        atByte: header.countOffset, "the header counts \(header.trackCount) tracks, and there are \(count)")
      tracks.warnings.append(problem.why)
    }
    self = tracks.merged(division: header.division)
  }

  /// A file without a message, which lasts 0 s.
  package static let empty = StandardMIDIFile(
    events: [], exclusives: [], lostExclusives: 0, tempi: [], duration: 0, tracks: [], specifics: [],
    meters: [], warnings: [])

  init(
    events: [Timed<MIDIMessage>], exclusives: [Timed<[UInt8]>], lostExclusives: Int, tempi: [Timed<Double>],
    duration: Double, tracks: [UInt16], specifics: [Timed<Specific>],
    meters: [Timed<Meter>], warnings: [String]
  ) {
    self.events = events
    self.exclusives = exclusives
    self.lostExclusives = lostExclusives
    self.tempi = tempi
    self.duration = duration
    self.tracks = tracks
    self.specifics = specifics
    self.meters = meters
    self.warnings = warnings
  }

  /// The data of the next `MTrk` chunk; nil at the end of the file. A length that is wrong ends at the next chunk that
  /// makes sense, or at the end of the file.
  private static func nextTrack(_ reader: inout ByteReader, _ warnings: inout [String]) -> ByteReader? {
    while !reader.isAtEnd {
      let start = reader.position
      guard let type = try? reader.number(byteCount: 4, of: "a chunk's type"),
        let length = try? reader.number(byteCount: 4, of: "a chunk's length")
      else { return nil }
      let isTrack = type == trackType
      if length <= reader.end - reader.position {
        guard let chunk = try? reader.part(length, countAt: start + 4) else { return nil }
        guard !isTrack else { return chunk }
        // After a length that is too small, the rest of a track stands where a chunk should begin.
        if !isName(type), let track = reader.firstIndex(of: trackType, from: start + 1) {
          reader.move(to: track)
        }
      } else if isTrack {
        let next = reader.firstIndex(of: trackType, from: reader.position) ?? reader.end
        warnings.append(
          ReadingProblem(atByte: start + 4, "a length of \(length) bytes reaches beyond the end").why)
        return try? reader.part(next - reader.position, countAt: start + 4)
      } else {
        guard let track = reader.firstIndex(of: trackType, from: start + 1) else { return nil }
        reader.move(to: track)
      }
    }
    return nil
  }

  /// `MTrk`.
  private static let trackType = 0x4D54_726B

  /// Whether it is four letters or the like.
  private static func isName(_ type: Int) -> Bool {
    (0..<4).allSatisfy { (0x20...0x7E).contains(type >> (8 * $0) & 0xFF) }
  }
}

extension StandardMIDIFile {
  struct Header {
    let trackCount: Int
    /// The byte at which the tracks are counted.
    let countOffset: Int
    let division: TempoMap.Division
    /// Whether the tracks are played one after another.
    let isSequence: Bool
    private(set) var warnings: [String] = []

    init(_ reader: inout ByteReader) throws(ReadingProblem) {
      let start = reader.position
      guard (try? reader.number(byteCount: 4, of: "the header")) == 0x4D54_6864 else {
        throw ReadingProblem(atByte: start, "not a standard MIDI file, expected MThd at its beginning")
      }
      let length = try reader.number(byteCount: 4, of: "the header")
      guard length >= 6 else {
        throw ReadingProblem(atByte: start + 4, "a header of \(length) bytes, expected at least 6")
      }
      var body = try reader.part(length, countAt: start + 4)
      let format = try body.number(byteCount: 2, of: "the header")
      countOffset = body.position
      trackCount = try body.number(byteCount: 2, of: "the header")
      isSequence = format == 2
      if format > 2 {
        warnings.append(
          ReadingProblem(atByte: start + 8, "unknown format \(format), read as format 1").why)
      } else if format == 0, trackCount > 1 {
        let why = "\(trackCount) tracks in a file of format 0, read as format 1"
        warnings.append(ReadingProblem(atByte: countOffset, why).why)
      }
      let offset = body.position
      division = try Self.division(try body.number(byteCount: 2, of: "the header"), at: offset)
    }

    /// The upper byte of an SMPTE division is the negative frame rate; 29 is 30 drop-frame, 30,000/1001.
    private static func division(_ word: Int, at offset: Int) throws(ReadingProblem) -> TempoMap.Division {
      guard word & 0x8000 != 0 else {
        guard word > 0 else {
          throw ReadingProblem(atByte: offset, "a division of 0 ticks, expected at least 1")
        }
        return .ticksPerQuarter(word)
      }
      let (rate, ticks) = (256 - word >> 8, Double(word & 0xFF))
      guard ticks > 0 else {
        throw ReadingProblem(atByte: offset + 1, "a division of 0 ticks, expected at least 1")
      }
      switch rate {
      case 24, 25, 30: return .ticksPerSecond(Double(rate) * ticks)
      case 29: return .ticksPerSecond(30_000 * ticks / 1001)
      default: throw ReadingProblem(atByte: offset, "\(rate) frames a second, expected 24, 25, 29 or 30")
      }
    }
  }
}

extension ByteReader {
  /// The song itself: all of a file, or the `data` chunk of a RIFF file of the type `RMID`.
  fileprivate func song() throws(ReadingProblem) -> ByteReader {
    var reader = self
    guard (try? reader.number(byteCount: 4, of: "the header")) == 0x5249_4646,
      (try? reader.number(byteCount: 4, of: "the header")) != nil,
      (try? reader.number(byteCount: 4, of: "the header")) == 0x524D_4944
    else { return self }
    while let type = try? reader.number(byteCount: 4, of: "a chunk's type"),
      let length = try? reader.littleEndianNumber(of: "a chunk's length")
    {
      let rest = reader.end - reader.position
      guard type != 0x6461_7461 else {
        return try reader.part(min(length, rest), countAt: reader.position - 4)
      }
      guard length < rest else { break }
      reader.move(to: reader.position + length + (length & 1))
    }
    throw ReadingProblem(atByte: reader.position, "a RIFF file without a song, expected a data chunk")
  }
}
