import SpinetCsound
import SpinetDevices
import SpinetEngine
import SpinetRealtime
import Synchronization

/// Csound for programs that play `.csd` files themselves: the CsoundObj of Csound for iOS.
///
/// ```swift
/// let csound = CsoundObj()
/// let frequency = Widget("frequency", range: 100...1000)
/// CsoundUI(csound).add(frequency, forChannelName: "frequency")
/// try csound.play("test.csd")
/// ```
/// Every method may be called at any time, from any thread but the audio thread; a method that needs a
/// performance throws when there is none. Bindings and listeners stay from one performance to the next, and are kept
/// alive until they are removed: one that has a `CsoundObj` holds it weakly.
public final class CsoundObj: Sendable {
  let output: OutputRequest
  let input: String
  let openMIDI: @Sendable () throws(SpinetError) -> any MIDISource
  let state = Mutex(State())
  /// Held while a performance begins or ends. Bindings are set up and cleaned up inside it, and may begin
  /// or end a performance themselves.
  let transition = Transition()
  /// A call that a binding has made on the audio thread, until it is reported.
  let mistake = Atomic<Int>(0)
  /// Held while the audio thread's list of bindings is replaced.
  let listing = Mutex(())
  /// Held while the recorder is replaced.
  let recording = Mutex(())

  struct State: Sendable {
    var engine: CsoundObjEngine?
    var run: CsoundRun?
    /// The previous run. Its thread may still be reporting its end.
    var past: CsoundRun?
    var recorder: FrameRecorder?
    /// Whether the file of a performance that has ended is being completed.
    var isCompleting = false
    /// Whether the failure of the recorder has been reported.
    var isRecordingFailureTold = false
    var bindings: [any CsoundBinding] = []
    /// The bindings of the performance that is ending, until each is cleaned up.
    var leavingBindings: [any CsoundBinding] = []
    /// The bindings that are set up for the current performance.
    var readyBindings: [any CsoundBinding] = []
    var listeners: [any CsoundObjListener] = []
    var messageCallback: @Sendable (String) -> Void = { _ in }
    var beforeCompile: (@Sendable (OpaquePointer) -> Void)?
    var opcodes: [CsoundOpcode] = []
    var isMuted = false
    var midiInEnabled = false
    var useAudioInput = false
    var controlBlocks: ControlBlocks?
  }

  /// - Parameters:
  ///   - output: the card, or `none` for a clock without one.
  ///   - input: what `useAudioInput` listens to: a PCM, a sound file that is played in a loop, or `none`.
  public convenience init(output: OutputRequest = OutputRequest(), input: String = "default") {
    self.init(output: output, input: input) { () throws(SpinetError) in
      try ALSASequencer(clientName: "Spinet Csound")
    }
  }

  /// - Parameter openMIDI: opens what `midiInEnabled` listens to, on the thread that will read it.
  package init(
    output: OutputRequest, input: String,
    openMIDI: @escaping @Sendable () throws(SpinetError) -> any MIDISource
  ) {
    self.output = output
    self.input = input
    self.openMIDI = openMIDI
    AudioThreadCall.prepare()
  }

  deinit { stop() }

  /// Receives Csound's messages, line by line, on a thread of the performance. Listeners also receive the
  /// severity.
  public var messageCallback: @Sendable (String) -> Void {
    get { state.withLock { $0.messageCallback } }
    set { state.withLock { $0.messageCallback = newValue } }
  }

  /// Called with each new instance, after Spinet's own options and before the `.csd` is compiled. Call
  /// `csoundSetOption` here, and `csoundAppendOpcode` for what `addOpcode` cannot say.
  ///
  /// A file is compiled once for a performance, and a second time if the card grants another format than the one that
  /// was asked for, or if it has another rate and the header does not say its own in plain numbers. Csound keeps the
  /// pointers to an opcode's name and types: pass C strings that stay, such as `strdup` or a `StaticString` gives, not
  /// Swift strings. An opcode runs on the audio thread: it must not allocate, wait or log.
  public var beforeCompile: (@Sendable (OpaquePointer) -> Void)? {
    get { state.withLock { $0.beforeCompile } }
    set { state.withLock { $0.beforeCompile = newValue } }
  }

  /// Whether the next performance receives MIDI, whatever its file asks for: from hardware controllers, present
  /// or plugged in later, from other programs that connect to it, and from `send`.
  ///
  /// Without an ALSA sequencer a warning is given and `send` still works.
  public var midiInEnabled: Bool {
    get { state.withLock { $0.midiInEnabled } }
    set { state.withLock { $0.midiInEnabled = newValue } }
  }

  /// Whether the next performance gets sound from the input, for opcodes such as `ins`.
  public var useAudioInput: Bool {
    get { state.withLock { $0.useAudioInput } }
    set { state.withLock { $0.useAudioInput = newValue } }
  }

  /// The strategy of the next performance; nil lets the file decide.
  public var controlBlocks: ControlBlocks? {
    get { state.withLock { $0.controlBlocks } }
    set { state.withLock { $0.controlBlocks = newValue } }
  }

  /// Whether something plays, or its recording is not complete yet.
  public var isPlaying: Bool { state.withLock { $0.engine != nil || $0.isCompleting } }

  /// Silences the output and its recording; the performance continues. It applies to later performances too, until
  /// `unmute`. `record(_:toFile:)` is not muted.
  public func mute() { setMuted(true) }

  /// Ends `mute`.
  public func unmute() { setMuted(false) }

  private func setMuted(_ isMuted: Bool) {
    state.withLock { state in
      state.isMuted = isMuted
      if state.run != nil { state.engine?.isMuted.store(isMuted, ordering: .relaxed) }
    }
  }

  /// Pauses the performance until `resume`, as for an interruption.
  public func pause() { setPaused(true) }

  /// Ends `pause`.
  public func resume() { setPaused(false) }

  private func setPaused(_ isPaused: Bool) {
    state.withLock { $0.engine?.isPaused.store(isPaused, ordering: .relaxed) }
  }

  /// A listener that is added twice is still called once.
  public func addListener(_ listener: any CsoundObjListener) {
    state.withLock { state in
      if !state.listeners.contains(where: { $0 === listener }) { state.listeners.append(listener) }
    }
  }

  /// The listener gets no more calls.
  public func removeListener(_ listener: any CsoundObjListener) {
    state.withLock { $0.listeners.removeAll { $0 === listener } }
  }

  func notifyStarted() {
    for listener in state.withLock({ $0.listeners }) { listener.csoundObjStarted(self) }
  }

  func notifyCompleted() {
    for listener in state.withLock({ $0.listeners }) { listener.csoundObjCompleted(self) }
  }

  func tell(_ message: CsoundMessage) {
    let (callback, listeners) = state.withLock { ($0.messageCallback, $0.listeners) }
    callback(message.text)
    for listener in listeners { listener.csoundObj(self, said: message) }
  }
}
