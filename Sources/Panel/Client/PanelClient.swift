import NIOCore
import SpinetKeyboard
import SpinetRealtime
import SpinetSession
import SpinetText

/// One open page: gives each of its messages to the object that carries it out. [panel-thread]
final class PanelClient: SocketUser {
  let output: PageOutput
  private let hub: PanelHub
  private let input: InputClient
  private let fingers: PageFingers
  private var widgets: PageWidgets
  private let requests: PageRequests
  private let sounds: PageSounds
  private let lesson: PageLesson
  private let own: PageOwnFiles
  private let face: PageFace

  init(_ line: SocketLine, hub: PanelHub) {
    self.hub = hub
    input = hub.handle.newClient()
    output = PageOutput(line)
    requests = PageRequests(output, hub, input)
    fingers = PageFingers(output, hub, input, waves: requests.waves)
    widgets = PageWidgets(hub: hub, input: input, output: output)
    sounds = PageSounds(output, hub, input, requests)
    lesson = PageLesson(output, hub)
    own = PageOwnFiles(output: output, hub: hub, requests: requests)
    face = PageFace(face: hub.handle.face, input: input, output: output)
    output.whenReadAgain { [weak self] in self?.tellEverything([]) }
  }

  // MARK: What it hears

  func tellEverything(_ log: [String]) {
    output.send(hub.everything() + [fingers.pianoMessage] + log)
    requests.sendPatches()
    hub.tellOwnFiles(to: output)
  }

  func tellPatches() { requests.sendPatches() }

  func writable() { output.writable() }

  /// Passes the messages that arrived at the instrument to a page that learns.
  func learn(from heard: [HeardMessage]) { lesson.hear(heard) }

  var isHoldingKeys: Bool { fingers.isHolding }

  func check(at now: HostTime) { fingers.check(at: now) }

  // MARK: What it says

  func received(_ text: String) {
    fingers.heard(at: .now)
    guard let message = PageMessage(text) else {
      return output.fail(PageMessage.refusal(of: text))
    }
    switch message {
    case .ping(let stamp): fingers.answer(ping: stamp)
    case .touches(let touches): fingers.play(touches)
    case .note(let key, let velocity, let part): fingers.play(key, velocity, part: part)
    case .lift: fingers.lift()
    case .delay(let milliseconds): fingers.setDelay(milliseconds)
    case .octave(let number): fingers.arrange { $0.octave.octave = number }
    case .policy(let word): fingers.setPolicy(named: word)
    case .part(let name): fingers.arrange { $0.part = name }
    case .piano(let whites, let first, let scale): fingers.setPiano(whites, first, scale)
    case .set(let name, let value): widgets.set(name, to: value)
    case .position(let name, let position, let springs):
      widgets.set(name, toPosition: position, springs: springs)
    case .text(let name, let text): widgets.set(name, toText: text)
    case .reset(let name): widgets.reset(name)
    case .press(let name): widgets.set(name, to: 1)
    case .motion(let groups): widgets.tilt(groups)
    case .look(let isWanted): hub.sound.show(to: self, isWanted)
    case .face(let isWanted): isWanted ? face.watch() : face.endWatch()
    case .cameraOff: face.endCamera()
    case .ask(let number, let words): requests.ask(number, words)
    case .wave(let question): requests.waves.answer(question)
    case .map: requests.sendMappings()
    case .mappingFile(let name): requests.sendMappingFile(name)
    case .outputs: output.send(PanelState.outputs)
    case .patches: requests.sendPatches()
    case .takes: requests.sendTakes()
    case .take(let number): requests.sendTake(number)
    case .roll(let number): requests.sendRoll(number)
    case .replay(let number): requests.replay(number)
    case .sound(let message): sounds.take(message)
    case .own(let message): own.take(message)
    case .lesson(let message): lesson.take(message)
    }
  }

  /// A frame of the page's camera.
  func received(_ bytes: ByteBuffer) { face.received(bytes) }

  func closed() {
    fingers.endScrubs()
    face.end()
    widgets.end()
    sounds.end()
    lesson.end()
    input.leave()
    fingers.forget()
    hub.leave(self)
  }
}
