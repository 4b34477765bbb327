import Devices
import Engine
import Foundation
import Keyboard
import Library
import Logging
import MIDI
import Mapping
import Realtime

/// `spinet render`: a song through the same bridge and the same engine, as fast as the machine can.
///
/// Commands are applied between renders at the frames of their events, and the engine's reports are read
/// only there, so that the samples do not depend on the block size.
public final class OfflineRender {
  private let song: StandardMIDIFile
  /// What of the song is still to come, beside its events.
  private var tempi: ArraySlice<TimedTempo>
  private var exclusives: ArraySlice<TimedExclusive>
  private let instrument: Instrument
  private let bridge: Bridge
  private let link = EngineLink()
  private let logger: Logger
  private let timeline: Timeline
  private let buffer: SampleBuffer
  private var frame: Int64 = 0
  private var written: Int64 = 0
  private var level = LevelMeter()

  /// - Parameter song: the path of a standard MIDI file, or `demo`.
  public init(song: String, options: PlayOptions, logger: Logger) throws {
    self.logger = logger
    let library = Catalog.current
    self.song = try Self.read(song, library)
    if self.song.lostExclusives > 0 {
      logger.warning(
        "\(song): \(self.song.lostExclusives) system exclusive messages have no end or are too long")
    }
    tempi = self.song.tempi[...]
    exclusives = self.song.exclusives[...]
    instrument = try InstrumentLoader(library: library, logger: logger).load(options.instrument)
    try instrument.apply(settings: options.settings)
    let shelf = try MappingShelf(instrument: instrument, files: options.mappingFiles, library: library)
    shelf.complain(to: logger)
    let keyboard = try KeyboardLoader.load(options.keyboardFile, for: instrument, logger: logger)
    bridge = Bridge(instrument: instrument, mappings: shelf.mappings, keyboard: keyboard)
    timeline = Timeline(framesPerSecond: options.framesPerSecond)
    buffer = SampleBuffer(capacity: options.periodFrames)
    try instrument.engine.prepare(
      framesPerSecond: options.framesPerSecond, largestBlock: options.periodFrames, link: link)
    bridge.attach(link, at: HostTime(nanoseconds: 0))
  }

  /// Renders everything into a sound file, by its name `.wav`, `.aiff` or `.flac`.
  ///
  /// Ctrl-C and its like leave no file, and one that was there as it was.
  /// - Parameter tailSeconds: how long it rings on; nil for until it is silent, 10 s at most.
  /// - Throws: also `Interruption`.
  public func write(to path: String, tailSeconds: Double?) throws -> RenderResult {
    try SessionError.checkSoundFileName(path)
    InterruptWatch.begin(waking: nil)
    defer { InterruptWatch.end() }
    let writer = try SoundFileWriter(path: path, framesPerSecond: Int(timeline.framesPerSecond))
    let watch = watchProgram()
    defer { watch?.end() }
    for event in song.events {
      try prepare(for: event, into: writer)
      try advance(to: event.seconds, into: writer) {
        bridge.take(event.message, from: .file, at: $0) { _ in }
      }
    }
    try render(until: timeline.frame(of: HostTime(seconds: song.duration)), into: writer)
    bridge.releaseAll(at: timeline.time(of: frame))
    if let tailSeconds {
      try render(until: frame + Int64(tailSeconds * timeline.framesPerSecond), into: writer)
    } else {
      try renderUntilSilent(into: writer)
    }
    try writer.finish()
    var look = EngineWatch(name: instrument.name, link: link)
    look.look { logger.error("\($0)") }
    return RenderResult(
      path: path, frames: written, framesPerSecond: timeline.framesPerSecond, level: level)
  }

  private func watchProgram() -> BlockWatch? {
    guard instrument.engine is any ProgramEngine else { return nil }
    return BlockWatch(of: instrument.name, link) { [logger] in logger.error("\($0)") }
  }

  /// The tempo and what tunes the keys come before the notes of their moment.
  private func prepare(for event: TimedMessage, into writer: SoundFileWriter) throws {
    while let next = [tempi.first?.seconds, exclusives.first?.seconds].compactMap(\.self).min(),
      next <= event.seconds
    {
      try advance(to: next, into: writer) { time in
        if tempi.first?.seconds == next {
          bridge.follow(tempo: tempi.removeFirst().beatsPerMinute)
        } else {
          bridge.take(exclusive: exclusives.removeFirst().payload, at: time) { _ in }
        }
      }
    }
  }

  /// Renders up to a moment of the song, in which `happen` happens.
  private func advance(
    to seconds: Double, into writer: SoundFileWriter, _ happen: (HostTime) -> Void
  ) throws {
    let time = HostTime(seconds: seconds)
    try render(until: timeline.frame(of: time), into: writer)
    bridge.advance(to: time)
    happen(time)
  }

  /// Ten seconds at most; nothing for longer than any echo is away is the end.
  private func renderUntilSilent(into writer: SoundFileWriter) throws {
    let end = frame + Int64(10 * timeline.framesPerSecond)
    let longestPause = Int(2.5 * timeline.framesPerSecond)
    var tail = QuietTail()
    while frame < end, tail.frames < longestPause {
      let block = try renderBlock(until: end)
      try tail.take(block) { left, right, count in
        level.take(left, right, count)
        try writer.write(left: left, right: right, frameCount: count)
        written += Int64(count)
      }
      bridge.advance(to: timeline.time(of: frame))
    }
  }

  private func render(until end: Int64, into writer: SoundFileWriter) throws {
    while frame < end {
      let tick = bridge.nextTick
      let stop = tick.map { max(timeline.frame(of: $0), frame + 1) } ?? end
      let block = try renderBlock(until: min(stop, end))
      level.take(block.left, block.right, block.frameCount)
      try writer.write(left: block.left, right: block.right, frameCount: block.frameCount)
      written += Int64(block.frameCount)
      if let tick, frame >= stop { bridge.advance(to: tick) }
    }
  }

  private func renderBlock(until end: Int64) throws(Interruption) -> AudioBlock {
    if InterruptWatch.isInterrupted { throw Interruption() }
    let count = Int(min(end - frame, Int64(buffer.capacity)))
    let block = buffer.block(frameCount: count, firstFrame: frame, timeline: timeline)
    link.meters.noteBlockBegins(at: .now)
    // As the audio thread does, or it would not be what is heard live.
    Denormals.flushed { instrument.engine.render(block) }
    link.meters.noteBlockEnds()
    frame += Int64(count)
    return block
  }

  /// A file of a hundred bytes may claim to last for years.
  private static let longestSeconds = 86_400.0

  private static func read(_ song: String, _ library: Catalog) throws -> StandardMIDIFile {
    let bytes = try songBytes(song, library)
    let file: StandardMIDIFile
    do throws(MIDIFileError) {
      file = try StandardMIDIFile(bytes: bytes)
    } catch {
      throw SessionError(
        .input, what: song, why: error.description, remedy: "give a standard MIDI file, format 0 or 1")
    }
    guard file.duration <= longestSeconds else {
      throw SessionError(.input, what: song, why: "it lasts more than a day", remedy: "give a shorter song")
    }
    return file
  }

  private static func songBytes(_ song: String, _ library: Catalog) throws -> [UInt8] {
    if let score = try library.find(.score, song), !score.isOwn { return try score.bytes() }
    let names = try library.entries(.score).map(\.name).joined(separator: ", ")
    return try InputFile.bytes(
      at: song, remedy: "give a MIDI file, or one that travels with spinet: \(names)")
  }
}
