import FoundationEssentials
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetSurface
import SpinetText
import SpinetTools
import SpinetWidgets

/// The state of the instrument that the pages know, as messages. [panel-thread]
struct PanelState {
  private let words: PanelWords
  private var view: InstrumentView
  private var surfaces: [KeyboardSurface]
  private var status = SessionStatus()
  private var mappings = MappingView()
  private var meter = ProcessorMeter()
  private(set) var widgets: PanelWidgets
  /// What it is that plays, and what moves its widgets.
  private(set) var sound = PanelSound()
  /// The song that plays; nil while no list plays, or another sound than its.
  private(set) var song: SessionStatus.SetList?
  /// When the sounds came that the pages know.
  private(set) var soundsCame = HostTime.now
  /// The highest level over full scale since the pages have cleared it, in decibels.
  private var clip: Double?
  private var recordingSince: HostTime?
  private let began = HostTime.now
  /// Increases when the widgets are replaced by others.
  private(set) var arrangementCount = 0
  /// The message about the parts' keyboards, which is written once for all pages.
  private var keyboards: String

  init(_ handle: SessionHandle, _ words: PanelWords) {
    self.words = words
    view = handle.view
    surfaces = view.parts.map { KeyboardSurface($0.keyboard) }
    keyboards = Self.text(of: view, surfaces, SoundView())
    widgets = PanelWidgets(handle.widgets.all, of: handle, parts: view.parts.map(\.name))
  }

  var all: [Widget] { widgets.all }

  /// The wave that is drawn beside the widgets of this name; nil for none.
  func wave(_ name: String) -> WaveSource? { widgets.layout.waves[name] }

  /// The widgets of a row of bars; nil if there is none of this name.
  func bars(_ name: String) -> [Widget]? { widgets.bars[name].map { $0.map { widgets.all[$0] } } }

  /// The widgets that are drawn on the wave of a recording; nil if there is none of this name.
  func waveform(_ name: String) -> WaveformWidgets? { widgets.waveforms[name] }

  /// The part that a widget belongs to; empty for an instrument of one part.
  func part(ofWidget name: String) -> String { WidgetLayout.name(name, among: view.parts.map(\.name)).part }

  /// The velocity of a finger that comes down at this height of a part's keyboard, 0–1.
  func velocity(onKeyboardOf part: String, at y: Double) -> Double {
    let surface = surfaces[view.parts.firstIndex { $0.name == part } ?? 0]
    return Double(surface.velocity(y: min(max(y, 0), 0.999))) / 127
  }

  /// Whether the status has changed since it was last sent.
  func isStatusOld(_ handle: SessionHandle) -> Bool { handle.status != status }

  /// Returns whether the parts have changed, and whether the widgets or the parts have changed.
  private mutating func take(
    _ new: InstrumentView, _ newWidgets: [Widget], of handle: SessionHandle
  ) -> (parts: Bool, widgets: Bool) {
    let hasOtherParts = Self.isOther(view, new)
    view = new
    if hasOtherParts {
      surfaces = new.parts.map { KeyboardSurface($0.keyboard) }
    }
    let hasOtherWidgets = hasOtherParts || !widgets.isOf(newWidgets)
    if hasOtherWidgets, !widgets.isOfSound(in: newWidgets) { soundsCame = .now }
    if hasOtherWidgets {
      widgets = PanelWidgets(newWidgets, of: handle, parts: new.parts.map(\.name))
      arrangementCount += 1
    }
    return (hasOtherParts, hasOtherWidgets)
  }

  // MARK: All of it

  /// The messages for a page that knows nothing yet.
  func everything() -> [String] {
    [words.message, hello, keyboards, widgets.everything, lit, statusMessage] + sound.everything
  }

  private var hello: String {
    var line = JSONLine()
    line.add("hello", status.instrument)
    line.add("age", Int(HostTime.now.nanoseconds(since: began) / 1_000_000_000))
    guard sound.view.name == status.instrument else { return line.description }
    line.add("title", sound.view.title)
    line.add("family", sound.view.family)
    line.add("own", sound.view.isOwn)
    line.add("kind", sound.view.kind.rawValue)
    line.add("listed", sound.view.listed)
    return line.description
  }

  private static func add(_ part: SoundView.Part, to line: inout JSONLine) {
    line.add("sound", part.sound)
    line.add("zones", literal: list(part.zones.map { "[\($0.lowerBound),\($0.upperBound)]" }))
    for name in ["level", "pan", "mute", "solo"] {
      if part.hasStrip { line.add(name, "\(part.prefix)part.\(name)") } else { line.addNull(name) }
    }
  }

  private static func text(
    of view: InstrumentView, _ surfaces: [KeyboardSurface], _ sound: SoundView
  ) -> String {
    let known = sound.parts.count == view.parts.count ? sound.parts : []
    let parts = view.parts.indices.map { index in
      var line = JSONLine()
      line.add("name", view.parts[index].name)
      line.add("rows", literal: list(surfaces[index].rows.map(json)))
      if known.indices.contains(index) { add(known[index], to: &line) }
      return line.description
    }
    return "{\"parts\":\(list(parts))}"
  }

  private static func json(_ row: KeyboardSurface.Row) -> String {
    var line = JSONLine()
    line.add("static", row.isStatic)
    line.add("keys", literal: list(row.keys.map(json)))
    return line.description
  }

  private var lit: String {
    let parts = view.parts.map { part in Self.list(part.lit.map { Self.list($0.map(String.init)) }) }
    let playing = view.parts.indices.filter { view.parts[$0].isInScene }.map { String($0) }
    let notes = view.sounding.sorted().map { String($0) }
    return
      "{\"lit\":\(Self.list(parts)),\"notes\":\(Self.list(notes)),\"playing\":\(Self.list(playing))}"
  }

  // MARK: News

  /// The messages about what has changed since the last call.
  mutating func news(
    of handle: SessionHandle, heard: [HeardMessage], withStatus: Bool
  ) -> [String] {
    var messages: [String] = []
    let old = view
    let isOther = take(handle.view, handle.widgets.all, of: handle)
    let oldSound = sound.view
    let news = sound.news(of: handle, widgets.all, isOther: isOther.widgets)
    if isOther.parts || sound.view.parts != oldSound.parts {
      keyboards = Self.text(of: view, surfaces, sound.view)
      messages.append(keyboards)
    }
    if isOther.widgets { messages.append(widgets.everything) }
    messages += news
    song = handle.playedSong(of: sound.view.name)
    if isOther.parts || old != view { messages.append(lit) }
    if case let new = handle.mappings, new != mappings {
      mappings = new
      messages.append("{\"remapped\":1}")
    }
    if let moved = widgets.moved() { messages.append(moved) }
    if withStatus, case let new = handle.status, new != status {
      let isOther = new.instrument != status.instrument
      take(new)
      if isOther || sound.view != oldSound { messages.append(hello) }
      messages.append(text(processor: meter.percent(at: .now)))
    } else if sound.view.title != oldSound.title || sound.view.kind != oldSound.kind {
      messages.append(hello)
    }
    return messages + heard.map { Self.text(of: $0) }
  }

  private mutating func take(_ new: SessionStatus) {
    if let peak = new.peakDecibels, peak > 0 { clip = max(clip ?? peak, peak) }
    if new.recording == nil { recordingSince = nil }
    if new.recording != nil, recordingSince == nil { recordingSince = .now }
    status = new
  }

  /// A page has seen that the level was too high.
  mutating func unclip() { clip = nil }

  /// The widgets of all sounds that were changed since they were loaded, with what they were loaded with.
  func changed(of handle: SessionHandle) -> [(widget: Widget, original: Double)] {
    widgets.ofSounds.compactMap { widget in
      let original = sound.original(of: widget, handle)
      return widget.value == original ? nil : (widget, original)
    }
  }

  private static func isOther(_ old: InstrumentView, _ new: InstrumentView) -> Bool {
    old.parts.map(\.keyboard) != new.parts.map(\.keyboard) || old.parts.map(\.name) != new.parts.map(\.name)
  }

  // MARK: Words

  static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  static func log(_ text: String, at moment: Date) -> String {
    var line = JSONLine()
    line.add("log", text)
    line.add("at", moment.ISO8601Format())
    return line.description
  }

  private static func text(of heard: HeardMessage) -> String {
    var line = JSONLine()
    line.add("heard", heard.line)
    line.add("time", heard.time.milliseconds)
    line.add("from", heard.sender)
    line.add("value", heard.message.valueText)
    let bytes = heard.message.midi1Bytes
    line.add("bytes", bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
    return line.description
  }

  private static func json(_ timing: SessionStatus.Timing) -> String {
    var line = JSONLine()
    line.add("block", (timing.blockMilliseconds * 100).rounded() / 100)
    line.add("buffer", (timing.bufferMilliseconds * 100).rounded() / 100)
    line.add("rate", timing.framesPerSecond)
    line.add("period", timing.periodFrames)
    line.add("periods", timing.periods)
    return line.description
  }

  private static func json(_ list: SessionStatus.SetList) -> String {
    var line = JSONLine()
    line.add("name", list.name)
    line.add("own", list.isOwn)
    line.add("song", list.song)
    line.add("left", list.isLeft)
    return line.description
  }

  /// The sound cards. Asks ALSA, which may take some milliseconds.
  static var outputs: String { "{\"outputs\":\(list(DeviceList.outputs()))}" }

  /// `[label, black, note]`
  private static func json(_ key: SurfaceKey) -> String {
    let label = key.label.map(JSONLine.quoted) ?? "null"
    let note = key.note.map { JSONLine.quoted($0.description) } ?? "null"
    return "[\(label),\(key.isBlack ? 1 : 0),\(note)]"
  }

  var statusMessage: String { text() }

  private func text(processor: Double? = nil) -> String {
    var line = JSONLine()
    line.add("instrument", status.instrument)
    switch status.sound {
    case .playing: line.add("sound", "playing")
    case .resting: line.add("sound", "resting")
    case .lost(let pcm): line.add("sound", "lost \(pcm)")
    case .stopped: line.add("sound", "stopped")
    }
    line.add("controllers", status.controllers)
    line.add("voices", status.voices)
    line.add("peak", status.peakDecibels)
    line.add("clip", clip)
    line.add("xruns", status.xruns)
    line.add("latency", status.latencyMilliseconds)
    line.add("late", status.lateCommands)
    if let timing = status.timing {
      line.add("timing", literal: Self.json(timing))
      if !timing.advice.isEmpty { line.add("advice", timing.advice) }
    } else {
      line.addNull("timing")
    }
    if let file = status.recording {
      var recording = JSONLine()
      recording.add("file", file)
      let seconds = recordingSince.map { Double(HostTime.now.nanoseconds(since: $0)) * 1e-9 } ?? 0
      recording.add("seconds", (seconds * 10).rounded() / 10)
      line.add("recording", literal: recording.description)
    } else {
      line.addNull("recording")
    }
    line.add("format", status.format)
    if let list = status.setList {
      line.add("setlist", literal: Self.json(list))
    } else {
      line.addNull("setlist")
    }
    line.add("processor", processor)
    return "{\"status\":\(line)}"
  }
}
