import Foundation
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SpinetWidgets

extension LiveSession {
  /// Answers one request of `spinet widgets` or `spinet engine`.
  func answer(_ request: String) -> [String] {
    do throws(SpinetError) {
      switch RemoteRequest(request) {
      case .widgets(let json): return WidgetTable(widgets: instrument.widgets.all).lines(json: json)
      case .set(let name, let value, let json):
        return WidgetTable(widgets: [try instrument.set(name, value)]).lines(json: json)
      case .engine(let verb, let json):
        if let isOn = verb.turnsOn { try runEngine(isOn) }
        return engineStatus(json: json)
      case nil:
        throw SpinetError(
          .usage, what: "'\(request.shortened)'", why: "it is not a request",
          remedy: "use the same version of spinet")
      }
    } catch {
      return [RemoteRefusal(error).line]
    }
  }

  private func runEngine(_ isOn: Bool) throws(SpinetError) {
    instrument.own.running.set(isOn ? 1 : 0)
    host.follow(bridge)
    if isOn, let failure = host.failure { throw failure }
  }

  private func engineStatus(json: Bool) -> [String] {
    guard json else { return [engineText] }
    var line = JSONLine()
    line.add("running", host.isRunning)
    line.add("sound", host.state.word)
    line.add("voices", host.voices)
    line.add("xruns", host.xruns)
    line.add("latency", host.latencyMilliseconds)
    line.add("late", host.lateCommands)
    line.add("lost", host.lostReports)
    // Milliseconds that a message waited at most since this was asked last.
    line.add("behind", inputDelay.takeLongestMilliseconds())
    return [line.description]
  }

  private var engineText: String {
    switch host.state {
    case .stopped: "stopped"
    case .playing, .resting: "running: \(host.description)"
    case .lost(let pcm): "running without sound: \(pcm) is lost, and Spinet keeps looking for it"
    }
  }
}

extension SessionStatus.AudioState {
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
