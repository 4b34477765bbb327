import SpinetRealtime
import Testing

struct SpinetErrorTests {
  private static func problem(_ file: String, _ line: Int, _ message: String) -> Diagnostic {
    Diagnostic(file: file, location: TextLocation(line: line, column: 2), message)
  }

  @Test func `An error is one line, with what to do at its end`() {
    let error = SpinetError(.deviceFailed, what: "audio", why: "it is away", remedy: "plug it in")
    #expect(error.description == "audio: it is away; plug it in")
    #expect(error.problem == "audio: it is away")
    #expect(error.diagnostics == [])
  }

  @Test func `What is wrong in files is a line for each, by file and then by position`() {
    let error = SpinetError([
      Self.problem("b.yaml", 3, "late"), Self.problem("a.yaml", 1, "other"),
      Self.problem("b.yaml", 1, "early"),
    ])
    #expect(
      error.description
        == "b.yaml:1:2: error: early\nb.yaml:3:2: error: late\na.yaml:1:2: error: other")
    #expect(error.problem == error.description)
    #expect(error.diagnostics.map(\.message) == ["early", "late", "other"])
  }

  @Test func `What is wrong in files has also a file, one line, and a remedy`() {
    let error = SpinetError([Self.problem("b.yaml", 1, "early"), Self.problem("a.yaml", 1, "other")])
    #expect(error.code == .fileInvalid && error.what == "b.yaml" && error.remedy == Remedy(.correctFile))
    #expect(error.why == "1:2: error: early; a.yaml:1:2: error: other")
  }

  @Test func `What a person has set is named before its value`() {
    let error = SpinetError(
      .deviceNotFound, setting: .port, what: "Keys", why: "no MIDI port has that name",
      remedy: Remedy(.chooseAvailable, "Pads", "Pedal"))
    #expect(error.description == "port Keys: no MIDI port has that name; available: Pads, Pedal")
  }

  @Test func `Nothing follows the reason where nothing needs to be done`() {
    let error = SpinetError(
      .inputUnused, what: "in.wav", why: "pad has no audio input", remedy: Remedy(.nothing))
    #expect(error.description == "in.wav: pad has no audio input")
  }

  @Test func `A program says settings and remedies in its own words`() {
    let words = SpinetError.Words(
      setting: { "the \($0.rawValue) field:" }, remedy: { $0.action == .startEngine ? "tap Play" : "\($0)" })
    let stopped = SpinetError(
      .engineStopped, what: "engine", why: "it is stopped", remedy: Remedy(.startEngine))
    #expect(stopped.text(in: words) == "engine: it is stopped; tap Play")
    #expect(stopped.description == "engine: it is stopped; start the engine first")
    let size = SpinetError(
      .wrongValue, setting: .size, what: "big", why: "not a size", remedy: Remedy(.writeSize))
    #expect(size.text(in: words) == "the size field: big: not a size; write it as 1024x768")
    var odd = Self.problem("a.yaml", 1, "odd")
    odd.remedy = Remedy(.startEngine)
    let file = SpinetError([odd, Self.problem("a.yaml", 2, "late")])
    #expect(file.text(in: words) == "a.yaml:1:2: error: odd; tap Play\na.yaml:2:2: error: late")
  }

  @Test(arguments: Remedy.Action.allCases)
  func `Every remedy has a text of its own, with its values`(action: Remedy.Action) {
    let text = Remedy(action, "one", "two").description
    #expect(text.isEmpty == (action == .nothing))
    for other in Remedy.Action.allCases where other != action {
      #expect(Remedy(other, "one", "two").description != text, "\(action) and \(other)")
    }
  }

  /// Programs match them, so they stay. Add new ones.
  @Test func `The texts of codes and remedies stay as they are`() {
    #expect(
      SpinetError.Code.allCases.map(\.rawValue).joined(separator: " ") == """
        device-not-found device-busy device-forbidden device-lost device-unsuitable device-failed \
        not-installed out-of-resources not-written folder-unusable address-unusable engine-stopped \
        engine-failed limit-reached instrument-not-running instrument-running no-answer no-panel \
        input-unused sound-clips wrong-value unknown-name unusable-name part-needed not-applicable \
        file-exists name-shipped recording-running not-recording wrong-request not-allowed not-found \
        several-found not-readable \
        file-invalid file-unsuitable file-changed program-failed program-refused songs-failed interrupted
        """)
    #expect(
      Remedy.Action.allCases.map(\.rawValue).joined(separator: " ") == """
        other nothing take-similar-name choose-among choose-available choose-other-name \
        choose-name-without-slashes correct-file give-other-file give-complete-file give-sound-file \
        give-mapping-file give-other-mapping-file give-other-state-file give-song give-input render-song choose-place \
        make-room write-setting write-size render-quieter choose-pcm-or-rate choose-free-pcm \
        choose-other-pcm add-sound-card use-sequencer play-with-sequencer load-sequencer connect-again \
        use-other-device play-face play-motion-sensor close-other-programs install-package install-portmidi \
        start-instrument choose-instrument give-tag start-again start-engine start-with-panel choose-part \
        start-recording stop-recording name-recording list-widgets list-widgets-while-playing \
        reset-widgets list-takes give-take
        """)
  }
}
