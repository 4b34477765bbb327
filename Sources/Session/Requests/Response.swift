import SpinetDevices
import SpinetEngine
import SpinetRealtime
import SystemPackage

/// What a running instrument answers to a `Request`, as data.
package enum Response: Sendable {
  case widgets(WidgetTable)
  case engine(EngineState)
  /// The name of the sound that plays now.
  case playing(String)
  case scenes([SceneState])
  /// What was changed since the sound was loaded.
  case changes([WidgetChange])
  /// What was changed, and is not any more.
  case reverted([WidgetChange])
  case saved(FilePath)
  /// A recording has begun.
  case recording(FilePath)
  /// A recording has ended before its file was open.
  case unopenedRecording
  case recorded([FilePath], seconds: Double)
  case program(ProgramAnswer)
  /// The key of the note that plays.
  case note(UInt8)
  /// The address of the panel.
  case panel(String)
  /// Where it listens for OSC.
  case osc(String)
  /// The sound card too, unless only the ports were asked for.
  case ports([PortState], OutputState?)
  case output(OutputState)
  case refused(SpinetError)
}

/// The engine at one moment.
package struct EngineState: Sendable, Equatable {
  package var isRunning = false
  package var sound = SessionStatus.AudioState.stopped
  package var voices = 0
  package var xruns = 0
  package var latencyMilliseconds: Double?
  package var lateCommands = 0
  package var lostReports = 0
  package var refusedInputs = 0
  /// The longest time that a message has waited since the last request.
  package var longestDelayMilliseconds = 0.0
  /// The PCM that plays; empty if none does.
  package var pcm = ""
  /// The card, its format and its buffer, for people.
  package var about = ""
  /// How to make the latency shorter; empty where it is short.
  package var advice = ""
  /// The sounds that keep recordings in memory.
  package var sounds: [SoundMemory] = []
}

/// The memory that a sound takes. What several sounds share is counted by each.
package struct SoundMemory: Sendable, Equatable {
  package var part: String
  package var bytes: Int
}

/// A scene of a stage, and the parts that play in it.
package struct SceneState: Sendable, Equatable {
  package var name: String
  package var isPlaying: Bool
  /// The program change that chooses it.
  package var program: Int
  package var parts: [String]
}

/// A MIDI port that can play the instrument.
package struct PortState: Sendable, Equatable {
  package var client: String
  package var name: String
  package var address: String
  package var isHardware: Bool
  package var isConnected: Bool
  /// The mapping that it gets, and why; both empty without one.
  package var mapping: String
  package var reason: String
}

/// The sound card as it was asked for, and as it was granted.
package struct OutputState: Sendable, Equatable {
  package var request: OutputRequest
  package var granted: String
}

// MARK: Refusals
extension Response {
  /// Why a sound could not be loaded: all errors of its files in one line, each with its position.
  static func refused(loading error: SpinetError) -> Response {
    guard !error.diagnostics.isEmpty else { return .refused(error) }
    return .refused(
      SpinetError(error.code, what: error.what, why: error.why, remedy: "fix the file, or load another sound")
    )
  }
}
