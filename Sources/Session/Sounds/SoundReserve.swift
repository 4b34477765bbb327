import SpinetLibrary
import SpinetMixer
import SpinetRealtime
import SpinetStage

/// Engines that are ready for the next program changes, and the program changes that wait for one. [control-thread]
struct SoundReserve {
  private(set) var programs: ProgramTable?
  /// Whether patches have changed since another thread began to read the table.
  private var isOutdated = false
  var engines: [MixerPart] = []
  var waiting: [SoundRequest] = []
  /// The numbers that no patch has, and of which that was told.
  var toldUnknown: Set<ProgramNumber> = []
  /// When engines are ordered again after a failure.
  var nextTry = HostTime(nanoseconds: 0)

  /// The number of spare engines. If more parts change one after the other, control has to make an engine itself, which
  /// takes 2 ms. Each spare engine needs 2 MB.
  static let size = 3
  static let secondsBetweenTries = 30.0

  /// Call it when the patches have changed.
  ///
  /// - Parameter isReading: whether another thread may be reading the old patches.
  mutating func forgetPrograms(isReading: Bool) {
    programs = nil
    isOutdated = isReading
  }

  /// - Parameter programs: the table that has just been read; nil if it was not.
  mutating func take(_ programs: ProgramTable?) {
    self.programs = isOutdated ? nil : programs ?? self.programs
    isOutdated = false
  }

  /// After a failure: what waited is given up, and the next order comes later.
  mutating func give(upAt now: HostTime) {
    waiting.removeAll()
    nextTry = now.advanced(bySeconds: Self.secondsBetweenTries)
  }
}
