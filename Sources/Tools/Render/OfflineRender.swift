import FoundationEssentials
import Glibc
import Logging
import SpinetDevices
import SpinetEngine
import SpinetJournal
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMIDIFile
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetSession
import SystemPackage

/// `spinet render`: plays a song through the same performer and engine as live, as fast as possible.
///
/// Blocks are split at the frames of the events. Commands are sent and reports read only there, so that the samples
/// do not depend on the block size.
package final class OfflineRender {
  private let song: StandardMIDIFile
  /// The contents of a song that a journal has saved, besides its messages.
  private let take: RecordedTake?
  private let input: InputSound?
  /// In seconds; 0 for the input that the program names itself, which does not make a render longer.
  private let lengthOfInput: Double
  /// Seconds after which everything ends, without a tail; nil to end with the song, the score or the input.
  private let limit: Double?
  private let playsScore: Bool
  /// The rest of the song, besides its events.
  private var tempi: ArraySlice<Timed<Double>>
  private var exclusives: ArraySlice<Timed<[UInt8]>>
  private var actions: ArraySlice<Timed<RecordedTake.Action>>
  private let instrument: LoadedInstrument
  private let performer: Performer
  private let link: EngineLink
  private let logger: Logger
  private let timeline: Timeline
  private let buffer: SampleBuffer
  private let outputs: Int
  private var pending: OutputSamples
  private var frame: Int64 = 0
  private var written: Int64 = 0
  private var level = LevelMeter()
  private var notes = NoteCount()
  /// Everything rendered so far, if it is written at the end with another loudness; nil if it is written at once.
  private var kept: [Float]?

  package init(_ source: RenderSource, options: PlayOptions, logger: Logger) throws(SpinetError) {
    self.logger = logger
    let library = Catalog.current
    song = try Self.read(source.song, library, logger)
    take = RecordedTake(song)
    tempi = take == nil ? song.tempi[...] : []
    exclusives = song.exclusives[...]
    actions = (take?.actions ?? [])[...]
    var loader = options.loader(logger: logger, hasAllSources: true)
    loader.endsWithScore = source.song == nil
    let programs = try source.parts.map { _ throws(SpinetError) in try ProgramTable(library) }
    instrument = try Self.load(source, song, take, programs, options, with: loader)
    input = try Self.input(source.input, of: instrument, options, logger)
    lengthOfInput = source.input == nil ? 0 : input?.seconds ?? 0
    timeline = Timeline(
      framesPerSecond: try Self.framesPerSecond(source, of: instrument.engine, input, options, logger))
    limit = source.duration
    playsScore = source.song == nil && instrument.engine.hasScore
    guard source.song != nil || input != nil || limit != nil || playsScore else {
      throw Self.nothingToRender(options.instrument)
    }
    try instrument.apply(settings: options.settings)
    let mappings = try ActiveMappings(
      instrument: instrument, files: options.mappingFiles,
      library: source.song == nil || take != nil ? nil : library)
    mappings.complain(to: logger)
    performer = Performer(
      instrument: instrument, mappings: mappings.mappings,
      keyboard: try Self.keyboard(options, take).load(logger: logger))
    outputs = instrument.engine.outputCount
    pending = OutputSamples(outputs: outputs)
    buffer = SampleBuffer(capacity: options.periodFrames, channels: outputs)
    let ends = ControlEnds()
    link = ends.link
    try prepare(ends, cores: options.cores)
    if let programs { changeSounds(by: programs, with: loader, mappings.mappings) }
  }

  /// Lets the engine allocate its memory, and the performer play it.
  private func prepare(_ ends: consuming ControlEnds, cores: Int) throws(SpinetError) {
    instrument.mixer?.spread = MixerSpread(threads: cores, isUrgent: false)
    try instrument.engine.prepare(
      framesPerSecond: timeline.framesPerSecond, largestBlock: buffer.capacity, link: link)
    performer.attach(ends, at: HostTime(nanoseconds: 0))
    take?.announce(to: performer)
  }

  /// Lets program changes in the song change the sounds of their channels.
  private func changeSounds(
    by programs: ProgramTable, with loader: InstrumentLoader, _ mappings: [Mapping]
  ) {
    performer.chooseSound = { [unowned self] request in
      do {
        var none: [MixerPart] = []
        let changed = try loader.change(
          request.parts, of: performer.instrument, to: request.number, programs, spares: &none)
        guard let changed else { return }
        performer.change(to: changed, mappings: mappings, at: timeline.time(of: frame))
      } catch {
        logger.error("\(error)")
      }
    }
  }

  /// Renders everything into a sound file; its name ends in `.wav`, `.aiff` or `.flac`.
  ///
  /// After an interruption there is no new file, and an existing one is unchanged.
  ///
  /// - Parameter tailSeconds: how long the render continues after the song; nil: until it is silent, 10 s at most.
  /// - Throws: also if a signal has ended the work.
  /// - Parameter isNormalised: whether the loudest sample is brought to just below full scale. The whole sound is then in
  ///   memory until the end.
  package func write(to path: FilePath, tailSeconds: Double?, isNormalised: Bool = false) throws(SpinetError)
    -> RenderResult
  {
    kept = isNormalised ? [] : nil
    _ = try SoundFileKind(ofFileNamed: path)
    SignalHandling.begin(waking: nil)
    defer { SignalHandling.end() }
    let writer = try SoundFileWriter(
      path: path, framesPerSecond: Int(timeline.framesPerSecond), channels: outputs)
    if instrument.parts.contains(where: { $0.engine is any ProgramEngine }) { writer.keepOnCrash() }
    let monitorThread = try monitorProgram()
    defer { monitorThread?.end() }
    if playsScore { try renderScore(into: writer) } else { try renderSong(into: writer) }
    performer.releaseAll(at: timeline.time(of: frame))
    if limit == nil, !playsScore { try renderTail(tailSeconds, into: writer) }
    try writePending(to: writer)
    try writeKept(into: writer)
    try writer.finish()
    var monitor = EngineMonitor(name: instrument.name, link: link)
    monitor.check { logger.error("\($0)") }
    try checkCrash(path)
    return RenderResult(
      path: path, frames: written, framesPerSecond: timeline.framesPerSecond, level: level, notes: notes)
  }

  /// - Throws: an error if the program has crashed.
  private func checkCrash(_ path: FilePath) throws(SpinetError) {
    guard let crash = link.meters.crash else { return }
    crash.outlive()
    throw SpinetError(
      .input, what: instrument.name, why: crash.reason,
      remedy: "fix it; \(path) has what was rendered until then")
  }

  /// Renders the song, or the input if it is longer, up to the limit.
  private func renderSong(into writer: SoundFileWriter) throws(SpinetError) {
    let end = limit ?? max(song.duration, lengthOfInput)
    for (event, track) in zip(song.events, song.tracks) where event.seconds <= end {
      if take?.mappedTracks.contains(track) == true { continue }
      try prepare(until: event.seconds, into: writer)
      try advance(to: event.seconds, into: writer) {
        performer.take(event.value, from: take == nil ? .file : .track(track), at: $0) { _ in }
        notes.take(event.value, on: performer.instrument, in: performer.scene)
      }
    }
    if take != nil { try prepare(until: end, into: writer) }
    try render(until: timeline.frame(of: HostTime(seconds: end)), into: writer)
  }

  private func renderTail(_ seconds: Double?, into writer: SoundFileWriter) throws(SpinetError) {
    guard let seconds else { return try renderUntilSilent(into: writer) }
    try render(until: frame + Int64(seconds * timeline.framesPerSecond), into: writer)
  }

  /// Renders until the program reports the end of its score.
  private func renderScore(into writer: SoundFileWriter) throws(SpinetError) {
    let end = timeline.frame(of: HostTime(seconds: limit ?? Self.longestSeconds))
    while frame < end, !performer.hasPerformanceEnded {
      let block = min(frame + Int64(buffer.capacity), end)
      try render(until: block, into: writer)
      performer.advance(to: timeline.time(of: frame))
    }
  }

  private func monitorProgram() throws(SpinetError) -> EngineMonitorThread? {
    guard instrument.parts.contains(where: { $0.engine is any ProgramEngine }) else { return nil }
    return try EngineMonitorThread(of: instrument.name, link) { [logger] in logger.error("\($0)") }
  }

  /// Applies tempo changes, tunings, moves and touches up to a time. They come before notes of the same time.
  private func prepare(until end: Double, into writer: SoundFileWriter) throws(SpinetError) {
    while let next = [tempi.first?.seconds, exclusives.first?.seconds, actions.first?.seconds]
      .compactMap(\.self).min(), next <= end
    {
      try advance(to: next, into: writer) { time in
        if tempi.first?.seconds == next {
          performer.follow(tempo: tempi.removeFirst().value)
        } else if exclusives.first?.seconds == next {
          performer.take(exclusive: exclusives.removeFirst().value, at: time) { _ in }
        } else {
          actions.removeFirst().value.play(on: performer, at: time)
        }
      }
    }
  }

  /// Renders up to a time in the song, and does `action` there.
  private func advance(
    to seconds: Double, into writer: SoundFileWriter, _ action: (HostTime) -> Void
  ) throws(SpinetError) {
    let time = HostTime(seconds: seconds)
    try render(until: timeline.frame(of: time), into: writer)
    performer.advance(to: time)
    action(time)
  }

  /// Renders at most ten seconds. A pause longer than the longest echo is the end.
  private func renderUntilSilent(into writer: SoundFileWriter) throws(SpinetError) {
    let end = frame + Int64(10 * timeline.framesPerSecond)
    let longestPause = Int(2.5 * timeline.framesPerSecond)
    var tail = SilenceTrimmer(outputs: outputs)
    while frame < end, tail.frames < longestPause {
      let block = try renderBlock(until: end)
      pending.append(tail.take(block.interleaved))
      if pending.isFull { try writePending(to: writer) }
      performer.advance(to: timeline.time(of: frame))
    }
  }

  private func writePending(to writer: SoundFileWriter) throws(SpinetError) {
    try pending.takeAll { samples throws(SpinetError) in
      level.take(samples)
      written += Int64(samples.count / outputs)
      if kept == nil { try writer.write(interleaved: samples) } else { kept?.append(contentsOf: samples) }
    }
  }

  /// Writes the kept samples so that the loudest one is 0.1 dB below full scale.
  private func writeKept(into writer: SoundFileWriter) throws(SpinetError) {
    guard let samples = kept else { return }
    // Silence stays silence.
    let factor = level.amplitude > 0 && level.amplitude.isFinite ? 0.9886 / level.amplitude : 1
    level.scale(by: factor)
    try writer.write(interleaved: samples.map { $0 * Float(factor) })
  }

  private func render(until end: Int64, into writer: SoundFileWriter) throws(SpinetError) {
    while frame < end {
      let tick = performer.nextTick
      let stop = tick.map { max(timeline.frame(of: $0), frame + 1) } ?? end
      let block = try renderBlock(until: min(stop, end))
      pending.append(block)
      if pending.isFull { try writePending(to: writer) }
      if let tick, frame >= stop { performer.advance(to: tick) }
    }
  }

  private func renderBlock(until end: Int64) throws(SpinetError) -> AudioBlock {
    try SignalHandling.checkEnd()
    let count = Int(min(end - frame, Int64(buffer.capacity)))
    var block = buffer.block(frameCount: count, firstFrame: frame, timeline: timeline)
    block.input = input?.input(from: frame, count: count)
    link.meters.recordBlockStart(at: .now)
    // As on the audio thread, so that it sounds the same as live.
    Denormals.flushed { instrument.engine.render(block) }
    link.meters.recordBlockEnd()
    frame += Int64(count)
    return block
  }

  /// In seconds. A file of a hundred bytes can claim to last for years.
  static let longestSeconds = 86_400.0
}
