import Logging
import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// The set list that plays, if any: opens another, and reads one again that somebody has saved. Another thread reads the
/// files. [control-thread]
final class SetLists {
  /// Nil while no set list plays.
  private(set) var run: SetListRun?
  private let performer: Performer
  private let sounds: Sounds
  private let logger: Logger
  private let read: @Sendable (String) throws(SpinetError) -> SetListToPlay?
  private let worker: any Worker
  /// Called by the worker when it has read a list.
  private let wake: @Sendable () -> Void
  private var reading: Reading?
  /// The stamp of the list's file when it was last read.
  private var stamp: FileStamp?

  private struct Reading {
    /// Who has asked for the list; nil if it is read again.
    let asker: (name: String, reply: WaitingReply)?
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
    run = SetListRun(list, for: performer, sounds, logger: logger)
    stamp = FileStamp(of: list.file)
  }

  /// The file of the list that plays; nil while none does.
  var file: FilePath? { run?.list.file }

  /// Loads a set list, or else a sound, and answers when it plays.
  func load(_ name: String, _ reply: consuming Reply) {
    let reply = WaitingReply(reply)
    guard mayBeSetList(name), reading == nil else { return sounds.order(.load(name, reply)) }
    do throws(SpinetError) {
      let work = { @Sendable [read] in Result { () throws(SpinetError) in try read(name) } }
      reading = Reading(
        asker: (name, reply), job: try BackgroundJob("spinet-list", on: worker, work: work, finished: wake))
    } catch {
      reply.answer(.refused(error))
    }
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
    do throws(SpinetError) {
      let work = { @Sendable [read = run.list.read] in
        Result<SetListToPlay?, SpinetError> { () throws(SpinetError) in try read() }
      }
      reading = Reading(
        asker: nil, job: try BackgroundJob("spinet-list", on: worker, work: work, finished: wake))
    } catch {
      logger.error(error)
    }
  }

  // MARK: What was read

  private func take(_ result: Result<SetListToPlay?, SpinetError>, for reading: Reading, at now: HostTime) {
    do throws(SpinetError) {
      let list = try result.get()
      switch (list, reading.asker) {
      case (let list?, let asker?): open(list, asker.reply, at: now)
      case (nil, let asker?): sounds.order(.load(asker.name, asker.reply))
      case (let list?, nil):
        run?.use(list, at: now)
        logger.info("\(list.name): the set list was read again: \(list.songs.count) songs")
      case (nil, nil): break
      }
    } catch {
      if let asker = reading.asker {
        asker.reply.answer(.refused(loading: error))
      } else {
        logger.error(error)
      }
    }
  }

  /// Leaves the list that plays, and begins with the first song of another.
  private func open(_ list: SetListToPlay, _ reply: WaitingReply, at now: HostTime) {
    performer.replace(run?.list.widgets ?? [], by: list.widgets, at: now)
    run?.leave()
    begin(list)
    run?.begin { result in
      switch result {
      case .success: reply.answer(.playing(list.name))
      case .failure(let error): reply.answer(.refused(error))
      }
    }
  }
}

extension SetLists: Service {
  func nextMoment(after now: HostTime) -> HostTime? { run?.nextMoment(after: now) }

  func turn(at now: HostTime, isReady: Bool) {
    if let done = reading, let result = done.job.popOutcome() {
      reading = nil
      take(result, for: done, at: now)
    }
    run?.turn(at: now, isReady: isReady)
  }
}

extension SetLists: PerformanceListener {
  func changed(_ change: InstrumentChange) { run?.changed(change) }
}
