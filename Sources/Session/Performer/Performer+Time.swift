import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetTime
import SpinetWidgets

extension Performer {
  /// Does what is due at `time`: the keyboards' pitch rounding and arpeggios, commands that wait for room in the ring,
  /// the engines' reports.
  package func advance(to time: HostTime) {
    ports.transport.listen(at: time.nanoseconds)
    playSteps(until: time)
    advance(before: time)
    for player in sounding { player.advance(to: time) }
    flush(at: time)
  }

  /// Does what is due before something is played at `time`.
  package func advance(before time: HostTime) {
    playSteps(before: time)
    endTimedNotes(at: time)
    parts.sender.flush()
    for player in sounding {
      player.readReports()
      player.advance(before: time)
    }
    flush(at: time)
    endLeaving(at: time)
  }

  /// The programs that have crashed since the last call, by the names of their sounds.
  package func popCrashes() -> [(name: String, crash: ProgramCrash)] {
    sounding.compactMap { player in
      player.reports.popCrash().map { (player.loaded.sound.name, $0) }
    }
  }

  /// When `advance` must be called next if there is no event.
  package var nextTick: HostTime? {
    let tick = sounding.compactMap { $0.keyboard.findNextTick() }.min().map(HostTime.after)
    return [tick, held.nextEnd, nextSongMoment, nextBeatMoment].compactMap(\.self).min()
  }

  /// Whether a keyboard sends its voices to other instruments, or a program its values.
  package var sendsOut: Bool { players.contains(where: \.sendsOut) }

  /// Sends the values of programs that have changed since the last call.
  package func sendValues() {
    for player in players { player.output.sendValues(others.emit) }
  }

  /// The messages that tell a program that has just connected how voices are sent.
  package var outputIntroduction: [MIDIMessage] { players.flatMap(\.output.introduction) }

  /// Whether a keyboard knows of a voice that sounds, or of a key that is held.
  var isSounding: Bool { sounding.contains { $0.keyboard.soundingVoices > 0 || $0.keyboard.heldNotes > 0 } }

  package var delayedCommands: Int { parts.sender.delayedCommands }
  package var hasWaitingCommands: Bool { parts.sender.isWaiting }
}

extension Performer: Service {
  /// Commands that wait for room in the ring are tried again after a millisecond.
  func nextMoment(after now: HostTime) -> HostTime? {
    let retry = hasWaitingCommands ? now.advanced(bySeconds: 0.001) : nil
    return [nextTick, retry].compactMap(\.self).min()
  }

  func turn(at now: HostTime, isReady: Bool) {
    applySessionWidgets(at: now)
    advance(to: now)
    showSong(at: now)
  }
}

extension HostTime {
  package var milliseconds: Double { Double(nanoseconds) * 1e-6 }
}
