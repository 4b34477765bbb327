import Logging
import SpinetJournal
import SpinetLibrary
import SpinetMIDIFile
import SpinetRealtime
import SpinetSession
import SpinetText
import SystemPackage

extension PlayOptions {
  /// Lets a song play beside the keys: a MIDI file, or `LAST` for the last take of the journal.
  ///
  /// A take brings its sound and its keyboard, unless the options name others. A song's program changes never replace a
  /// single sound that was named.
  package mutating func choose(song name: String, logger: Logger) throws(SpinetError) {
    let isTake = name == "LAST"
    let file: StandardMIDIFile
    if isTake {
      let bytes = try JournalList(tag: tag, pauseSeconds: JournalList.usualPauseSeconds).bytes(of: name)
      file = try StandardMIDIFile(bytes: bytes, file: name)
    } else {
      file = try OfflineRender.read(name, .current, logger)
    }
    let beside = RecordedTake(file)?.song.flatMap { Self.songBeside($0, logger) }
    var song = SongToPlay(
      file, named: name, at: isTake ? nil : FilePath(name).absolute.string, beside: beside)
    song.changesSounds = instrument == nil ? true : nil
    if let take = song.take {
      instrument = instrument ?? take.instrument
      if keyboard == .automatic, let chosen = take.keyboard { keyboard = KeyboardChoice(chosen) }
      (song.changesSounds, state) = (true, .none)
      song.besideChangesSounds = instrument == nil ? true : nil
    }
    self.song = song
  }

  /// The song beside which a take was played. One that is away is told, and the take plays without it.
  private static func songBeside(_ path: String, _ logger: Logger) -> StandardMIDIFile? {
    do throws(SpinetError) {
      return try OfflineRender.read(path, .current, logger)
    } catch {
      logger.warning(
        SpinetError(
          error.code, what: error.what, why: "\(error.why); only what was played by hand is heard",
          remedy: "put the song back"))
      return nil
    }
  }
}
