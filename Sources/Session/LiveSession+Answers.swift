import Documents
import Foundation
import Widgets

extension LiveSession {
  /// Answers one request of `spinet widgets` or `spinet engine`.
  func answer(_ request: String) -> [String] {
    let words = request.split(separator: " ", maxSplits: 2).map(String.init)
    do throws(SessionError) {
      switch (words.first, words.dropFirst().first) {
      case ("widgets", "json"): return WidgetTable(widgets: instrument.widgets.all).json
      case ("widgets", _): return WidgetTable(widgets: instrument.widgets.all).text
      case ("set", let name?) where words.count == 3:
        let widget = try instrument.set(name, words[2])
        return WidgetTable(widgets: [widget]).text
      case ("engine", "start"): return try runEngine(true)
      case ("engine", "stop"): return try runEngine(false)
      case ("engine", "status"): return engineStatus(json: words.last == "json")
      default:
        throw SessionError(
          .usage, what: "'\(request)'", why: "it is no request", remedy: "use the same spinet")
      }
    } catch {
      return [RemoteRefusal(error).line]
    }
  }

  private func runEngine(_ isOn: Bool) throws(SessionError) -> [String] {
    instrument.own.running.set(isOn ? 1 : 0)
    sound.follow(bridge)
    if isOn, let failure = sound.failure { throw failure }
    return engineStatus(json: false)
  }

  private func engineStatus(json: Bool) -> [String] {
    let isRunning = sound.isRunning
    guard json else { return [isRunning ? "running: \(sound.description)" : "stopped"] }
    var line = JSONLine()
    line.add("running", isRunning)
    line.add("sound", sound.state.word)
    line.add("voices", sound.voices)
    line.add("xruns", sound.xruns)
    if let latency = sound.latencyMilliseconds { line.add("latency", latency) }
    line.add("late", sound.lateCommands)
    line.add("lost", sound.lostReports)
    // Milliseconds that a message waited at most since this was asked last.
    line.add("behind", inputDelay.takeLongestMilliseconds())
    return [line.description]
  }
}

extension SessionStatus.Sound {
  /// One word for scripts.
  var word: String {
    switch self {
    case .playing: "playing"
    case .resting: "resting"
    case .lost: "lost"
    case .stopped: "stopped"
    }
  }
}
