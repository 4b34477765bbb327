import SpinetDevices
import SpinetEngine
import SpinetMIDI
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage

// An answer as sockets carry it: lines of text or of JSON, or one refusal.
extension Response {
  package func lines(_ style: ResponseStyle) -> [String] {
    switch self {
    case .widgets(let table): table.lines(style)
    case .engine(let state):
      style == .json ? [state.json] : [state.text] + state.adviceLines + state.sounds.map(\.text)
    case .playing(let name): ["playing \(name)"]
    case .scenes(let scenes): scenes.map { style == .json ? $0.json : $0.text }
    case .changes(let changes): style == .json ? changes.map(\.json) : changes.text
    case .reverted(let changes): changes.revertedText
    case .saved(let path): ["saved \(path)"]
    case .recording(let path): ["recording \(path)"]
    case .unopenedRecording: ["the recording has ended before its file was open"]
    case .recorded(let paths, let seconds):
      ["recorded \(paths.map(\.string).joined(separator: ", ")), \((seconds * 10).rounded() / 10) s"]
    case .program(let answer): answer.lines
    case .note(let key): [NoteName(key: Int(key)).map(\.description) ?? ""]
    case .panel(let url): [style == .json ? Self.json("url", url) : url]
    case .osc(let place): [style == .json ? Self.json("osc", place) : place]
    case .ports(let ports, let output): ports.map(\.json) + [output].compactMap { $0?.json }
    case .output(let output): [output.json]
    case .refused(let error): [RemoteRefusal(error).line]
    }
  }

  private static func json(_ name: String, _ place: String) -> String {
    var line = JSONLine()
    line.add(name, place)
    return line.description
  }
}

extension ProgramAnswer {
  fileprivate var lines: [String] {
    switch self {
    case .sent: ["sent"]
    case .compiled(let name): ["compiled \(name)"]
    case .values(let values): values.map { "\($0)" }
    case .written(let table, let count, let length): ["table \(table): \(count) of \(length) values written"]
    }
  }
}

extension EngineState {
  fileprivate var text: String {
    switch sound {
    case .stopped: "stopped"
    case .playing, .resting: "running: \(about)"
    case .lost(let pcm): "running without sound: \(pcm) is lost, and Spinet keeps looking for it"
    }
  }

  /// How to make the latency shorter where it is long.
  fileprivate var adviceLines: [String] { advice.isEmpty ? [] : [advice] }

  fileprivate var json: String {
    var line = JSONLine()
    line.add("running", isRunning)
    line.add("sound", sound.word)
    line.add("voices", voices)
    line.add("xruns", xruns)
    line.add("latency", latencyMilliseconds)
    line.add("late", lateCommands)
    line.add("lost", lostReports)
    line.add("refused", refusedInputs)
    line.add("behind", longestDelayMilliseconds)
    line.add("pcm", pcm)
    if !advice.isEmpty { line.add("advice", advice) }
    if !sounds.isEmpty { line.add("sounds", sounds.map(\.json)) }
    return line.description
  }
}

extension SoundMemory {
  fileprivate var text: String { "\(part): \((bytes + 500_000) / 1_000_000) MB in memory" }

  fileprivate var json: JSONLine {
    var line = JSONLine()
    line.add("part", part)
    line.add("bytes", bytes)
    return line
  }
}

extension SessionStatus.AudioState {
  /// The state as one word, for scripts.
  fileprivate var word: String {
    switch self {
    case .playing: "playing"
    case .resting: "resting"
    case .lost: "lost"
    case .stopped: "stopped"
    }
  }
}

extension SceneState {
  fileprivate var text: String { "\(isPlaying ? "▶" : " ") \(name)  \(parts.joined(separator: ", "))" }

  fileprivate var json: String {
    var line = JSONLine()
    line.add("scene", name)
    line.add("playing", isPlaying)
    line.add("program", program)
    line.add("parts", parts)
    return line.description
  }
}

extension PortState {
  fileprivate var json: String {
    var line = JSONLine()
    line.add("client", client)
    line.add("port", name)
    line.add("address", address)
    line.add("hardware", isHardware)
    line.add("connected", isConnected)
    line.add("mapping", mapping)
    line.add("because", reason)
    return line.description
  }
}

extension OutputState {
  fileprivate var json: String {
    var line = JSONLine()
    line.add("output", request.pcm)
    line.add("rate", request.framesPerSecond)
    line.add("period", request.periodFrames)
    line.add("periods", request.periods)
    line.add("granted", granted)
    return line.description
  }
}

extension WidgetChange {
  fileprivate var json: String {
    var line = JSONLine()
    line.add("widget", widget.name)
    line.add("loaded", before)
    line.add("value", now)
    line.add("text", widget.text(for: now))
    return line.description
  }
}

extension [WidgetChange] {
  private static let none = ["nothing was changed"]

  fileprivate var text: [String] {
    isEmpty
      ? Self.none
      : map { [$0.widget.name, $0.widget.text(for: $0.before), "→", $0.widget.text(for: $0.now)] }.inColumns
  }

  fileprivate var revertedText: [String] {
    isEmpty ? Self.none : map { [$0.widget.name, $0.widget.text(for: $0.before)] }.inColumns
  }
}
