import SpinetKeyboard
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetSurface
import SpinetText

/// The fingers and keys of one page. What they hold ends when they are lifted, when the page is silent for too long, or
/// when it leaves. [panel-thread]
final class PageFingers {
  private let output: PageOutput
  private let hub: PanelHub
  private let input: InputClient
  private let pictures: PagePictures
  private var clock = TouchClock()
  private var pianos = PagePianos()
  /// The fingers that are down.
  private var fingers: Set<Name> = []
  /// The keys that `note` holds.
  private var notes: Set<UInt8> = []
  private var lastHeard = HostTime.now

  private struct Name: Hashable {
    let surface: PageTouch.Surface
    let id: Int
  }

  static let channel = Channel(status: 0)
  /// In nanoseconds. When a page with fingers down sends nothing for this time, its fingers are lifted.
  private static let longestSilence: Int64 = 250_000_000
  /// The same for notes, which programs may hold for longer. A page without fingers sends a ping every five seconds.
  private static let longestSilenceOfNotes: Int64 = 15_000_000_000

  init(_ output: PageOutput, _ hub: PanelHub, _ input: InputClient, waves: DrawnWaves) {
    (self.output, self.hub, self.input) = (output, hub, input)
    pictures = PagePictures(output, hub, input, waves)
  }

  // MARK: Silence

  var isHolding: Bool { !fingers.isEmpty || !notes.isEmpty }

  /// The page has sent something.
  func heard(at now: HostTime) { lastHeard = now }

  /// Sends to a page with fingers down, so that the phone's radio stays awake. Releases what a page holds if it is
  /// silent for too long.
  func check(at now: HostTime) {
    let silence = now.nanoseconds(since: lastHeard)
    if Self.isLost(silentFor: silence, withFingers: !fingers.isEmpty) { return lift() }
    if !fingers.isEmpty { output.sendIfRead("{\"alive\":1}") }
  }

  /// Whether a page that holds keys counts as lost.
  static func isLost(silentFor nanoseconds: Int64, withFingers: Bool) -> Bool {
    nanoseconds > (withFingers ? longestSilence : longestSilenceOfNotes)
  }

  /// Releases everything that this page holds.
  func lift() {
    pianos.forgetFingers()
    forget()
    pictures.forgetFingers()
    endScrubs()
    input.leave()
    hub.fingersChanged()
  }

  func endScrubs() { pictures.endScrubs() }

  /// Call it when everything that the page held has been released.
  func forget() { (fingers, notes) = ([], []) }

  // MARK: The page's clock

  func answer(ping stamp: Double) {
    let arrival = HostTime.now.milliseconds
    clock.learn(stamp: stamp, arrival: arrival)
    var answer = JSONLine()
    answer.add("pong", stamp)
    answer.add("time", arrival)
    answer.add("delay", (clock.delay * 10).rounded() / 10)
    answer.add("late", clock.lateCount)
    answer.add("touches", clock.count)
    output.send(answer.description)
  }

  /// - Parameter milliseconds: nil for the measured delay.
  func setDelay(_ milliseconds: Double?) {
    clock.chosenDelay = milliseconds.map { min(max($0, 0), TouchClock.longestDelay) }
  }

  private func moment(of touch: PageTouch, arrival: HostTime) -> HostTime {
    let moment = clock.moment(ofStamp: touch.stamp, arrival: arrival.milliseconds)
    return moment.isLate ? arrival : HostTime(seconds: moment.milliseconds * 1e-3)
  }

  // MARK: Notes and fingers

  /// - Parameter part: nil for the one that the page has chosen.
  func play(_ key: UInt8, _ velocity: UInt8, part: String?) {
    if velocity > 0 { notes.insert(key) } else { notes.remove(key) }
    input.play(.note(Self.channel, key: key, velocity: velocity), part: part ?? pianos.part)
    hub.fingersChanged()
  }

  func play(_ touches: [PageTouch]) {
    let arrival = HostTime.now
    for touch in touches { play(touch, at: moment(of: touch, arrival: arrival)) }
    hub.fingersChanged()
  }

  private func play(_ touch: PageTouch, at time: HostTime) {
    let name = Name(surface: touch.surface, id: touch.id)
    switch touch.phase {
    case .down: fingers.insert(name)
    case .up: fingers.remove(name)
    case .move: if !fingers.contains(name) { return }
    }
    switch touch.surface {
    case .keyboard: touchKeyboard(touch, at: time)
    case .piano: send(pianos.touchOctave(touch), at: time)
    case .software: send(pianos.touchSoftware(touch), at: time)
    case .bars: pictures.paint(touch, at: time)
    case .wave: pictures.touchWave(touch, at: time)
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

  private func send(_ actions: [PianoAction], at time: HostTime) {
    for action in actions {
      let (note, velocity) =
        switch action {
        case .play(let note, let velocity): (note, velocity)
        case .release(let note): (note, 0 as UInt8)
        }
      input.play(.note(Self.channel, key: note.key, velocity: velocity), at: time, part: pianos.part)
    }
  }

  // MARK: Pianos

  /// The page's pianos, as a message.
  var pianoMessage: String { pianos.message }

  /// Changes the pianos, and tells the page.
  func arrange(_ change: (inout PagePianos) -> Void) {
    change(&pianos)
    output.send(pianoMessage)
  }

  /// Does nothing if there is no policy of that name.
  func setPolicy(named word: String) {
    guard let policy = OctavePiano.Policy.allCases.first(where: { "\($0)" == word }) else { return }
    arrange { $0.octave.policy = policy }
  }

  func setPiano(_ whites: Int, _ first: NoteName, _ scale: [Int]?) {
    send(pianos.liftSoftware(), at: .now)
    arrange { $0.setSoftware(WidePiano.Layout(whites: whites, first: first, scale: scale)) }
  }
}
