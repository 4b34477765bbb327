import NIOCore
import SpinetKeyboard
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetSurface
import SpinetText
import SpinetWidgets

/// One open page: the input that it sends and the messages that it gets. [panel-thread]
final class PanelClient: SocketUser {
  let line: SocketLine
  let hub: PanelHub
  let input: InputClient
  private var clock = TouchClock()
  private var octave = PianoKeyboard(size: .standard)
  private var piano = SoftwarePiano(PanelClient.usualPiano)
  /// The part that its notes and pianos play; empty for all parts that listen.
  private var part = ""
  /// The fingers that are down.
  private var fingers: Set<FingerName> = []
  /// The keys that `note` holds.
  private var notes: Set<UInt8> = []
  private var lastHeard = HostTime.now
  /// Whether messages were skipped because the page reads too slowly.
  private var hasGaps = false
  private let learning: PanelLearning
  let waves: DrawnWaves
  /// The rows of bars with fingers on them, by name.
  var painters: [String: BarPainter] = [:]
  /// The recordings with fingers on them, by name, and those that are scrubbed.
  var waveforms: [String: WaveformSurface] = [:]
  var scrubs: [String: Scrub] = [:]

  private struct FingerName: Hashable {
    let surface: PageTouch.Surface
    let id: Int
  }

  private static let usualPiano = SoftwarePiano.Layout(whites: 14, first: NoteName(key: 60)!)
  /// In nanoseconds. When a page with fingers down sends nothing for this time, its fingers are lifted.
  private static let longestSilence: Int64 = 250_000_000
  /// The same for notes, which programs may hold for longer. A page without fingers sends a ping every five seconds.
  private static let longestSilenceOfNotes: Int64 = 15_000_000_000

  init(_ line: SocketLine, hub: PanelHub) {
    self.line = line
    self.hub = hub
    input = hub.handle.newClient()
    learning = PanelLearning(hub.handle.widgets, line, hub.files)
    waves = DrawnWaves(line, hub, input)
    line.whenDone { [weak self] in self?.writable() }
  }

  var isHoldingKeys: Bool { !fingers.isEmpty || !notes.isEmpty }

  // MARK: What it hears

  func tellEverything(_ log: [String]) {
    line.send(hub.state.everything() + [pianos] + log.map(PanelState.log))
    tellPatches()
  }

  func tellPatches() {
    read { _ in PanelState.patches }
  }

  /// Skips messages while the socket is full.
  func tell(_ messages: [String]) {
    hasGaps = hasGaps || !line.isWritable
    guard !hasGaps, !messages.isEmpty else { return }
    line.send(messages)
  }

  /// The socket has room again: sends the whole state instead of the skipped messages.
  func writable() {
    guard hasGaps, line.isWritable else { return }
    hasGaps = false
    tellEverything([])
  }

  /// Sends to a page with fingers down, so that the phone's radio stays awake. Releases what a page holds if it is
  /// silent for too long.
  func check(at now: HostTime) {
    let silence = now.nanoseconds(since: lastHeard)
    if Self.isLost(silentFor: silence, withFingers: !fingers.isEmpty) { return lift() }
    if !fingers.isEmpty, line.isWritable { line.send("{\"alive\":1}") }
  }

  /// Whether a page that holds keys counts as lost.
  static func isLost(silentFor nanoseconds: Int64, withFingers: Bool) -> Bool {
    nanoseconds > (withFingers ? longestSilence : longestSilenceOfNotes)
  }

  private var pianos: String {
    PanelState.pianos(part: part, octave: octave.octave, policy: "\(octave.policy)", piano.layout, piano.keys)
  }

  // MARK: What it says

  func received(_ text: String) {
    lastHeard = .now
    guard let message = PageMessage(text) else {
      return fail("'\(text.shortened)' is not a message of the panel")
    }
    switch message {
    case .ping(let stamp): answer(ping: stamp)
    case .touches(let touches): play(touches)
    case .note(let key, let velocity, let name): play(key, velocity, part: name ?? part)
    case .lift: lift()
    case .delay(let delay): clock.chosenDelay = delay.map { min(max($0, 0), TouchClock.longestDelay) }
    case .octave, .policy, .piano, .part: arrange(message)
    case .ask(let number, let words): ask(number, words)
    case .learn(let words): learning.take(words)
    case .look(let isWanted): hub.sound.show(to: self, isWanted)
    case .face(let isWanted): isWanted ? watchFace() : endFace()
    case .cameraOff: hub.handle.faces?.endCamera(of: input)
    case .wave(let question): waves.answer(question)
    case .map: line.send(PanelMappings(view: hub.handle.mappings, widgets: hub.handle.widgets).message)
    case .outputs: line.send(PanelState.outputs)
    case .patches: tellPatches()
    case .takes: read { $0.list }
    case .take(let number): read { $0.file(number) }
    default: move(message)
    }
  }

  func closed() {
    endScrubs()
    endFace()
    hub.handle.faces?.endCamera(of: input)
    input.leave()
    learning.end()
    (fingers, notes) = ([], [])
    hub.leave(self)
  }

  /// Answers with the content of files.
  private func read(_ message: @escaping @Sendable (PanelTakes) -> String) {
    let work = { @Sendable [takes = hub.takes] in message(takes) }
    hub.files.run(work, on: line.loop) { self.line.send($0) }
  }

  func fail(_ why: String) {
    var line = JSONLine()
    line.add("error", why)
    self.line.send(line.description)
  }

  private func answer(ping stamp: Double) {
    clock.learn(stamp: stamp, arrival: HostTime.now.milliseconds)
    var line = JSONLine()
    line.add("pong", stamp)
    line.add("delay", (clock.delay * 10).rounded() / 10)
    line.add("late", clock.lateCount)
    line.add("touches", clock.count)
    self.line.send(line.description)
  }

  private func ask(_ number: Int, _ words: [String]) {
    let (loop, page) = (line.loop, NIOLoopBound(self, eventLoop: line.loop))
    input.ask(words.joined(separator: "\u{1F}")) { lines in
      loop.execute {
        var answer = JSONLine()
        answer.add("answer", number)
        answer.add("lines", lines)
        page.value.line.send(answer.description)
      }
    }
  }

  /// Passes the messages that arrived at the instrument to a page that learns.
  func learn(from heard: [HeardMessage]) { learning.hear(heard) }

  // MARK: Fingers

  private func play(_ key: UInt8, _ velocity: UInt8, part: String) {
    if velocity > 0 { notes.insert(key) } else { notes.remove(key) }
    input.play(.note(Self.channel, key: key, velocity: velocity), part: part)
    hub.fingersChanged()
  }

  static let channel = Channel(status: 0)

  private func play(_ touches: [PageTouch]) {
    let arrival = HostTime.now
    for touch in touches {
      let moment = clock.moment(ofStamp: touch.stamp, arrival: arrival.milliseconds)
      play(
        touch, at: moment.isLate ? arrival : HostTime(nanoseconds: UInt64(max(0, moment.milliseconds) * 1e6)))
    }
    hub.fingersChanged()
  }

  private func play(_ touch: PageTouch, at time: HostTime) {
    let name = FingerName(surface: touch.surface, id: touch.id)
    switch touch.phase {
    case .down: fingers.insert(name)
    case .up: fingers.remove(name)
    case .move: if !fingers.contains(name) { return }
    }
    switch touch.surface {
    case .keyboard: touchKeyboard(touch, at: time)
    case .piano: touchOctave(touch, at: time)
    case .software: touchPiano(touch, at: time)
    case .bars: paint(touch, at: time)
    case .wave: touchWave(touch, at: time)
    }
  }

  private func touchKeyboard(_ touch: PageTouch, at time: HostTime) {
    let velocity = hub.state.velocity(onKeyboardOf: touch.part, at: touch.y)
    input.touch(
      FingerInput(
        touch.id, touch.phase, x: touch.x, y: touch.y, pressure: touch.pressure, velocity: velocity,
        part: touch.part),
      at: time)
  }

  private func touchOctave(_ touch: PageTouch, at time: HostTime) {
    let (x, y) = (touch.x * octave.geometry.size.width, touch.y * octave.geometry.size.height)
    var actions: [PianoKeyboard.Action] = []
    switch touch.phase {
    case .down: octave.fingerDown(touch.id, x: x, y: y, into: &actions)
    case .move: octave.fingerMoved(touch.id, x: x, y: y, into: &actions)
    case .up: octave.fingerLifted(touch.id, into: &actions)
    }
    for action in actions {
      switch action {
      case .play(let note, let velocity): send(note, velocity, at: time)
      case .release(let note): send(note, 0, at: time)
      }
    }
  }

  private func touchPiano(_ touch: PageTouch, at time: HostTime) {
    var actions: [SoftwarePiano.Action] = []
    switch touch.phase {
    case .down: piano.fingerDown(touch.id, x: touch.x, y: touch.y, into: &actions)
    case .move: piano.fingerMoved(touch.id, x: touch.x, y: touch.y, into: &actions)
    case .up: piano.fingerLifted(touch.id, into: &actions)
    }
    send(actions, at: time)
  }

  private func send(_ actions: [SoftwarePiano.Action], at time: HostTime) {
    for action in actions {
      switch action {
      case .play(let note, let velocity): send(note, velocity, at: time)
      case .release(let note): send(note, 0, at: time)
      }
    }
  }

  private func send(_ note: NoteName, _ velocity: UInt8, at time: HostTime) {
    input.play(.note(Self.channel, key: note.key, velocity: velocity), at: time, part: part)
  }

  /// Releases everything that this page holds.
  private func lift() {
    var forgotten: [PianoKeyboard.Action] = []
    var alsoForgotten: [SoftwarePiano.Action] = []
    octave.cancelAll(into: &forgotten)
    piano.cancelAll(into: &alsoForgotten)
    (fingers, notes, painters, waveforms) = ([], [], [:], [:])
    endScrubs()
    input.leave()
    hub.fingersChanged()
  }

  private func arrange(_ message: PageMessage) {
    switch message {
    case .octave(let number): octave.octave = number
    case .part(let name): part = name
    case .policy(let word):
      guard let policy = PianoKeyboard.Policy.allCases.first(where: { "\($0)" == word }) else { return }
      octave.policy = policy
    case .piano(let whites, let first, let scale):
      var actions: [SoftwarePiano.Action] = []
      piano.cancelAll(into: &actions)
      send(actions, at: .now)
      piano = SoftwarePiano(SoftwarePiano.Layout(whites: whites, first: first, scale: scale))
    default: break
    }
    line.send(pianos)
  }
}
