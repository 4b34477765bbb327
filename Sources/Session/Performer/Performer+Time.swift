import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime

extension Performer {
  /// Does what is due at `time`: the keyboards' pitch rounding, commands that wait for room in the ring, the engines'
  /// reports.
  package func advance(to time: HostTime) {
    sender.flush()
    for player in sounding {
      player.readReports()
      player.advance(to: time)
    }
    flush(at: time)
    endLeaving(at: time)
  }

  /// The programs that have crashed since the last call, by the names of their sounds.
  package func takeCrashes() -> [(name: String, crash: ProgramCrash)] {
    sounding.compactMap { player in
      player.takeCrash().map { (player.loaded.sound.name, $0) }
    }
  }

  /// When `advance` must be called next if there is no event.
  package var nextTick: HostTime? {
    // One nanosecond later, because rounding could make it one too early.
    sounding.compactMap(\.keyboard.nextTick).min().map {
      HostTime(nanoseconds: UInt64($0 * 1e6) + 1)
    }
  }

  /// Whether a keyboard sends its voices to other instruments, or a program its values.
  package var sendsOut: Bool { players.contains(where: \.sendsOut) }

  /// Sends the values of programs that have changed since the last call.
  package func sendValues() {
    for player in players { player.sendValues(emit) }
  }

  /// The messages that tell a program that has just connected how voices are sent.
  package var outputIntroduction: [MIDIMessage] { players.flatMap(\.outputIntroduction) }

  package var delayedCommands: Int { sender.delayedCommands }
  package var hasWaitingCommands: Bool { sender.isWaiting }
}

extension HostTime {
  package var milliseconds: Double { Double(nanoseconds) * 1e-6 }
}
