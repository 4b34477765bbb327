import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetSurface
import SpinetText
import SpinetWidgets

/// The fingers of one page on pictures: rows of bars that they paint, and the waves of recordings. [panel-thread]
final class PagePictures {
  private let output: PageOutput
  private let hub: PanelHub
  private let input: InputClient
  private let waves: DrawnWaves
  /// The rows of bars with fingers on them, by name.
  private var painters: [String: BarPainter] = [:]
  /// The recordings with fingers on them, by name, and those that are scrubbed.
  private var waveforms: [String: WaveformSurface] = [:]
  private var scrubs: [String: Scrub] = [:]

  /// A recording that is being scrubbed, and the key that sounds meanwhile.
  private struct Scrub {
    let widget: String?
    let key: UInt8?
    let part: String
  }

  init(_ output: PageOutput, _ hub: PanelHub, _ input: InputClient, _ waves: DrawnWaves) {
    (self.output, self.hub, self.input, self.waves) = (output, hub, input, waves)
  }

  /// Forgets all fingers. What they have moved stays.
  func forgetFingers() { (painters, waveforms) = ([:], [:]) }

  /// Moves the bars that a finger crosses, and sends them to the page.
  func paint(_ touch: PageTouch, at time: HostTime) {
    guard let bars = hub.state.bars(touch.part) else { return }
    var painter = painters[touch.part] ?? BarPainter(count: bars.count)
    let strokes: [BarPainter.Stroke]
    switch touch.phase {
    case .down: strokes = painter.fingerDown(touch.id, x: touch.x, y: touch.y)
    case .move: strokes = painter.fingerMoved(touch.id, x: touch.x, y: touch.y)
    case .up:
      strokes = []
      painter.fingerLifted(touch.id)
    }
    painters[touch.part] = painter.hasFingers ? painter : nil
    for stroke in strokes where bars.indices.contains(stroke.bar) {
      let widget = bars[stroke.bar]
      input.move(widget.name, to: widget.curve.value(at: stroke.height, in: widget.range), at: time)
    }
    tell(touch.part, strokes.map { ($0.bar, $0.height) })
  }

  /// Sends the positions. Bars that this page holds itself are drawn as its own fingers have set them.
  private func tell(_ name: String, _ positions: [(slider: Int, position: Double)]) {
    guard !positions.isEmpty, output.isWritable else { return }
    var answer = JSONLine()
    answer.add("painted", name)
    let bars = positions.map { "[\($0.slider),\(JSONLine.number(($0.position * 1e5).rounded() / 1e5))]" }
    answer.add("bars", literal: PanelState.list(bars))
    output.send(answer.description)
  }

  // MARK: Recordings

  /// A finger on the wave of a recording.
  func touchWave(_ touch: PageTouch, at time: HostTime) {
    guard let widgets = hub.state.waveform(touch.part) else { return }
    let all = hub.state.all
    let loop = (start: all[widgets.start].position, end: all[widgets.end].position)
    var surface = waveforms[touch.part] ?? WaveformSurface()
    surface.reach = 0.04 * waves.shownWidth(of: touch.part)
    let actions =
      switch touch.phase {
      case .down: surface.fingerDown(touch.id, x: touch.x, y: touch.y, loop: loop)
      case .move: surface.fingerMoved(touch.id, x: touch.x)
      case .up: surface.fingerLifted(touch.id)
      }
    waveforms[touch.part] = surface.hasFingers ? surface : nil
    for action in actions { carryOut(action, touch.part, widgets, at: time) }
  }

  private func carryOut(
    _ action: WaveformSurface.Action, _ name: String, _ widgets: WaveformWidgets, at time: HostTime
  ) {
    switch action {
    case .start(let place): set(widgets.start, place, 0, name, at: time)
    case .end(let place): set(widgets.end, place, 1, name, at: time)
    case .scrub(let place):
      guard let cursor = widgets.cursor else { return }
      set(cursor, place, 2, name, at: time)
      if scrubs[name] == nil { scrubs[name] = begin(name, widgets, at: time) }
    case .scrubEnded: endScrub(name, at: time)
    }
  }

  private func set(_ widget: Int, _ position: Double, _ slider: Int, _ name: String, at time: HostTime) {
    let widget = hub.state.all[widget]
    input.move(widget.name, to: widget.curve.value(at: position, in: widget.range), at: time)
    tell(name, [(slider, position)])
  }

  /// A sampler needs a key to sound. This is the key at which the recording has its own pitch.
  private func begin(_ name: String, _ widgets: WaveformWidgets, at time: HostTime) -> Scrub {
    let scrub = widgets.scrub.map { hub.state.all[$0].name }
    if let scrub { input.move(scrub, to: 1, at: time) }
    let root = hub.state.all.first { $0.name == "\(name).root" }
    let key = root.map { UInt8(bounded: $0.value, in: 0...127) }
    let part = hub.state.part(ofWidget: name)
    if let key { input.play(.note(PageFingers.channel, key: key, velocity: 100), at: time, part: part) }
    return Scrub(widget: scrub, key: key, part: part)
  }

  private func endScrub(_ name: String, at time: HostTime) {
    guard let scrub = scrubs.removeValue(forKey: name) else { return }
    if let key = scrub.key {
      input.play(.note(PageFingers.channel, key: key, velocity: 0), at: time, part: scrub.part)
    }
    if let widget = scrub.widget { input.move(widget, to: 0, at: time) }
  }

  func endScrubs() {
    for name in scrubs.keys { endScrub(name, at: .now) }
  }
}
