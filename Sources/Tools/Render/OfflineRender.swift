import Logging
import SpinetDevices
import SpinetEngine
import SpinetJournal
import SpinetLibrary
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SpinetSession
import SpinetStage
import SpinetText
import SpinetWidgets
import SystemPackage

/// `spinet render`: plays a song into a sound file, in a session without devices.
package final class OfflineRender {
  private let session: OfflineSession
  private var song: SongEvents
  private let ending: RenderEnding
  private let logger: Logger
  /// Why the song must not replace a file: it is damaged, and nothing of it can be heard. Nil otherwise.
  private let damage: SpinetError?
  private var notes = NoteCount()

  package init(_ source: RenderSource, options: PlayOptions, logger: Logger) throws(SpinetError) {
    self.logger = logger
    let library = Catalog.current
    let file = try Self.read(source.song, library, logger)
    song = SongEvents(file)
    damage = source.song.flatMap { Self.damage(of: file, $0) }
    let take = song.take
    let source = try source.choosingParts(of: file, take, options, library)
    var loader = options.loader(logger: logger, hasAllSources: true)
    loader.endsWithScore = source.song == nil
    loader.isOffline = true
    var beside = try take?.song.map { path throws(SpinetError) in
      SongToPlay(try Self.read(path, library, logger), named: path, at: path)
    }
    // As live: a sound that was named stays.
    if options.instrument ?? take?.instrument != nil { beside?.changesSounds = nil }
    loader.sourceWidgets += beside?.widgets.all ?? []
    let programs = try source.parts.map { _ throws(SpinetError) in try ProgramTable(library) }
    let instrument = try Self.load(source, file, take, beside, programs, options, with: loader)
    for part in instrument.parts where part.part.outside != nil {
      logger.warning("\(part.part.name): it is an instrument outside, and is not rendered")
    }
    let input = try Self.input(source.input, of: instrument, options, logger)
    ending = RenderEnding(source, of: instrument.engine, input)
    guard source.song != nil || input != nil || ending.isKnown else {
      throw Self.nothingToRender(options.instrument)
    }
    try instrument.apply(settings: options.settings)
    let setup = try PerformerSetup(
      instrument, Self.options(options, take), library: source.song == nil || take != nil ? nil : library,
      logger: logger)
    session = try OfflineSession(
      setup, framesPerSecond: try Self.framesPerSecond(source, of: instrument.engine, input, options, logger),
      periodFrames: options.periodFrames, cores: options.cores, logger: logger)
    if let input { session.input = { input.input(from: $0, count: $1) } }
    take?.announce(to: session.performer)
    if let beside { session.performer.playBeside(beside, tempo: take?.tempo, at: HostTime(seconds: 0)) }
    if Self.changesSounds(of: instrument, source, take, options) {
      session.followProgramChanges(with: loader, programs)
    }
  }

  private var instrument: LoadedInstrument { session.performer.instrument }

  /// Renders everything into a sound file.
  ///
  /// After an interruption there is no new file, and an existing one is unchanged.
  ///
  /// - Parameters:
  ///   - tailSeconds: how long the render continues after the song; nil: until it is silent, 10 s at most.
  ///   - isNormalised: whether the loudest sample is brought to just below full scale. The whole sound is then in
  ///     memory until the end.
  /// - Throws: also if a signal has ended the work.
  package func write(to output: RenderOutput, tailSeconds: Double?, isNormalised: Bool = false)
    throws(SpinetError) -> RenderResult
  {
    try output.check()
    if let damage, output.path.exists { throw damage }
    SignalHandling.begin(waking: nil)
    defer { SignalHandling.end() }
    let channels = session.output.format.channels
    let writer = try writer(of: output, channels: channels)
    var sound = RenderedSound(to: writer, outputs: channels, isNormalised: isNormalised)
    try session.watched { () throws(SpinetError) in try render(into: &sound, tailSeconds) }
    let crash = session.check()
    try sound.finish(as: crash == nil ? nil : output.fragment)
    if let crash { throw Self.crashed(crash, instrument.name, output.fragment) }
    return RenderResult(
      path: output.path, frames: sound.frames, framesPerSecond: session.timeline.framesPerSecond,
      level: sound.level, notes: notes)
  }

  private func writer(of output: RenderOutput, channels: Int) throws(SpinetError) -> SoundFileWriter {
    let writer = try SoundFileWriter(
      path: output.path, framesPerSecond: Int(session.timeline.framesPerSecond), channels: channels,
      replaces: output.replaces)
    writer.tell = { [logger] in logger.warning("\($0)") }
    if instrument.parts.contains(where: { $0.engine is any ProgramEngine }) {
      writer.keepOnCrash(as: output.fragment)
    }
    return writer
  }

  private func render(into sound: inout RenderedSound, _ tailSeconds: Double?) throws(SpinetError) {
    if ending.isOfScore { try renderScore(into: &sound) } else { try renderSong(into: &sound) }
    session.releaseAll()
    if ending.hasTail { try renderTail(tailSeconds, into: &sound) }
  }

  private static func crashed(_ crash: ProgramCrash, _ name: String, _ path: FilePath) -> SpinetError {
    crash.outlive()
    return SpinetError(
      .programFailed, what: name, why: crash.reason,
      remedy: "fix it; \(path) has what was rendered until then")
  }

  /// Renders the song, or the input if it is longer, up to the limit.
  private func renderSong(into sound: inout RenderedSound) throws(SpinetError) {
    let end = ending.seconds(of: song)
    while let (seconds, event) = song.next(until: end) {
      try session.play(untilSeconds: seconds) { block throws(SpinetError) in
        try sound.append(block)
      } then: {
        play(event, at: $0)
      }
    }
    try render(until: session.frame(atSeconds: end), into: &sound)
  }

  private func play(_ event: SongEvents.Event, at time: HostTime) {
    let performer = session.performer
    switch event {
    case .message(let message, let track):
      performer.take(message, from: track.map(PortID.track) ?? .file, at: time)
      notes.take(message, on: performer.instrument, in: performer.scene)
    case .tempo(let beatsPerMinute): performer.follow(tempo: beatsPerMinute, at: time)
    case .exclusive(let payload): performer.take(exclusive: payload, from: .file, at: time)
    case .action(let action): action.play(on: performer, at: time)
    }
  }

  private func render(until end: Int64, into sound: inout RenderedSound) throws(SpinetError) {
    try session.play(until: end) { block throws(SpinetError) in try sound.append(block) }
  }

  /// Renders until the program reports the end of its score.
  private func renderScore(into sound: inout RenderedSound) throws(SpinetError) {
    let end = session.frame(atSeconds: ending.limit ?? RenderEnding.longestSeconds)
    while session.frame < end, !session.performer.hasPerformanceEnded {
      let period = Int64(session.output.format.periodFrames)
      try render(until: min(session.frame + period, end), into: &sound)
      session.advance()
    }
  }

  private func renderTail(_ seconds: Double?, into sound: inout RenderedSound) throws(SpinetError) {
    guard let seconds else { return try renderUntilSilent(into: &sound) }
    let frames = Int64(bounded: seconds * session.timeline.framesPerSecond, in: 0...1 << 40)
    try render(until: session.frame + frames, into: &sound)
  }

  /// In frames. The end of the render does not depend on the length of its blocks.
  private static let tailStep: Int64 = 1024

  /// Renders at most ten seconds. A pause longer than the longest echo is the end.
  private func renderUntilSilent(into sound: inout RenderedSound) throws(SpinetError) {
    let rate = session.timeline.framesPerSecond
    let end = session.frame + Int64(10 * rate)
    let longestPause = Int(2.5 * rate)
    var tail = SilenceTrimmer(outputs: session.output.format.channels)
    while session.frame < end, tail.frames < longestPause {
      try session.play(until: min(session.frame + Self.tailStep, end)) { block throws(SpinetError) in
        try sound.append(tail.take(block.interleaved))
      }
    }
  }
}
