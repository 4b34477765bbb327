import Logging
import SpinetDevices
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// The set list that plays, if any: opens another, and reads one again that somebody has saved. Another thread reads the
/// files. [control-thread]
final class SetLists {
  /// Nil while no set list plays.
  private(set) var run: SetListRun?
  /// The list that played before, while another one begins: if that cannot, it goes on.
  private var before: SetListRun?
  private let performer: Performer
  private let sounds: Sounds
  private let logger: Logger
  private let read: @Sendable (String, Logger) throws(SpinetError) -> SetListToPlay?
  private let worker: any Worker
  /// Called by the worker when it has read a list.
  private let wake: @Sendable () -> Void
  private var reading: Reading?
  /// What was asked for while another list is being read; the last one counts.
  private var next: Order?
  /// The stamp of the list's file before it was last read.
  private var stamp: FileStamp?

  private struct Order {
    let name: String
    /// The song with which a list begins; nil for the first one that is there.
    let song: Int?
    let reply: WaitingReply
  }

  private struct Reading {
    /// Who has asked for the list; nil if it is read again.
    let order: Order?
    /// Whether something else was asked for since then.
    var isPassed = false
    let job: BackgroundJob<Result<SetListToPlay?, SpinetError>>
  }

  init(
    _ options: PlayOptions, for performer: Performer, _ sounds: Sounds, logger: Logger,
    on worker: any Worker, wake: @escaping @Sendable () -> Void
  ) {
    (self.performer, self.sounds, self.logger) = (performer, sounds, logger)
    (read, self.worker, self.wake) = (options.readSetList, worker, wake)
    if let list = options.setList { begin(list) }
  }

  private func begin(_ list: SetListToPlay) {
    let new = SetListRun(list, for: performer, sounds, logger: logger)
    new.isOwn = Self.full(list.file) == file(of: list.name)
    run = new
    stamp = list.stamp
  }

  /// The file of the list that plays; nil while none does.
  var file: FilePath? { run.map { Self.full($0.list.file) } }

  /// The file of one of the user's own lists, or one at a path.
  func file(of name: String) -> FilePath { Self.full(ownFile(of: name)) }

  /// `play ./friday.yaml` in their folder is one of them.
  private static func full(_ file: FilePath) -> FilePath { file.absolute.lexicallyNormalized() }

  private func ownFile(of name: String) -> FilePath {
    guard !name.contains("/"), let folder = sounds.loader.library.ownFolder(of: .setList) else {
      return FilePath(name)
    }
    return folder.appending("\(name).yaml")
  }

  /// The list that plays, for screens; nil while none does. One that begins comes when its first sound plays.
  var shown: SessionStatus.SetList? {
    let isBegun = run?.current != nil || run?.played != nil
    guard let run = isBegun ? run : before, let song = run.played ?? run.current else { return nil }
    let list = run.list
    return SessionStatus.SetList(
      name: list.name, isOwn: run.isOwn, song: song,
      stage: list.songs[song].entry.stage, isLeft: run.played == nil)
  }

  /// Loads a set list, or else a sound, and answers when it plays. What was asked for before and has not been read yet is
  /// refused. A sound waits for no list.
  ///
  /// - Parameter song: the song with which a list begins, from 0; nil for the first one that is there.
  func load(_ name: String, beginningWith song: Int? = nil, _ reply: consuming Reply) {
    refuse(next)
    next = nil
    refuse(reading?.order)
    reading?.isPassed = true
    let order = Order(name: name, song: song, reply: WaitingReply(reply))
    if !mayBeSetList(name) {
      sounds.order(.load(name, order.reply))
    } else if reading == nil {
      read(for: order)
    } else {
      next = order
    }
  }

  private func refuse(_ passed: Order?) {
    if let passed { passed.reply.answer(.refused(SoundLoader.superseded(passed.name))) }
  }

  private func read(for order: Order) {
    do throws(SpinetError) {
      try read(for: order) { [read, logger] () throws(SpinetError) in try read(order.name, logger) }
    } catch {
      order.reply.answer(.refused(error))
    }
  }

  private func read(
    for order: Order?, _ read: @escaping @Sendable () throws(SpinetError) -> SetListToPlay?
  ) throws(SpinetError) {
    let work = { @Sendable in Result { () throws(SpinetError) in try read() } }
    let job = try BackgroundJob("spinet-list", on: worker, work: work, finished: wake)
    reading = Reading(order: order, job: job)
  }

  /// Most names are those of sounds, which need not wait for this.
  private func mayBeSetList(_ name: String) -> Bool {
    let isFile = name.contains("/") || FilePath(name).ending == "yaml"
    let own = sounds.loader.library.ownFolder(of: .setList)?.appending("\(name).yaml")
    return isFile ? FilePath(name).ending == "yaml" : own.map(\.exists) ?? false
  }

  /// Reads the list again if somebody has saved it. A list that is wrong is told, and changes nothing.
  func followFile() {
    guard let run, reading == nil, let new = FileStamp(of: run.list.file), new != stamp else { return }
    stamp = new
    do throws(SpinetError) { try read(for: nil, run.list.read) } catch { logger.error(error) }
  }

  // MARK: What was read

  private func take(_ result: Result<SetListToPlay?, SpinetError>, for order: Order?, at now: HostTime) {
    do throws(SpinetError) {
      let list = try result.get()
      switch (list, order) {
      case (let list?, let order?): open(list, order, at: now)
      case (nil, let order?): sounds.order(.load(order.name, order.reply))
      case (let list?, nil):
        run?.use(list, at: now)
        logger.info("\(list.name): the set list was read again: \(list.songs.count) songs")
      case (nil, nil): break
      }
    } catch {
      if let order { order.reply.answer(.refused(loading: error)) } else { logger.error(error) }
    }
  }

  /// Takes what was read, unless something else was asked for since then, and turns to what was asked for or saved
  /// meanwhile.
  private func end(_ done: Reading, _ result: Result<SetListToPlay?, SpinetError>, at now: HostTime) {
    reading = nil
    if done.order == nil || !done.isPassed { take(result, for: done.order, at: now) }
    if let order = next {
      next = nil
      read(for: order)
    }
    followFile()
  }

  /// Leaves the list that plays, and begins another.
  private func open(_ list: SetListToPlay, _ order: Order, at now: HostTime) {
    let reply = order.reply
    if let song = order.song, !list.songs.indices.contains(song) {
      return reply.answer(.refused(list.without(song: song)))
    }
    performer.replace(run?.list.widgets ?? [], by: list.widgets, at: now)
    run?.leave()
    // One that has not begun either is not gone back to.
    before = run?.current == nil ? before : run
    begin(list)
    run?.begin(with: order.song) { result in
      switch result {
      case .success: reply.answer(.playing(list.name))
      case .failure(let error): reply.answer(.refused(error))
      }
    }
  }

  /// Goes back to the list before one that could not begin.
  private func giveUp(_ failed: SetListRun, at now: HostTime) {
    performer.replace(failed.list.widgets, by: before?.list.widgets ?? [], at: now)
    (run, stamp) = (before, before.flatMap { FileStamp(of: $0.list.file) })
    if let run { run.followPrograms() } else { sounds.followPrograms() }
  }

  /// No list plays any more. Its sound plays on; a song beside the keys ends.
  func leave(at now: HostTime) {
    guard let run else { return }
    run.leave()
    (self.run, before, stamp) = (nil, nil, nil)
    performer.endSong(at: now)
    performer.replace(run.list.widgets, by: [], at: now)
    sounds.followPrograms()
    logger.info("\(run.list.name): the set list was left")
  }
}

extension SetLists: Service {
  func nextMoment(after now: HostTime) -> HostTime? { run?.nextMoment(after: now) }

  func turn(at now: HostTime, isReady: Bool) {
    if let done = reading, let result = done.job.popOutcome() { end(done, result, at: now) }
    guard let run else { return }
    run.turn(at: now, isReady: isReady)
    if run.cannotBegin { giveUp(run, at: now) }
    if run.current != nil { before = nil }
  }
}

extension SetLists: PerformanceListener {
  func changed(_ change: InstrumentChange) { run?.changed(change) }
}
