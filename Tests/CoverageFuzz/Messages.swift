import Glibc
import Scratch
import SpinetEngine
import SpinetPanel
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets

/// Sequences of messages of a page and of commands, a line each, to one instrument that plays on. They go through the
/// real panel and the real socket of commands.
///
/// After each input the page has had an answer to its last message, and all that it was told is JSON without paths.
/// Widgets are in their ranges, and no key is held.
final class Messages: @unchecked Sendable {
  // Sendable because libFuzzer has one thread.
  private let handle: SessionHandle
  private let panel: Panel
  private let port: Int
  private let token: String
  private let commands: ControlClient
  private let thread: Runner

  /// Made on one thread, run on another.
  private struct UncheckedSession: @unchecked Sendable { let value: LiveSession }

  private final class Runner {
    let worker: WorkerThread
    init(_ worker: consuming WorkerThread) { self.worker = worker }
  }

  private static let home = temporaryFolder + "/home"
  /// After this time something is said to hang.
  private static let patienceSeconds = 8.0
  private static let lastPing = 123_456.5

  init() {
    do {
      for variable in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"] {
        setenv(variable, Self.home, 1)
      }
      mkdir(Self.home, 0o700)
      var options = PlayOptions()
      (options.midi, options.pcm, options.state) = (.none, "none", .none)
      options.tag = "fuzz"
      let session = UncheckedSession(value: try LiveSession(engine: HeldEngine(), options: options))
      handle = session.value.handle
      panel = Panel(handle)
      let url = try panel.serve(at: .local).url
      port = Int(url.split(separator: ":")[2].split(separator: "/")[0]) ?? 0
      token = String(url.split(separator: "#").last ?? "")
      thread = Runner(try WorkerThread(name: "session") { _ = try? session.value.run { _ in } })
      commands = try Self.waitForInstrument()
    } catch {
      fail("no instrument plays: \(error)")
    }
  }

  private static func waitForInstrument() throws(SpinetError) -> ControlClient {
    _ = eventually(within: patienceSeconds) { ControlClient.running().contains("Spinet fuzz") }
    return try ControlClient(name: "fuzz")
  }

  func take(_ text: String) {
    let hasNotes = say(text)
    // Notes of commands end by themselves, maybe in an hour.
    if hasNotes { handle.press("panic") }
    // Of all that screens show, only the voices are told while no screen is there.
    let isQuiet = eventually(within: Self.patienceSeconds) { [handle] in handle.status.voices == 0 }
    must(isQuiet, "\(handle.status.voices) voices sound that nobody holds")
    for widget in handle.widgets.all {
      must(
        widget.kind.isDisplay || widget.range.contains(widget.value), "\(widget.name) is \(widget.value)")
    }
  }

  /// A page comes, says all of it, hears the answers, and leaves. Returns whether a command has played notes.
  private func say(_ text: String) -> Bool {
    let page = openPage()
    var hasNotes = false
    for line in text.split(separator: "\n").prefix(64).map(String.init) {
      if line.hasPrefix("{") {
        page.say(line)
      } else if Self.isHarmless(line) {
        hasNotes = hasNotes || line.hasPrefix("note")
        ask(line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "\u{1F}"))
      }
    }
    hearAnswers(page)
    return hasNotes
  }

  private func openPage() -> RawClient {
    for _ in 0..<100 {
      if let page = try? RawClient(port: port), page.open(port: port, token: token).contains("101") {
        return page
      }
      usleep(20_000)
    }
    fail("a page is not let in")
  }

  /// Commands are those of the user: those that write or read files anywhere, or end the page's link, are left out.
  private static func isHarmless(_ line: String) -> Bool {
    !line.contains("/") && !line.contains("\0") && !line.hasPrefix("panel") && !line.hasPrefix("record")
  }

  private func ask(_ line: String) {
    let answer = try? commands.ask(line)
    must(answer != nil || line.utf8.count > 1000, "no answer to \(line)")
  }

  private func hearAnswers(_ page: RawClient) {
    page.say("{\"ping\":\(Self.lastPing)}")
    while let frame = page.nextFrame() {
      // The panel may close the connection of a page that sends nonsense.
      guard frame.opcode != 8 else { return }
      guard frame.opcode == 1 else { continue }
      let text = String(decoding: frame.payload, as: UTF8.self)
      must(JSONValue(text) != nil, "the page is told what is no JSON: \(text)")
      must(!text.contains(Self.home), "the page is told of a folder: \(text)")
      if text.hasPrefix("{\"pong\":\(Self.lastPing)") { return }
    }
    fail("the page has no answer")
  }
}

/// Its voices last as long as their keys are held, and are silent.
private final class HeldEngine: SoundEngine, @unchecked Sendable {
  // Sendable because the session gives it to one audio thread.
  let name = "Held"
  let widgets =
    [
      Widget("filter.cutoff", range: 20...20_000, default: 1000, unit: "Hz", curve: .logarithmic),
      Widget("level"),
      Widget("sample.scrub", kind: .button),
    ] + MultiSlider("harmonic", count: 4).widgets
  let voiceCapacity = 16
  private var end: AudioEnd?
  private var serials = [UInt32](repeating: 0, count: 16)

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    end = nil
    end = link.claimAudioEnd()
  }

  func render(_ block: AudioBlock) {
    block.silence()
    while let command = end?.popCommand() {
      guard case .voice(let event) = command.action else { continue }
      switch event {
      case .start(let voice, let serial): serials[voice.index] = serial
      case .release(let voice): end?.report(.voiceEnded(voice, serial: serials[voice.index]))
      default: break
      }
    }
  }
}
