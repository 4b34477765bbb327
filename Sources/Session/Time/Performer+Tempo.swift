import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetRealtime
import SpinetTime
import SpinetWidgets

/// The clock by which arpeggios play: its tempo is that of the instrument.
extension Performer {
  /// Sets the tempo of the instrument, in quarter notes per minute.
  package func follow(tempo quartersPerMinute: Double, at time: HostTime) {
    backing.tempo.set(quartersPerMinute)
    followTempo(at: time)
    tempoIsPlayed()
  }

  /// The tempo was not set by hand, so it is not kept for the next session.
  func tempoIsPlayed() {
    for index in instrument.tempos {
      played.record(moved: index, of: instrument.widgets)
    }
  }

  /// The tempo that the sounds bring; the standard one if none does.
  var tempoOfSounds: Double {
    let loaded = instrument.loadedValues
    let brought = instrument.tempos.lazy.compactMap { [instrument] index in
      let widget = instrument.widgets.all[index]
      return loaded[widget.name].flatMap { $0 == widget.defaultValue ? nil : $0 }
    }
    return brought.first ?? Tempo.standard.quartersPerMinute
  }

  /// Follows the tempo's widgets, which anything may have moved or tapped.
  func followTempo(at time: HostTime) {
    while instrument.sessionWidgets.tap.cell.popPress() { backing.tempo.tap(at: time.nanoseconds) }
    backing.tempo.follow()
    keepClockTempo(at: time)
    let wanted = Tempo(backing.tempo.quartersPerMinute)
    guard wanted != ports.transport.transport.clock.tempo else { return }
    playSteps(before: time)
    ports.transport.set(wanted, at: time.nanoseconds)
    backing.song?.follow(wanted)
    shareClock(at: time)
  }

  /// While a clock ticks, nothing else sets the tempo.
  private func keepClockTempo(at time: HostTime) {
    guard ports.transport.isFollowing,
      let clock = ports.transport.clockTempo(at: time.nanoseconds)?.quartersPerMinute,
      clock != backing.tempo.quartersPerMinute
    else { return }
    backing.tempo.set(clock)
    tempoIsPlayed()
  }

  /// Gives the clock to the keyboards, and to the engines that read it.
  func shareClock(at time: HostTime) {
    let clock = ports.transport.transport.clock
    for player in sounding { player.keyboard.follow(clock, at: time.milliseconds) }
    tellClock(at: time)
  }

  /// Sends what the parts have collected, after what new engines have to know first.
  func flush(at time: HostTime) {
    if parts.mustTellClock { tellClock(at: time) }
    parts.flush(at: time) { send($0, to: $1, at: time) }
  }

  /// Tells the engines where the music is.
  func tellClock(at time: HostTime) {
    parts.mustTellClock = false
    let clock = ports.transport.transport.clock
    let quarters = clock.position(at: time.nanoseconds).quarters
    for player in sounding where player.readsClock {
      parts.sender.send(
        .clock(quarters: quarters, perMinute: clock.tempo.quartersPerMinute), to: player.number, at: time)
    }
  }

  /// Plays what the clock has brought: the song, beats, and the steps of arpeggios, each at its own moment. After a
  /// longer pause they are left out.
  package func playSteps(until time: HostTime) {
    var left = Self.mostSteps
    while left > 0, let step = nextStep, step <= time, time.nanoseconds(since: step) < Self.longestDelay {
      playSong(at: step)
      click(at: step)
      for player in sounding { player.advance(to: step) }
      flush(at: step)
      left -= 1
    }
    skip(to: time)
    reachSong(at: time)
  }

  /// Plays the steps before something is played at `time`.
  func playSteps(before time: HostTime) {
    guard time.nanoseconds > 0 else { return }
    playSteps(until: HostTime(nanoseconds: time.nanoseconds - 1))
  }

  /// Goes on where the clock is, after a pause that is too long to make up for.
  private func skip(to time: HostTime) {
    if isLate(nextSongMoment, at: time) { skipSong(to: time) }
    if isLate(nextBeatMoment, at: time) {
      backing.metronome.restart(at: ports.transport.transport.clock.position(at: time.nanoseconds))
    }
  }

  private func isLate(_ due: HostTime?, at time: HostTime) -> Bool {
    guard let due, due < time else { return false }
    return time.nanoseconds(since: due) >= Self.longestDelay
  }

  /// In nanoseconds. What is later than this is not made up for.
  private static let longestDelay: Int64 = 250_000_000
  private static let mostSteps = 4096

  private var nextStep: HostTime? {
    let step = sounding.compactMap(\.keyboard.nextStep).min().map(HostTime.after)
    return [step, nextSongMoment, nextBeatMoment].compactMap(\.self).min()
  }
}

extension HostTime {
  /// A nanosecond after a time in milliseconds, because rounding could make it one too early.
  static func after(milliseconds: Double) -> HostTime {
    HostTime(nanoseconds: UInt64(bounded: milliseconds * 1e6, in: 0...1 << 62) + 1)
  }
}
