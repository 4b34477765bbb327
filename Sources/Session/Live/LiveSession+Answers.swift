import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SpinetWidgets

extension LiveSession {
  /// Answers a request of a command; nil if the client has to wait for the answer.
  func answer(_ request: String, for client: Int32) -> [String]? {
    do throws(SpinetError) {
      switch RemoteRequest(request) {
      case .widgets(let listing): return try table(instrument.widgets.all).lines(listing)
      case .set(let name, let value, let json):
        return table([try instrument.set(name, value)]).lines(json: json)
      case .engine(let verb, let json):
        if let isOn = verb.turnsOn { try runEngine(isOn) }
        return engineStatus(json: json)
      case .load(let name):
        load(name, for: client)
        return nil
      case .scene(let name, let json): return try chooseScene(name, json: json)
      case .patch(let verb, let part): return try answer(verb, ofPart: part, for: client)
      case .record(let verb):
        try answer(verb, for: client)
        return nil
      case .program(let command, let part):
        try send(command, toPart: part, for: client)
        return nil
      case .reset(let name, let json): return try reset(name, json: json)
      case .note(let note): return [try play(note)]
      case .panel(let json):
        try openPanel(json: json, for: client)
        return nil
      case .ports: return ports + [outputLine]
      case .connect(let name): return try connect(name)
      case .output(let request): return [try change(to: request)]
      case nil:
        throw SpinetError(
          .wrongRequest, what: "'\(request.shortened)'", why: "it is not a request",
          remedy: "use the same version of spinet")
      }
    } catch {
      return [RemoteRefusal(error).line]
    }
  }

  private func table(_ widgets: [Widget]) -> WidgetTable {
    WidgetTable(widgets: widgets, loaded: handle.loadedValues)
  }

  /// Moves a widget, or all widgets of the sounds, to the values of the scene or, where it sets none, to the loaded
  /// values.
  private func reset(_ name: String?, json: Bool) throws(SpinetError) -> [String] {
    let reset = try instrument.resettable(name)
    let ofScene = sceneValues
    for widget in reset { widget.set(ofScene[widget.name] ?? handle.loadedValue(of: widget)) }
    return table(reset).lines(json: json)
  }

  /// Opens the panel on another thread, because asking the system for its addresses and a port takes time.
  private func openPanel(json: Bool, for client: Int32) throws(SpinetError) {
    guard let openPanel else {
      throw SpinetError(
        .noPanel, what: "panel", why: "\(instrument.name) belongs to a program without a panel",
        remedy: Remedy(.startWithPanel))
    }
    try answer(client, byThread: "spinet-panel") { () throws(SpinetError) in
      let url = try openPanel()
      guard json else { return [url] }
      var line = JSONLine()
      line.add("url", url)
      return [line.description]
    }
  }

  private func runEngine(_ isOn: Bool) throws(SpinetError) {
    instrument.sessionWidgets.running.set(isOn ? 1 : 0)
    host.follow()
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
    line.add("refused", handle.inbox.refused)
    // The longest time that a message has waited since the last request, in milliseconds.
    line.add("behind", inputDelay.takeLongestMilliseconds())
    line.add("pcm", host.status?.pcm ?? "")
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
  /// The state as one word, for scripts.
  var word: String {
    switch self {
    case .playing: "playing"
    case .resting: "resting"
    case .lost: "lost"
    case .stopped: "stopped"
    }
  }
}
