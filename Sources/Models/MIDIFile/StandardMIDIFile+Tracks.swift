import SpinetMIDI
import SpinetText
import SpinetTime

extension StandardMIDIFile {
  /// The contents of the tracks, with times in ticks.
  struct TrackEvents {
    /// The index of the track that is read.
    var track: UInt16 = 0
    private var messages: [(tick: Int, track: UInt16, message: MIDIMessage)] = []
    private var specifics: [(tick: Int, specific: Specific)] = []
    private var exclusives: [(tick: Int, payload: [UInt8])] = []
    /// The bytes of a system exclusive message whose end is in a later event.
    private var unfinished: [UInt8]?
    private var lostExclusives = 0
    private var tempi: [TempoMap.Change] = []
    private var meters: [(tick: Int, meter: Meter)] = []
    private var lastTick = 0
    /// The tick at which the tracks that follow begin.
    private var firstTick = 0
    var warnings: [String] = []
    /// Whether the running status of this track has been told to outlast another event.
    private var hasToldRunning = false

    /// Lets the next track begin where the last event of all before it is.
    mutating func beginAfterAll() { firstTick = lastTick }

    /// Adds a track, up to its end-of-track event or, if there is none, its last event that makes sense.
    mutating func readTrack(_ chunk: inout ByteReader) {
      var tick = firstTick
      var running = RunningStatus()
      (unfinished, hasToldRunning) = (nil, false)
      do throws(ReadingProblem) {
        var hasEnded = false
        while !hasEnded, !chunk.isAtEnd {
          tick += try chunk.quantity(of: "a time")
          hasEnded = try readEvent(&chunk, tick: tick, running: &running)
          lastTick = max(lastTick, tick)
        }
      } catch {
        warn("\(error.why); the rest of track \(Int(track) + 1) is not played")
      }
      if unfinished != nil { lostExclusives += 1 }
    }

    /// At most so many warnings, because a file of random bytes could make thousands.
    private static let mostWarnings = 20

    private mutating func warn(_ why: String) {
      if warnings.count < Self.mostWarnings { warnings.append(why) }
    }

    /// The status byte that data bytes without one of their own have.
    private struct RunningStatus {
      var status: UInt8?
      /// Whether a meta event or system exclusive message has ended it. Many programs let it go on.
      var hasEnded = false
    }

    /// Returns true at the end of the track.
    private mutating func readEvent(
      _ chunk: inout ByteReader, tick: Int, running: inout RunningStatus
    ) throws(ReadingProblem) -> Bool {
      let offset = chunk.position
      let byte = try chunk.byte(of: "an event")
      switch byte {
      case ..<0x80:
        guard let status = running.status else {
          throw ReadingProblem(atByte: offset, "data byte \(byte) without a status byte before it")
        }
        if running.hasEnded, !hasToldRunning {
          hasToldRunning = true
          warn(ReadingProblem(atByte: offset, "running status goes on after another kind of event").why)
        }
        chunk.unread()
        try readMessage(&chunk, tick: tick, status: status)
      case 0x80..<0xF0:
        running = RunningStatus(status: byte)
        try readMessage(&chunk, tick: tick, status: byte)
      case 0xF0, 0xF7:
        running.hasEnded = true
        var payload = try Self.payload(&chunk, of: "system exclusive")
        readExclusive(payload.readRest(), isContinuation: byte == 0xF7, tick: tick)
      case 0xFF:
        running.hasEnded = true
        return try readMeta(&chunk, tick: tick)
      default: throw ReadingProblem(atByte: offset, "status byte \(byte) cannot stand in a file")
      }
      return false
    }

    /// A message is in one event or in several; all but the first have type F7. An F7 event that continues
    /// nothing contains escaped bytes.
    private mutating func readExclusive(_ bytes: [UInt8], isContinuation: Bool, tick: Int) {
      if !isContinuation, unfinished != nil { lostExclusives += 1 }
      guard let begun = isContinuation ? unfinished : [] else { return }
      unfinished = nil
      let whole = begun + bytes
      guard whole.count <= SysExInbox.limit + 1 else {
        lostExclusives += 1
        return
      }
      guard whole.last == 0xF7 else {
        unfinished = whole
        return
      }
      exclusives.append((tick, whole.dropLast()))
    }

    private mutating func readMessage(
      _ chunk: inout ByteReader, tick: Int, status: UInt8
    ) throws(ReadingProblem) {
      let first = try Self.data(&chunk)
      let second = MIDIMessage.dataByteCount(status: status) == 2 ? try Self.data(&chunk) : 0
      messages.append((tick, track, MIDIMessage(status: status, first: first, second: second)))
    }

    /// Returns true at the end of the track.
    private mutating func readMeta(_ chunk: inout ByteReader, tick: Int) throws(ReadingProblem) -> Bool {
      let type = try chunk.byte(of: "a meta event")
      var payload = try Self.payload(&chunk, of: "a meta event")
      if type == 0x7F { specifics.append((tick, Specific(track: track, payload: payload.readRest()))) }
      if type == 0x58 { readMeter(payload.readRest(), tick: tick) }
      guard type == 0x51 else { return type == 0x2F }
      let (offset, length) = (payload.position, payload.end - payload.position)
      guard length == 3 else {
        warn(ReadingProblem(atByte: offset, "a tempo of \(length) bytes, expected 3; it is left out").why)
        return false
      }
      let tempo = try payload.number(byteCount: 3, of: "a tempo")
      guard tempo > 0 else {
        warn(ReadingProblem(atByte: offset, "a tempo of 0 microseconds a quarter note; it is left out").why)
        return false
      }
      tempi.append(TempoMap.Change(tick: tick, microsecondsPerQuarter: tempo))
      return false
    }

    /// Beats, and the power of two that a beat is of a whole note. One that makes no sense is left out.
    private mutating func readMeter(_ bytes: [UInt8], tick: Int) {
      guard bytes.count >= 2, bytes[0] > 0, bytes[1] <= 6 else { return }
      meters.append((tick, Meter(beats: Int(bytes[0]), unit: 1 << Int(bytes[1]))))
    }

    private static func payload(
      _ chunk: inout ByteReader, of kind: String
    ) throws(ReadingProblem) -> ByteReader {
      let offset = chunk.position
      return try chunk.part(try chunk.quantity(of: kind), countAt: offset)
    }

    private static func data(_ chunk: inout ByteReader) throws(ReadingProblem) -> UInt8 {
      let byte = try chunk.byte(of: "a message")
      guard byte < 0x80 else {
        throw ReadingProblem(atByte: chunk.position - 1, "status byte \(byte), expected a data byte")
      }
      return byte
    }

    /// The events of all tracks in order of time. The sort is stable, and fast for tracks that are already
    /// sorted.
    func merged(division: TempoMap.Division) -> StandardMIDIFile {
      let changes = tempi.sorted { $0.tick < $1.tick }
      // A tempo map only moves forward, so each list of events gets its own copy.
      let map = TempoMap(division: division, changes: changes)
      var (times, exclusiveTimes, tempoTimes, specificTimes, meterTimes) = (map, map, map, map, map)
      let sorted = messages.sorted { $0.tick < $1.tick }
      return StandardMIDIFile(
        events: sorted.map { Timed($0.message, at: times.seconds(at: $0.tick)) },
        exclusives: exclusives.sorted { $0.tick < $1.tick }
          .map { Timed($0.payload, at: exclusiveTimes.seconds(at: $0.tick)) },
        lostExclusives: lostExclusives,
        tempi: (division.followsTempo ? changes : [])
          .map { Timed($0.beatsPerMinute, at: tempoTimes.seconds(at: $0.tick)) },
        duration: times.seconds(at: lastTick),
        tracks: sorted.map(\.track),
        specifics: specifics.sorted { $0.tick < $1.tick }
          .map { Timed($0.specific, at: specificTimes.seconds(at: $0.tick)) },
        meters: meters.sorted { $0.tick < $1.tick }
          .map { Timed($0.meter, at: meterTimes.seconds(at: $0.tick)) },
        warnings: warnings)
    }
  }
}
